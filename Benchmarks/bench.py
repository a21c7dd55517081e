"""Measures Hark beside HAProxy, mitmproxy and a bare relay, all on this machine. `--help` says how; README.md, how to read it."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pathlib
import platform
import resource
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable

import load
import soak
import subjects
from agents import AgentMeasures
from explain import ExplainMeasures
from fleet import FleetMeasures
from http2 import HTTP2Measures
from install import InstallMeasures
from judge import JudgeMeasures
from lessons import LessonMeasures
from report import Report
from rules import RuleMeasures
from screen import ScreenMeasures
from scripts import ScriptMeasures
from store import StoreMeasures
from subjects import SUBJECTS, Running, Unusable
from tls import TLSMeasures
from websocket import WebSocketMeasures
from workbench import WorkbenchMeasures

GIB = 1 << 30


class Bench(
    TLSMeasures,
    HTTP2Measures,
    WebSocketMeasures,
    ExplainMeasures,
    StoreMeasures,
    WorkbenchMeasures,
    ScreenMeasures,
    RuleMeasures,
    ScriptMeasures,
    AgentMeasures,
    InstallMeasures,
    JudgeMeasures,
    LessonMeasures,
    FleetMeasures,
):
    """One run: its settings, and what it has found."""

    def __init__(self, arguments: argparse.Namespace):
        self.names: list[str] = arguments.subjects
        self.rounds: int = arguments.rounds
        self.quick: bool = arguments.quick
        self.cost: pathlib.Path = arguments.cost
        self.store_cost: pathlib.Path = arguments.store_cost
        self.report = Report()

    @contextlib.contextmanager
    def started(
        self,
        names: list[str],
        keeps: str = "nothing",
        origin: Callable = subjects.nginx,
        kinds: dict[str, Callable] = SUBJECTS,
    ):
        """The origin and the subjects named, each in its own folder; all stopped and removed at the end."""
        with contextlib.ExitStack() as stack:
            top = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hark-bench-")))
            (top / "origin").mkdir()
            server = origin(top / "origin")
            stack.callback(server.stop)
            running: dict[str, Running] = {"direct": server}
            for name in names:
                (top / name).mkdir()
                running[name] = kinds[name](top / name, server.port, keeps)
                stack.callback(running[name].stop)
            yield running

    def chosen(self, *names: str) -> list[str]:
        return [name for name in names if name in self.names]

    def alternate(
        self, title: str, names: list[str], measure: Callable[[str], float], times: int = 1
    ) -> dict[str, list[float]]:
        """Rounds in which each name is measured once, each round beginning with another, so that a drift of the machine
        falls on all alike."""
        values: dict[str, list[float]] = {name: [] for name in names}
        rounds = self.rounds * times
        for number in range(rounds):
            for turn in range(len(names)):
                name = names[(number + turn) % len(names)]
                values[name].append(measure(name))
            line = ", ".join(f"{name} {values[name][-1]:,.0f}" for name in names)
            print(f"  {title}, round {number + 1} of {rounds}: {line}", file=sys.stderr)
        return values

    def rates(self, title: str, kinds: dict[str, Callable], connections: int = 64) -> dict[str, list[float]]:
        """Requests per second through each kind of program, in turn; reported under this title."""
        names = list(kinds)
        seconds = 2 if self.quick else 5
        problems: set[str] = set()
        with self.started(names, kinds=kinds) as running:

            def measure(name: str) -> float:
                result = load.wrk(running[name].port, seconds, 2, connections)
                if result.problems:
                    problems.add(f"{name}: {result.problems}")
                return result.rate

            for name in names:
                load.wrk(running[name].port, 1, 2, connections)
            values = self.alternate(title, names, measure)
        self.report.problems(title, problems)
        self.report.values(title, "requests/s", values)
        return values

    # What is measured. Each is named as on the command line.

    def plain(self) -> None:
        """requests per second, 64 connections, one loop or thread, nothing kept by anyone"""
        self._throughput("plain", "nothing", ["hark", "haproxy", "mitmproxy", "relay"], {"haproxy": 1.0, "mitmproxy": 50}, 1.0)

    def log(self) -> None:
        """the same, every exchange kept in a log (mitmproxy: a HAR file at its end)"""
        self._throughput("log", "log", ["hark", "haproxy", "mitmproxy"], {"haproxy": 0.85, "mitmproxy": 30})

    def har(self) -> None:
        """the same, Hark keeping a HAR file, HAProxy its log"""
        self._throughput("har", "har", ["hark", "haproxy"], {"haproxy": 0.8})

    def lines(self) -> None:
        """as people run them: lines for people (into a file), as many loops as cores"""
        self._throughput("lines", "lines", ["hark-all-cores", "haproxy", "mitmproxy"], {"mitmproxy": 10})

    def _throughput(
        self, title: str, keeps: str, names: list[str], goals: dict[str, float], processor_goal: float | None = None
    ) -> None:
        names = self.chosen(*names)
        seconds = 2 if self.quick else 5
        problems: set[str] = set()
        processor: dict[str, list[float]] = {name: [] for name in names}
        later: dict[str, list[float]] = {name: [] for name in names}
        with self.started(names, keeps) as running:

            def measure(name: str) -> float:
                before = running[name].processor_seconds()
                result = load.wrk(running[name].port, seconds, 2, 64)
                used = running[name].processor_seconds() - before
                processor[name].append(used * 1e6 / max(result.requests, 1))
                later[name].append(running[name].rest() * 1e6 / max(result.requests, 1))
                if result.problems:
                    problems.add(f"{name}: {result.problems}")
                return result.rate

            for name in names:
                load.wrk(running[name].port, 1, 2, 64)
                running[name].rest()
            values = self.alternate(title, names, measure)
        self.report.values(title, "requests/s", values)
        self.report.problems(title, problems)
        self.report.values(title, "processor µs a request", processor)
        self.report.values(title, "processor µs a request, when it is idle again", later)
        for name, rival in [(name, rival) for name in names for rival in names if names.index(name) < names.index(rival)]:
            goal = goals.get(rival) if name.startswith("hark") else None
            self.report.ratio(title, f"{name} / {rival}", values[name], values[rival], at_least=goal)
            if rival == "haproxy":
                self.report.ratio(
                    title, f"{name} / {rival}, processor", processor[name], processor[rival], at_most=processor_goal
                )

    def latency(self) -> None:
        """what one connection waits more than without a proxy"""
        self._latency("latency", None)
        with one_core():
            self._latency("latency, one core", 1.0)

    def _latency(self, title: str, goal: float | None) -> None:
        names = ["direct", *self.chosen("hark", "haproxy", "mitmproxy", "relay")]
        with self.started(names[1:]) as running:
            for name in names:
                load.wrk(running[name].port, 1, 1, 1)
            # Many short runs: where the scheduler places four programs on two cores changes a run as a whole.
            values = self.alternate(
                title, names, lambda name: load.wrk(running[name].port, 1, 1, 1).median_microseconds, times=4
            )
        self.report.values(title, "µs, median", values)
        added = {
            name: [whole - direct for whole, direct in zip(values[name], values["direct"])] for name in names[1:]
        }
        self.report.values(title, "µs added", added)
        for name in self.chosen("hark", "mitmproxy", "relay"):
            if "haproxy" in added:
                at_most = goal if name == "hark" else None
                self.report.ratio(title, f"{name} / haproxy, added", added[name], added["haproxy"], at_most=at_most)

    def start(self) -> None:
        """from the start of the program until it listens"""
        if "hark" not in self.names:
            return
        times: list[float] = []
        for _ in range(self.rounds * 4 + 1):
            with tempfile.TemporaryDirectory(prefix="hark-bench-") as folder:
                begun = time.monotonic()
                running = subjects.start_hark(pathlib.Path(folder), ["--ca-dir", f"{folder}/ca"])
                times.append((time.monotonic() - begun) * 1000)
                running.stop()
        # The first reads the program from the disk.
        self.report.values("start", "ms", {"hark": times[1:]}, at_most=25)

    def _with_and_without_log(self) -> list[tuple[str, str]]:
        return [(name, "nothing") for name in self.chosen("hark", "haproxy", "relay")] + [
            (name, "log") for name in self.chosen("hark")
        ]

    def growth(self) -> None:
        """resident size after 100,000 and after 1,000,000 exchanges"""
        few, many = (20_000, 100_000) if self.quick else (100_000, 1_000_000)
        for name, keeps in self._with_and_without_log():
            title = name + (" --log" if keeps == "log" else "")
            with self.started([name], keeps) as running:
                load.exchanges(running[name].port, few)
                time.sleep(1)
                first = running[name].memory()["now"]
                load.exchanges(running[name].port, many - few)
                time.sleep(1)
                last = running[name].memory()["now"]
            self.report.single("growth", f"{title} after {few:,}", first, "MiB")
            self.report.single("growth", f"{title} after {many:,}", last, "MiB")
            goal = 20 if name == "hark" else None
            self.report.single("growth", f"{title} grew by", last - first, "MiB", at_most=goal)

    def bodies(self) -> None:
        """peak resident size while a 10 GiB body passes each way"""
        size = (1 if self.quick else 10) * GIB
        path = "/files/1g" if self.quick else "/files/10g"
        for name, keeps in self._with_and_without_log():
            title = name + (" --log" if keeps == "log" else "")
            goal = 64 if name == "hark" else None
            with self.started([name], keeps) as running:
                rate = load.download(running[name].port, path, size)
                peak = running[name].memory()["peak"]
            self.report.single("bodies", f"{title}, {size // GIB} GiB down", peak, "MiB", at_most=goal, also=rate)
            with self.started([name], keeps, origin=subjects.sink) as running:
                rate = load.upload(running[name].port, size)
                peak = running[name].memory()["peak"]
            self.report.single("bodies", f"{title}, {size // GIB} GiB up", peak, "MiB", at_most=goal, also=rate)

    def idle(self) -> None:
        """resident size with 10,000 idle connections"""
        # A proxy may hold a second descriptor for each; where the system gives few, fewer connections are opened.
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        wanted = 1_000 if self.quick else 10_000
        for name in self.chosen("hark", "haproxy"):
            count = min(wanted, limit // 2 - 200) if name == "haproxy" else wanted
            with self.started([name]) as running:
                before = running[name].memory()["now"]
                connections = load.open_idle(running[name].port, count)
                try:
                    time.sleep(1)
                    now = running[name].memory()["now"]
                    answered = load.wrk(running[name].port, 1, 1, 4)
                finally:
                    for connection in connections:
                        connection.close()
            goal = 200 if name == "hark" else None
            self.report.single("idle", f"{name} before", before, "MiB")
            self.report.single("idle", f"{name} with {count:,}", now, "MiB", at_most=goal)
            if answered.requests == 0 or answered.problems:
                self.report.problems("idle", {f"{name} did not serve others meanwhile: {answered.problems}"})

    def stalled(self) -> None:
        """resident size with 1,500 clients that asked for 1 GiB each and read nothing"""
        count = 300 if self.quick else 1_500
        for name, keeps in [(name, keeps) for keeps in ("nothing", "har") for name in self.chosen("hark", "haproxy")]:
            if name == "haproxy" and keeps == "har":
                continue
            title = name + (" --har" if keeps == "har" else "")
            with self.started([name], keeps) as running:
                connections = load.open_stalled(running[name].port, count, "/files/1g")
                try:
                    time.sleep(5)
                    sizes = running[name].memory()
                    answered = load.wrk(running[name].port, 1, 1, 4)
                finally:
                    for connection in connections:
                        connection.close()
            goal = 200 if name == "hark" else None
            self.report.single("stalled", f"{title}, {count:,} clients", sizes["peak"], "MiB", at_most=goal)
            if answered.requests == 0 or answered.problems:
                self.report.problems("stalled", {f"{title} did not serve others meanwhile: {answered.problems}"})

    def soak(self) -> None:
        """resident size after 20,000 and after 100,000 TLS handshakes through CONNECT (with --quick a tenth)"""
        many = 10_000 if self.quick else 100_000
        soak.soak(self.report, many // 5, many)

    def download(self) -> None:
        """rate of a 1 GiB download"""
        names = self.chosen("hark", "haproxy", "relay")
        with self.started(names) as running:
            for name in names:
                load.download(running[name].port, "/files/1g", GIB)
            values = self.alternate(
                "download", names, lambda name: load.download(running[name].port, "/files/1g", GIB)
            )
        self.report.values("download", "MiB/s", values)
        for name in self.chosen("hark", "haproxy"):
            if "relay" in values:
                goal = 0.7 if name == "hark" else None
                self.report.ratio("download", f"{name} / relay", values[name], values["relay"], at_least=goal)


@contextlib.contextmanager
def one_core():
    """Keeps this process and what it starts on one core: then what is measured is work and switches, not where the scheduler
    put whom, and not the waking of an idle core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


# On the command line; the methods have their names with underscores.
MEASURES = [
    *("plain", "log", "har", "lines", "latency", "start", "growth", "bodies", "idle", "stalled", "download"),
    *("tls-quiet", "tls-new", "tls-mint", "tls-download"),
    *("h2", "h2-log", "h2-one", "h2-download", "h2-idle", "websocket"),
    *("kept", "rolling", "transfer"),
    *("rules", "rules-gather", "rules-slow", "rules-3g", "rules-held", "rules-reload"),
]


def method(bench: type[Bench] | Bench, name: str) -> Callable:
    return getattr(bench, name.replace("-", "_"))


def machine() -> dict[str, object]:
    processor = ""
    with contextlib.suppress(OSError):
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
                break
    return {"system": platform.platform(), "processor": processor, "cores": os.cpu_count(), "load": os.getloadavg()}


MEASURES += ["scripts", "scripts-events", "scripts-latency", "scripts-silent", "agents", "install"]
MEASURES += ["judge", "judge-live", "lessons", "fleet", "fleet-proxy", "fleet-delay", "fleet-queues"]
MEASURES += ["soak", "explain", "store", "kill", "screen"]


def comma_list(known: list[str]) -> Callable[[str], list[str]]:
    def parse(text: str) -> list[str]:
        names = text.split(",")
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(known)}")
        return names

    return parse


def parse_arguments() -> argparse.Namespace:
    listing = "\n".join(f"  {name:12} {method(Bench, name).__doc__}" for name in MEASURES)
    parser = argparse.ArgumentParser(
        description=__doc__, epilog="measures:\n" + listing, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hark", type=pathlib.Path, default=subjects.HERE.parent / ".build/release/hark")
    parser.add_argument("--cost", type=pathlib.Path, default=subjects.HERE.parent / ".build/release/ExplainCost")
    parser.add_argument(
        "--store-cost", type=pathlib.Path, default=subjects.HERE.parent / ".build/release/StoreCost"
    )
    parser.add_argument("--hark-options", type=str.split, default=[], metavar="TEXT", help="more flags for hark proxy")
    parser.add_argument("--only", type=comma_list(MEASURES), default=MEASURES, metavar="A,B", help="these measures alone")
    parser.add_argument(
        "--subjects", type=comma_list(list(SUBJECTS)), default=list(SUBJECTS), metavar="A,B", help="these programs alone"
    )
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each alternating measure (5)")
    parser.add_argument("--quick", action="store_true", help="short runs and small sizes: to try, not to quote")
    parser.add_argument("--check", action="store_true", help="exit with 1 when a goal is missed")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    subjects.Tools.hark = arguments.hark.resolve()
    subjects.Tools.hark_options = arguments.hark_options
    # So that a plain kill, too, runs the clean-up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    load.raise_descriptor_limit()
    bench = Bench(arguments)
    bench.report.about = machine() | {"rounds": bench.rounds, "quick": bench.quick, "hark": arguments.hark_options}
    failed = False
    for name in arguments.only:
        print(f"{name}: {method(Bench, name).__doc__}", file=sys.stderr)
        try:
            method(bench, name)()
        except Unusable as error:
            failed = True
            bench.report.problems(name, {str(error)})
            print(f"  {error}", file=sys.stderr)
    bench.report.print_table()
    folder = subjects.HERE.parent / ".build/bench"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / time.strftime("%Y%m%d-%H%M%S.json")
    path.write_text(json.dumps(bench.report.as_json(), indent=2) + "\n")
    print(f"\nwritten to {path}", file=sys.stderr)
    if failed:
        return 69
    return 1 if arguments.check and bench.report.has_missed_goals else 0


if __name__ == "__main__":
    sys.exit(main())
