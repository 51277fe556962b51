"""What the recorder lets the published host do: python scenarios.py NAME."""

import asyncio
import sys

from agent_sandbox import ProviderSandbox as Sandbox
from agent_sandbox.models.errors import SandboxError

how = {"provider": "local-process"}


async def fails(awaitable):
    try:
        await awaitable
    except SandboxError:
        return
    raise AssertionError("no error")


class Running:
    """A started command; the host begins it when somebody reads."""

    def __init__(self, reader):
        self.out, self.code, self.more = "", None, asyncio.Event()
        self.task = asyncio.create_task(self.read(reader))

    async def read(self, reader):
        async for chunk in reader:
            self.out += chunk.data
            self.code = chunk.exit_code
            self.more.set()

    async def until(self, text):
        while text not in self.out:
            self.more.clear()
            await asyncio.wait_for(self.more.wait(), 10)


async def lifecycle():
    """A sandbox's life, with a second client and calls by id. Needs sandbox.lifecycle sandbox.timeout."""
    sb = await Sandbox.create(timeout=300, metadata={"who": "tests", "why": "ünï"}, envs={"A": "b"}, **how)
    await sb.refresh_info()
    assert await sb.is_running()
    await Sandbox.list(**how)
    await Sandbox.list(limit=1, offset=0, **how)
    await Sandbox.get_info_by_id(sb.id, **how)
    await sb.set_timeout(600)
    await Sandbox.set_timeout_by_id(sb.id, 500, **how)
    other = await Sandbox.connect(sb.id, **how)
    await other.refresh_info()
    await other.close()
    await sb.kill()
    await Sandbox.kill_by_id(sb.id, **how)
    await fails(Sandbox.connect(sb.id, **how))
    await fails(Sandbox.get_info_by_id("neverwas", **how))


async def commands():
    """Commands with arguments, variables, folders, codes, a timeout. Needs sandbox.lifecycle exec.stream."""
    async with await Sandbox.create(envs={"MADE": "at create"}, **how) as sb:
        await sb.commands.run("printf '%s|' one 'two words' 'ünï' '<世界>'")
        await sb.commands.run("echo out; echo err >&2; exit 7")
        await sb.commands.run("echo $MADE $GIVEN", env={"GIVEN": "now"}, shell=True)
        await sb.commands.run("mkdir -p below")
        await sb.commands.run("touch x", cwd="below")
        await sb.commands.run("ls", cwd="below")
        await sb.commands.run("no-such-program-anywhere", timeout=5)
        await sb.commands.run("printf '\\377\\303'", shell=True)
        await sb.commands.run("kill -9 $$", shell=True)
        await sb.commands.run("sleep 33", timeout=1)


async def overlapping():
    """Commands at the same time, one of which outlives the rest. Needs sandbox.lifecycle exec.stream."""
    async with await Sandbox.create(**how) as sb:
        slow = Running(await sb.commands.start("echo up; sleep 0.5; echo down"))
        await slow.until("up")
        await asyncio.gather(*(sb.commands.run(f"echo {i}") for i in range(4)))
        await slow.until("down")
        await slow.task


async def processes():
    """Listing, input, signals. Needs sandbox.lifecycle exec.stream process.manage."""
    async with await Sandbox.create(**how) as sb:
        cat = Running(await sb.commands.start("echo up; exec cat"))
        await cat.until("up")
        (p,) = await sb.commands.list()
        await sb.commands.send_input(p.pid, "héllo\n")
        await cat.until("héllo\n")
        await sb.commands.send_signal(p.pid, 15)
        await cat.task
        sleep = Running(await sb.commands.start("echo up; exec sleep 302"))
        await sleep.until("up")
        (p,) = await sb.commands.list()
        await sb.commands.kill(p.pid)
        await sleep.task


async def terminal():
    """A terminal: typing, resizing, closing. Needs sandbox.lifecycle pty."""
    async with await Sandbox.create(**how) as sb:
        term = await sb.get_terminal(cols=100, rows=30)

        async def see(text):
            got = ""
            while text not in got:
                got += (await term.receive(timeout=20)).decode("utf-8", "replace")

        await term.send("echo $((40+2))-and\n")
        await see("42-and")
        await term.resize(90, 20)
        await term.send("stty size\n")
        await see("20 90")
        await term.close()


async def files():
    """Files and folders, text and binary, and what is not there. Needs sandbox.lifecycle files.rw."""
    async with await Sandbox.create(**how) as sb:
        f = sb.files
        await f.write("day/été 世界.txt", "héllo\n")
        await f.read("day/été 世界.txt")
        await f.make_dir("day/empty")
        await f.list("day")
        await f.get_info("day/été 世界.txt")
        await f.move("day/été 世界.txt", "day/b")
        assert await f.exists("day/b")
        assert not await f.exists("day/été 世界.txt")
        await f.write("day/b", bytes(range(256)))
        await f.read_bytes("day/b")
        await f.write("nothing", b"")
        await f.read_bytes("nothing")
        await f.remove("day")
        await fails(f.read("day/b"))
        await fails(f.list("never"))


async def tree():
    """Commands and the files API see one tree. Needs sandbox.lifecycle exec.stream files.rw."""
    async with await Sandbox.create(**how) as sb:
        await sb.files.write("seen.txt", "by both")
        await sb.commands.run("cat seen.txt")
        await sb.commands.run("echo back > made.txt")
        await sb.files.read("made.txt")


async def ports():
    """The address of a port. Needs sandbox.lifecycle ports.url."""
    async with await Sandbox.create(**how) as sb:
        await sb.network.resolve_url(8080)


asyncio.run(globals()[sys.argv[1]]())
