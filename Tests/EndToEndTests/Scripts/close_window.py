"""close_window.py PROGRAM ARGUMENT...: starts a program at a terminal of its own and closes the terminal's window.

It is closed once the program has printed `listening`; how the program ends within ten seconds is printed.
"""

import os
import pty
import sys
import time


def main() -> None:
    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.argv[1], sys.argv[1:])
    output = b""
    while b"listening on" not in output:
        output += os.read(terminal, 4096)
    os.close(terminal)
    for _ in range(1000):
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            print("exit", os.waitstatus_to_exitcode(status))
            return
        time.sleep(0.01)
    os.kill(process, 9)
    print("still there")


main()
