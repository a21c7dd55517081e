"""How soon a lesson finds its example in a session of a million flows, and how soon all lessons are listed."""

from __future__ import annotations

import json
import subprocess
import tempfile
import time

from agents import middle
from subjects import Tools, Unusable


class LessonMeasures:
    """Mixed into the bench."""

    def lessons(self) -> None:
        """hark learn over 1,000,000 flows: the list, and the lesson of each topic with its example"""
        if not self.store_cost.exists():
            raise Unusable("the program that makes the session file is not built; `make bench` builds it")
        flows = "100000" if self.quick else "1000000"
        with tempfile.TemporaryDirectory(prefix="hark-lessons-") as folder:
            session = f"{folder}/cost.hark"
            subprocess.run([self.store_cost, session, flows], check=True, capture_output=True)
            milliseconds, output = self._learn(session)
            self.report.single("lessons", "hark learn, the list", milliseconds, "ms", at_most=1000)
            times = {}
            for lesson in json.loads(output)["lessons"]:
                times[lesson["topic"]], page = self._learn(session, lesson["topic"])
                if json.loads(page)["topic"] != lesson["topic"]:
                    raise Unusable(f"hark learn {lesson['topic']} answered something else")
        for topic, value in sorted(times.items(), key=lambda item: -item[1]):
            self.report.single("lessons", f"hark learn {topic}", value, "ms", at_most=150)

    def _learn(self, session: str, *words: str) -> tuple[float, str]:
        """The median of some runs of a command, in milliseconds, and what it printed."""
        times, output = [], ""
        for _ in range(3):
            begun = time.monotonic()
            command = [Tools.hark, "learn", *words, "--session", session, "--json"]
            output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            times.append((time.monotonic() - begun) * 1000)
        return middle(times), output
