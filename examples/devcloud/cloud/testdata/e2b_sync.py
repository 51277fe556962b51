"""What a user of the e2b package does; an assertion that fails ends it."""

import time

from e2b import CommandExitException, FileType, NotFoundException, RateLimitException, Sandbox, SandboxQuery, TimeoutException
from e2b.sandbox.commands.command_handle import PtySize


def until(done):
    end = time.monotonic() + 10
    while not done():
        assert time.monotonic() < end, "it did not happen in 10 s"


def lifecycle():
    one = Sandbox.create("base", timeout=120, metadata={"a": "1 & 2"}, envs={"FROM": "create"})
    two = Sandbox.create("base", timeout=120)
    pages = Sandbox.list(limit=1)
    found = []
    while pages.has_next:
        page = pages.next_items()
        assert len(page) <= 1
        found += [s.sandbox_id for s in page]
    assert found == [two.sandbox_id, one.sandbox_id], found
    chosen = Sandbox.list(query=SandboxQuery(metadata={"a": "1 & 2"})).next_items()
    assert [s.sandbox_id for s in chosen] == [one.sandbox_id]
    assert one.get_info().metadata == {"a": "1 & 2"}
    try:
        Sandbox.create("base", timeout=120)
        raise AssertionError("the limit did not hold")
    except RateLimitException as e:
        assert "concurrent" in str(e)
    assert two.kill() and not two.kill() and not two.is_running()
    try:
        Sandbox.connect(two.sandbox_id)
        raise AssertionError("connected to a killed sandbox")
    except NotFoundException:
        pass
    return one


def commands(s):
    r = s.commands.run("echo out; echo err >&2; echo $FROM $ONE; basename $PWD", envs={"ONE": "1"}, cwd="/tmp")
    assert (r.stdout, r.stderr, r.exit_code) == ("out\ncreate 1\ntmp\n", "err\n", 0), r
    try:
        s.commands.run("printf 'caf\\303'; sleep 0.05; printf '\\251'; exit 3")
        raise AssertionError("exit 3 is no success")
    except CommandExitException as e:
        assert (e.exit_code, e.stdout) == (3, "café"), e
    seen = []
    s.commands.run("echo a; echo b", on_stdout=seen.append)
    assert "".join(seen) == "a\nb\n"

    cat = s.commands.run("cat; echo end", background=True, stdin=True)
    assert cat.pid in [p.pid for p in s.commands.list()]
    s.commands.send_stdin(cat.pid, "hello ")
    cat.send_stdin("world\n")
    cat.close_stdin()
    assert cat.wait().stdout == "hello world\nend\n"

    sleep = s.commands.run("sleep 60", background=True)
    again = s.commands.connect(sleep.pid)
    assert sleep.kill()
    for handle in (sleep, again):
        try:
            handle.wait()
            raise AssertionError("killed is no success")
        except CommandExitException as e:
            assert "killed" in e.error, e
    assert not s.commands.kill(sleep.pid)
    try:
        s.commands.run("sleep 60", timeout=0.3)
        raise AssertionError("the timeout did not hold")
    except TimeoutException:
        pass
    until(lambda: not s.commands.list())


def files(s):
    assert s.files.make_dir("d/sub") and not s.files.make_dir("d/sub")
    info = s.files.write("d/text.txt", "grüße\n")
    assert (info.name, info.path) == ("text.txt", "/home/user/d/text.txt"), info
    binary = bytes(range(256)) * 1000
    s.files.write("/tmp/bin", binary)
    assert bytes(s.files.read("/tmp/bin", format="bytes")) == binary
    assert b"".join(s.files.read("/tmp/bin", format="stream")) == binary
    name = "d/ünï 文件 &?#%.txt"
    s.files.write(name, "x")
    assert s.files.read(name) == "x"
    assert s.commands.run("cat /home/user/d/ünï*; cat d/text.txt; wc -c < /tmp/bin").stdout == "xgrüße\n256000\n"
    s.commands.run("ln -s /home/user/d/text.txt d/link && chmod 600 d/text.txt")
    info = s.files.get_info("d/link")
    assert (info.symlink_target, info.mode) == ("/home/user/d/text.txt", 0o600), info
    assert s.files.read("d/link") == "grüße\n"
    names = {e.name: e.type for e in s.files.list("d")}
    assert names == {"sub": FileType.DIR, "text.txt": FileType.FILE, "link": FileType.FILE, name[2:]: FileType.FILE}, names
    assert s.files.list("d/sub") == []
    assert s.files.rename("d/text.txt", "e/new.txt").path == "/home/user/e/new.txt"
    assert s.files.exists("e/new.txt") and not s.files.exists("d/text.txt")
    s.files.write_files([{"path": "f/1", "data": "1"}, {"path": "f/2", "data": b"2"}])
    assert sorted(e.path for e in s.files.list("f")) == ["/home/user/f/1", "/home/user/f/2"]
    s.files.remove("f")
    s.files.remove("f")
    try:
        s.files.read("f/1")
        raise AssertionError("read what was removed")
    except NotFoundException:
        pass

    watch = s.files.watch_dir("d", recursive=True)
    s.files.write("d/sub/w.txt", "1")
    s.commands.run("rm d/sub/w.txt")
    events = []
    until(lambda: events.extend(watch.get_new_events()) or any(e.type.value == "remove" for e in events))
    assert {"create", "write", "remove"} <= {e.type.value for e in events if e.name == "sub/w.txt"}, events
    watch.stop()


def terminal(s):
    pty = s.pty.create(PtySize(rows=24, cols=80), timeout=0)
    s.pty.resize(pty.pid, PtySize(rows=50, cols=132))
    s.pty.send_stdin(pty.pid, b"stty size; tty; exit 0\n")
    out = bytearray()
    pty.wait(on_pty=out.extend)
    assert b"50 132" in out and b"/dev/pts/" in out, out
    pty = s.pty.create(PtySize(rows=24, cols=80), timeout=0)
    assert s.pty.kill(pty.pid)
    try:
        pty.wait()
        raise AssertionError("killed is no success")
    except CommandExitException as e:
        assert "killed" in e.error, e
    assert not s.pty.kill(pty.pid)


def ending(s):
    process = s.commands.run("while :; do sleep 0.05; echo x >> ticks; done", background=True)
    until(lambda: s.files.exists("ticks"))
    assert s.pause()
    assert not s.is_running()
    assert Sandbox.list(query=SandboxQuery(metadata={"a": "1 & 2"})).next_items()[0].state.value == "paused"
    s.connect(timeout=60)
    assert s.is_running() and process.pid in [p.pid for p in s.commands.list()]
    s.set_timeout(0)
    until(lambda: not s.is_running())
    assert not s.kill()


if __name__ == "__main__":
    sandbox = lifecycle()
    commands(sandbox)
    files(sandbox)
    terminal(sandbox)
    ending(sandbox)
    print("fine")
