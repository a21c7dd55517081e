"""stopped_terminal.py resume|end PROGRAM ARGUMENT...: a proxy at a terminal whose output is stopped (Ctrl-S).

Sends exchanges that fill more than may wait to be shown, and prints how many were answered and how many stand in the
file of `--har` while the terminal is still stopped. Then, with `resume`, lets the terminal go on and prints what is
said of the exchanges that were not shown. At last the proxy is told to stop; how it ends is printed.
"""

import os
import pty
import re
import select
import signal
import socket
import sys
import time

COUNT = 200
FIELDS = "".join(f"X-Long-{number}: {'x' * 400}\r\n" for number in range(40))


def read_until(terminal: int, pattern: bytes, seconds: float) -> re.Match | None:
    output = b""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            # A terminal gives 4 KB at a time: what was looked through before is not looked through again.
            output = output[-200:] + os.read(terminal, 65536)
            if found := re.search(pattern, output):
                return found
    return None


def ask(port: int) -> int:
    answered = 0
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(20)
        for _ in range(COUNT):
            client.sendall(f"GET http://demo.hark.test/status/204 HTTP/1.1\r\nHost: x\r\n{FIELDS}\r\n".encode())
            answer = b""
            while b"\r\n\r\n" not in answer:
                answer += client.recv(65536)
            answered += answer.startswith(b"HTTP/1.1 204 ")
    return answered


def kept(path: str) -> int:
    count = 0
    for _ in range(300):
        with open(path, "rb") as file:
            count = file.read().count(b'"_outcome"')
        if count >= COUNT:
            break
        time.sleep(0.1)
    return count


def main() -> None:
    mode, command = sys.argv[1], sys.argv[2:]
    process, terminal = pty.fork()
    if process == 0:
        os.execv(command[0], command)
    ready = read_until(terminal, rb"listening on 127\.0\.0\.1:(\d+)", 20)
    os.write(terminal, b"\x13")
    time.sleep(0.3)
    print("answered", ask(int(ready.group(1))))
    print("kept", kept(command[command.index("--har") + 1]))
    if mode == "resume":
        os.write(terminal, b"\x11")
        said = read_until(terminal, rb"\d+ exchanges? not shown", 30)
        print("told" if said and int(said.group().split()[0]) < COUNT else "not told")
    os.kill(process, signal.SIGTERM)
    for _ in range(1000):
        # A terminal that goes on is read, one that is stopped is not.
        if mode == "resume" and select.select([terminal], [], [], 0)[0]:
            try:
                os.read(terminal, 65536)
            except OSError:
                pass
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            print("exit", os.waitstatus_to_exitcode(status))
            return
        time.sleep(0.01)
    os.kill(process, signal.SIGKILL)
    print("still there")


main()
