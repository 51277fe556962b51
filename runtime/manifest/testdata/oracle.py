"""What the published SDK says of manifests, one after the other.

Reads frames (4 bytes big-endian length, then a manifest) from stdin and writes
one line of JSON for each: {"ok", "code", "message", "authoring", "big", "model"}.
Every key but "ok" may be absent. A frame with the highest bit of its length set
holds a version, NUL and comparators: does the version satisfy them?
"""

import datetime
import functools
import json
import struct
import sys

from agent_sandbox.models.errors import SandboxError
from agent_sandbox.providers import manifest

# code.interpret is of the authoring dialect; abxgen takes it in both.
manifest.FEATURES = (*manifest.FEATURES, "code.interpret")
# Reading TOML is most of the time, and each text is read twice.
manifest._toml_loads = functools.lru_cache(maxsize=1)(manifest._toml_loads)

CONTRACT = ("operation_contract_version", "operations", "workflow")
DERIVED = {
    "sandbox.lifecycle": ["sandbox.create", "sandbox.get", "sandbox.list", "sandbox.delete"],
    "sandbox.timeout": ["sandbox.timeout"],
    "sandbox.pause": ["sandbox.pause", "sandbox.resume"],
    "exec.run": ["exec.run"],
    "exec.stream": ["exec.stream"],
    "files.rw": ["files.read", "files.write", "files.list", "files.stat", "files.remove", "files.move"],
    "ports.url": ["ports.resolve"],
    "code.interpret": [
        "code.execute",
        "code.context.create",
        "code.context.execute",
        "code.context.list",
        "code.context.restart",
        "code.context.delete",
        "code.default-context.execute",
    ],
}


def derive(doc):
    """The operations that the features of an authoring manifest stand for."""
    try:
        supported, kind = doc["features"]["supported"], doc["runtime"]["kind"]
        ops = [op for f in dict.fromkeys(supported) for op in DERIVED.get(f, [])]
    except (KeyError, TypeError):
        return []
    return [op for op in ops if kind == "node" or not op.startswith("code.")]


def big(value):
    """Whether an integer in a document does not fit in 64 bits."""
    todo = [value]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            todo.extend(value.values())
        elif isinstance(value, list):
            todo.extend(value)
        elif type(value) is int and not -(2**63) <= value < 2**63:
            return True
    return False


def typed(value):
    """A value with its type, in JSON."""
    if isinstance(value, dict):
        return {k: typed(v) for k, v in value.items()}
    if isinstance(value, list):
        return [typed(v) for v in value]
    if isinstance(value, datetime.date | datetime.time):
        return "date"
    return f"{type(value).__name__}:{value!r}" if not isinstance(value, str) else "str:" + value


def model(m):
    return {
        "id": m.id,
        "name": m.name,
        "name_zh": m.name_zh,
        "version": m.version,
        "description": m.description,
        "license": m.license,
        "homepage": m.homepage,
        "kind": m.kind,
        "protocol": m.protocol,
        "requires": m.requires,
        "command": m.command,
        "startup_timeout_ms": m.startup_timeout_ms,
        "call_timeout_ms": m.call_timeout_ms,
        "platforms": m.platforms,
        "features": list(dict.fromkeys(m.features)),
        "operations": m.operations,
        "inputs": m.workflow_inputs,
        "startups": m.startup_modes,
        "security": m.security,
        "inherit": m.inherit,
        "any_of": m.auth_any_of,
        "base_url": m.endpoint.get("base_url") or "",
        "scheme": m.endpoint.get("auth", {}).get("scheme", "bearer") if m.kind == "rest" else "",
        "derive": m.endpoint.get("derive", {}),
        "fields": [
            {
                "key": f.key,
                "type": f.type,
                "required": f.required,
                "secret": f.secret,
                "credential": f.credential,
                "default": None if f.default is None else typed(f.default),
                "description": f.description,
                "description_zh": f.description_zh,
                "env": f.env,
                "choices": f.choices,
            }
            for f in m.fields
        ],
        "commands": [{**c.to_dict(), "input_schema": typed(c.input_schema), "output_schema": typed(c.output_schema)} for c in m.commands],
    }


def judge(raw):
    answer = {}
    if len(raw) <= manifest.MANIFEST_MAX_BYTES:
        try:
            doc = manifest._toml_loads(raw)
        except (SandboxError, ValueError, RecursionError):
            pass
        else:
            answer["big"] = big(doc)
            if not any(key in doc for key in CONTRACT):
                answer["authoring"] = True
                ops = json.dumps(derive(doc))
                tail = f"\n[operations]\ncli = {ops}\npython = {ops}\n[workflow]\ninputs = []\nstartups = []\n"
                raw = b"operation_contract_version = 1\n" + raw + tail.encode()
    try:
        m = manifest.parse_manifest(raw)
    except SandboxError as exc:
        return answer | {"ok": False, "code": exc.code, "message": exc.message}
    except Exception as exc:  # a traceback is a refusal too
        return answer | {"ok": False, "code": type(exc).__name__, "message": str(exc)}
    return answer | {"ok": True, "model": model(m)}


def satisfies(raw):
    version, comparators = raw.decode().split("\0")
    try:
        return {"ok": manifest.version_satisfies(version, comparators)}
    except ValueError as exc:
        return {"ok": False, "code": type(exc).__name__, "message": str(exc)}


def main():
    while header := sys.stdin.buffer.read(4):
        (length,) = struct.unpack(">I", header)
        raw = sys.stdin.buffer.read(length & 0x7FFFFFFF)
        print(json.dumps(satisfies(raw) if length >> 31 else judge(raw)), flush=True)


main()
