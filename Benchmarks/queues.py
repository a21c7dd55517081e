"""Queues of a fleet under outages, simulated second by second: how many flows wait in a proxy's session file, how long,
and when all are in the database. `python3 queues.py` prints a table; docs/fleet.md quotes it."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable

#: Flows a second that one core of a database takes, and one shipper sends.
CORE, SHIPPER = 40_000, 10_000
#: Bytes of session file a flow.
SPOOL = 2_360


@dataclasses.dataclass(frozen=True)
class Outage:
    name: str
    proxies: int
    #: Flows a second of one proxy that are shipped, and that are recorded.
    rate: float
    recorded: float
    cores: float
    seconds: int
    #: The share of the database's speed at a second after the beginning of the outage.
    speed: Callable[[int], float] = lambda second: 0
    #: Bytes of session file that `--keep` allows a proxy.
    keep: float = float("inf")
    shipper: float = SHIPPER


@dataclasses.dataclass
class Result:
    #: Of one proxy, at most.
    peak: float = 0
    bytes: float = 0
    #: Seconds.
    lag: float = 0
    recovery: float = 0
    lost: float = 0


OUTAGES = [
    Outage("a laptop, 8 h away", 1, 5, 5, 1, 8 * 3600),
    Outage("40 gateways, 4 cores, 10 min", 40, 1_000, 1_000, 4, 600),
    Outage("40 gateways, 2 cores, 10 min", 40, 1_000, 1_000, 2, 600),
    Outage("40 gateways, 2 cores, --keep 2GiB, 1 h", 40, 1_000, 1_000, 2, 3600, keep=2 << 30),
    Outage("40 gateways, 2 cores, 30 s of each minute", 40, 1_000, 1_000, 2, 600, lambda second: second % 60 >= 30),
    Outage("40 gateways, 2 cores, a third of the speed", 40, 1_000, 1_000, 2, 600, lambda second: 1 / 3),
    Outage("56 gateways, 18,000/s, 50 cores, 5 min", 56, 18_000, 18_000, 50, 300, shipper=36_000),
    Outage("the same, 3 % sampled, 2 cores", 56, 540, 18_000, 2, 300),
]


def simulate(outage: Outage, seed: int = 1) -> Result:
    """All proxies record alike; each shipper waits for its own time after a failure (1 s, doubling to 60 s, full jitter)."""
    dice = random.Random(seed)
    result = Result()
    waiting = [0.0] * outage.proxies
    again = [0.0] * outage.proxies
    tries = [0] * outage.proxies
    second = 0
    while True:
        is_down = second < outage.seconds
        speed = outage.speed(second) if is_down else 1
        asking = []
        for number in range(outage.proxies):
            waiting[number] += outage.rate
            room = outage.keep / SPOOL * (outage.rate / outage.recorded)
            if waiting[number] > room:
                result.lost += waiting[number] - room
                waiting[number] = room
            if second < again[number]:
                continue
            if speed == 0:
                again[number] = second + dice.random() * min(60, 2 ** min(tries[number], 6))
                tries[number] += 1
            else:
                tries[number] = 0
                asking.append(number)
        result.peak = max(result.peak, max(waiting))
        left = outage.cores * CORE * speed
        # Fairly: who needs less than a part leaves the rest to the others.
        for place, number in enumerate(sorted(asking, key=lambda one: waiting[one])):
            taken = min(waiting[number], outage.shipper, left / (len(asking) - place))
            waiting[number] -= taken
            left -= taken
        result.lag = max(result.lag, max(waiting) / outage.rate)
        second += 1
        if not is_down and max(waiting) <= outage.rate:
            break
        if second > outage.seconds + 86_400:
            break
    result.bytes = result.peak * SPOOL * outage.recorded / outage.rate
    result.recovery = second - outage.seconds
    return result


if __name__ == "__main__":
    print("| fleet | waiting at most, a proxy | session file | lag | caught up after | lost |\n|---|---|---|---|---|---|")
    for one in OUTAGES:
        found = simulate(one)
        print(
            f"| {one.name} | {found.peak:,.0f} flows | {found.bytes / 1e9:.2f} GB | {found.lag:,.0f} s | "
            f"{found.recovery:,.0f} s | {found.lost:,.0f} |")
