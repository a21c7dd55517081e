"""A conversation over WebSocket between two peers of Python's websockets, direct or through a proxy.

websocket_peers.py [PROXY] prints what each side received, as JSON. With --tls CERTIFICATE KEY the server speaks TLS,
and the client trusts the file that SSL_CERT_FILE names.
"""

import asyncio
import base64
import json
import ssl
import sys

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

TEXTS = ["hello", "hello", "", "Grüße, 世界", "x" * 70_000, json.dumps({"a": list(range(200))})]


def plain(message):
    return message if isinstance(message, str) else {"base64": base64.b64encode(message).decode()}


async def converse(proxy, tls):
    seen = {"server": [], "client": []}

    async def answer(socket):
        try:
            async for message in socket:
                seen["server"].append(plain(message))
                await socket.send(message)
                if message == "push":
                    await socket.send(["in ", "three ", "frames"])
                    await (await socket.ping(b"are you there"))
        except ConnectionClosed:
            pass
        seen["closed"] = [socket.close_code, socket.close_reason]

    served = client = None
    if tls:
        served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        served.load_cert_chain(*tls)
        client = ssl.create_default_context()
    async with serve(answer, "127.0.0.1", 0, ssl=served, max_size=1 << 22) as server:
        port = server.sockets[0].getsockname()[1]
        url = f"{'wss' if tls else 'ws'}://{'localhost' if tls else '127.0.0.1'}:{port}/chat"
        async with connect(url, proxy=proxy, ssl=client, max_size=1 << 22, subprotocols=None) as socket:
            for message in TEXTS + [bytes(range(256)) * 40, b""]:
                await socket.send(message)
                seen["client"].append(plain(await socket.recv()))
            await socket.send(["two ", "frames"])
            seen["client"].append(plain(await socket.recv()))
            await socket.send("push")
            seen["client"] += [plain(await socket.recv()), plain(await socket.recv())]
            await (await socket.ping(b"\x1b[31m"))
            await socket.close(4001, "enough \u001b[31m")
    print(json.dumps(seen))


arguments = sys.argv[1:]
tls = None
if arguments[:1] == ["--tls"]:
    tls, arguments = arguments[1:3], arguments[3:]
asyncio.run(converse(arguments[0] if arguments else None, tls))
