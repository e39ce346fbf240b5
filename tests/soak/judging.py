"""What of a soak holds and what does not."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass, field

from soak.load import WATCHERS
from soak.measuring import Size, sizes
from soak.records import Request, outside, told, well
from soak.recovery import WITHIN
from soak.running import Soaked

SLOWEST_PAGE = 1.0
"""Seconds within which 99 of 100 pages are answered while nothing is broken."""

GROWTH = 1.1
"""By which factor a median of the last quarter may be above that of the second …"""

MORE = Size(20.0, 4.0, 10.0)
"""… and by how much more: MB, threads, open files."""

LATE = 10.0
"""Seconds within which a watcher has heard what was entered while nothing was broken."""

PAGES = ("page",)
"""The kinds of requests that are pages."""

KINDS = ("page", "question", "posting", "act", "form", "ticket", "correction", "list")
"""The kinds of requests whose seconds are told; who waits for a match waits as long as it takes."""


@dataclass
class Judged:
    """What was found, and what does not hold.

    Args:
        soaked: what was done.
        latencies: by kind of request: count, median, p99 and longest, in milliseconds, outside the faults.
        failed: what was answered otherwise than asked for outside the faults, with counts.
        growth: for each process that lived all the while: its sizes in the second and the last quarter.
        live: seconds until watchers had heard: p99 and longest, and how often nobody told them.
        wrong: sentences about what does not hold.
    """

    soaked: Soaked
    latencies: dict[str, dict[str, float]] = field(default_factory=dict)
    failed: Counter[str] = field(default_factory=Counter)
    growth: dict[int, tuple[Size, Size]] = field(default_factory=dict)
    live: dict[str, float] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def judge(soaked: Soaked) -> Judged:
    """Judge a soak."""
    judged = Judged(soaked)
    plan = soaked.plan
    quiet = outside(soaked.recorder.requests, soaked.windows)
    for kind in KINDS:
        seconds = [one.seconds for one in quiet if one.kind == kind and well(one)]
        if seconds:
            judged.latencies[kind] = _latencies(seconds)
    judged.failed = Counter(f"{one.kind}: {told(one)}" for one in quiet if not well(one))
    judged.live = _live(soaked)
    second, last = (sizes(soaked.measuring.looks, plan.quarter(at), soaked.windows) for at in (2, 4))
    judged.growth = {process: (second[process], last[process]) for process in second if process in last}
    judged.wrong += _losses(soaked)
    judged.wrong += _recoveries(soaked)
    judged.wrong += _answers(soaked.recorder.requests)
    judged.wrong += [f"outside the faults {count} × {what}" for what, count in judged.failed.items()]
    if judged.live["unheard"]:
        judged.wrong.append(f"outside the faults {judged.live['unheard']:.0f} live events were not heard")
    judged.wrong += [f"unexpected: {one}" for one in soaked.recorder.unexpected[:5]]
    if soaked.exit_code:
        judged.wrong.append(f"arpad serve has ended with {soaked.exit_code}")
    if not plan.only_losses:
        judged.wrong += late_pages(judged.latencies)
        judged.wrong += growing(judged.growth)
    return judged


def _latencies(seconds: list[float]) -> dict[str, float]:
    seconds = sorted(seconds)
    late = seconds[min(len(seconds) - 1, int(0.99 * len(seconds)))]
    return {
        "count": len(seconds),
        "median": 1000 * statistics.median(seconds),
        "p99": 1000 * late,
        "longest": 1000 * seconds[-1],
    }


def _live(soaked: Soaked) -> dict[str, float]:
    """Return how soon watchers had heard of results that were entered while nothing was broken."""
    seconds = []
    unheard = 0
    for seq, at in soaked.world.entered:
        if any(window.begin - LATE < at < window.end for window in soaked.windows):
            continue
        if at > soaked.seconds - LATE:
            continue
        for heard in soaked.world.heard:
            moment = next((when for number, when in heard if number >= seq), None)
            if moment is None:
                unheard += 1
            else:
                seconds.append(max(0.0, moment - at))
    found = {"count": float(len(seconds)), "unheard": float(unheard), "watchers": float(WATCHERS)}
    return found | (_latencies(seconds) if seconds else {})


def _losses(soaked: Soaked) -> list[str]:
    wrong = []
    for what, found in soaked.kept.items():
        if found["wrong"]:
            lost = found["acknowledged"] - found["found"]
            wrong.append(f"{what}: {lost} of {found['acknowledged']} wrong, such as {found['wrong'][0]}")
    for name, found in soaked.webhooks.items():
        missing = found["happened"] - found["told"]
        if missing or found["out of order"] or found["problems"]:
            wrong.append(f"the webhook of {name}: {missing} were not told; {found}")
    return wrong


def _recoveries(soaked: Soaked) -> list[str]:
    return [
        f"{felt.title}: {name} {'never worked again' if seconds is None else f'took {seconds} s'}"
        for felt in soaked.felt
        for name, seconds in felt.recovered.items()
        if seconds is None or seconds > WITHIN
    ]


def _answers(requests: list[Request]) -> list[str]:
    """Whatever is broken, a fault of the program is never the answer."""
    found = Counter(f"{one.path} {told(one)}" for one in requests if one.status == 500)
    return [f"answered {count} × {what}" for what, count in found.most_common(5)]


def late_pages(latencies: dict[str, dict[str, float]]) -> list[str]:
    """Return which pages are slow, of the latencies by kind of request."""
    slow = {kind: latencies.get(kind, {}).get("p99", 0.0) for kind in PAGES}
    return [
        f"one {kind} in a hundred took more than {late:.0f} ms"
        for kind, late in slow.items()
        if late > 1000 * SLOWEST_PAGE
    ]


def growing(growth: dict[int, tuple[Size, Size]]) -> list[str]:
    """Return what grows, of the sizes of each process in the second and the last quarter."""
    if not growth:
        return ["no process has lived through the second and the last quarter"]
    return [
        f"{name} of process {process} grew from {old:.0f} to {new:.0f}"
        for process, (before, after) in growth.items()
        for name, old, new, more in zip(Size._fields, before, after, MORE, strict=True)
        if new > GROWTH * old + more
    ]
