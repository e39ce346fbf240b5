"""A ranking list as one self-contained page that asks nothing of the network.

Its one script lets a reader find a player and sort the table; without it the page shows the same list.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, TypeAlias

from arpad.core import BadInput
from arpad.office.charts.figures import ListCharts, figures
from arpad.office.pages.formatting import count, day
from arpad.office.pages.list_parts import parts_of
from arpad.office.pages.player_page import AGAINST_HEADS, GAME_HEADS
from arpad.office.pages.player_sections import PlayerSection, SectionLimits, section
from arpad.office.pages.ranking import Ranking, gone, notes, ranking, shown_rows
from arpad.office.pages.templating import render
from arpad.office.publishing.manifest import Manifest
from arpad.office.publishing.provenance import provenance
from arpad.ratings.list_columns import PLAIN, Extras
from arpad.ratings.rate import with_history
from arpad.ratings.result import Provisional, Ratings

if TYPE_CHECKING:
    import polars as pl


PageLinks: TypeAlias = Mapping[tuple[str | None, str], str]
"""Where players' pages are: by pool (None without pools) and name."""


@dataclass(frozen=True)
class PoolSection:
    """The list of a pool, or of the whole record.

    Args:
        key: its id, unique on the page.
        pool: the name of the pool; None without pools.
        as_of: of which day the list is, in words; empty where ``day`` says it.
        day: the day, ISO 8601; empty where there is none.
        extent: how many players and games, from when to when.
        list: the list.
        notes: how to read it.
        gone: who is not on the list any more: name, earlier rank and rating.
        figures: its charts; None where nobody is on it.
    """

    key: str
    pool: str | None
    as_of: str
    day: str
    extent: str
    list: Ranking
    notes: Sequence[str]
    gone: Sequence[tuple[str, str]]
    figures: ListCharts | None


def page(
    ratings: Ratings | Mapping[str, Ratings],
    *,
    min_games: int = 1,
    top: int | None = None,
    title: str | None = None,
    options: Sequence[str] = (),
    extras: Extras = PLAIN,
    active_since: date | int | str | None = None,
    provisional: Provisional = "ranked",
    former: Collection[str] = (),
    links: PageLinks | None = None,
    with_players: bool = False,
    in_parts: bool = False,
    verifiable: bool = False,
) -> str:
    """Return a page with the ranking list, its charts, and how it was computed.

    Args:
        ratings: what to publish; of several pools, by name, a section of each.
        min_games: leave out who has played fewer.
        top: show only so many rows (of every pool).
        title: the heading.
        options: what the command line needs besides system and schedule to read the record again.
        extras: the columns that are asked for beside those that every list has.
        active_since: leave out who has not played since that day, or the number of that period.
        provisional: how the list has players who are rated provisionally.
        former: the parameters that the system did not have yet when the page was published.
        links: where the pages of the players are, by pool and name; None where there are none.
        with_players: whether the players are on this page, where the links lead: ``#`` and an id.
        in_parts: whether further pages have the rows that this one does not show
            (:mod:`arpad.office.pages.list_parts`).
        verifiable: whether the page has an empty element for its manifest, and says how to verify it.
    """
    pools = _by_pool(ratings)
    choice: Any = {"min_games": min_games, "active_since": active_since, "provisional": provisional}
    manifests = {
        pool: Manifest.of(
            pool_ratings,
            top=top,
            options=options,
            title=title,
            extras=extras.of_pool(pool),
            former=former,
            **choice,
        )
        for pool, pool_ratings in pools.items()
    }
    lists = {
        pool: pool_ratings.table(extras=extras.of_pool(pool), **choice)
        for pool, pool_ratings in pools.items()
    }
    system = next(iter(pools.values())).system
    heading = title or "Ranking list"
    keys = {pool: "list" if pool is None else f"pool-{n}" for n, pool in enumerate(pools, 1)}
    shown = {pool: whole.head(shown_rows(top)) for pool, whole in lists.items()}
    people = _people(pools, shown, keys, links or {}) if with_players else []
    room = SectionLimits.of(len(people))
    manifest_notes = [note for manifest in manifests.values() for note in manifest.notes]
    return render(
        "list.html.j2",
        window=f"{heading} · {system.title}",
        title=heading,
        kicker=f"{system.title} ratings",
        lede="" if None in pools else _lede(manifests),
        sections=[
            _section(pools[pool], pool, manifests[pool], keys[pool], whole, links, in_parts)
            for pool, whole in lists.items()
        ],
        people=people,
        parts=parts_of(_first_rows(lists, top)) if in_parts else [],
        room=room,
        about_people=room.note(_most_games(people)),
        game_heads=GAME_HEADS,
        against_heads=AGAINST_HEADS,
        how=provenance(system, manifests, list(dict.fromkeys(manifest_notes))),
        verifiable=verifiable,
    )


def _by_pool(ratings: Ratings | Mapping[str, Ratings]) -> dict[str | None, Ratings]:
    """Return the ratings by the name of their pool; None where there are no pools.

    Raises:
        BadInput: there are no ratings.
    """
    if isinstance(ratings, Ratings):
        return {None: ratings}
    if not ratings:
        raise BadInput("there are no pools to publish")
    pools: dict[str | None, Ratings] = {}
    pools.update(ratings)
    return pools


def _first_rows(lists: Mapping[str | None, pl.DataFrame], top: int | None) -> dict[str | None, pl.DataFrame]:
    """Return the rows of the lists that are asked for: so many of each, or all."""
    return {pool: whole.head(top) if top else whole for pool, whole in lists.items()}


def _people(
    pools: Mapping[str | None, Ratings],
    shown: Mapping[str | None, pl.DataFrame],
    keys: Mapping[str | None, str],
    links: PageLinks,
) -> list[PlayerSection]:
    """Return the sections of the players whom the lists show."""
    room = SectionLimits.of(sum(table.height for table in shown.values()))
    sections: list[PlayerSection] = []
    for pool, table in shown.items():
        ratings, mine = with_history(pools[pool]), _of_pool(links, pool)
        sections += [
            section(ratings, row, table, mine, room, key=keys[pool], pool=pool)
            for row in table.iter_rows(named=True)
        ]
    return sections


def _most_games(people: Sequence[PlayerSection]) -> int:
    """Return how many games the player has who has most of them."""
    return max((len(person.profile.games) + person.profile.hidden for person in people), default=0)


def _of_pool(links: PageLinks | None, pool: str | None) -> dict[str, str]:
    return {player: link for (name, player), link in (links or {}).items() if name == pool}


def _section(
    ratings: Ratings,
    pool: str | None,
    manifest: Manifest,
    key: str,
    whole: pl.DataFrame,
    links: PageLinks | None,
    in_parts: bool,
) -> PoolSection:
    """Return the list of a pool, or the only one."""
    table = whole.head(shown_rows(manifest.top))
    as_of = "after the last game of the record" if manifest.day is None else f"after period {manifest.day}"
    dated = isinstance(manifest.day, str)
    return PoolSection(
        key,
        pool,
        "" if dated else as_of,
        str(manifest.day) if dated else "",
        _extent(manifest, whole.height),
        ranking(table, ratings, _of_pool(links, pool)),
        list(notes(whole, ratings, manifest, in_parts=in_parts)),
        gone(manifest, ratings.system.decimals),
        figures(table, ratings, "chart" if pool is None else f"{key}-chart"),
    )


def _lede(manifests: Mapping[str | None, Manifest]) -> str:
    """Return the day of the lists of several pools, and what they rest on."""
    games = sum(manifest.games for manifest in manifests.values())
    days = {manifest.as_of for manifest in manifests.values()}
    as_of = days.pop() if len(days) == 1 else None
    when = "" if as_of is None else f"As of {day(as_of)}. "
    return f"{when}{count(games, 'game')} in {count(len(manifests), 'pool')}, each rated by itself."


def _extent(manifest: Manifest, listed: int) -> str:
    """Return how many players and games, from when to when.

    Args:
        manifest: of the list.
        listed: how many players are on the list; where rating goes on from a list, also players without a
            game in the record.
    """
    played, games = manifest.players, count(manifest.games, "game")
    if listed > played:
        extent = f"{count(listed, 'player')}, {played:,} of them with games since the last list; {games}"
    else:
        extent = f"{count(played, 'player')}, {games}"
    if manifest.first is None:
        return f"{extent}."
    return f"{extent} from {day(manifest.first)} to {day(manifest.last)}."
