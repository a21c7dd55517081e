"""What the full-screen view costs while exchanges pass: the processor time of its thread and of the whole program, and bytes
to the terminal. `make bench ARGS="--only screen"`."""

from __future__ import annotations

import fcntl
import os
import pathlib
import pty
import re
import signal
import socket
import struct
import tempfile
import termios
import threading
import time

import load
import subjects
from subjects import Tools

TICKS = os.sysconf("SC_CLK_TCK")
SIZES = [(80, 24), (140, 40)]


def thread_ticks(pid: int) -> dict[str, int]:
    """Processor time by the names of the threads."""
    found: dict[str, int] = {}
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        text = (task / "stat").read_text()
        name, rest = re.search(r"\((.*)\) (.*)", text).groups()
        values = rest.split()
        found[name] = found.get(name, 0) + int(values[11]) + int(values[12])
    return found


class Terminal:
    """Hark on a terminal of its own that is read at once, each byte counted. `look`: what it shows there."""

    def __init__(self, port: int, folder: pathlib.Path, columns: int, rows: int, look: str):
        self.received = 0
        self.port = subjects.free_port()
        environment = dict(os.environ, HOME=str(folder), TERM="xterm-256color", LC_ALL="C.UTF-8")
        environment.pop("NO_COLOR", None)
        words = [str(Tools.hark), "proxy", look, "--shards", "1", "--listen", f"127.0.0.1:{self.port}"]
        words += ["--reverse", f"http://127.0.0.1:{port}", "--store", str(folder / "s.hark"), "--keep", "100000"]
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(words[0], words, environment)
        threading.Thread(target=self.read, daemon=True).start()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.01)
        raise subjects.Unusable("hark did not listen")

    def read(self) -> None:
        try:
            while piece := os.read(self.descriptor, 1 << 16):
                self.received += len(piece)
        except OSError:
            return

    def stop(self) -> None:
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)


class ScreenMeasures:
    """A part of the harness."""

    def screen(self) -> None:
        """the full-screen view while exchanges pass, kept in a session: its thread, the whole program, the terminal"""
        seconds = 5 if self.quick else 30
        for columns, rows in SIZES:
            title = f"{columns} x {rows}"
            costs = {}
            for look in ["--quiet", "--screen"]:
                with tempfile.TemporaryDirectory(prefix="hark-bench-") as name:
                    costs[look] = self._shown(pathlib.Path(name), columns, rows, look, seconds)
            cost = costs["--screen"]
            self.report.single("screen", f"{title}, exchanges", cost["rate"], "a second", at_least=5_000)
            self.report.single("screen", f"{title}, its thread", cost["thread"] * 100, "% of a core", at_most=5)
            self.report.single("screen", f"{title}, to the terminal", cost["bytes"] / 1000, "kB/s", at_most=20)
            self.report.ratio("screen", f"{title}, whole / without", [cost["whole"]], [costs["--quiet"]["whole"]])

    @staticmethod
    def _shown(folder: pathlib.Path, columns: int, rows: int, look: str, seconds: int) -> dict[str, float]:
        """`whole`: of the program, a request."""
        (folder / "origin").mkdir()
        origin = subjects.nginx(folder / "origin")
        try:
            terminal = Terminal(origin.port, folder, columns, rows, look)
            try:
                load.wrk(terminal.port, 1, 1, 4)
                before, sent, start = thread_ticks(terminal.pid), terminal.received, time.monotonic()
                result = load.wrk(terminal.port, seconds, 1, 4)
                elapsed = time.monotonic() - start
                after, received = thread_ticks(terminal.pid), terminal.received - sent
            finally:
                terminal.stop()
        finally:
            origin.stop()
        if result.problems:
            raise subjects.Unusable(f"the load met errors: {result.problems}")
        return {
            "rate": result.rate,
            "thread": (after.get("hark.screen", 0) - before.get("hark.screen", 0)) / TICKS / elapsed,
            "whole": (sum(after.values()) - sum(before.values())) / TICKS / max(result.requests, 1),
            "bytes": received / elapsed,
        }
