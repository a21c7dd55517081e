"""What keeping flows costs, and how fast they come in and go out again."""

from __future__ import annotations

import os
import pathlib
import subprocess
import tempfile
import time

import load
from subjects import Tools, Unusable


class WorkbenchMeasures:
    """Mixed into the bench."""

    def kept(self) -> None:
        """as `plain`, everything kept in a session file (HAProxy: its log; mitmweb: in memory)"""
        self._throughput("kept", "store", ["hark", "haproxy", "mitmproxy"], {"haproxy": 0.5, "mitmproxy": 30})

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
            target.write_bytes(source.read_bytes())
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
