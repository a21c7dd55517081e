"""answer_at_terminal.py ANSWER PROGRAM ARGUMENT...: starts a program at a terminal of its own, and types ANSWER when it asks.

What the program prints is printed, then in a last line its exit code.
"""

import os
import pty
import sys


def main() -> None:
    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.argv[2], sys.argv[2:])
    output = b""
    asked = False
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # The other end is gone.
            break
        if not piece:
            break
        output += piece
        if not asked and b"[y/N]" in output:
            asked = True
            os.write(terminal, sys.argv[1].encode() + b"\n")
    _, status = os.waitpid(process, 0)
    sys.stdout.buffer.write(output)
    print(f"\nexit {os.waitstatus_to_exitcode(status)}")


main()
