"""A user's day with a provider, by the public API of agent_sandbox alone.

python public_api.py SETUP REPORT: SETUP is {"provider", "options", "direct",
"mib"}; REPORT becomes {"steps": {name: "ok" or a traceback}, "ended": true}.
"""

import asyncio
import hashlib
import json
import os
import sys
import traceback

from agent_sandbox import ProviderSandbox as Sandbox
from agent_sandbox.models.errors import SandboxError
from agent_sandbox.providers import registry

setup = json.loads(sys.argv[1])
pid = setup["provider"]
how = {"provider": pid, "provider_options": setup["options"] or {}}
features = frozenset(registry.get_provider(pid).features)
report = {"steps": {}, "ended": False}
ALL = []


def step(*needs, through_plugin=False):
    def add(f):
        ALL.append((f, frozenset(needs), through_plugin))
        return f

    return add


def code(exc):
    return exc.to_dict().get("code") or getattr(exc, "code", "")


async def raises(want, awaitable):
    try:
        got = await awaitable
    except SandboxError as exc:
        assert code(exc) in want, f"{code(exc)}: {exc}"
        return
    raise AssertionError(f"no error, but {got!r}")


class Running:
    """A started command; the hosts begin it when somebody reads."""

    def __init__(self, reader):
        self.chunks = asyncio.Queue()
        self.reading = asyncio.create_task(self.read(reader))

    async def read(self, reader):
        try:
            async for chunk in reader:
                self.chunks.put_nowait(chunk)
        except Exception as exc:
            self.chunks.put_nowait(exc)

    async def next(self):
        chunk = await asyncio.wait_for(self.chunks.get(), 20)
        if isinstance(chunk, Exception):
            raise chunk
        return chunk

    async def until(self, text, kind="stdout"):
        got = ""
        while text not in got:
            chunk = await self.next()
            assert chunk.type.value != "exit", f"ended after {got!r}"
            if chunk.type.value == kind:
                got += chunk.data
        return got

    async def exit_code(self):
        while True:
            chunk = await self.next()
            if chunk.type.value == "exit":
                return chunk.exit_code


async def find(sb, word):
    """The pid of the command with that word; its output may not have come yet.
    A host that asks envd itself tells no command, and no other one runs here."""
    for _ in range(100):
        for p in await sb.commands.list():
            if word in p.command or setup["direct"] and not p.command:
                return p.pid
        await asyncio.sleep(0.05)
    raise AssertionError(f"{word} is not in {await sb.commands.list()}")


@step("sandbox.lifecycle")
async def info(sb):
    now = await sb.refresh_info()
    assert now.sandbox_id == sb.id and now.metadata.get("who") == "tests", now
    assert await sb.is_running()
    assert (await Sandbox.get_info_by_id(sb.id, **how)).sandbox_id == sb.id
    assert sb.id in [i.sandbox_id for i in await Sandbox.list(**how)]


@step("sandbox.timeout")
async def lifetime(sb):
    await sb.set_timeout(600)
    await Sandbox.set_timeout_by_id(sb.id, 500, **how)
    assert await sb.is_running()


@step("exec.run")
async def run(sb):
    r = await sb.commands.run("printf '%s|' one 'two words' \"it's\" 'ünï' '世界'")
    assert (r.exit_code, r.stdout, r.stderr) == (0, "one|two words|it's|ünï|世界|", ""), r
    r = await sb.commands.run("echo out; echo err >&2; exit 7")
    assert (r.exit_code, r.stdout, r.stderr) == (7, "out\n", "err\n"), r
    r = await sb.commands.run("echo $GIVEN-$MADE", env={"GIVEN": "a b"}, shell=True)
    assert r.stdout == "a b-at create\n", r
    r = await sb.commands.run("seq 1 20000")
    assert r.stdout == "".join(f"{i}\n" for i in range(1, 20001)), len(r.stdout)
    r = await sb.commands.run("no-such-program-anywhere")
    assert r.exit_code == 127, r


@step("exec.run")
async def many_at_once(sb):
    all_ = await asyncio.gather(*(sb.commands.run(f"echo {i}") for i in range(8)))
    assert [r.stdout for r in all_] == [f"{i}\n" for i in range(8)], all_


@step("exec.run")
async def command_timeout(sb):
    try:
        r = await sb.commands.run("sleep 33", timeout=1)
        assert r.exit_code != 0, r
    except SandboxError as exc:
        assert code(exc) in ("E3001", "E8022"), exc


@step("exec.stream")
async def stream(sb):
    command = Running(await sb.commands.start("echo one; sleep 0.2; echo two >&2; exit 4"))
    await command.until("one\n")
    await command.until("two\n", "stderr")
    assert await command.exit_code() == 4


@step("exec.stream", "process.manage")
async def signals(sb):
    command = Running(await sb.commands.start("sleep 301"))
    await sb.commands.send_signal(await find(sb, "sleep"), 15)
    assert await command.exit_code() in (143, -1, -15)
    command = Running(await sb.commands.start("sleep 302"))
    await sb.commands.kill(await find(sb, "sleep"))
    assert await command.exit_code() in (137, -1, -9)


@step("exec.stream", "process.manage", through_plugin=True)
async def stdin(sb):
    command = Running(await sb.commands.start("cat"))
    p = await find(sb, "cat")
    for text in ("héllo\n", "世界\n"):
        await sb.commands.send_input(p, text)
        assert await command.until("\n") == text
    await sb.commands.kill(p)
    await command.exit_code()


@step("pty")
async def terminal(sb):
    term = await sb.get_terminal(cols=100, rows=30)

    async def see(text):
        got = ""
        while text not in got:
            got += (await term.receive(timeout=20)).decode("utf-8", "replace")

    await term.send("echo $((40+2))-and\n")
    await see("42-and")
    await term.resize(90, 20)
    # A shell that draws its prompt anew after a resize may drop what was typed
    # meanwhile (once in 3,000 here): a person would type it again.
    for last in (False, False, True):
        await term.send("stty size\n")
        try:
            await asyncio.wait_for(see("20 90"), 20)
            break
        except asyncio.TimeoutError:
            if last:
                raise
    await term.close()


@step("files.rw")
async def files(sb):
    f = sb.files
    await f.write("day/été 世界.txt", "héllo\n")
    assert await f.read("day/été 世界.txt") == "héllo\n"
    await f.make_dir("day/empty")
    found = sorted((e.name, e.type.value) for e in await f.list("day"))
    assert found == [("empty", "directory"), ("été 世界.txt", "file")], found
    assert (await f.get_info("day/été 世界.txt")).size == 7
    await f.move("day/été 世界.txt", "day/b")
    assert await f.exists("day/b") and not await f.exists("day/été 世界.txt")
    await raises(("E4001", "E8005"), f.read("day/été 世界.txt"))
    await f.remove("day")
    assert not await f.exists("day/b")


@step("files.rw")
async def binary(sb):
    content = os.urandom(1 << 20) * setup["mib"]
    await sb.files.write("big.bin", content)
    got = await sb.files.read_bytes("big.bin")
    assert hashlib.sha256(got).digest() == hashlib.sha256(content).digest(), len(got)
    await sb.files.write("big.bin", b"\x00\xff<short>")
    assert await sb.files.read_bytes("big.bin") == b"\x00\xff<short>"
    await sb.files.write("nothing", b"")
    assert await sb.files.read_bytes("nothing") == b""


@step("files.rw", "exec.run")
async def one_tree(sb):
    await sb.files.write("seen.txt", "by both")
    r = await sb.commands.run("cat seen.txt")
    assert r.stdout == "by both", r
    await sb.commands.run("echo back > made.txt")
    assert await sb.files.read("made.txt") == "back\n"


@step("ports.url")
async def ports(sb):
    url = await sb.network.resolve_url(8080)
    assert url.startswith(("http://", "https://")), url


@step("sandbox.pause")
async def pause(sb):
    await sb.pause()
    assert not await sb.is_running()
    await sb.resume()
    assert await sb.is_running()


@step("sandbox.lifecycle")
async def second_client(sb):
    other = await Sandbox.connect(sb.id, **how)
    if "files.rw" in features:
        await other.files.write("other.txt", "hi")
        assert await sb.files.read("other.txt") == "hi"
    await other.close()
    assert await sb.is_running()
    await raises(("E2009",), Sandbox.connect("never-was-one", **how))


@step()
async def undeclared(sb):
    probes = {
        "sandbox.pause": lambda: sb.pause(),
        "sandbox.timeout": lambda: sb.set_timeout(60),
        "exec.stream": lambda: sb.commands.start("true"),
        "process.manage": lambda: sb.commands.list(),
        "pty": lambda: sb.get_terminal(),
        "files.rw": lambda: sb.files.read("x"),
        "files.watch": lambda: sb.files.watch("/"),
        "files.transfer": lambda: sb.files.upload_url("x"),
        "ports.url": lambda: sb.network.resolve_url(80),
        "code.interpret": lambda: sb.run_code("1"),
    }
    for feature, probe in probes.items():
        if feature not in features:
            await raises(("E8004",), probe())


async def main():
    async def one(name, awaitable):
        try:
            await asyncio.wait_for(awaitable, 90)
            report["steps"][name] = "ok"
        except BaseException:
            report["steps"][name] = traceback.format_exc()

    sb = await Sandbox.create(timeout=300, metadata={"who": "tests"}, envs={"MADE": "at create"}, **how)
    try:
        for f, needs, through_plugin in ALL:
            if needs <= features and not (through_plugin and setup["direct"]):
                await one(f.__name__, f(sb))
    finally:
        await sb.kill()
    await one("gone", raises(("E2009",), Sandbox.connect(sb.id, **how)))
    await one("kill again", Sandbox.kill_by_id(sb.id, **how))
    report["ended"] = True


try:
    asyncio.run(main())
finally:
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        json.dump(report, out)
