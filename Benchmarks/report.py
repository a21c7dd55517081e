"""What was found: a table for people, JSON for programs."""

from __future__ import annotations

import statistics


class Report:
    def __init__(self) -> None:
        self.about: dict[str, object] = {}
        self.rows: list[dict[str, object]] = []
        self.troubles: list[dict[str, str]] = []

    def values(
        self, measure: str, unit: str, values: dict[str, list[float]], at_most: float | None = None
    ) -> None:
        for name, list_ in values.items():
            median = statistics.median(list_)
            self._row(measure, name, median, min(list_), max(list_), unit, None, at_most, values=list_)

    def ratio(
        self,
        measure: str,
        name: str,
        numerators: list[float],
        denominators: list[float],
        at_least: float | None = None,
        at_most: float | None = None,
    ) -> None:
        """The median over the rounds of the ratio within each round: a drift of the machine cancels out."""
        ratios = [above / below if below else float("nan") for above, below in zip(numerators, denominators)]
        self._row(
            measure, name, statistics.median(ratios), min(ratios), max(ratios), "×", at_least, at_most, values=ratios
        )

    def single(
        self,
        measure: str,
        name: str,
        value: float,
        unit: str,
        at_most: float | None = None,
        also: float | None = None,
        at_least: float | None = None,
    ) -> None:
        extra = {} if also is None else {"MiB/s": also}
        self._row(measure, name, value, value, value, unit, at_least, at_most, **extra)

    def problems(self, measure: str, texts: set[str]) -> None:
        self.troubles += [{"measure": measure, "text": text} for text in sorted(texts)]

    def _row(
        self,
        measure: str,
        name: str,
        value: float,
        low: float,
        high: float,
        unit: str,
        at_least: float | None = None,
        at_most: float | None = None,
        **extra: object,
    ) -> None:
        row: dict[str, object] = {"measure": measure, "name": name, "value": value, "low": low, "high": high, "unit": unit}
        if at_least is not None:
            row |= {"goal": f"at least {at_least:g}", "reached": value >= at_least}
        if at_most is not None:
            row |= {"goal": f"at most {at_most:g}", "reached": value <= at_most}
        self.rows.append(row | extra)

    @property
    def has_missed_goals(self) -> bool:
        return bool(self.troubles) or any(row.get("reached") is False for row in self.rows)

    def as_json(self) -> dict[str, object]:
        return {"about": self.about, "rows": self.rows, "problems": self.troubles}

    def print_table(self) -> None:
        lines = [("measure", "of", "median", "lowest – highest", "unit", "goal", "")]
        for row in self.rows:
            spread = "" if row["low"] == row["high"] else f"{number(row['low'])} – {number(row['high'])}"
            verdict = {True: "reached", False: "MISSED", None: ""}[row.get("reached")]
            median = number(row["value"])
            lines.append((row["measure"], row["name"], median, spread, row["unit"], row.get("goal", ""), verdict))
        widths = [max(len(line[column]) for line in lines) for column in range(7)]
        for line in lines:
            cells = [cell.rjust(width) if 2 <= column <= 3 else cell.ljust(width)
                     for column, (cell, width) in enumerate(zip(line, widths))]
            print("  ".join(cells).rstrip())
        for trouble in self.troubles:
            print(f"problem in {trouble['measure']}: {trouble['text']}")


def number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
