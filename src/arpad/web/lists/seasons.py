"""Seasons of a pool: those so far; a new one, or one that did not begin: looked at first, then accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar, NamedTuple

from arpad.core import BadInput, worded
from arpad.office.club.register import Register
from arpad.office.club.rights import Task, require
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import SeasonTakenOut
from arpad.office.pools.seasons import NewSeason, Seasons
from arpad.web.answers import Page
from arpad.web.context import RequestContext
from arpad.web.lists.changes import changed
from arpad.web.lists.corrections import CHANGES, Followed, other_lists
from arpad.web.lists.pool import OpenedPool, PoolHead, opened_pool
from arpad.web.outcome import Redirect

FIELDS = ("name", "carry", "mean", "deviation", "publish", "out")
"""What is asked for: a season with its numbers, or ``out``: the name of one that did not begin."""

CARRY = 50
"""The part of the distance to the mean that is kept where nothing else is typed, in per cent."""


class SeasonShown(NamedTuple):
    """A season as its page shows it.

    Args:
        name: the season.
        began: the moment, UTC.
        games: how many games had been posted before it.
        kept: the part of the distance to the mean that was kept, in per cent.
        mean: to which ratings returned, in points.
        deviation: the least that anybody had then; None where deviations stayed as they were.
    """

    name: str
    began: str
    games: int
    kept: float
    mean: float
    deviation: float | None


@dataclass(frozen=True)
class SeasonsPage(Page):
    """The seasons of a pool.

    Args:
        head: the pool.
        seasons: the latest first.
        newcomer: the rating of a newcomer, to which ratings return where nothing else is asked for.
        deviations: whether the system has deviations.
        asked: the fields of what is asked for; none where nothing is.
        new: the season that would begin; None where none is asked for.
        follows: what follows; None where nothing is asked for.
        carry: what the form offers, in per cent.
    """

    TEMPLATE: ClassVar[str] = "pool_seasons.html.j2"
    head: PoolHead
    seasons: Sequence[SeasonShown]
    newcomer: float
    deviations: bool
    asked: Mapping[str, str]
    new: SeasonShown | None
    follows: Followed | None
    carry: int = CARRY


def seasons(context: RequestContext) -> SeasonsPage:
    """Show the seasons so far, and what follows from the one that the address asks for."""
    found = opened_pool(context)
    typed = {name: value for name in FIELDS if (value := context.query(name))}
    new, follows = None, None
    if "name" in typed or "out" in typed:
        require(context.actor, Task.MANAGE_POOLS)
        new, follows = _what_follows(context, found, typed)
    how = found.listing.rules.how(-1)
    newcomer = how.shown(how.newcomer().reshape(1, -1))[0]
    listed = [
        SeasonShown(one.name, _moment(one.at), one.number, 100 * one.carry, one.mean, one.deviation)
        for one in reversed(Seasons(found.pool).all())
    ]
    return SeasonsPage(found.head, listed, float(newcomer[0]), len(newcomer) > 1, typed, new, follows)


def begin(context: RequestContext) -> Redirect:
    """Begin the season that was looked at, or take out the one that did not begin."""
    require(context.actor, Task.MANAGE_POOLS)
    found = opened_pool(context)
    typed = {name: value for name in FIELDS if (value := context.text(name))}
    seen, op, author = context.whole("seen"), context.text("op"), context.actor.name
    if "out" in typed:
        out = SeasonTakenOut(typed["out"])
        Corrections(found.pool).accept(out, expected=seen, op=op, author=author)
    else:
        Seasons(found.pool).begin(_season(typed), expected=seen, op=op, author=author)
    return Redirect(f"{found.head.address}/seasons")


def _what_follows(
    context: RequestContext, found: OpenedPool, typed: Mapping[str, str]
) -> tuple[SeasonShown | None, Followed]:
    """Return the season that would begin, None for one that is taken out, and what follows."""
    known = Register(context.site.database).by_name()
    if "out" in typed:
        seen = Corrections(found.pool).preview(SeasonTakenOut(typed["out"]))
        players = changed(seen.players[:CHANGES], known)
        return None, Followed(players, len(seen.players), other_lists(seen), seen.seq)
    begun = Seasons(found.pool).preview(_season(typed))
    one = begun.season
    new = SeasonShown(one.name, _moment(one.at), one.number, 100 * one.carry, one.mean, one.deviation)
    return new, Followed(changed(begun.players[:CHANGES], known), begun.changed, (), begun.seq)


def _season(typed: Mapping[str, str]) -> NewSeason:
    """Return the season that is asked for.

    Raises:
        BadInput: a number is none.
    """
    carry = _number(typed, "carry")
    return NewSeason(
        typed.get("name", ""),
        (CARRY if carry is None else carry) / 100,
        _number(typed, "mean"),
        _number(typed, "deviation"),
        typed.get("publish", ""),
    )


def _number(typed: Mapping[str, str], name: str) -> float | None:
    """Return a number that was typed with a decimal point or a comma; None where there is none."""
    text = typed.get(name, "")
    if not text:
        return None
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise BadInput(
            worded("{text!r} is not a number", text=text[:40]),
            code="form.not-number",
            remedy="Write it as 50 or 62.5.",
        ) from None


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
