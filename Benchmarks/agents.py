"""How fast `hark mcp` answers: its start, lists and flows of a session of a million flows, a large body, and calls beside one
that waits."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import tempfile
import time

from subjects import Tools, Unusable


class Agent:
    """A client of `hark mcp`, over its standard input and output."""

    def __init__(self, session: str, *options: str):
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            [str(Tools.hark), "mcp", "--session", session, *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0,
        )
        self.output = os.fdopen(os.dup(self.process.stdout.fileno()), "rb")
        self.number = 0
        self.answer(self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}))
        self.started = time.monotonic() - self.begun

    def ask(self, method: str, parameters: dict) -> int:
        self.number += 1
        line = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters}
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        return self.number

    def call(self, tool: str, **arguments: object) -> int:
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def answer(self, number: int) -> dict:
        while line := self.output.readline():
            message = json.loads(line)
            if message.get("id") == number:
                if message.get("error") or message["result"].get("isError"):
                    raise Unusable(f"hark mcp answered: {line[:300]!r}")
                return message["result"]
        raise Unusable("hark mcp ended")

    def timed(self, tool: str, **arguments: object) -> float:
        """Milliseconds."""
        begun = time.monotonic()
        self.answer(self.call(tool, **arguments))
        return (time.monotonic() - begun) * 1000

    def memory(self) -> float:
        """Its peak, in MiB."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
        return 0

    def stop(self) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.output.close()


def large_body(folder: str) -> str:
    """A HAR with one response of 10 MiB of JSON."""
    rows = ",".join(json.dumps({"id": number, "name": f"item {number}", "price": 1.5}) for number in range(200_000))
    body = '{"items":[' + rows + "]}"
    headers = [{"name": "Content-Type", "value": "application/json"}, {"name": "Content-Length", "value": str(len(body))}]
    entry = {
        "startedDateTime": "2026-01-01T00:00:00.000Z", "time": 10, "cache": {}, "timings": {"send": 1, "wait": 8, "receive": 1},
        "request": {
            "method": "GET", "url": "http://a.example/items", "httpVersion": "HTTP/1.1", "cookies": [], "queryString": [],
            "headers": [{"name": "Host", "value": "a.example"}], "headersSize": -1, "bodySize": 0,
        },
        "response": {
            "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [], "headers": headers, "redirectURL": "",
            "headersSize": -1, "bodySize": len(body), "content": {"size": len(body), "mimeType": "application/json", "text": body},
        },
    }
    path = f"{folder}/large.har"
    har = {"log": {"version": "1.2", "creator": {"name": "bench", "version": "1"}, "entries": [entry]}}
    pathlib.Path(path).write_text(json.dumps(har))
    return path


def reader_peak(session: str) -> float:
    """Of a command that reads the same session, in MiB."""
    reader = subprocess.Popen([str(Tools.hark), "flows", "--session", session, "--limit", "20"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(reader.pid, 0)
    reader.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss / 1024


def middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


class AgentMeasures:
    """Mixed into the bench."""

    store_cost: pathlib.Path

    def agents(self) -> None:
        """hark mcp over 1,000,000 flows: its start, lists, one flow, calls beside one that waits; a body of 10 MiB"""
        if not self.store_cost.exists():
            raise Unusable("the program that makes the session file is not built; `make bench` builds it")
        flows = "100000" if self.quick else "1000000"
        with tempfile.TemporaryDirectory(prefix="hark-agents-") as folder:
            session = f"{folder}/cost.hark"
            subprocess.run([self.store_cost, session, flows], check=True, capture_output=True)
            starts = []
            for _ in range(self.rounds):
                agent = Agent(session)
                starts.append(agent.started * 1000)
                agent.stop()
            self.report.single("agents", "start to the first answer", middle(starts), "ms", at_most=250)
            agent = Agent(session)
            try:
                self._tools(agent)
                self._beside(agent)
                self.report.single("agents", "memory, peak", agent.memory(), "MiB")
                beyond = agent.memory() - reader_peak(session)
                self.report.single("agents", "memory beyond hark flows", beyond, "MiB", at_most=64)
            finally:
                agent.stop()
            body = large_body(folder)
            self._redaction(body)
            agent = Agent(body)
            try:
                for name, goal, arguments in [
                    ("first 4 KiB of a 10 MiB body", 100, {"limit": 4_096, "form": "raw"}),
                    ("a path in it", 300, {"path": "$.items[100000].name"}),
                ]:
                    agent.timed("get_body", flow=1, message="response", **arguments)
                    times = [agent.timed("get_body", flow=1, message="response", **arguments) for _ in range(self.rounds)]
                    self.report.single("agents", name, middle(times), "ms", at_most=goal)
            finally:
                agent.stop()

    def _redaction(self, session: str) -> None:
        """What replacing credentials adds to a result of 16 KiB."""
        agents = {"replaced": Agent(session), "shown": Agent(session, "--with-secrets")}
        arguments = {"flow": 1, "message": "response", "form": "raw", "limit": 16_000, "max_bytes": 16_384}
        try:
            times: dict[str, list[float]] = {name: [] for name in agents}
            for turn in range(self.rounds * 2 + 1):
                for name, agent in agents.items():
                    # Another window each time, as what was read before is known.
                    took = agent.timed("get_body", offset=turn * 16_000, **arguments)
                    if turn:
                        times[name].append(took)
        finally:
            for agent in agents.values():
                agent.stop()
        added = [hidden - plain for hidden, plain in zip(times["replaced"], times["shown"])]
        self.report.single("agents", "added by redaction on 16 KiB", middle(added), "ms", at_most=10)

    def _tools(self, agent: Agent) -> None:
        begun = time.monotonic()
        agent.answer(agent.ask("tools/list", {}))
        self.report.single("agents", "tools/list", (time.monotonic() - begun) * 1000, "ms", at_most=20)
        for name, tool, arguments in [
            ("list_flows", "list_flows", {}),
            ("list_flows, an indexed filter", "list_flows", {"filter": "status = 500"}),
            ("get_flow", "get_flow", {"flow": 50_000}),
        ]:
            agent.timed(tool, **arguments)
            times = [agent.timed(tool, **arguments) for _ in range(self.rounds * 2)]
            self.report.single("agents", name, middle(times), "ms", at_most=150)

    def _beside(self, agent: Agent) -> None:
        """31 calls while another one waits for flows that never come."""
        waiting = agent.call("wait_for_flows", timeout=20)
        begun = time.monotonic()
        for number in [agent.call("get_flow", flow=flow) for flow in range(1, 32)]:
            agent.answer(number)
        took = (time.monotonic() - begun) * 1000
        agent.process.stdin.write(
            json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": waiting}}).encode() + b"\n"
        )
        self.report.single("agents", "31 calls beside one that waits", took, "ms", at_most=10_000)
