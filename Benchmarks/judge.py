"""What judging costs: a HAR, a session of many flows, and each exchange while it passes. What all checks take of one exchange is a
row of `explain`."""

from __future__ import annotations

import json
import pathlib
import subprocess
import tempfile

import subjects
from subjects import Running, Tools, Unusable
from workbench import timed


def entry(number: int) -> dict:
    """An exchange of an API as browsers export it: heads of some 600 bytes, an answer of 2 KB."""
    items = [{"id": number * 20 + place, "name": f"item {place}", "price": "9.90", "tags": ["new", "blue"]} for place in range(30)]
    body = json.dumps({"page": number, "items": items})[:2000].ljust(2000)
    request = {
        "Host": "api.example.com", "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "Accept": "application/json", "Accept-Encoding": "gzip, deflate, br", "Cookie": f"session=s{number}; theme=dark",
        "Referer": "https://api.example.com/", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin",
    }
    response = {
        "Date": "Thu, 01 Jan 2026 00:00:00 GMT", "Content-Type": "application/json", "Content-Length": "2000",
        "Cache-Control": "private, max-age=60", "ETag": f'"v{number}"', "Vary": "Accept-Encoding",
        "Set-Cookie": f"last={number}; Path=/; Secure; HttpOnly; SameSite=Lax",
    }

    def fields(values: dict[str, str]) -> list[dict[str, str]]:
        return [{"name": name, "value": value} for name, value in values.items()]

    return {
        "startedDateTime": f"2026-01-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}.000Z", "time": 12,
        "request": {
            "method": "GET", "url": f"https://api.example.com/items/{number}?page=2", "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": fields(request), "queryString": [], "headersSize": -1, "bodySize": 0,
        },
        "response": {
            "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [], "headers": fields(response),
            "content": {"size": 2000, "mimeType": "application/json", "text": body}, "redirectURL": "", "headersSize": -1,
            "bodySize": 2000,
        },
        "cache": {}, "timings": {"send": 1, "wait": 10, "receive": 1},
    }


def har(path: pathlib.Path, count: int) -> None:
    with path.open("w") as file:
        file.write('{"log": {"version": "1.2", "creator": {"name": "bench", "version": "1"}, "entries": [\n')
        for number in range(count):
            file.write(("" if number == 0 else ",\n") + json.dumps(entry(number)))
        file.write("\n]}}\n")


def judging(*options: str):
    """How Hark is started in front of an origin, with a log and these options; what it prints goes to a file."""

    def start(folder: pathlib.Path, origin: int, keeps: str) -> Running:
        log = ["--log", str(folder / "hark.log")]
        return subjects.start_hark(folder, ["--reverse", f"http://127.0.0.1:{origin}", "--shards", "1", *log, *options])

    return start


KINDS = {"--log": judging(), "--log --judge": judging("--judge")}


class JudgeMeasures:
    """Mixed into the bench."""

    store_cost: pathlib.Path

    def judge(self) -> None:
        """hark judge: a HAR of 10,000 exchanges, a session of 100,000 flows; time and memory"""
        if not self.store_cost.exists():
            raise Unusable("the program that makes the session file is not built; `make bench` builds it")
        entries, few, many = (1_000, 2_000, 10_000) if self.quick else (10_000, 10_000, 100_000)
        with tempfile.TemporaryDirectory(prefix="hark-judge-") as name:
            folder = pathlib.Path(name)
            har(folder / "bench.har", entries)
            seconds, peak = self._judge(folder / "bench.har", entries)
            self.report.single("judge", f"HAR of {entries:,}", seconds, "s", at_most=5)
            self.report.single("judge", f"HAR of {entries:,}, peak", peak, "MiB", at_most=200)
            peaks = []
            for count in few, many:
                session = folder / f"{count}.hark"
                subprocess.run([self.store_cost, session, str(count)], check=True, capture_output=True)
                seconds, peak = self._judge(session, count)
                peaks.append(peak)
                self.report.single("judge", f"session of {count:,}", seconds, "s", at_most=30)
                goal = peaks[0] * 1.1 if count == many else None
                self.report.single("judge", f"session of {count:,}, peak", peak, "MiB", at_most=goal)
        # What checks of the session keep of each.
        grown = (peaks[1] - peaks[0]) * 1024 / (many - few)
        self.report.single("judge", "memory of each flow more", grown, "KiB", at_most=4)

    def _judge(self, file: pathlib.Path, count: int) -> tuple[float, float]:
        """Seconds and the peak in MiB."""
        report = file.with_suffix(".json")
        command = [str(Tools.hark), "judge", "--fail-on", "never", "--format", "json", "--output", str(report), str(file)]
        took = timed(command)
        judged = sum(part["flows"] for part in json.loads(report.read_text())["inputs"])
        if judged != count:
            raise Unusable(f"{judged:,} of {count:,} flows were judged")
        return took

    def judge_live(self) -> None:
        """requests per second with --judge beside --log, over that with --log"""
        values = self.rates("judge-live", KINDS)
        self.report.ratio("judge-live", "with --judge", values["--log --judge"], values["--log"], at_least=0.5)
