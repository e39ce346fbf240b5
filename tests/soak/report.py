"""The tables of a soak, for people and as JSON."""

from __future__ import annotations

from typing import Any

from soak.judging import KINDS, Judged
from soak.recovery import FUNCTIONS


def tables(judged: Judged) -> str:
    """Return what was found, as Markdown."""
    soaked = judged.soaked
    plan = soaked.plan
    parts = [
        f"## {plan.database}, {soaked.seconds / 60:.1f} minutes, {plan.workers} processes, seed {plan.seed}",
        _faults(judged),
        _latencies(judged),
        _growth(judged),
        _kept(judged),
        _webhooks(judged),
        _notes(judged),
        "Everything holds." if not judged.wrong else "What does not hold:\n\n" + _list(judged.wrong),
    ]
    return "\n\n".join(part for part in parts if part)


def as_json(judged: Judged) -> dict[str, Any]:
    """Return the same as JSON has it."""
    soaked = judged.soaked
    return {
        "database": soaked.plan.database,
        "seconds": round(soaked.seconds, 1),
        "seed": soaked.plan.seed,
        "holds": not judged.wrong,
        "wrong": judged.wrong,
        "faults": [
            {
                "fault": felt.title,
                "at": round(felt.window.begin, 1),
                "seconds": felt.planned.seconds,
                "done": felt.done,
                "needed": felt.needed,
                "recovered": felt.recovered,
                "answers": dict(felt.answers),
            }
            for felt in soaked.felt
        ],
        "latencies": judged.latencies,
        "failed": dict(judged.failed),
        "live": judged.live,
        "processes": {
            str(process): [one._asdict() for one in both] for process, both in judged.growth.items()
        },
        "load": _load(judged),
        "kept": soaked.kept,
        "webhooks": soaked.webhooks,
        "tracebacks": dict(soaked.tracebacks),
        "exit_code": soaked.exit_code,
    }


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _list(lines: list[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _seconds(value: float | None) -> str:
    return "never" if value is None else f"{value:.1f}"


def _faults(judged: Judged) -> str:
    rows = []
    for felt in judged.soaked.felt:
        at = f"{felt.window.begin / 60:.1f}"
        if not felt.done:
            rows.append([felt.title, at, "not possible here", *[""] * (len(FUNCTIONS) + 1)])
            continue
        answers = ", ".join(f"{count} × {what}" for what, count in felt.answers.most_common(3))
        recovered = [_seconds(felt.recovered.get(name)) for name in FUNCTIONS]
        rows.append([felt.title, at, f"{felt.planned.seconds:g}", *recovered, answers])
    head = ["fault", "minute", "seconds", *FUNCTIONS, "answered meanwhile, beside what was done"]
    return "Seconds from the end of each fault until it works again:\n\n" + _table(head, rows)


def _latencies(judged: Judged) -> str:
    rows = [
        [
            kind,
            f"{found['count']:,.0f}",
            f"{found['median']:.0f}",
            f"{found['p99']:.0f}",
            f"{found['longest']:.0f}",
        ]
        for kind in KINDS
        if (found := judged.latencies.get(kind))
    ]
    live = judged.live
    if live["count"]:
        rows.append(
            ["live event heard", *(f"{live[name]:.0f}" for name in ("count", "median", "p99", "longest"))]
        )
    head = ["outside the faults", "answers", "median ms", "p99 ms", "longest ms"]
    return _table(head, rows)


def _growth(judged: Judged) -> str:
    rows = [
        [
            str(at),
            *(
                f"{old:.0f} → {new:.0f}"
                for old, new in zip(judged.growth[process][0], judged.growth[process][1], strict=True)
            ),
        ]
        for at, process in enumerate(judged.growth, 1)
    ]
    if not rows:
        return ""
    head = ["process, second quarter → last quarter", "MB resident", "threads", "open files"]
    return _table(head, rows)


def _kept(judged: Judged) -> str:
    rows = [
        [what, f"{found['acknowledged']:,}", f"{found['found']:,}"]
        for what, found in judged.soaked.kept.items()
    ]
    return _table(["kept", "acknowledged", "found, once"], rows)


def _webhooks(judged: Judged) -> str:
    rows = [
        [
            name,
            f"{found['happened']:,}",
            f"{found['told']:,}",
            str(found["refused"]),
            str(found["repeated"]),
            str(found["out of order"]),
        ]
        for name, found in judged.soaked.webhooks.items()
    ]
    head = ["webhook", "happened", "told", "deliveries refused", "told again", "out of order"]
    return _table(head, rows)


def _load(judged: Judged) -> dict[str, float]:
    busy = sorted(judged.soaked.measuring.busy)
    if not busy:
        return {}
    return {"median": busy[len(busy) // 2], "longest": busy[-1]}


def _notes(judged: Judged) -> str:
    soaked = judged.soaked
    load = _load(judged)
    notes = [f"{felt.title}: {felt.done}" for felt in soaked.felt if felt.done]
    notes += [felt.needed for felt in soaked.felt if felt.needed]
    if load:
        notes.append(
            f"load of the machine (1 minute): median {load['median']:.1f}, at most {load['longest']:.1f}"
        )
    notes += [f"tracebacks in the log: {count} × {what}" for what, count in soaked.tracebacks.most_common(8)]
    return _list(notes)
