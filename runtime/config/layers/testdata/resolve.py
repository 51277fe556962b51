"""Reads JSON lines, each a provider's schema and its sources, and writes what the published resolver finds."""
import json
import os
import pathlib
import sys

from agent_sandbox._provider_schema import ProviderSchema
from agent_sandbox.providers.base import ConfigField
from agent_sandbox.transport import config as transport


def shown(value):
    return [type(value).__name__, repr(value) if isinstance(value, float) else str(value)]


def resolve(case):
    os.environ.clear()
    os.environ.update(case["environ"])
    root = pathlib.Path(case["dir"])
    transport._CONFIG_FILE = root / "home/.abx/config.toml"
    transport._ENV_FILE_CANDIDATES = [root / "cwd/.env", root / "home/.abx/.env"]
    keys = tuple(
        ConfigField(
            key=f["key"], type={"string": "str"}.get(f["type"], f["type"]), secret=f["secret"], default=f["default"],
            env=tuple(f["env"] or ()), choices=tuple(f["choices"] or ()),
        ).to_config_key(case["id"])
        for f in case["fields"]
    )
    endpoint = case["endpoint"] or {}
    schema = ProviderSchema(case["id"], keys, frozenset(case["inherit"] or ()), endpoint.get("derive"), endpoint.get("defaults"))
    sources = transport.collect_sources(case["flags"])
    _, found = transport.resolve_all(sources, schema)
    out = {key: shown(r.value) for key, r in found.items()}
    for key, value in (endpoint.get("defaults") or {}).items():
        out.setdefault(key, shown(value))
    out["provider"] = shown(transport.select_provider_id(sources))
    return out


for line in sys.stdin:
    print(json.dumps(resolve(json.loads(line))))
