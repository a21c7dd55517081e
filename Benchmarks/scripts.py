"""What scripts cost: exchanges beside those without a script and beside mitmdump with the same addon, events a second of
each SDK by itself, what one adds to a request, and the memory of a script that never answers."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import time

import load
import subjects
from subjects import Running, Tools, Unusable

HEAD_PY = """import hark

@hark.on_request{filter}
def sign(flow):
    flow.request.headers["X-Signature"] = "9f86"
"""

HEAD_JS = """import { onRequest } from 'hark'

onRequest((flow) => { flow.request.headers.set('X-Signature', '9f86') })
"""

ADDON = """class Sign:
    def request(self, flow):
        flow.request.headers["X-Signature"] = "9f86"


addons = [Sign()]
"""

READ_PY = "import hark\n\n@hark.on_response(body=True)\ndef look(flow):\n    len(flow.response.text)\n"
WRITE_PY = READ_PY.replace("len(flow.response.text)", "flow.response.text = flow.response.text.replace('a', 'b')")
READ_JS = "import { onResponse } from 'hark'\n\nonResponse({ body: true }, (flow) => { flow.response.text.length })\n"
WRITE_JS = READ_JS.replace("flow.response.text.length", "flow.response.text = flow.response.text.replaceAll('a', 'b')")
WRITE_ADDON = ADDON.replace("request(self", "response(self").replace(
    'flow.request.headers["X-Signature"] = "9f86"', "flow.response.text = flow.response.text.replace('a', 'b')"
)

SILENT = """import json, sys

for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "hello":
        print(json.dumps({"type": "ready", "protocol": 1, "events": [{"on": "request"}]}), flush=True)
    elif kind == "start":
        print(json.dumps({"type": "started"}), flush=True)
"""

#: Name, file, event, and the goal in events a second.
EVENTS = [
    ("Python, head", "head.py", HEAD_PY.format(filter=""), "request", 20_000),
    ("Python, 10 KiB read", "read.py", READ_PY, "response", 8_000),
    ("Python, 10 KiB rewritten", "write.py", WRITE_PY, "response", 4_000),
    ("JavaScript, head", "head.mjs", HEAD_JS, "request", 40_000),
    ("JavaScript, 10 KiB read", "read.mjs", READ_JS, "response", 12_000),
    ("JavaScript, 10 KiB rewritten", "write.mjs", WRITE_JS, "response", 8_000),
    ("mitmproxy addon, head", "head_addon.py", ADDON, "request", 8_000),
    ("mitmproxy addon, 10 KiB rewritten", "write_addon.py", WRITE_ADDON, "response", 3_000),
]


def with_script(name: str, text: str, *options: str):
    """How Hark is started in front of an origin with this script."""

    def start(folder: pathlib.Path, origin: int, keeps: str) -> Running:
        file = folder / name
        file.write_text(text)
        return subjects.start_hark(
            folder, ["--reverse", f"http://127.0.0.1:{origin}", "--shards", "1", "--script", str(file), *options]
        )

    return start


def mitmdump(folder: pathlib.Path, origin: int, keeps: str) -> Running:
    file = folder / "addon.py"
    file.write_text(ADDON)
    return subjects.start_mitmproxy(folder, ["--mode", f"reverse:http://127.0.0.1:{origin}", "-s", str(file)])


KINDS = {
    "hark": subjects.hark,
    "a filter that does not match": with_script("none.py", HEAD_PY.format(filter='("path = /none")')),
    "Python": with_script("head.py", HEAD_PY.format(filter="")),
    "JavaScript": with_script("head.mjs", HEAD_JS),
    "addon": with_script("addon.py", ADDON),
    "mitmdump, addon": mitmdump,
}


class Conversation:
    """A script by itself, on a socket as Hark gives it one."""

    def __init__(self, folder: pathlib.Path, name: str, text: str):
        file = folder / name
        file.write_text(text)
        language = "python" if name.endswith(".py") else "javascript"
        sdk = pathlib.Path(subprocess.run([str(Tools.hark), "script", "sdk", language], capture_output=True, text=True, check=True).stdout.strip())
        runner = ["python3", str(sdk / "hark_run.py")] if language == "python" else ["node", str(sdk / "run.mjs")]
        environment = os.environ | {"PYTHONPATH": str(sdk), "NODE_PATH": str(sdk), "PYTHONUNBUFFERED": "1"}
        self.mine, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            [*runner, str(file)], stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL, env=environment
        )
        theirs.close()
        self.mine.settimeout(30)
        self.rest = b""
        self.send({"type": "hello", "protocol": 1, "hark": "0", "name": "bench", "listen": [], "limits": {}})
        self.await_type("ready")
        self.send({"type": "start", "options": {}})
        self.await_type("started")

    def send(self, line: dict) -> None:
        self.mine.sendall(json.dumps(line, separators=(",", ":")).encode() + b"\n")

    def lines(self) -> list[bytes]:
        data = self.mine.recv(1 << 20)
        if not data:
            raise Unusable("the script ended")
        *whole, self.rest = (self.rest + data).split(b"\n")
        return whole

    def await_type(self, kind: str) -> None:
        while not any(json.loads(line).get("type") == kind for line in self.lines()):
            pass

    def rate(self, on: str, count: int) -> float:
        """Events a second, 64 of them unanswered at a time."""
        message = {"headers": [["Host", "a.example"], ["Accept", "*/*"], ["User-Agent", "bench/1"]], "version": "HTTP/1.1"}
        event = {"type": "event", "on": on, "matched": [0], "flow": 1, "time": 1.5, "client": {"address": "127.0.0.1:9"}}
        event["request"] = message | {"method": "GET", "url": "http://a.example/path?x=1"}
        if on == "response":
            event["response"] = message | {"status": 200, "reason": "OK", "body": {"text": "data " * 2_048}}
        tail = json.dumps(event, separators=(",", ":"))[1:].encode() + b"\n"
        room = threading.Semaphore(64)

        # By itself: a script that writes its answers does not read more until somebody takes them, as Hark does.
        def ask() -> None:
            sent = 0
            while sent < count:
                room.acquire()
                batch = [b'{"id":%d,' % sent + tail]
                sent += 1
                while sent < count and room.acquire(blocking=False):
                    batch.append(b'{"id":%d,' % sent + tail)
                    sent += 1
                self.mine.sendall(b"".join(batch))

        answered, begun = 0, time.monotonic()
        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        while answered < count:
            now = sum(b'"verdict"' in line for line in self.lines())
            answered += now
            room.release(now) if now else None
        asking.join()
        return count / (time.monotonic() - begun)

    def stop(self) -> None:
        self.mine.close()
        try:
            self.process.wait(timeout=8)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class ScriptMeasures:
    """A part of `Bench`."""

    def _has(self, name: str) -> bool:
        return shutil.which("node") is not None or "JavaScript" not in name

    def scripts(self) -> None:
        """requests per second with a script that matches nothing, with one that sets a header, and with mitmdump's"""
        names = [name for name in KINDS if self._has(name) and (name != "mitmdump, addon" or "mitmproxy" in self.names)]
        values = self.rates("scripts", {name: KINDS[name] for name in names}, connections=32)
        unmatched = values["a filter that does not match"]
        self.report.ratio("scripts", "no match / none", unmatched, values["hark"], at_least=0.97)
        if "mitmdump, addon" in values:
            self.report.ratio("scripts", "addon / mitmdump's", values["addon"], values["mitmdump, addon"], at_least=5)

    def scripts_events(self) -> None:
        """events a second of each SDK by itself, 64 at a time: heads, bodies of 10 KiB read, and rewritten"""
        count = 2_000 if self.quick else 50_000
        with tempfile.TemporaryDirectory(prefix="hark-bench-") as folder:
            for name, file, text, on, goal in EVENTS:
                if not self._has(name):
                    continue
                script = Conversation(pathlib.Path(folder), file, text)
                try:
                    script.rate(on, count // 10)
                    rates = [script.rate(on, count) for _ in range(self.rounds)]
                finally:
                    script.stop()
                self.report.single("scripts-events", name, sorted(rates)[len(rates) // 2], "events/s", at_least=goal)

    def scripts_latency(self) -> None:
        """what a Python script that sets a header adds to the median of one request after the other"""
        names = ["hark", "Python"]
        with self.started(names, kinds=KINDS) as running:
            for name in names:
                load.wrk(running[name].port, 1, 1, 1)
            values = self.alternate(
                "scripts-latency", names, lambda name: load.wrk(running[name].port, 2, 1, 1).median_microseconds
            )
        added = sorted(with_one - without for with_one, without in zip(values["Python"], values["hark"]))
        self.report.single("scripts-latency", "added, p50", added[len(added) // 2] / 1000, "ms", at_most=0.5)

    def scripts_silent(self) -> None:
        """resident size with a script that never answers, while clients wait for it"""
        count = 500 if self.quick else 10_000
        kinds = {"silent": with_script("silent.py", SILENT, "--script-timeout", "10m")}
        with self.started(["silent"], kinds=kinds) as running:
            hark = running["silent"]
            before, clients = hark.memory()["now"], []
            try:
                for number in range(count):
                    client = socket.create_connection(("127.0.0.1", hark.port), timeout=30)
                    client.sendall(f"GET /wait/{number} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n".encode())
                    clients.append(client)
                time.sleep(3)
                now = hark.memory()["now"]
            finally:
                for client in clients:
                    client.close()
        self.report.single("scripts-silent", f"more with {count:,} waiting", now - before, "MiB", at_most=128)
