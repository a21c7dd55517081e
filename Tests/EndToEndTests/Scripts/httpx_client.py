"""httpx_client.py PROXY ORIGIN CA: what a Python program does with httpx and HTTP/2, through the proxy.

ORIGIN is http2_origin.py. Ends with `ok`, or with the assertion that failed.
"""

import asyncio
import sys

import httpx


async def main(proxy: str, origin: str, authority: str) -> None:
    async with httpx.AsyncClient(http2=True, proxy=proxy, verify=authority, trust_env=False, timeout=30) as client:
        answers = await asyncio.gather(*[client.get(f"{origin}/{number}") for number in range(40)])
        for number, answer in enumerate(answers):
            assert answer.http_version == "HTTP/2", answer.http_version
            assert answer.text == f"2 GET /{number} 0", answer.text
        upload = b"x" * 1_000_000
        answer = await client.post(f"{origin}/in", content=upload)
        assert answer.text == "2 POST /in 1000000", answer.text

        async def pieces():
            for _ in range(100):
                yield b"y" * 1000

        answer = await client.put(f"{origin}/pieces", content=pieces())
        assert answer.text == "2 PUT /pieces 100000", answer.text
        assert (await client.get(f"{origin}/slow")).text == "piece piece piece 2 GET /slow 0"
    async with httpx.AsyncClient(proxy=proxy, verify=authority, trust_env=False, timeout=30) as client:
        answer = await client.get(f"{origin}/old")
        assert (answer.http_version, answer.text) == ("HTTP/1.1", "1.1 GET /old 0"), answer.text
    print("ok")


asyncio.run(main(*sys.argv[1:]))
