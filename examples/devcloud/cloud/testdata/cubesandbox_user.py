"""What a user of the cubesandbox package does: plain http to the data plane, routed by Host."""

from cubesandbox import Sandbox

with Sandbox.create("base", timeout=60) as s:
    r = s.commands.run("echo hi; id -un >&2; exit 0")
    assert r.stdout == "hi\n", r
    s.files.write("/tmp/cube.txt", "über")
    assert s.files.read("/tmp/cube.txt") == "über"
    assert s.commands.run("cat /tmp/cube.txt").stdout == "über"
    assert [e["name"] for e in s.files.list("/tmp")] == ["cube.txt"]
    s.files.rename("/tmp/cube.txt", "/tmp/new.txt")
    assert s.files.exists("/tmp/new.txt") and not s.files.exists("/tmp/cube.txt")
    s.pause()
    s = Sandbox.connect(s.sandbox_id)
    assert s.commands.run("cat /tmp/new.txt").stdout == "über"
assert s.sandbox_id not in [i.sandbox_id for i in Sandbox.list()]
print("fine")
