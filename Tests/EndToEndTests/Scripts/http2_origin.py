"""http2_origin.py PORT CERTIFICATE KEY: an origin that chooses HTTP/2, made of hypercorn.

It answers with the version, the method, the path and the number of bytes that came; /slow sends in pieces.
"""

import asyncio
import sys

from hypercorn.asyncio import serve
from hypercorn.config import Config


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    count = 0
    while True:
        message = await receive()
        count += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x-version", scope["http_version"].encode())]})
    if scope["path"] == "/slow":
        for _ in range(3):
            await send({"type": "http.response.body", "body": b"piece ", "more_body": True})
            await asyncio.sleep(0)
    text = f"{scope['http_version']} {scope['method']} {scope['path']} {count}"
    await send({"type": "http.response.body", "body": text.encode()})


config = Config()
config.bind = [f"127.0.0.1:{sys.argv[1]}"]
config.certfile, config.keyfile = sys.argv[2], sys.argv[3]
config.alpn_protocols = ["h2", "http/1.1"]
config.errorlog = config.accesslog = None
asyncio.run(serve(app, config))
