"""run_at_terminal.py PROGRAM ARGUMENT...: starts a program at a terminal of its own, and types Ctrl-C there.

When the program has printed `ready`, Ctrl-C is typed; when the signal has been taken by the program itself, SIGTERM is
sent to it. What it prints from then on is printed, then its exit code.
"""

import os
import re
import signal
import sys
import time

import at_terminal


def pending(process: int) -> int:
    with open(f"/proc/{process}/status") as status:
        return int(re.search(r"^ShdPnd:\s*([0-9a-f]+)", status.read(), re.M)[1], 16)


def main() -> None:
    typed = False

    def interrupt(process: int, terminal: int, output: bytes) -> bytes:
        nonlocal typed
        if typed or b"ready" not in output:
            return output
        typed = True
        os.write(terminal, b"\x03")
        # The terminal shows the key as ^C before it raises the signal.
        shown = b""
        while b"^C" not in shown:
            shown += os.read(terminal, 4096)
        while os.path.exists("/proc") and pending(process):
            time.sleep(0.005)
        os.kill(process, signal.SIGTERM)
        return b""

    output, code = at_terminal.run(sys.argv[1:], interrupt)
    text = output.decode().replace("\r\n", "\n").replace("^C", "").lstrip("\n")
    print(text, end="")
    print("exit", code)


main()
