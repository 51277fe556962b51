# Runs code that comes as JSON lines on stdin, keeps its names, and tells what
# happens as JSON lines on stdout. The code itself sees neither of the two.
import ast
import datetime
import io
import json
import os
import signal
import sys
import traceback

requests = os.fdopen(os.dup(0), encoding="utf-8")
events = os.fdopen(os.dup(1), "w", encoding="utf-8")
null = os.open(os.devnull, os.O_RDWR)
for fd in range(3):
    os.dup2(null, fd)


def tell(**event):
    events.write(json.dumps(event) + "\n")
    events.flush()


class Output(io.TextIOBase):
    """Tells whole lines, and the rest when it is flushed."""

    def __init__(self, kind):
        self.kind, self.text = kind, ""

    def writable(self):
        return True

    def write(self, text):
        self.text += text
        if "\n" in text:
            self.flush()
        return len(text)

    def flush(self):
        text, self.text = self.text, ""
        if text:
            now = datetime.datetime.now(datetime.timezone.utc).isoformat()
            tell(type=self.kind, text=text, timestamp=now)


sys.stdout, sys.stderr = Output("stdout"), Output("stderr")
names = {"__name__": "__main__"}


def run(code, cell):
    body = ast.parse(code, cell).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), cell, "exec"), names)
    value = eval(compile(ast.Expression(last.value), cell, "eval"), names) if last else None
    if value is not None:
        text = value if isinstance(value, str) else repr(value)
        tell(type="result", text=text, extra={}, is_main_result=True)


signal.signal(signal.SIGINT, signal.SIG_IGN)  # between executions nothing is to be interrupted
for count, line in enumerate(requests, 1):
    request = json.loads(line)
    tell(type="number_of_executions", execution_count=count)
    before = dict(os.environ)
    os.environ.update(request.get("env_vars") or {})
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        run(request["code"], f"<cell {count}>")
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except BaseException as e:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.stdout.flush()
        sys.stderr.flush()
        tell(type="error", name=type(e).__name__, value=str(e), traceback=traceback.format_exc())
    sys.stdout.flush()
    sys.stderr.flush()
    os.environ.clear()
    os.environ.update(before)
    tell(type="end_of_execution")
