"""Messages that a person sends into an open WebSocket, between two peers of Python's websockets.

websocket_sent.py PROXY PAGE TOKEN deflate|plain: the page's API sends to both sides, while the client is in the middle
of a message as well. Prints as JSON what each side received, what the API answered, and what it lists.
"""

import asyncio
import json
import sys
import urllib.error
import urllib.request

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

proxy, page, token, compression = sys.argv[1:5]


def asked(path, body=None):
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(page + path, data, {"Authorization": f"Bearer {token}"})
    try:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        return json.load(opener.open(request, timeout=30))
    except urllib.error.HTTPError as error:
        return json.load(error)["error"]


async def ask(path, body=None):
    return await asyncio.to_thread(asked, path, body)


async def converse():
    seen = {"server": [], "client": [], "answers": []}
    arrived = asyncio.Condition()

    async def keep(side, message):
        async with arrived:
            seen[side].append(message if isinstance(message, str) else list(message))
            arrived.notify_all()

    async def until(side, count):
        async with arrived:
            await asyncio.wait_for(arrived.wait_for(lambda: len(seen[side]) >= count), 30)

    async def answer(socket):
        try:
            async for message in socket:
                await keep("server", message)
        except ConnectionClosed as closed:
            seen["failed"] = str(closed)

    async def listen(socket):
        try:
            async for message in socket:
                await keep("client", message)
        except ConnectionClosed as closed:
            seen["failed"] = str(closed)

    async def isOpen(wanted):
        """What the flow says, once it is in the file and says so."""
        for _ in range(400):
            flow = await ask("/api/flows/2")
            if flow.get("inner", {}).get("open") == wanted:
                return wanted
            await asyncio.sleep(0.05)
        return not wanted

    deflate = "deflate" if compression == "deflate" else None
    async with serve(answer, "127.0.0.1", 0, compression=deflate) as server:
        port = server.sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}/chat", proxy=proxy, compression=deflate) as socket:
            listening = asyncio.create_task(listen(socket))
            await socket.send("one one one one one")
            await until("server", 1)
            send = lambda body: ask("/api/flows/2/messages", body)
            seen["answers"].append(await send({"to": "server", "text": "by hand"}))
            seen["answers"].append(await send({"to": "client", "content": "AP8="}))
            await until("server", 2)
            await until("client", 1)
            # In the middle of a message: it waits for the end of that.
            waiting = None

            async def parts():
                nonlocal waiting
                yield "two "
                await asyncio.sleep(0)
                waiting = asyncio.create_task(send({"to": "server", "text": "waits"}))
                # The other side's messages do not wait.
                seen["answers"].append(await send({"to": "client", "text": "at once"}))
                seen["waited"] = not waiting.done()
                yield "two"

            await socket.send(parts())
            seen["answers"].append(await waiting)
            await until("server", 4)
            await socket.send("one one one one one")
            await until("server", 5)
            await until("client", 2)
            seen["open"] = await isOpen(True)
        await listening
    await isOpen(False)
    seen["after"] = await send({"to": "server", "text": "late"})
    # The file has all of it a moment later.
    for _ in range(400):
        rows = (await ask("/api/flows/2/messages"))["messages"]
        if sum(row["control"] for row in rows) >= 2:
            break
        await asyncio.sleep(0.05)
    seen["rows"] = [[row["from"], row["text"], row["byHand"]] for row in rows if not row["control"]]
    seen["found"] = [row["place"] for row in (await ask("/api/flows/2/messages?find=ONE"))["messages"]]
    flow = await ask("/api/flows/2")
    seen["acts"] = [act["text"] for act in flow["record"].get("_rules", [])]
    print(json.dumps(seen))


asyncio.run(converse())
