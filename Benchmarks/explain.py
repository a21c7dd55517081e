"""What explaining costs, measured by the program in ExplainCost/ in its own processor time, so that neighbours count for little."""

from __future__ import annotations

import pathlib
import subprocess

from subjects import Unusable


class ExplainMeasures:
    """Mixed into the bench."""

    cost: pathlib.Path

    def explain(self) -> None:
        """processor time of explaining an exchange, of the verdicts on a line, and of junk; memory for junk"""
        if not self.cost.exists():
            raise Unusable("the program that measures explanations is not built; `make bench` builds it")
        rows = self._rows()
        for shape in [name.split(", ")[1] for name, *_ in rows if name.startswith("growth, ")]:
            rows += self._rows("--memory", shape)
        for name, median, low, high, unit in rows:
            values = {name: [float(low), float(median), float(high)]}
            self.report.values("explain", unit, values, at_most=goal(name))

    def _rows(self, *arguments: str) -> list[list[str]]:
        result = subprocess.run([self.cost, *arguments], check=True, capture_output=True, text=True)
        return [line.split("\t") for line in result.stdout.splitlines()]


def goal(name: str) -> float | None:
    if name.startswith("exchange, "):
        return 250
    if name.startswith("line, "):
        return 4
    # Chunks are a body, not a head.
    if name.startswith("junk, ") and name.endswith(", 1 MiB") and "chunks" not in name:
        return 50
    if name.startswith("growth, "):
        # Linear is 4, quadratic 16; what fits into a processor's cache at 1 MiB does not at 4.
        return 10
    return 32 if name.startswith("memory, ") else None
