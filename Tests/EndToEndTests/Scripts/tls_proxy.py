"""A stand-in for a proxy that decrypts: plain requests get what Hark would say, CONNECT a TLS server with the given
certificate. Serves until it is ended; prints its port first.

    tls_proxy.py CHAIN.pem KEY.pem
"""

import socket
import ssl
import sys
import threading

STATUS = b'{"version": "0", "uptimeSeconds": 1, "listeners": []}'


def read_head(connection):
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(4096)
        if not more:
            return None
        data += more
    return data


def answer(connection, body):
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body)


def serve(connection, context):
    try:
        head = read_head(connection)
        if head is None:
            return
        if head.startswith(b"CONNECT "):
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            connection = context.wrap_socket(connection, server_side=True)
            if read_head(connection) is not None:
                answer(connection, b"secret\n")
        elif b"/status.json" in head:
            answer(connection, STATUS)
        elif b"/certificate" in head:
            connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        else:
            answer(connection, b"hello\n")
    except OSError:
        pass  # A client that does not trust the certificate goes away: that is what is being tested.
    finally:
        connection.close()


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    client, _ = listener.accept()
    threading.Thread(target=serve, args=(client, context), daemon=True).start()
