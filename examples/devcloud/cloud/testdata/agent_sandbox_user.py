"""What a user of agent_sandbox does through a rest provider: bearer key, envdUrl from the answer."""

import asyncio
import os
from pathlib import Path

from agent_sandbox import ProviderSandbox
from agent_sandbox.providers.manifest import parse_manifest
from agent_sandbox.providers.rest_provider import RestProvider


async def main():
    text = Path(__file__).with_name("rest.toml").read_text().replace("http://127.0.0.1:0", os.environ["URL"])
    provider = RestProvider(parse_manifest(text))
    options = {"api_key": os.environ["KEY"]}
    async with await ProviderSandbox.create(provider=provider, template="base", timeout=60, provider_options=options) as s:
        r = await s.commands.run("sh -c 'echo out; echo err >&2; exit 3'", timeout=30)
        assert (r.stdout, r.stderr, r.exit_code) == ("out\n", "err\n", 3), r
        await s.files.write("a/b.txt", "über")
        assert await s.files.read("a/b.txt") == "über"
        assert (await s.commands.run("cat a/b.txt", timeout=30)).stdout == "über"
        assert [f.name for f in await s.files.list("a")] == ["b.txt"]
        await s.set_timeout(120)
        assert await s.is_running()
    listed = await ProviderSandbox.list(provider=provider, provider_options=options)
    assert listed == [], listed
    print("fine")


asyncio.run(main())
