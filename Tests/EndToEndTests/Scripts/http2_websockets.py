"""A WebSocket on a stream of HTTP/2 (RFC 8441), asked for by Python's h2, answered by a server that others made.

http2_websockets.py PROXY_PORT h1|h2 SERVER_PORT deflate|plain WORD... sends each word to a server that answers it, through
the proxy, and prints as JSON what each side received. Behind them goes "bye", on which the server closes. With h1 the
server is Python's websockets, with h2 it is hypercorn, spoken to in HTTP/2. SERVER_PORT is where it is to listen.
"""

import asyncio
import json
import socket
import sys
import threading

import h2.config
import h2.connection
import h2.events
from websockets.asyncio.server import serve as serve_websockets
from websockets.exceptions import ConnectionClosed
from wsproto.connection import Connection, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Ping, TextMessage
from wsproto.extensions import PerMessageDeflate

proxy, kind, port, compression, words = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5:]
seen = {"server": [], "client": [], "headers": {}, "code": None, "status": None}


async def answer(ws):
    seen["headers"] = {name.lower(): value for name, value in ws.request.headers.raw_items()}
    try:
        async for message in ws:
            seen["server"].append(message)
            if message == "bye":
                return await ws.close(4000, "bye")
            await ws.send("re: " + message)
    except ConnectionClosed as closed:
        seen["failed"] = str(closed)


async def app(scope, receive, send):
    if scope["type"] != "websocket":
        return
    seen["headers"] = {name.decode(): value.decode() for name, value in scope["headers"]}
    seen["version"] = scope["http_version"]
    await receive()
    await send({"type": "websocket.accept"})
    while True:
        message = await receive()
        if message["type"] != "websocket.receive":
            return
        seen["server"].append(message["text"])
        if message["text"] == "bye":
            return await send({"type": "websocket.close", "code": 4000})
        await send({"type": "websocket.send", "text": "re: " + message["text"]})


def serve(ready):
    async def old():
        async with serve_websockets(
            answer, "127.0.0.1", port, compression="deflate" if compression == "deflate" else None
        ):
            ready.set()
            await asyncio.Future()

    async def new():
        from hypercorn.asyncio import serve as serve_hypercorn
        from hypercorn.config import Config

        config = Config()
        config.bind = [f"127.0.0.1:{port}"]
        config.errorlog = config.accesslog = None
        done = asyncio.Event()
        task = asyncio.create_task(serve_hypercorn(app, config, shutdown_trigger=done.wait))
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                await asyncio.sleep(0.02)
        ready.set()
        await task

    asyncio.run(old() if kind == "h1" else new())


ready = threading.Event()
threading.Thread(target=serve, args=(ready,), daemon=True).start()
ready.wait(20)

wire = socket.create_connection(("127.0.0.1", proxy), timeout=20)
peer = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True, validate_outbound_headers=False))
peer.initiate_connection()
wire.sendall(peer.data_to_send())
stream = peer.get_next_available_stream_id()
fields = [
    (":method", "CONNECT"), (":protocol", "websocket"), (":scheme", "http"), (":path", "/chat"),
    (":authority", f"127.0.0.1:{port}"), ("sec-websocket-version", "13"),
]
extension = PerMessageDeflate()
if compression == "deflate":
    fields.append(("sec-websocket-extensions", f"{extension.name}; {extension.offer()}"))
peer.send_headers(stream, fields)

messages = None
text = ""
unsent = b""
is_over = False
while not is_over:
    while unsent and (size := min(len(unsent), peer.local_flow_control_window(stream), 16_384)) > 0:
        peer.send_data(stream, unsent[:size])
        unsent = unsent[size:]
    wire.sendall(peer.data_to_send())
    data = wire.recv(65536)
    if not data:
        break
    for event in peer.receive_data(data):
        if isinstance(event, h2.events.ResponseReceived):
            answered = {name.decode(): value.decode() for name, value in event.headers}
            seen["status"] = answered[":status"]
            seen["accept"] = answered.get("sec-websocket-accept")
            chosen = answered.get("sec-websocket-extensions")
            seen["extensions"] = chosen
            if chosen:
                extension.finalize(chosen)
            messages = Connection(ConnectionType.CLIENT, [extension] if chosen else [])
            if seen["status"] != "200":
                is_over = True
                break
            for word in words + ["bye"]:
                unsent += messages.send(TextMessage(data=word))
        elif isinstance(event, h2.events.DataReceived):
            peer.acknowledge_received_data(event.flow_controlled_length, stream)
            if event.data:
                messages.receive_data(event.data)
            for message in messages.events():
                if isinstance(message, (TextMessage, BytesMessage)):
                    text += message.data
                    if message.message_finished:
                        seen["client"].append(text)
                        text = ""
                elif isinstance(message, CloseConnection):
                    seen["code"] = message.code
                    peer.send_data(stream, messages.send(message.response()), end_stream=True)
                elif isinstance(message, Ping):
                    unsent += messages.send(message.response())
        elif isinstance(event, (h2.events.StreamEnded, h2.events.StreamReset)):
            seen["reset"] = int(event.error_code) if isinstance(event, h2.events.StreamReset) else None
            is_over = True
wire.sendall(peer.data_to_send())
print(json.dumps(seen))
