"""What the full-screen view costs while exchanges pass: the processor time of its thread, and bytes to the terminal.

Alone: python3 Benchmarks/screen.py --hark .build/release/hark
"""

from __future__ import annotations

import argparse
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

TICKS = os.sysconf("SC_CLK_TCK")


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
    """Hark on a terminal of its own that is read at once, each byte counted."""

    def __init__(self, hark: str, port: int, folder: pathlib.Path, rows: int, columns: int):
        self.received = 0
        self.port = subjects.free_port()
        environment = dict(os.environ, HOME=str(folder), TERM="xterm-256color", LC_ALL="C.UTF-8")
        environment.pop("NO_COLOR", None)
        words = [hark, "proxy", "--screen", "--shards", "1", "--listen", f"127.0.0.1:{self.port}"]
        words += ["--reverse", f"http://127.0.0.1:{port}", "--store", str(folder / "s.hark"), "--keep", "100000"]
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(hark, words, environment)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hark", required=True)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--connections", type=int, default=1, help="more of them, more exchanges a second")
    arguments = parser.parse_args()
    for rows, columns in [(24, 80), (40, 140)]:
        with tempfile.TemporaryDirectory(prefix="hark-bench-") as name:
            folder = pathlib.Path(name)
            (folder / "origin").mkdir()
            origin = subjects.nginx(folder / "origin")
            terminal = Terminal(os.path.realpath(arguments.hark), origin.port, folder, rows, columns)
            try:
                load.wrk(terminal.port, 2, 1, arguments.connections)
                before, bytes_before, start = thread_ticks(terminal.pid), terminal.received, time.monotonic()
                result = load.wrk(terminal.port, arguments.seconds, 1, arguments.connections)
                elapsed = time.monotonic() - start
                after, received = thread_ticks(terminal.pid), terminal.received - bytes_before
                own = (after.get("hark.screen", 0) - before.get("hark.screen", 0)) / TICKS / elapsed
                whole = (sum(after.values()) - sum(before.values())) / TICKS / elapsed
                print(
                    f"{columns} x {rows}: {result.rate:,.0f} exchanges/s, screen's thread {own:.1%} of a core,"
                    f" the whole program {whole:.0%}, {received / elapsed / 1000:.1f} kB/s to the terminal"
                )
            finally:
                terminal.stop()
                origin.stop()


if __name__ == "__main__":
    main()
