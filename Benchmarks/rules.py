"""What rules cost: many that mean nothing that passes, many that change every head, bodies that are gathered, slow connections,
held messages, and a file of rules that is read again. Hark alone, beside itself without rules."""

from __future__ import annotations

import os
import pathlib
import selectors
import signal
import socket
import subprocess
import tempfile
import threading
import time

import load
import subjects
from subjects import Running, Unusable

IDLE = "".join(f'r{n}: when host = h{n}.example.com and path ~ "/a{n}/*" do set-request-header "X-R: {n}"\n' for n in range(100))
BUSY = "".join(f'r{n}: when method = GET do set-request-header "X-R{n}: {n}"\n' for n in range(100))
MIB = 1 << 20


def with_rules(text: str):
    """How Hark is started in front of an origin with these rules."""

    def start(folder: pathlib.Path, origin: int, keeps: str) -> Running:
        file = folder / "bench.rules"
        file.write_text(text)
        return subjects.start_hark(
            folder, ["--reverse", f"http://127.0.0.1:{origin}", "--shards", "1", "--rules", str(file), "--hold-timeout", "10m"]
        )

    return start


KINDS = {"hark": subjects.hark, "100 that mean nothing": with_rules(IDLE), "100 that change each head": with_rules(BUSY)}


class Halting:
    """An origin in this process that sends 1 MiB but for its last byte, and that one when told so."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.port = self.listener.getsockname()[1]
        self.sent = 0
        self.go = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            while b"\r\n\r\n" not in connection.recv(65536):
                pass
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {MIB}\r\nConnection: close\r\n\r\n"
            connection.sendall(head.encode() + b"x" * (MIB - 1))
            self.sent += 1
            self.go.wait(60)
            connection.sendall(b"x")

    def stop(self) -> None:
        self.go.set()
        self.listener.close()


def wait(what: str, holds, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise Unusable(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.005)


class RuleMeasures:
    """A part of `Bench`."""

    def rules(self) -> None:
        """requests per second with 100 rules that mean nothing, and with 100 that change each head, over that without"""
        values = self.rates("rules", KINDS)
        for name, goal in zip(list(KINDS)[1:], (0.85, 0.6)):
            self.report.ratio("rules", f"{name} / none", values[name], values["hark"], at_least=goal)

    def rules_gather(self) -> None:
        """peak resident size while 64 bodies of 1 MiB are gathered for a rule, a message"""
        count = 64
        rule = 'sub: when path = "/" do substitute-response-body /y/z/\n'
        origin = Halting()
        with tempfile.TemporaryDirectory(prefix="hark-bench-") as folder:
            running = with_rules(rule)(pathlib.Path(folder), origin.port, "nothing")
            try:
                before = running.memory()["now"]
                clients = [subprocess.Popen(
                    [subjects.program("curl"), "-sS", "-o", "/dev/null", "-w", "%{size_download}", f"http://127.0.0.1:{running.port}/"],
                    stdout=subprocess.PIPE,
                ) for _ in range(count)]
                wait("all bodies are on their way", lambda: origin.sent == count)
                origin.go.set()
                sizes = [int(client.communicate(timeout=60)[0]) for client in clients]
                peak = running.memory()["peak"]
            finally:
                origin.stop()
                running.stop()
        if sizes != [MIB] * count:
            self.report.problems("rules-gather", {"a body came short"})
        self.report.single("rules-gather", f"a message, of {count} at once", (peak - before) / count, "MiB", at_most=2)

    def rules_slow(self) -> None:
        """2,000 connections at 2 KiB/s each: processor time, and how far the rates are from what is asked for"""
        count = 200 if self.quick else 2_000
        # A packet takes 0.7 s at this rate: in too short a time a rate is a matter of one packet more or less.
        asked, seconds = 2_048, 30
        rule = f'slow: when path ~ "/files/*" do throttle {asked // 1024}KiB/s\n'
        with self.started(["slow"], kinds={"slow": with_rules(rule)}) as running:
            hark = running["slow"]
            clients = load.open_stalled(hark.port, count, "/files/1g")
            with selectors.DefaultSelector() as selector:
                got = {client: 0 for client in clients}
                for client in clients:
                    client.setblocking(False)
                    selector.register(client, selectors.EVENT_READ)

                def read(until: float) -> None:
                    while (left := until - time.monotonic()) > 0:
                        for key, _ in selector.select(left):
                            got[key.fileobj] += len(key.fileobj.recv(65536))

                read(time.monotonic() + 4)
                before, used, begun = dict(got), hark.processor_seconds(), time.monotonic()
                read(begun + seconds)
                took = time.monotonic() - begun
                used = hark.processor_seconds() - used
            rates = sorted((got[client] - before[client]) / took / asked for client in clients)
            for client in clients:
                client.close()
        self.report.single("rules-slow", f"processor, {count:,} connections", used / took * 100, "% of a core", at_most=5)
        self.report.single("rules-slow", "slowest rate", rates[0], "× what is asked", at_least=0.95)
        self.report.single("rules-slow", "fastest rate", rates[-1], "× what is asked", at_most=1.05)

    def rules_3g(self) -> None:
        """downloads of 1 MiB under `throttle 3g`, one after the other and ten at once: how long over what arithmetic says"""
        # 1.6 Mbit/s down, and 200 ms before the head.
        wanted = MIB * 8 / 1_600_000 + 0.2
        origin = Halting()
        origin.go.set()
        with tempfile.TemporaryDirectory(prefix="hark-bench-") as folder:
            running = with_rules('slow: when path = "/" do throttle 3g\n')(pathlib.Path(folder), origin.port, "nothing")
            command = [
                *(subjects.program("curl"), "-sS", "-o", "/dev/null", "-w", "%{size_download} %{time_total}"),
                f"http://127.0.0.1:{running.port}/",
            ]
            try:
                results = [subprocess.run(command, capture_output=True, text=True, timeout=60).stdout for _ in range(2 if self.quick else 3)]
                together = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(10)]
                results += [client.communicate(timeout=60)[0] for client in together]
            finally:
                origin.stop()
                running.stop()
        if {result.split()[0] for result in results} != {str(MIB)}:
            self.report.problems("rules-3g", {"a body came short"})
        times = sorted(float(result.split()[1]) / wanted for result in results)
        self.report.single("rules-3g", "fastest of 1 MiB", times[0], "× what arithmetic says", at_least=0.95)
        self.report.single("rules-3g", "slowest of 1 MiB", times[-1], "× what arithmetic says", at_most=1.05)

    def rules_held(self) -> None:
        """resident size with 1,000 held requests"""
        count = 100 if self.quick else 1_000
        rule = 'hold: when path ~ "/held/*" do break request\n'
        with tempfile.TemporaryDirectory(prefix="hark-bench-home-") as home:
            # Who decides about held messages finds them in the folder of sessions, which has to be one of its own here.
            kept, os.environ["XDG_DATA_HOME"] = os.environ.get("XDG_DATA_HOME"), home
            try:
                with self.started(["held"], kinds={"held": with_rules(rule)}) as running:
                    hark = running["held"]
                    before = hark.memory()["now"]
                    clients = []
                    for number in range(count):
                        client = socket.create_connection(("127.0.0.1", hark.port), timeout=30)
                        client.sendall(f"GET /held/{number} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n".encode())
                        clients.append(client)
                    answered = load.wrk(hark.port, 1, 1, 4)
                    now = hark.memory()["now"]
                    for client in clients:
                        client.close()
            finally:
                if kept is None:
                    os.environ.pop("XDG_DATA_HOME")
                else:
                    os.environ["XDG_DATA_HOME"] = kept
        if answered.requests == 0 or answered.problems:
            self.report.problems("rules-held", {f"others were not served meanwhile: {answered.problems}"})
        self.report.single("rules-held", f"more with {count:,} held", now - before, "MiB", at_most=32)

    def rules_reload(self) -> None:
        """10,000 rules read again while requests pass: how long it takes, and that no exchange is lost"""
        rows = 10_000
        text = "".join(f'r{n}: when host = h{n}.example.com do set-request-header "X-R: {n}"\n' for n in range(rows))
        times: list[float] = []
        with self.started(["many"], kinds={"many": with_rules(text)}) as running:
            hark = running["many"]
            file = hark.output.with_name("bench.rules")
            results: list[load.WrkResult] = []
            loading = threading.Thread(target=lambda: results.append(load.wrk(hark.port, 3 + self.rounds, 1, 16)))
            loading.start()
            time.sleep(1)
            for number in range(self.rounds):
                more = "".join(f"more{n}: when host = x{n}.example.com do no-cache\n" for n in range(number + 1))
                begun = time.monotonic()
                file.write_text(text + more)
                hark.process.send_signal(signal.SIGHUP)
                said = f"{rows + number + 1} rules in force"
                wait("the rules are read again", lambda: said in hark.output.read_text())
                times.append((time.monotonic() - begun) * 1000)
                time.sleep(0.5)
            loading.join()
        if results[0].problems or results[0].requests == 0:
            self.report.problems("rules-reload", {results[0].problems or "no answer"})
        self.report.values("rules-reload", "ms", {f"{rows:,} rules": times}, at_most=100)
