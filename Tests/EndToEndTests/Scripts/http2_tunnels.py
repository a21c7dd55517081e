"""Asks a proxy for tunnels on streams of one HTTP/2 connection: CONNECT, and WebSockets by extended CONNECT.

Arguments: the proxy's port, the port of an echo server. Prints what came, as JSON.
"""
import json
import socket
import sys

import h2.config
import h2.connection
import h2.events
import h2.settings
from wsproto.connection import Connection, ConnectionType
from wsproto.events import CloseConnection, TextMessage

proxy, echo = int(sys.argv[1]), int(sys.argv[2])
wire = socket.create_connection(("127.0.0.1", proxy), timeout=120)
peer = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True, validate_outbound_headers=False))
peer.initiate_connection()
seen = {}


def step():
    wire.sendall(peer.data_to_send())
    data = wire.recv(65536)
    if not data:
        raise SystemExit("the proxy closed the connection")
    for event in peer.receive_data(data):
        stream = getattr(event, "stream_id", None)
        if not stream:
            continue
        known = seen.setdefault(stream, {"status": None, "data": b"", "ended": False, "reset": None})
        if isinstance(event, h2.events.ResponseReceived):
            known["fields"] = {n.decode(): v.decode() for n, v in event.headers}
            known["status"] = known["fields"][":status"]
        elif isinstance(event, h2.events.DataReceived):
            known["data"] += event.data
            peer.acknowledge_received_data(event.flow_controlled_length, stream)
        elif isinstance(event, h2.events.StreamEnded):
            known["ended"] = True
        elif isinstance(event, h2.events.StreamReset):
            known["reset"] = int(event.error_code)
    wire.sendall(peer.data_to_send())


def until(stream, condition):
    while not condition(seen.get(stream, {"status": None, "data": b"", "ended": False, "reset": None})):
        step()


def connect(authority, *more, version=None):
    stream = peer.get_next_available_stream_id()
    fields = [("sec-websocket-version", version)] if version else []
    peer.send_headers(stream, [(":method", "CONNECT"), *more, (":authority", authority), *fields])
    return stream


# Two tunnels at once, each with bytes of its own.
streams = [connect(f"127.0.0.1:{echo}") for _ in range(2)]
for stream in streams:
    until(stream, lambda s: s["status"])
peer.send_data(streams[1], b"small", end_stream=True)
left = b"0123456789" * 20_000
while left:
    size = min(len(left), peer.local_flow_control_window(1), 16_384)
    if size:
        peer.send_data(1, left[:size])
        left = left[size:]
    else:
        step()
peer.end_stream(1)
for stream in streams:
    until(stream, lambda s: s["ended"] or s["reset"] is not None)
gone = connect("127.0.0.1:1")
until(gone, lambda s: s["ended"] or s["reset"] is not None)

# A WebSocket on a stream: the server behind it speaks HTTP/1.1.
settled = peer.remote_settings.get(h2.settings.SettingCodes.ENABLE_CONNECT_PROTOCOL)
chat = connect(
    "demo.hark.test", (":protocol", "websocket"), (":scheme", "http"), (":path", "/socket"),
    version="13")
until(chat, lambda s: s["status"])
messages = Connection(ConnectionType.CLIENT)
peer.send_data(chat, messages.send(TextMessage(data="hello over a stream")))
said = []
place = 0
while not said:
    step()
    data = seen[chat]["data"]
    messages.receive_data(data[place:])
    place = len(data)
    said += [e.data for e in messages.events() if isinstance(e, TextMessage)]
peer.send_data(chat, messages.send(CloseConnection(code=1000)))
until(chat, lambda s: s["ended"] or s["reset"] is not None)
print(json.dumps({
    "offers": settled, "statuses": [seen[s]["status"] for s in streams + [gone, chat]],
    "echoed": [len(seen[s]["data"]) for s in streams], "same": seen[1]["data"] == b"0123456789" * 20_000,
    "resets": [seen[s]["reset"] for s in streams + [chat]], "said": said,
    "accept": seen[chat]["fields"].get("sec-websocket-accept"),
}))
