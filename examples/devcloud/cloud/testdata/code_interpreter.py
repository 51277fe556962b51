"""What a user of the e2b_code_interpreter package does; an assertion that fails ends it."""

from e2b_code_interpreter import Sandbox

with Sandbox.create(timeout=60, envs={"FROM": "create"}) as s:
    out = []
    r = s.run_code("import os, sys\nprint('hi')\nprint('err', file=sys.stderr)\nx = 20\nx + 1", on_stdout=lambda m: out.append(m.line))
    assert (r.text, r.logs.stdout, r.logs.stderr, r.error, out) == ("21", ["hi\n"], ["err\n"], None, ["hi\n"]), r
    assert s.run_code("x * 2").text == "40"
    assert s.run_code("os.environ['FROM'] + os.environ['E']", envs={"E": "1"}).text == "create1"
    r = s.run_code("1/0")
    assert (r.error.name, r.error.value) == ("ZeroDivisionError", "division by zero"), r
    s.files.write("/tmp/data.txt", "über")
    context = s.create_code_context(cwd="/tmp")
    assert s.run_code("open('data.txt').read()", context=context).text == "über"
    assert s.run_code("x", context=context).error.name == "NameError"
    assert s.run_code("y = 1; y", context=context).text == "1"
    s.restart_code_context(context)
    assert s.run_code("y", context=context).error.name == "NameError"
    assert context.id in [c.id for c in s.list_code_contexts()]
    s.remove_code_context(context)
    assert context.id not in [c.id for c in s.list_code_contexts()]
print("fine")
