"""kill -9 at random moments under load: is the session file sound, and is anything missing that was answered more than
100 ms before? `make bench ARGS="--only kill"`, or this file alone.

Clients ask the demo site, which is in Hark itself, each with a number of its own in the URL, and note when they have the
whole answer. After the kill, what was answered 100 ms before it has to be in the file.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from subjects import Tools, free_port

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
CLIENTS = 8
PROMISE = 0.1


def client(port: int, name: int, answered: dict[str, float]) -> None:
    """Asks until the connection breaks."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
            file = connection.makefile("rb")
            number = 0
            while True:
                url = f"http://demo.hark.test/echo?n={name}-{number}"
                connection.sendall(f"GET {url} HTTP/1.1\r\nHost: demo.hark.test\r\n\r\n".encode())
                length = 0
                while (line := file.readline()) not in (b"\r\n", b""):
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                if len(file.read(length)) < length or not length:
                    return
                answered[url] = time.monotonic()
                number += 1
    except OSError:
        return


def round_of(folder: pathlib.Path, seed: int) -> tuple[int, int, int, str]:
    """Answers in time, answers that are missing, flows in the file, and what SQLite says of it."""
    port = free_port()
    path = folder / f"{seed}.hark"
    command = [str(Tools.hark), "proxy", "--quiet", "--listen", f"127.0.0.1:{port}", "--store", str(path)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as hark:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.02)
        answered: dict[str, float] = {}
        threads = [threading.Thread(target=client, args=(port, name, answered)) for name in range(CLIENTS)]
        for thread in threads:
            thread.start()
        time.sleep(random.Random(seed).uniform(0.2, 2.0))
        killed = time.monotonic()
        hark.send_signal(signal.SIGKILL)
        hark.wait()
        for thread in threads:
            thread.join()
    with sqlite3.connect(path) as database:
        kept = {url for (url,) in database.execute("SELECT url FROM flow WHERE outcome = 'complete'")}
        sound = database.execute("PRAGMA integrity_check").fetchone()[0]
    due = [url for url, moment in answered.items() if moment < killed - PROMISE]
    return len(due), sum(url not in kept for url in due), len(kept), sound


def failures(folder: pathlib.Path, rounds: int) -> int:
    """Rounds in which something is missing or damaged; each is told."""
    failed = 0
    total = 0
    for seed in range(rounds):
        due, missing, kept, sound = round_of(folder, seed)
        total += due
        if missing or sound != "ok":
            failed += 1
            print(f"  round {seed}: {missing} of {due} answers missing, {kept} kept, {sound}", file=sys.stderr)
    print(f"  {rounds} rounds, {total} answers, {failed} rounds with something missing or damaged", file=sys.stderr)
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hark", type=pathlib.Path, default=REPOSITORY / ".build/release/hark")
    parser.add_argument("--rounds", type=int, default=100)
    arguments = parser.parse_args()
    Tools.hark = arguments.hark.resolve()
    with tempfile.TemporaryDirectory(prefix="hark-kill-") as folder:
        return 1 if failures(pathlib.Path(folder), arguments.rounds) else 0


if __name__ == "__main__":
    sys.exit(main())
