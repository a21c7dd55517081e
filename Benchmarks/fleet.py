"""What a fleet's database costs: shipping, the size of a flow, queries, the proxy while it ships, and how long queues get
in an outage. With a PostgreSQL of its own, in a temporary folder, with its standard settings."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import load
import queues
import subjects
from subjects import Running, Tools, Unusable
from workbench import timed


class Postgres:
    """A server of its own; the figures of all of its processes."""

    def __init__(self, folder: pathlib.Path):
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"))
        if not found:
            raise Unusable("the server of PostgreSQL is not installed (scripts/requirements names it)")
        self.programs = found[-1].parent
        self.folder = folder
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        # The server refuses to run as root.
        self.drop = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        if self.drop:
            shutil.chown(folder, "nobody")
        data = str(folder / "data")
        words = [*self.drop, str(self.programs / "initdb"), "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8"]
        subprocess.run([*words, "--locale=C"], check=True, capture_output=True, cwd=folder)
        self.process = subprocess.Popen(
            [*self.drop, str(self.programs / "postgres"), "-D", data, "-p", str(self.port), "-k", "", "-c",
             "listen_addresses=127.0.0.1", "-c", "max_wal_size=4GB"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
        deadline = time.monotonic() + 30
        while True:
            with contextlib.suppress(subprocess.CalledProcessError):
                self.sql("CREATE DATABASE hark", "postgres")
                break
            if time.monotonic() > deadline:
                self.stop()
                raise Unusable("PostgreSQL did not start")
            time.sleep(0.1)
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/hark"
        self.hark("fleet", "init", self.url)

    def hark(self, *words: str) -> str:
        return subprocess.run([str(Tools.hark), *words], check=True, capture_output=True, text=True).stdout

    def sql(self, statement: str, database: str = "hark") -> str:
        place = f"postgres://postgres@127.0.0.1:{self.port}/{database}"
        words = [str(self.programs / "psql"), "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-c", statement, place]
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()

    def processor_seconds(self) -> float:
        """Of the server, of processes that ended, and of those that run."""
        ticks = 0
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                facts = stat.read_text().rpartition(")")[2].split()
                if stat.parent.name == str(self.process.pid):
                    ticks += sum(map(int, facts[11:15]))
                elif facts[1] == str(self.process.pid):
                    ticks += int(facts[11]) + int(facts[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=60)


#: Flows of no run are not shipped.
RUN = "00c0ffee00c0ffee"


def exchange(number: int, start: float) -> str:
    """A line of a log: an API, with heads of 340 bytes and 110 bytes of JSON."""
    host = f"api-{number % 40}.example.com"
    fields = [
        ("Host", host), ("User-Agent", "shop/4.11 (Linux; build 2,118)"), ("Accept", "application/json"),
        ("Authorization", f"Bearer {number % 997:08d}abcdefghijklmnopqrstuv"), ("X-Request-Id", f"{number:032x}"),
    ]
    answer = [("Content-Type", "application/json"), ("Cache-Control", "no-store"), ("Server", "api")]
    text = json.dumps({"id": number, "name": f"article {number % 5_000}", "price": number % 97, "stock": number % 13})
    status = 500 if number % 50 == 0 else 200
    moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(start)) + f".{int(start % 1 * 1e6):06d}Z"
    pairs = lambda lines: [{"name": name, "value": value} for name, value in lines]
    return json.dumps({
        "_id": number, "_run": RUN, "startedDateTime": moment, "time": 3 + number % 40,
        "request": {
            "method": "GET", "url": f"https://{host}/articles/{number % 5_000}?page={number % 9}",
            "httpVersion": "HTTP/1.1", "headers": pairs(fields), "queryString": [], "cookies": [], "headersSize": -1,
            "bodySize": 0,
        },
        "response": {
            "status": status, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": pairs(answer), "cookies": [],
            "content": {"size": len(text), "mimeType": "application/json", "text": text.ljust(110)}, "redirectURL": "",
            "headersSize": -1, "bodySize": len(text),
        },
        "cache": {}, "timings": {"send": 1, "wait": 1 + number % 40, "receive": 1},
    }, separators=(",", ":"))


class FleetMeasures:
    """Mixed into the bench."""

    def _session(self, folder: pathlib.Path, count: int) -> str:
        log, session = folder / "a.log", str(folder / "a.hark")
        begin = time.time() - count / 1_000
        with open(log, "w", encoding="ascii") as file:
            for number in range(1, count + 1):
                file.write(exchange(number, begin + number / 1_000) + "\n")
        subprocess.run([str(Tools.hark), "import", str(log), "--store", session], check=True, capture_output=True)
        log.unlink()
        return session

    def fleet(self) -> None:
        """flows shipped to PostgreSQL, redacted and whole: rate, processor, sizes, and queries over them"""
        count = 20_000 if self.quick else 1_000_000
        with tempfile.TemporaryDirectory(prefix="hark-fleet-") as name:
            folder = pathlib.Path(name)
            folder.chmod(0o755)
            (folder / "server").mkdir()
            session = self._session(folder, count)
            server = Postgres(folder / "server")
            try:
                self._ship(server, session, count)
                self._queries(server, count)
            finally:
                server.stop()

    def _ship(self, server: Postgres, session: str, count: int) -> None:
        for kind, words in (("whole", ["--with-secrets", "--bodies", "all"]), ("redacted", [])):
            if kind == "redacted":
                server.sql("TRUNCATE hark.run, hark.flow, hark.pack, hark.body, hark.fact")
            position = server.sql("SELECT pg_current_wal_insert_lsn()")
            before, begun = server.processor_seconds(), time.monotonic()
            process = subprocess.Popen(
                [str(Tools.hark), "ship", session, "--to", server.url, *words], stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            if os.waitstatus_to_exitcode(status) != 0:
                raise Unusable("hark ship failed")
            own = usage.ru_utime + usage.ru_stime
            took = time.monotonic() - begun
            used = server.processor_seconds() - before
            written = int(server.sql(f"SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '{position}')::bigint"))
            title = f"fleet, {kind}"
            self.report.values(title, "flows/s", {"shipped": [count / took] * 3})
            goal = 20_000 if kind == "redacted" else 40_000
            rate = count / own
            self.report.ratio(title, "flows a second of its own processor / goal", [rate], [goal], at_least=1)
            self.report.single(title, "peak memory", usage.ru_maxrss / 1024, "MiB", at_most=64)
            self.report.single(title, "server's processor", used * 1e6 / count, "µs a flow", at_most=30)
            self.report.single(title, "write-ahead log", written / count, "bytes a flow", at_most=1_200)
        size = int(server.sql(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = 'hark'::regnamespace "
            "AND relkind = 'r'"))
        self.report.single("fleet", "size", size / count, "bytes a flow", at_most=900)

    def _queries(self, server: Postgres, count: int) -> None:
        server.sql("VACUUM ANALYZE")
        flows = [str(Tools.hark), "flows", "--session", server.url, "--limit", "50"]
        stats = [str(Tools.hark), "stats", "--session", server.url]
        for name, words, goal in (
            ("last page", flows, 50), ("50 newest of an indexed test", [*flows, "host = api-7.example.com"], 100),
            ("a word that is nowhere", [*flows, "text:nowherenowhere"], 2_000), ("hark stats", stats, 1_500),
        ):
            best = min(timed(words)[0] for _ in range(3)) * 1000
            # The goals are for 5,000,000 flows, of stats and counts for 1,400,000.
            self.report.single("fleet", f"{name}, {count:,} flows", best, "ms", at_most=goal)
        begun = time.monotonic()
        server.sql("SELECT count(*) FROM hark.flow WHERE duration > 20000")
        self.report.single(
            "fleet", f"count of an unindexed test, {count:,} flows", (time.monotonic() - begun) * 1000, "ms",
            at_most=1_000)
        begun = time.monotonic()
        later = server.hark("fleet", "maintain", server.url, "--keep", "1d")
        self.report.single("fleet", f"hark fleet maintain ({later.splitlines()[0]})", (time.monotonic() - begun) * 1000, "ms")

    def fleet_proxy(self) -> None:
        """requests per second with --ship, --otlp and --metrics beside --store, over that with --store"""
        with tempfile.TemporaryDirectory(prefix="hark-fleet-") as name:
            folder = pathlib.Path(name)
            folder.chmod(0o755)
            (folder / "server").mkdir()
            server = Postgres(folder / "server")

            def shipping(url: str):
                def start(place: pathlib.Path, origin: int, keeps: str) -> Running:
                    return subjects.start_hark(place, [
                        "--reverse", f"http://127.0.0.1:{origin}", "--shards", "1", "--store", str(place / "a.hark"),
                        "--ship", url, "--otlp=http://127.0.0.1:9", "--metrics=127.0.0.1:0",
                    ])

                return start

            kinds = {
                "--store": lambda place, origin, keeps: subjects.hark(place, origin, "store"),
                "with --ship": shipping(server.url),
                "with a database that is down": shipping("postgres://postgres@127.0.0.1:9/hark"),
            }
            try:
                values = self.rates("fleet-proxy", kinds)
            finally:
                server.stop()
        for kind in list(kinds)[1:]:
            self.report.ratio("fleet-proxy", kind, values[kind], values["--store"], at_least=0.9)

    def fleet_delay(self) -> None:
        """how long after its end a flow is in the database"""
        with tempfile.TemporaryDirectory(prefix="hark-fleet-") as name:
            folder = pathlib.Path(name)
            folder.chmod(0o755)
            (folder / "server").mkdir()
            server = Postgres(folder / "server")
            proxy = None
            try:
                proxy = subjects.start_hark(folder, ["--store", str(folder / "a.hark"), "--ship", server.url])
                delays = []
                for number in range(1, 4 if self.quick else 11):
                    load_one(proxy.port)
                    ended = time.monotonic()
                    while int(server.sql("SELECT count(*) FROM hark.flow")) < number:
                        if time.monotonic() > ended + 30:
                            raise Unusable("a flow did not arrive within 30 s")
                        time.sleep(0.02)
                    delays.append(time.monotonic() - ended)
                self.report.values("fleet-delay", "s", {"flow in the database": delays}, at_most=2)
            finally:
                if proxy:
                    proxy.stop()
                server.stop()

    def fleet_queues(self) -> None:
        """simulated outages: what waits, how long, and when it is caught up (queues.py)"""
        for outage in queues.OUTAGES:
            result = queues.simulate(outage)
            self.report.single("fleet-queues", f"{outage.name}: caught up after", result.recovery, "s")
            self.report.single("fleet-queues", f"{outage.name}: waiting at most", result.peak, "flows a proxy")
            self.report.single("fleet-queues", f"{outage.name}: lost", result.lost, "flows")


def load_one(port: int) -> None:
    """One request through a proxy, to its own demo site."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as one:
        one.sendall(b"GET http://demo.hark.test/cookies HTTP/1.1\r\nHost: demo.hark.test\r\nConnection: close\r\n\r\n")
        while one.recv(65_536):
            pass
