"""<%.Name%>: an exec provider, a program that speaks EPP/1.

JSON-RPC 2.0, one JSON object a line: requests come on stdin, answers go to stdout. The
host may start one process for each call, so whatever has to last is kept in data_dir or
by the backend. What stands between the two lines below works on this machine alone;
put the calls of your backend in its place.
"""

import base64
import datetime
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import threading

# Nothing but protocol lines may reach stdout: whatever else prints goes to stderr.
OUT = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
os.dup2(2, 1)
LOCK = threading.Lock()

# The same as in abx-provider.toml, in the same order: the host compares them.
FEATURES = ["sandbox.lifecycle", "sandbox.timeout", "exec.run", "files.rw"]
OPERATIONS = [
    "sandbox.create", "sandbox.get", "sandbox.list", "sandbox.delete", "sandbox.timeout",
    "exec.run",
    "files.read", "files.write", "files.list", "files.stat", "files.remove", "files.move",
]


class Failure(Exception):
    """An error with its EPP code, and the code that callers see: E2009, E4001, ..."""

    def __init__(self, code, message, sdk_code=None):
        super().__init__(message)
        self.code, self.sdk_code = code, sdk_code


def now(seconds=0):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)).isoformat()


# ---------------------------------------------------------------- the backend


class Backend:
    """Sandboxes as folders below data_dir, commands as processes of this machine."""

    def __init__(self, config, data_dir):
        self.config = config  # the options of [config.fields]; secrets come here, too
        self.home = os.path.join(data_dir, "sandboxes")
        os.makedirs(self.home, exist_ok=True)

    def create(self, template, timeout, metadata, **_):
        record = {
            "sandbox_id": secrets.token_hex(8), "template": template or "base", "status": "running",
            "metadata": metadata or {}, "created_at": now(), "expires_at": now(timeout or 300),
        }
        os.makedirs(self.root(record["sandbox_id"]))
        self.save(record)
        if self.config.get("greeting"):
            self.write(record["sandbox_id"], "/greeting.txt", self.config["greeting"].encode())
        return record

    def get(self, sandbox_id):
        try:
            with open(self.record(sandbox_id), encoding="utf-8") as f:
                record = json.load(f)
        except (OSError, ValueError):
            raise Failure(-32002, f"sandbox {sandbox_id!r} does not exist", "E2009") from None
        if record["expires_at"] < now():
            self.kill(sandbox_id)
            raise Failure(-32002, f"sandbox {sandbox_id!r} has ended", "E2009")
        return record

    def list(self, limit=None, cursor=None):
        found = []
        for name in sorted(n for n in os.listdir(self.home) if n > (cursor or "")):
            try:
                found.append(self.get(name))
            except Failure:
                continue  # its time was over
        page = found[: limit or 100]
        return page, page[-1]["sandbox_id"] if len(page) < len(found) else None

    def set_timeout(self, sandbox_id, seconds):
        self.save({**self.get(sandbox_id), "expires_at": now(seconds)})

    def kill(self, sandbox_id):
        shutil.rmtree(os.path.dirname(self.record(sandbox_id)), ignore_errors=True)

    def run(self, sandbox_id, cmd, args, env, cwd, timeout):
        self.get(sandbox_id)
        try:
            process = subprocess.Popen(
                [cmd, *(args or [])], cwd=self.path(sandbox_id, cwd or "/"), stdin=subprocess.DEVNULL,
                env={"PATH": os.environ.get("PATH", os.defpath), "HOME": self.root(sandbox_id), **(env or {})},
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            )
        except OSError as e:
            return "", f"{cmd}: {e.strerror}\n", 127
        try:
            out, err = process.communicate(timeout=timeout or None)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise Failure(-32005, f"the command did not end within {timeout} s", "E3001") from None
        code = process.returncode if process.returncode >= 0 else 128 - process.returncode
        return out.decode("utf-8", "replace"), err.decode("utf-8", "replace"), code

    def stat(self, sandbox_id, path):
        real = self.path(sandbox_id, path)
        info = os.stat(real)
        kind = "dir" if os.path.isdir(real) else "file"
        mtime = datetime.datetime.fromtimestamp(info.st_mtime, datetime.timezone.utc).isoformat()
        return {"name": os.path.basename(path.rstrip("/")) or "/", "path": path, "type": kind, "size": info.st_size, "mtime": mtime}

    def entries(self, sandbox_id, path):
        names = sorted(os.listdir(self.path(sandbox_id, path)))
        return [self.stat(sandbox_id, os.path.join(path, name)) for name in names]

    def read(self, sandbox_id, path):
        with open(self.path(sandbox_id, path), "rb") as f:
            return f.read()

    def write(self, sandbox_id, path, content):
        real = self.path(sandbox_id, path)
        os.makedirs(os.path.dirname(real), exist_ok=True)
        with open(real, "wb") as f:
            f.write(content)

    def make_dir(self, sandbox_id, path):
        os.makedirs(self.path(sandbox_id, path), exist_ok=True)

    def remove(self, sandbox_id, path):
        real = self.path(sandbox_id, path)
        if os.path.isdir(real) and not os.path.islink(real):
            shutil.rmtree(real)
        else:
            os.remove(real)

    def move(self, sandbox_id, source, destination):
        os.rename(self.path(sandbox_id, source), self.path(sandbox_id, destination))

    # Where things are. An id or path that leads out of its folder is refused.

    def record(self, sandbox_id):
        if not sandbox_id.isalnum():
            raise Failure(-32002, "that is no sandbox", "E2009")
        return os.path.join(self.home, sandbox_id, "record.json")

    def root(self, sandbox_id):
        return os.path.join(os.path.dirname(self.record(sandbox_id)), "root")

    def save(self, record):
        file = self.record(record["sandbox_id"])
        with open(file + ".new", "w", encoding="utf-8") as f:
            json.dump(record, f)
        os.replace(file + ".new", file)

    def path(self, sandbox_id, path):
        self.get(sandbox_id)
        root = os.path.realpath(self.root(sandbox_id))
        real = os.path.realpath(os.path.join(root, path.lstrip("/")))
        if os.path.commonpath([root, real]) != root:
            raise Failure(-32002, f"{path} does not exist", "E4001")
        return real


# --------------------------------------------------------------- the protocol


def initialize(params):
    global BACKEND
    BACKEND = Backend(params.get("config") or {}, params["data_dir"])
    return {
        "protocol": "epp/1", "plugin": {"name": "<%.ID%>", "version": "0.1.0"}, "features": FEATURES,
        "operation_contract_version": 1, "operations": {"cli": OPERATIONS, "python": OPERATIONS},
        "workflow_inputs": [], "startup_modes": [],
    }


def sandbox_list(p):
    page, more = BACKEND.list(p.get("limit"), p.get("cursor"))
    return {"sandboxes": page, "next": more} if more else {"sandboxes": page}


def exec_run(p):
    out, err, code = BACKEND.run(p["sandbox_id"], p["cmd"], p.get("args"), p.get("env"), p.get("cwd"), p.get("timeout"))
    return {"stdout": out, "stderr": err, "exit_code": code}


METHODS = {
    "initialize": initialize,
    "shutdown": lambda p: {},
    "sandbox.create": lambda p: BACKEND.create(p.get("template"), p.get("timeout"), p.get("metadata")),
    "sandbox.get": lambda p: BACKEND.get(p["sandbox_id"]),
    "sandbox.connect": lambda p: BACKEND.get(p["sandbox_id"]),
    "sandbox.list": sandbox_list,
    "sandbox.kill": lambda p: BACKEND.kill(p["sandbox_id"]),
    "sandbox.set_timeout": lambda p: BACKEND.set_timeout(p["sandbox_id"], p["timeout"]),
    "exec.run": exec_run,
    "files.stat": lambda p: BACKEND.stat(p["sandbox_id"], p["path"]),
    "files.list": lambda p: {"entries": BACKEND.entries(p["sandbox_id"], p["path"])},
    "files.read": lambda p: {"content_b64": base64.b64encode(BACKEND.read(p["sandbox_id"], p["path"])).decode()},
    "files.write": lambda p: BACKEND.write(p["sandbox_id"], p["path"], base64.b64decode(p["content_b64"])),
    "files.mkdir": lambda p: BACKEND.make_dir(p["sandbox_id"], p["path"]),
    "files.remove": lambda p: BACKEND.remove(p["sandbox_id"], p["path"]),
    "files.move": lambda p: BACKEND.move(p["sandbox_id"], p["source"], p["destination"]),
}


def call(request):
    """Gives the error of a request, or None and its result."""
    method = METHODS.get(request.get("method"))
    if method is None:
        return {"code": -32601, "message": "method not found"}, None
    try:
        return None, method(request.get("params") or {})
    except Failure as e:
        return {"code": e.code, "message": str(e), "data": {"sdk_code": e.sdk_code} if e.sdk_code else {}}, None
    except FileNotFoundError:
        return {"code": -32002, "message": "there is no such file", "data": {"sdk_code": "E4001"}}, None
    except PermissionError:
        return {"code": -32000, "message": "permission denied", "data": {"sdk_code": "E4002"}}, None
    except Exception as e:  # never the whole text: it may hold what nobody should see
        return {"code": -32000, "message": type(e).__name__}, None


def answer(request):
    error, result = call(request)
    reply = {"jsonrpc": "2.0", "id": request["id"]}
    reply.update({"error": error} if error else {"result": {} if result is None else result})
    with LOCK:
        OUT.write(json.dumps(reply) + "\n")
        OUT.flush()


def main():
    for line in sys.stdin.buffer:
        try:
            request = json.loads(line)
        except ValueError:
            continue
        if not isinstance(request, dict) or "id" not in request:
            continue  # a notification, such as $/cancel
        if request.get("method") == "initialize":
            answer(request)
            continue
        # Requests may overlap: none waits for another.
        threading.Thread(target=answer, args=(request,), daemon=True).start()


if __name__ == "__main__":
    main()
