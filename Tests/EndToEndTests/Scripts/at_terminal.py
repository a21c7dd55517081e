"""A program at a terminal of its own, for the scripts that type there."""

import os
import pty
from collections.abc import Callable


def run(arguments: list[str], react: Callable[[int, int, bytes], bytes]) -> tuple[bytes, int]:
    """Starts the program and returns its output and exit code.

    `react` gets the process, the terminal and the output up to now, after each piece, and returns what is kept of it.
    """
    process, terminal = pty.fork()
    if process == 0:
        os.execv(arguments[0], arguments)
    output = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # The program has closed the other end.
            break
        if not piece:
            break
        output = react(process, terminal, output + piece)
    _, status = os.waitpid(process, 0)
    return output, os.waitstatus_to_exitcode(status)
