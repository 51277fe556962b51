"""Reads JSON lines {type, choices, kind, raw} and writes what the published resolver makes of each."""
import json
import sys

from agent_sandbox.utils.config_keys import ConfigKey, coerce

KINDS = {"str": str, "int": int, "float": float, "bool": lambda v: v == "True", "list": lambda v: json.loads(v), "none": lambda v: None}


def shown(value):
    if value is None:
        return None
    return [type(value).__name__, repr(value) if isinstance(value, float) else str(value)]


for line in sys.stdin:
    case = json.loads(line)
    key = ConfigKey("k", scope="p", type={"string": "str"}.get(case["type"], case["type"]), choices=tuple(case["choices"] or ()))
    try:
        value = coerce(key, KINDS[case["kind"]](case["raw"]))
    except OverflowError:
        value = None
    print(json.dumps(shown(value)))
