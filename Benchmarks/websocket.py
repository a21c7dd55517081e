"""What is measured with WebSocket: messages back and forth, each recorded."""

from __future__ import annotations

import contextlib
import json
import pathlib
import subprocess
import tempfile

import subjects
from subjects import Running, Unusable


class WebSocketMeasures:
    """A part of `Bench`."""

    def websocket(self) -> None:
        """messages of 64 bytes echoed a second over 50 connections, each kept (mitmweb: in memory; Hark: in a session)"""
        names = [*self.chosen("hark", "mitmproxy"), "direct"]
        seconds = 2 if self.quick else 5
        with contextlib.ExitStack() as stack:
            top = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hark-bench-ws-")))
            binary = subjects.compiled("wsload", top)

            def echo(folder: pathlib.Path) -> Running:
                return Running("wsload", [str(binary), "echo"], folder).wait_for_port_line()

            running = stack.enter_context(self.started(names[:-1], "store", origin=echo))
            values = self.alternate("websocket", names, lambda name: echoed(binary, running[name].port, seconds))
        self.report.values("websocket", "messages/s", values)
        if "hark" in values and "mitmproxy" in values:
            self.report.ratio("websocket", "hark / mitmproxy", values["hark"], values["mitmproxy"], at_least=10)


def echoed(binary: pathlib.Path, port: int, seconds: int) -> float:
    done = subprocess.run([str(binary), str(port), "50", str(seconds)], capture_output=True, text=True, timeout=seconds + 60)
    if done.returncode != 0:
        raise Unusable(f"wsload ended with {done.returncode}: {done.stderr.strip()}")
    result = json.loads(done.stdout)
    if result["errors"] or result["messages"] == 0:
        raise Unusable(f"of {result['messages']} messages {result['errors']} met an error")
    return result["messages"] / result["seconds"]
