"""What keeping flows costs, and how fast they come in and go out again."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import tempfile
import time

import load
from subjects import Tools, Unusable, start_hark


class WorkbenchMeasures:
    """Mixed into the bench."""

    def kept(self) -> None:
        """as `plain`, everything kept in a session file (HAProxy: its log; mitmweb: in memory)"""
        self._throughput("kept", "store", ["hark", "haproxy", "mitmproxy"], {"haproxy": 0.5, "mitmproxy": 30})

    def rolling(self) -> None:
        """rate, memory and file over 2,000,000 flows, of which a session file keeps the newest 100,000: some four minutes"""
        count = 20_000 if self.quick else 100_000
        with tempfile.TemporaryDirectory(prefix="hark-bench-") as name:
            session = pathlib.Path(name) / "rolling.hark"
            options = ["--store", str(session), "--keep", str(count)]
            kinds = {"hark": lambda folder, origin, _: start_hark(folder, ["--reverse", f"http://127.0.0.1:{origin}", *options])}
            sizes = []
            rates = []
            with self.started(["hark"], kinds=kinds) as running:
                for total in (count, count, 18 * count):
                    start = time.monotonic()
                    done = load.exchanges(running["hark"].port, total)
                    rates.append(done / (time.monotonic() - start))
                    # What waits is written, and the oldest go.
                    time.sleep(5)
                    files = sum(file.stat().st_size for file in pathlib.Path(name).glob("rolling.hark*"))
                    sizes.append((running["hark"].memory()["now"], files / (1 << 20)))
                running["hark"].stop()
            kept = int(subprocess.check_output([str(Tools.hark), "flows", "--session", str(session), "--count"]).split()[0])
        for place, unit in enumerate(("memory", "file")):
            first, last = sizes[1][place], sizes[2][place]
            self.report.single("rolling", f"{unit} after {2 * count:,} flows", first, "MiB")
            self.report.single("rolling", f"{unit} after {20 * count:,} flows", last, "MiB", at_most=first * 1.5)
        self.report.single("rolling", "while all are kept", rates[0], "exchanges/s")
        self.report.single("rolling", "while the oldest go", rates[2], "exchanges/s", at_least=rates[0] * 0.7)
        self.report.single("rolling", "flows kept", kept, "", at_most=count * 1.1)

    def transfer(self) -> None:
        """HAR in and out of a session: entries a second, and the peak beside that of a tenth of the file"""
        few = 5_000 if self.quick else 10_000
        peaks: dict[str, list[float]] = {"import": [], "export": []}
        for count in (few, few * 10):
            with tempfile.TemporaryDirectory(prefix="hark-bench-") as name:
                folder = pathlib.Path(name)
                recording = self._recording(folder, count)
                session = folder / "session.hark"
                entries = self._count(recording)
                steps = {
                    "import": ["import", "--store", str(session), str(recording)],
                    "export": ["export", "", "--session", str(session), "--format", "har", "-o", str(folder / "out.har")],
                }
                for step, words in steps.items():
                    seconds, peak = timed([str(Tools.hark), *words])
                    peaks[step].append(peak)
                    if count > few:
                        self.report.single("transfer", f"{step} of {entries:,}", entries / seconds, "entries/s", at_least=30_000)
        for step, (small, large) in peaks.items():
            self.report.single("transfer", f"{step}, peak", large, "MiB")
            self.report.single("transfer", f"{step}, peak grew by", large - small, "MiB", at_most=32)

    def _recording(self, folder: pathlib.Path, count: int) -> pathlib.Path:
        """A HAR of so many exchanges at least, recorded now."""
        with self.started(["hark"], "har") as running:
            load.exchanges(running["hark"].port, count)
            source = running["hark"].output.parent / "hark.har"
            running["hark"].stop()
            target = folder / "recorded.har"
            # What this program has in memory would count as what the next one it starts had.
            shutil.copyfile(source, target)
        return target

    @staticmethod
    def _count(recording: pathlib.Path) -> int:
        with open(recording, "rb") as file:
            return sum(line.count(b'"startedDateTime"') for line in file)


def timed(command: list[str]) -> tuple[float, float]:
    """Seconds, and the peak resident size in MiB."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read() if process.stderr else b""
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Unusable(f"{' '.join(command[:2])} ended with {process.returncode}: {said.decode(errors='replace')}")
    return seconds, usage.ru_maxrss / 1024
