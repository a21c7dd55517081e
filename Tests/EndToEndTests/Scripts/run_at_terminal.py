"""run_at_terminal.py PROGRAM ARGUMENT...: starts a program at a terminal of its own, and types Ctrl-C there.

When the program has printed `ready`, Ctrl-C is typed; when the signal has been taken by the program itself, SIGTERM is
sent to it. What it prints from then on is printed, then its exit code.
"""

import os
import pty
import re
import signal
import sys
import time


def pending(process: int) -> int:
    with open(f"/proc/{process}/status") as status:
        return int(re.search(r"^ShdPnd:\s*([0-9a-f]+)", status.read(), re.M)[1], 16)


def main() -> None:
    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.argv[1], sys.argv[1:])
    output = b""
    typed = False
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # The other end is gone.
            break
        if not piece:
            break
        output += piece
        if not typed and b"ready" in output:
            typed = True
            output = b""
            os.write(terminal, b"\x03")
            # The terminal shows the key as ^C before it raises the signal.
            while b"^C" not in output:
                output += os.read(terminal, 4096)
            while os.path.exists("/proc") and pending(process):
                time.sleep(0.005)
            output = b""
            os.kill(process, signal.SIGTERM)
    _, status = os.waitpid(process, 0)
    text = output.decode().replace("\r\n", "\n").replace("^C", "").lstrip("\n")
    print(text, end="")
    print("exit", os.waitstatus_to_exitcode(status))


main()
