"""answer_at_terminal.py ANSWER PROGRAM ARGUMENT...: starts a program at a terminal of its own, and types ANSWER when it asks.

What the program prints is printed, then in a last line its exit code.
"""

import os
import sys

import at_terminal


def main() -> None:
    asked = False

    def answer(_process: int, terminal: int, output: bytes) -> bytes:
        nonlocal asked
        if not asked and b"[y/N]" in output:
            asked = True
            os.write(terminal, sys.argv[1].encode() + b"\n")
        return output

    output, code = at_terminal.run(sys.argv[2:], answer)
    sys.stdout.buffer.write(output)
    print(f"\nexit {code}")


main()
