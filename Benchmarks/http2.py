"""What is measured with HTTP/2: TLS with `h2` by ALPN on both legs, one nghttpd behind, and each program in front of it with one
thread or loop, in place of the server. h2load puts the load."""

from __future__ import annotations

import contextlib
import pathlib
import re
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable

import subjects
from subjects import Running, Unusable
from tls import NAME, Certificates

SIZE = 256 << 20


def nghttpd(folder: pathlib.Path, certificates: Certificates) -> Running:
    """The origin: 13 bytes at /hello, 256 MiB of zeros at /large."""
    files = folder / "files"
    files.mkdir()
    (files / "hello").write_text("Hello, world!")
    with open(files / "large", "wb") as file:
        file.truncate(SIZE)
    port = subjects.free_port()
    command = [subjects.program("nghttpd"), "-a", "127.0.0.1", "-d", str(files), "--workers=1"]
    command += [str(port), str(certificates.key), str(certificates.served)]
    return Running("nghttpd", command, folder).wait_until_it_listens(port)


def kinds(certificates: Certificates) -> dict[str, Callable[[pathlib.Path, int, str], Running]]:
    """How each is told to stand in front of the origin."""

    def hark(folder: pathlib.Path, origin: int, keeps: str) -> Running:
        options = ["--reverse", f"https://{NAME}:{origin}", "--resolve", f"{NAME}:127.0.0.1", "--shards", "1"]
        options += ["--upstream-ca-only", str(certificates.root), "--ca-dir", str(folder / "ca")]
        if keeps == "log":
            options += ["--log", str(folder / "hark.log")]
        return subjects.start_hark(folder, options, listen="https://127.0.0.1:0")

    def haproxy(folder: pathlib.Path, origin: int, keeps: str) -> Running:
        far = f"ssl verify required ca-file {certificates.root} verifyhost {NAME} sni str({NAME}) alpn h2"
        return subjects.haproxy(folder, origin, keeps, near=f"ssl crt {certificates.both} alpn h2", far=far)

    def nghttpx(folder: pathlib.Path, origin: int, keeps: str) -> Running:
        port = subjects.free_port()
        command = [subjects.program("nghttpx"), "--conf=/dev/null", "--workers=1", "--no-ocsp", "--no-server-push", "--single-process"]
        command += [f"--frontend=127.0.0.1,{port}", f"--cacert={certificates.root}", "--errorlog-file=/dev/stderr"]
        command += [f"--backend=127.0.0.1,{origin};;proto=h2;tls;sni={NAME}"]
        command += [str(certificates.key), str(certificates.served)]
        return Running("nghttpx", command, folder).wait_until_it_listens(port)

    def mitmproxy(folder: pathlib.Path, origin: int, keeps: str) -> Running:
        options = ["--mode", f"reverse:https://127.0.0.1:{origin}", "--set", "ssl_insecure=true"]
        return subjects.start_mitmproxy(folder, options)

    return {"hark": hark, "haproxy": haproxy, "nghttpx": nghttpx, "mitmproxy": mitmproxy}


class Answers:
    """What h2load says of one run; anything but 200 is an error and not speed."""

    def __init__(self, text: str):
        rate = re.search(r"finished in .*?, ([\d.]+) req/s", text)
        counts = re.search(r"(\d+) done, (\d+) succeeded, (\d+) failed, (\d+) errored, (\d+) timeout", text)
        mean = re.search(r"time for request:\s+\S+\s+\S+\s+([\d.]+)(us|ms|s)", text)
        if rate is None or counts is None or mean is None:
            raise Unusable(f"h2load said: {text.strip()[-300:]}")
        self.count = int(counts.group(1))
        self.problem = "" if int(counts.group(2)) == self.count > 0 else counts.group(0)
        self.rate = float(rate.group(1))
        self.mean_microseconds = float(mean.group(1)) * {"us": 1, "ms": 1e3, "s": 1e6}[mean.group(2)]
        if "Application protocol: h2" not in text:
            self.problem = "it did not speak HTTP/2"


class HTTP2Measures:
    """A part of `Bench`."""

    def h2(self) -> None:
        """requests per second in HTTP/2 over TLS on both legs, 10 connections of 10 streams, nothing kept"""
        names = ["hark", "haproxy", "nghttpx", "mitmproxy"]
        self._h2_rate("h2", names, "nothing", {"haproxy": 0.5, "mitmproxy": 60}, most=16)

    def h2_log(self) -> None:
        """the same, Hark with --log, HAProxy with its log"""
        self._h2_rate("h2-log", ["hark", "haproxy"], "log", {"haproxy": 0.3})

    @contextlib.contextmanager
    def _started_with_h2(self, names: list[str], keeps: str = "nothing"):
        with contextlib.ExitStack() as stack:
            top = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hark-bench-h2-")))
            certificates = Certificates(top / "certificates")
            origin = lambda folder: nghttpd(folder, certificates)  # noqa: E731
            yield stack.enter_context(self.started(names, keeps, origin=origin, kinds=kinds(certificates)))

    def _h2_rate(
        self, title: str, names: list[str], keeps: str, goals: dict[str, float], most: float | None = None
    ) -> None:
        names = [*self.chosen_h2(*names), "direct"]
        seconds = 2 if self.quick else 5
        processor: dict[str, list[float]] = {name: [] for name in names}
        problems: set[str] = set()
        with self._started_with_h2(names[:-1], keeps) as running:

            def measure(name: str) -> float:
                before = running[name].processor_seconds()
                answers = load(running[name].port, seconds, 10, 10)
                processor[name].append((running[name].processor_seconds() - before) * 1e6 / max(answers.count, 1))
                if answers.problem:
                    problems.add(f"{name}: {answers.problem}")
                return answers.rate

            for name in names:
                load(running[name].port, 1, 10, 10)
            values = self.alternate(title, names, measure)
        self.report.problems(title, problems)
        self.report.values(title, "requests/s", values)
        for name in names:
            goal = most if name == "hark" else None
            self.report.values(title, "processor µs a request", {name: processor[name]}, at_most=goal)
        for rival in self.chosen_h2("haproxy", "nghttpx", "mitmproxy"):
            if "hark" in values and rival in values:
                self.report.ratio(title, f"hark / {rival}", values["hark"], values[rival], at_least=goals.get(rival))
                self.report.ratio(title, f"hark / {rival}, processor", processor["hark"], processor[rival])

    def chosen_h2(self, *names: str) -> list[str]:
        """nghttpx is measured here alone, so no name of it stands on the command line."""
        return [name for name in names if name in self.names or (name == "nghttpx" and "haproxy" in self.names)]

    def h2_one(self) -> None:
        """mean time of a request, one stream at a time"""
        names = [*self.chosen_h2("hark", "haproxy"), "direct"]
        seconds = 1 if self.quick else 2
        with self._started_with_h2(names[:-1]) as running:
            for name in names:
                load(running[name].port, 1, 1, 1)
            values = self.alternate(
                "h2-one", names, lambda name: load(running[name].port, seconds, 1, 1).mean_microseconds, times=2
            )
        self.report.values("h2-one", "µs", values)
        if "hark" in values and "haproxy" in values:
            self.report.ratio("h2-one", "hark / haproxy", values["hark"], values["haproxy"], at_most=1.3)

    def h2_download(self) -> None:
        """rate of a 256 MiB download in HTTP/2 over TLS"""
        names = [*self.chosen_h2("hark", "haproxy"), "direct"]
        with self._started_with_h2(names[:-1]) as running:
            for name in names:
                download(running[name].port)
            values = self.alternate("h2-download", names, lambda name: download(running[name].port))
        self.report.values("h2-download", "MiB/s", values)
        if "hark" in values and "haproxy" in values:
            self.report.ratio("h2-download", "hark / haproxy", values["hark"], values["haproxy"], at_least=0.8)

    def h2_idle(self) -> None:
        """resident size with 10,000 idle connections of HTTP/2 (cleartext), each of which had one answer"""
        count = 1_000 if self.quick else 10_000
        with self.started(self.chosen("hark")) as running:
            if "hark" not in running:
                return
            before = running["hark"].memory()["now"]
            connections = [one_answer(running["hark"].port) for _ in range(count)]
            try:
                time.sleep(1)
                now = running["hark"].memory()["now"]
            finally:
                for connection in connections:
                    connection.close()
        self.report.single("h2-idle", "hark before", before, "MiB")
        self.report.single("h2-idle", f"hark with {count:,}", now, "MiB", at_most=300)


def load(port: int, seconds: int, connections: int, streams: int) -> Answers:
    command = [subjects.program("h2load"), "-D", str(seconds), "-c", str(connections), "-m", str(streams), "-t", "1"]
    command += [f"--connect-to=127.0.0.1:{port}", f"https://{NAME}/hello"]
    return Answers(subprocess.run(command, capture_output=True, text=True, timeout=seconds + 60).stdout)


def download(port: int) -> float:
    """MiB a second; nghttp reads with windows of 1 GiB, so that it never holds the sender up."""
    command = [subjects.program("h2load"), "-n", "1", "-c", "1", "-m", "1", "-w", "30", "-W", "30"]
    command += [f"--connect-to=127.0.0.1:{port}", f"https://{NAME}/large"]
    began = time.monotonic()
    text = subprocess.run(command, capture_output=True, text=True, timeout=120).stdout
    seconds = time.monotonic() - began
    answers = Answers(text)
    received = re.search(r"\((\d+)\) data", text)
    if answers.problem or received is None or int(received.group(1)) != SIZE:
        raise Unusable(f"a download was not whole: {text.strip()[-300:]}")
    return SIZE / (1 << 20) / seconds


def one_answer(port: int) -> socket.socket:
    """A connection that has asked once, by frames written here, and read its answer."""
    fields = b"\x82\x86\x84\x41\x09localhost"  # GET, http, /, and an authority written out (RFC 7541 §6)
    frames = frame(4, 0, 0, b"") + frame(1, 5, 1, fields)
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frames)
    data = b""
    while True:
        while len(data) >= 9 and len(data) >= 9 + int.from_bytes(data[:3], "big"):
            size, kind, flags, stream = int.from_bytes(data[:3], "big"), data[3], data[4], int.from_bytes(data[5:9], "big")
            data = data[9 + size :]
            if kind in (3, 7):
                raise Unusable("an HTTP/2 connection was refused")
            if kind in (0, 1) and flags & 1 and stream == 1:
                connection.sendall(frame(4, 1, 0, b""))
                return connection
        piece = connection.recv(65536)
        if not piece:
            raise Unusable("an HTTP/2 connection ended before its answer")
        data += piece


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """RFC 9113 §4.1."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload
