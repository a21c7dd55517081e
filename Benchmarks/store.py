"""What the session file costs, measured by the program in StoreCost/, and whether it keeps its word when Hark is killed (kill.py)."""

from __future__ import annotations

import pathlib
import subprocess
import tempfile

import kill
from subjects import Tools, Unusable
from workbench import timed

# At most, but for the rate.
GOALS = {
    "memory beyond that at 10,000 flows": 40,
    "on disk beyond its own bytes": 1024,
    "last page": 50,
    "last page, a rare word": 150,
    "last page, no such word": 150,
    "last page, a word of one in 1,000": 150,
}


class StoreMeasures:
    """Mixed into the bench."""

    store_cost: pathlib.Path

    def store(self) -> None:
        """1,000,000 flows written to a session file, and found in it: rate, memory, disk, time of lists, filters and figures"""
        if not self.store_cost.exists():
            raise Unusable("the program that measures the session file is not built; `make bench` builds it")
        flows = "100000" if self.quick else "1000000"
        with tempfile.TemporaryDirectory(prefix="hark-store-") as folder:
            command = [self.store_cost, f"{folder}/cost.hark", flows]
            result = subprocess.run(command, check=True, capture_output=True, text=True)
            for words in ["stats"], ["stats", "status >= 400"], ["stats", "--by", "client"]:
                seconds, _ = timed([str(Tools.hark), *words, "--session", f"{folder}/cost.hark"])
                self.report.single("store", f"hark {' '.join(words)}", seconds * 1000, "ms", at_most=2000)
        for line in result.stdout.splitlines():
            name, value, unit = line.split("\t")
            plain = name.split(" (")[0]
            goal = GOALS.get(plain, 100 if plain.startswith("last page,") else None)
            self.report.values("store", unit, {name: [float(value)] * 3}, at_most=goal)

    def kill(self) -> None:
        """kill -9 at 100 random moments under load: rounds in which something is damaged or missing"""
        rounds = 5 if self.quick else 100
        with tempfile.TemporaryDirectory(prefix="hark-kill-") as folder:
            failures = kill.failures(pathlib.Path(folder), rounds)
        self.report.values("kill", "rounds", {"damaged or missing": [float(failures)] * 3}, at_most=0)
