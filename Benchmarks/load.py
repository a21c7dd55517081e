"""The loads that are put on a subject, each bounded in time, each checked: an answer that is wrong is an error, not speed."""

from __future__ import annotations

import dataclasses
import re
import resource
import socket
import subprocess
import time

from subjects import Unusable, program


@dataclasses.dataclass
class WrkResult:
    rate: float
    median_microseconds: float
    requests: int
    problems: str


def wrk(port: int, seconds: int, threads: int, connections: int) -> WrkResult:
    """Kept-alive connections, each asking for 13 bytes again and again."""
    command = [program("wrk"), "--latency", f"-t{threads}", f"-c{connections}", f"-d{seconds}s"]
    command.append(f"http://127.0.0.1:{port}/")
    text = subprocess.run(command, capture_output=True, text=True, check=True, timeout=seconds + 30).stdout
    median, unit = re.search(r"50%\s+([\d.]+)(us|ms|s)", text).groups()
    problems = re.findall(r"(Non-2xx.*|Socket errors.*)", text)
    return WrkResult(
        rate=float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1)),
        median_microseconds=float(median) * {"us": 1, "ms": 1e3, "s": 1e6}[unit],
        requests=int(re.search(r"(\d+) requests in", text).group(1)),
        problems="; ".join(problems),
    )


def exchanges(port: int, total: int) -> int:
    """At least `total` requests, in pieces of a second or more; how many there were."""
    done = 0
    deadline = time.monotonic() + 900
    while done < total:
        # The last piece is made short, so that little more than asked for is done.
        result = wrk(port, 5 if total - done > 200_000 else 1, 2, 64)
        if result.problems or result.requests == 0:
            raise Unusable(f"the load met errors: {result.problems or 'no answer'}")
        done += result.requests
        if time.monotonic() > deadline:
            raise Unusable(f"{done} of {total} requests in 15 minutes")
    return done


def read_head(connection: socket.socket) -> tuple[bytes, bytes]:
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            raise Unusable("the connection ended before an answer")
        data += piece
    head, _, rest = data.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise Unusable(f"an answer was {head.splitlines()[0]!r}")
    return head, rest


def download(port: int, path: str, size: int) -> float:
    """Fetches a file and returns the rate in MiB/s; few system calls, so that the client is not what is measured."""
    buffer = memoryview(bytearray(1 << 20))
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        began = time.monotonic()
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        _, rest = read_head(connection)
        left = size - len(rest)
        while left > 0:
            count = connection.recv_into(buffer, min(left, len(buffer)))
            if count == 0:
                raise Unusable(f"a download ended {left} bytes before its end")
            left -= count
        return size / (1 << 20) / (time.monotonic() - began)


def upload(port: int, size: int) -> float:
    """Sends a body of `size` bytes to a sink behind the subject and returns the rate in MiB/s."""
    block = bytes(1 << 20)
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        began = time.monotonic()
        connection.sendall(f"PUT / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {size}\r\n\r\n".encode())
        for _ in range(size // len(block)):
            connection.sendall(block)
        _, rest = read_head(connection)
        answer = rest or connection.recv(64)
        if answer != str(size).encode():
            raise Unusable(f"of {size} bytes the sink counted {answer!r}")
        return size / (1 << 20) / (time.monotonic() - began)


def open_idle(port: int, count: int) -> list[socket.socket]:
    """Connections that have each had one answer, and then say nothing."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count + 256:
        raise Unusable(f"{count} connections need as many descriptors; the limit here is {soft} (ulimit -n)")
    connections = []
    request = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", port), timeout=30)
        connections.append(connection)
        connection.sendall(request)
        _, rest = read_head(connection)
        while len(rest) < 13:
            rest += connection.recv(64)
    return connections


def open_stalled(port: int, count: int, path: str) -> list[socket.socket]:
    """Connections that have asked for a big file with a small window, and read nothing of it."""
    connections = []
    for _ in range(count):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(30)
        connection.connect(("127.0.0.1", port))
        connections.append(connection)
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return connections


def raise_descriptor_limit(wanted: int = 65536) -> None:
    """For this process and what it starts; as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for limit in ((wanted, max(hard, wanted)), (min(wanted, hard), hard)):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, limit)
            return
        except (ValueError, OSError):
            continue
