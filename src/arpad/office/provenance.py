"""How a list was computed: system and parameters, record and fingerprint, and the command to do it again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from arpad.office.manifest import Manifest
from arpad.office.markup import count, day, exact, name, text
from arpad.ratings.parameters import Parameter, parameters_of
from arpad.ratings.system import RatingSystem
from arpad.record.periods import parse_period

UNITS = {"d": "day", "w": "week", "mo": "month", "y": "year", "number": "numbered period"}

STATUS = {
    "exact": "exact: it follows its source to the digit",
    "approximate": "approximate: it comes close to its source",
    "unverified": "unverified: no published calculation was at hand to compare with",
}


def provenance(system: RatingSystem, manifests: Mapping[str | None, Manifest]) -> str:
    """Return what the lists of a page were computed from.

    Args:
        system: the rating system.
        manifests: by pool; under None where there are no pools.
    """
    one = next(iter(manifests.values()))
    known = parameters_of(system)
    command = shlex.join([*one.command(by_pool=None not in manifests), "--out", "list.html"])
    facts = [
        ("System", f"{text(one.title)} <span>({text(one.source)})</span>"),
        ("Against its source", text(STATUS.get(one.status, one.status))),
        ("Schedule", text(_schedule(one))),
        ("Files", ", ".join(text(file) for file in one.files) or "none: the record was made in a program"),
        ("Rows", text(_rows(one))),
    ]
    if len(manifests) == 1:
        facts += _record(one)
    if one.given:
        said = "; ".join(f"{name(who)} {exact(rating)} at {text(event)}" for who, event, rating in one.given)
        facts.append(("Given ratings", said))
    facts.append(("Program", f"arpad {text(one.arpad)}"))
    listed = "".join(f"<dt>{term}</dt><dd>{fact}</dd>\n" for term, fact in facts)
    remarks = "".join(f'<p class="note">{text(each)}</p>\n' for each in system.notes)
    pools = _pools(manifests) if len(manifests) > 1 else ""
    return (
        f"<dl>\n{listed}</dl>\n{remarks}{pools}{_parameters(known, one)}"
        "<p>The same files, system and version give the same list, to the last digit:</p>\n"
        f"<pre><code>{text(command)}</code></pre>\n"
    )


def _record(one: Manifest) -> list[tuple[str, str]]:
    """Return what the ratings rest on."""
    return [
        ("Games", text(_span(one))),
        ("Players", f"{one.players:,}"),
        (
            "Fingerprint",
            f"<code>{text(one.digest)}</code> <span>(SHA-256 of the games in order of play and of what is "
            "known of their players)</span>",
        ),
    ]


def _span(one: Manifest) -> str:
    """Return how many games, from when to when."""
    if one.first is None:
        return f"{one.games:,}"
    return f"{one.games:,}, from {day(one.first)} to {day(one.last)}"


def _rows(one: Manifest) -> str:
    """Return what became of the rows that were read."""
    rejected = f"{one.rejected:,} set aside as unreadable" if one.rejected else "none set aside"
    unfinished = f", {count(one.unfinished, 'game')} without a result" if one.unfinished else ""
    byes = f", {one.byes:,} without a game (byes, forfeits)" if one.byes else ""
    return f"{one.rows:,} read, {rejected}{unfinished}{byes}"


def _schedule(one: Manifest) -> str:
    """Return how the games were taken: one by one, or by periods of which length."""
    if one.schedule == "live":
        return "live: each game changes the ratings that the next one meets" + (
            "" if one.period is None else f"; time counts in periods of {_period(one.period)}"
        )
    if one.period == "all":
        return "one rating period: all games count against the ratings before them"
    return f"by rating period of {_period(one.period or '')}: its games count against the ratings before it"


def _period(rule: str) -> str:
    """Return how long a rating period is."""
    if rule in ("event", "all", ""):
        return {"event": "one event", "all": "all games"}.get(rule, "unknown length")
    cut = parse_period(rule)
    return count(cut.size, UNITS[cut.unit])


def _parameters(known: tuple[Parameter, ...], one: Manifest) -> str:
    """Return the parameters as a table; one that was set is marked."""
    rows = "".join(
        f'<tr><th scope="row"><code>{text(each.name)}</code></th>'
        f"<td>{_value(one.parameters[each.name], each.unit)}{_default(each, one)}</td>"
        f"<td>{text(each.meaning)}</td></tr>\n"
        for each in known
    )
    return (
        '<div class="scroll" role="region" aria-label="Parameters" tabindex="0">\n<table class="facts">\n'
        "<caption>Parameters</caption>\n"
        '<thead><tr><th scope="col">Name</th><th scope="col">Value</th><th scope="col">What it is</th></tr>'
        f"</thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )


def _default(known: Parameter, one: Manifest) -> str:
    """Return what the parameter is if nobody sets it, where somebody has."""
    if one.parameters[known.name] == known.default:
        return ""
    return f" <span>(default {_value(known.default, '')})</span>"


def _value(value: Any, unit: str) -> str:
    """Return a parameter's value as text."""
    if value is None:
        return "none"
    return text(f"{exact(value)} {unit}".strip() if isinstance(value, int | float) else value)


def _pools(manifests: Mapping[str | None, Manifest]) -> str:
    """Return what the ratings of each pool rest on."""
    rows = "".join(
        f'<tr><th scope="row">{name(pool or "")}</th><td>{text(_span(one))}</td><td>{one.players:,}</td>'
        f"<td><code>{text(one.digest)}</code></td></tr>\n"
        for pool, one in manifests.items()
    )
    return (
        '<div class="scroll" role="region" aria-label="Pools" tabindex="0">\n<table class="facts">\n'
        "<caption>Pools</caption>\n"
        '<thead><tr><th scope="col">Pool</th><th scope="col">Games</th><th scope="col">Players</th>'
        f'<th scope="col">Fingerprint</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n'
    )
