"""http2_goaway.py PORT: an origin in clear, made of h2, that leaves a request behind.

On its first connection it waits for two requests, answers the one on stream 1, and goes away: no stream above it was
looked at. On those after it each request is answered.
"""

import socket
import sys

import h2.config
import h2.connection
import h2.events


def answer(connection, stream, text):
    connection.send_headers(stream, [(":status", "200"), ("content-length", str(len(text)))])
    connection.send_data(stream, text, end_stream=True)


def serve(client, leaves):
    connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
    connection.initiate_connection()
    client.sendall(connection.data_to_send())
    asked = []
    while data := client.recv(65536):
        for event in connection.receive_data(data):
            if isinstance(event, h2.events.StreamEnded):
                asked.append(event.stream_id)
                if not leaves:
                    answer(connection, event.stream_id, b"the second\n")
        if leaves and len(asked) == 2:
            answer(connection, 1, b"the first\n")
            connection.close_connection(0, b"maintenance", 1)
            client.sendall(connection.data_to_send())
            client.shutdown(socket.SHUT_WR)
            while client.recv(65536):
                pass
            return
        client.sendall(connection.data_to_send())


listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
print("ready", flush=True)
first = True
while True:
    client, _ = listener.accept()
    with client:
        # Whoever looks whether the port listens says nothing.
        if client.recv(1, socket.MSG_PEEK):
            serve(client, first)
            first = False
