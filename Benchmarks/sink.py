"""An origin that reads a request's body to its end and answers with how long it was. Prints the port it listens on."""

import socket


def serve(connection: socket.socket, buffer: bytearray) -> None:
    """Answers one request framed by Content-Length."""
    view = memoryview(buffer)
    head = b""
    while b"\r\n\r\n" not in head:
        data = connection.recv(65536)
        if not data:
            return
        head += data
    head, _, rest = head.partition(b"\r\n\r\n")
    if b"100-continue" in head.lower():
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    length = next((int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length:")), 0)
    left = length - len(rest)
    while left > 0:
        count = connection.recv_into(view, min(left, len(buffer)))
        if count == 0:
            return
        left -= count
    body = b"%d" % length
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(body), body))


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    print(listener.getsockname()[1], flush=True)
    buffer = bytearray(1 << 20)
    while True:
        connection, _ = listener.accept()
        with connection:
            serve(connection, buffer)


main()
