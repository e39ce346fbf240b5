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
from arpad.web.lists.corrections import CHANGES, Consequences, other_lists
from arpad.web.lists.pool import PoolHead, PoolRanking, pool_ranking
from arpad.web.outcome import Redirect

FIELDS = ("name", "carry", "mean", "deviation", "publish", "out")
"""What is asked for: a season with its numbers, or ``out``: the name of one that did not begin."""

CARRY = 50
"""The part of the distance to the mean that is kept where nothing else is typed, in per cent."""


class SeasonRow(NamedTuple):
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
    seasons: Sequence[SeasonRow]
    newcomer: float
    deviations: bool
    asked: Mapping[str, str]
    new: SeasonRow | None
    follows: Consequences | None
    carry: int = CARRY


def seasons(context: RequestContext) -> SeasonsPage:
    """Show the seasons so far, and what follows from the one that the address asks for."""
    ranking = pool_ranking(context)
    typed = {name: value for name in FIELDS if (value := context.query(name))}
    new, follows = None, None
    if "name" in typed or "out" in typed:
        require(context.actor, Task.MANAGE_POOLS)
        new, follows = _consequences(context, ranking, typed)
    how = ranking.listing.rules.how(-1)
    newcomer = how.shown(how.newcomer().reshape(1, -1))[0]
    listed = [
        SeasonRow(
            season.name, _moment(season.at), season.number, 100 * season.carry, season.mean, season.deviation
        )
        for season in reversed(Seasons(ranking.pool).all())
    ]
    return SeasonsPage(ranking.head, listed, float(newcomer[0]), len(newcomer) > 1, typed, new, follows)


def begin(context: RequestContext) -> Redirect:
    """Begin the season that was looked at, or take out the one that did not begin."""
    require(context.actor, Task.MANAGE_POOLS)
    ranking = pool_ranking(context)
    typed = {name: value for name in FIELDS if (value := context.text(name))}
    seen, op, author = context.whole("seen"), context.text("op"), context.actor.name
    if "out" in typed:
        out = SeasonTakenOut(typed["out"])
        Corrections(ranking.pool).accept(out, expected=seen, op=op, author=author)
    else:
        Seasons(ranking.pool).begin(_season(typed), expected=seen, op=op, author=author)
    return Redirect(f"{ranking.head.address}/seasons")


def _consequences(
    context: RequestContext, ranking: PoolRanking, typed: Mapping[str, str]
) -> tuple[SeasonRow | None, Consequences]:
    """Return the season that would begin, None for one that is taken out, and what follows."""
    by_name = Register(context.site.database).by_name()
    if "out" in typed:
        seen = Corrections(ranking.pool).preview(SeasonTakenOut(typed["out"]))
        players = changed(seen.players[:CHANGES], by_name)
        return None, Consequences(players, len(seen.players), other_lists(seen), seen.seq)
    begun = Seasons(ranking.pool).preview(_season(typed))
    season = begun.season
    new = SeasonRow(
        season.name, _moment(season.at), season.number, 100 * season.carry, season.mean, season.deviation
    )
    return new, Consequences(changed(begun.players[:CHANGES], by_name), begun.changed, (), begun.seq)


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
