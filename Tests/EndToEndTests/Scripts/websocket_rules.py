"""A WebSocket that rules act on, between two peers of Python's websockets.

websocket_rules.py PROXY deflate|plain WORD... sends each word to a server that answers it, and prints as JSON what each
side received. Behind them goes "bye", on which the server closes.
"""

import asyncio
import json
import sys

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed


async def converse(proxy, compression, words):
    seen = {"server": [], "client": []}

    async def answer(socket):
        try:
            async for message in socket:
                seen["server"].append(message)
                if message == "bye":
                    return await socket.close(4000, "bye")
                await socket.send("re: " + message)
        except ConnectionClosed as closed:
            seen["failed"] = str(closed)

    async with serve(answer, "127.0.0.1", 0, compression=compression) as server:
        port = server.sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}/chat", proxy=proxy, compression=compression) as socket:
            for word in words + ["bye"]:
                await socket.send(word)
            try:
                while True:
                    seen["client"].append(await asyncio.wait_for(socket.recv(), 20))
            except ConnectionClosed as closed:
                seen["code"] = closed.rcvd.code if closed.rcvd else None
    print(json.dumps(seen))


asyncio.run(
    converse(sys.argv[1], "deflate" if sys.argv[2] == "deflate" else None, sys.argv[3:]))
