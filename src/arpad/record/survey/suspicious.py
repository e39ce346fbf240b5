"""Games that look like mistakes: entered twice, from both sides, with two results, or at an unlikely time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import counted
from arpad.record.games import Games
from arpad.record.record import Labels, Record
from arpad.record.survey.blocks import Days, day_numbers, days_of, first_rows
from arpad.record.survey.repeats import LONG, rows_alike, sample_of_pairs

if TYPE_CHECKING:
    import polars as pl

LISTED = 20
"""How many games of one finding are named."""

FEW_GAMES = 10
"""Of how few games nobody can say which time is far from the others."""

USUAL_AT_ONE_TIME, USUAL_IN_ONE_DAY = 0.2, 0.02
"""The share of games of pairs who have played before in the same round, or on the same day, from which on it
is usual here that two play several games, and therefore not suspicious."""

BOTH_SIDES = 0.8
"""The share of games that stand in a table from both sides, from which on the whole table is such."""

UNSURE = 0.05
"""How far the share of some pairs may lie from that of all: many times its error among a million games."""

GAP = 730
"""How many days a game is at least away from all others, if it is far from them."""


@dataclass(frozen=True)
class Place:
    """One game that looks like a mistake.

    Args:
        file: its file; None where that is not known.
        line: the line, or the number of the row.
        game: who played, with the result and the time.
        unit: what ``line`` counts: ``line``, ``row`` or ``object``.
    """

    file: str | None
    line: int | None
    game: str
    unit: str = "line"


@dataclass(frozen=True)
class Finding:
    """Something that looks like a mistake.

    Args:
        code: ``both-sides``, ``same-game-twice``, ``two-results``, ``far-date``, ``future-date``, and those
            of :mod:`arpad.record.survey.patterns`.
        problem: what, as a sentence without a full stop.
        count: how many games are concerned.
        places: the first :data:`LISTED` of them.
        remedy: what to do, as a sentence.
    """

    code: str
    problem: str
    count: int
    places: tuple[Place, ...]
    remedy: str


Where = Callable[[int], "tuple[str, int, str] | None"]


def findings_of(record: Record, where: Where, today: date) -> list[Finding]:
    """Return what looks like mistakes in a record.

    Args:
        record: the record.
        where: returns the file, the line and its unit of a game.
        today: no game can be later than the day after.
    """
    found = [*_of_times(record, where, today)]
    if isinstance(record, Games) and len(record):
        found = [*_of_pairs(record, where), *found]
    return found


def told(games: Games, row: int) -> str:
    """Return a game in a few words: ``Ann – Bob 1-0, 2024-03-05``."""
    names = games.players.names
    score = float(games.score[row])
    result = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}.get(score, f"{score:g}")
    parts = [f"{names[games.first[row]]} – {names[games.second[row]]} {result}"]
    for column in (games.event, games.round):
        word = None if column is None else column.word(row)
        if word:
            parts.append(word if column is games.event else f"round {word}")
    if games.time is not None:
        parts.append(str(games.time[row]))
    return ", ".join(parts)


def _places(record: Record, rows: NDArray[Any], where: Where) -> tuple[Place, ...]:
    found = []
    for row in rows[:LISTED].tolist():
        file, line, unit = where(row) or (None, None, "line")
        if isinstance(record, Games):
            text = told(record, row)
        else:
            time = "" if record.time is None else f", {record.time[row]}"
            text = f"contest {row + 1}{time}"
        found.append(Place(file, line, text, unit))
    return tuple(found)


def _of_times(record: Record, where: Where, today: date) -> list[Finding]:
    """Return the games of the future, and those far from all others."""
    if record.time is None or record.time.dtype.kind != "M" or not len(record):
        return []
    time = record.time
    limit = int(np.datetime64(today, "D").astype(np.int64)) + 1
    days = days_of(time)
    possible = days.until(limit)
    found = []
    late = len(time) - int(possible.games.sum())
    if late:
        rows = first_rows(len(time), lambda part: day_numbers(time[part]) > limit, LISTED)
        found.append(
            Finding(
                "future-date",
                f"{counted(late, 'game')} {'is' if late == 1 else 'are'} dated after today",
                late,
                _places(record, rows, where),
                "Correct the date.",
            )
        )
    if len(time) - late < FEW_GAMES:
        return found
    low, high = _bulk(possible)
    far = int(possible.games[(possible.day < low) | (possible.day > high)].sum())
    if far:

        def is_far(part: slice) -> NDArray[np.bool_]:
            day = day_numbers(time[part])
            return (day < low) | ((day > high) & (day <= limit))

        first, last = np.datetime64(low, "D"), np.datetime64(high, "D")
        found.append(
            Finding(
                "far-date",
                f"{counted(far, 'game')} {'is' if far == 1 else 'are'} dated far from the others, "
                f"which lie between {first} and {last}",
                far,
                _places(record, first_rows(len(time), is_far, LISTED), where),
                "Correct the date, if it is a mistake.",
            )
        )
    return found


def _bulk(days: Days) -> tuple[int, int]:
    """Return the first and the last day of the games that are not far from the others.

    Far are those beyond the outer fences of Tukey (1977), Exploratory Data Analysis (three times the distance
    of the quartiles away from them), of which moreover a gap of :data:`GAP` days divides the others.
    """
    one, three = days.quantile(0.25), days.quantile(0.75)
    fence = 3 * (three - one) + GAP
    day = days.day
    gaps = np.flatnonzero(np.diff(day) > GAP)
    before = gaps[day[gaps] < one - fence]
    after = gaps[day[gaps + 1] > three + fence]
    return int(day[before[-1] + 1 if len(before) else 0]), int(day[after[0] if len(after) else -1])


def _of_pairs(games: Games, where: Where) -> list[Finding]:
    """Return the games that stand in the record twice, from both sides, or with two results."""
    import polars as pl

    columns = _slot(games)
    slot = ["a", "b", *columns]
    exact, sure = _exactness(games)
    # Home and away, nobody knows when: two play both ways as they should.
    both = None
    if (exact or games.advantage is None) and _may_be_both_sides(games, columns, slot):
        both = _both_sides(_pairs(games, columns), slot)
    if both is not None:
        return [
            Finding(
                "both-sides",
                f"every game seems to stand here twice, once from each side: {counted(len(games), 'row')}",
                len(both),
                _places(games, both.to_numpy(), where),
                "Keep one row of each game, or every game counts twice.",
            )
        ]
    if not sure:
        return []
    rows = None if len(games) < LONG else rows_alike(games, list(columns.values()))
    again = _pairs(games, columns, rows).filter(pl.struct(slot).is_duplicated())
    if exact and not _has_moments(games):
        # A game whose round is not known may be any of them.
        again = again.filter(pl.col("round") >= 0)
    usual = max(3.0, (USUAL_AT_ONE_TIME if exact else USUAL_IN_ONE_DAY) * len(games))
    if not again.height or again.height > usual:
        return []
    return _repeated(games, again, slot, where, exact)


def _pairs(
    games: Games, slot: Mapping[str, NDArray[Any]], rows: NDArray[np.int64] | None = None
) -> pl.DataFrame:
    """Return a row for each game: its players in their order, the score of the first of them, and its slot.

    Args:
        games: the record.
        slot: columns that tell the games of two players apart.
        rows: the games; None for all.
    """
    import polars as pl

    at = slice(None) if rows is None else rows
    one, two, score = games.first[at], games.second[at], games.score[at]
    turned = one > two
    return pl.DataFrame(
        {
            "row": np.arange(len(one)) if rows is None else rows,
            "a": np.where(turned, two, one),
            "b": np.where(turned, one, two),
            "turned": turned,
            "score": np.where(turned, 1.0 - score, score).round(9),
            **{name: column[at] for name, column in slot.items()},
        }
    )


def _may_be_both_sides(games: Games, columns: Mapping[str, NDArray[Any]], slot: list[str]) -> bool:
    """Tell whether the games of some pairs stand from both sides, where the record is a long one."""
    if len(games) < LONG:
        return True
    sample = _pairs(games, columns, sample_of_pairs(games))
    return _matched([*slot, "score"], sample) >= (BOTH_SIDES - UNSURE) * sample.height


def _slot(games: Games) -> dict[str, NDArray[Any]]:
    """Return what tells the games of two players apart."""
    found: dict[str, NDArray[Any]] = {}
    for name in ("event", "round", "stage", "pool"):
        column: Labels | None = getattr(games, name)
        if column is not None:
            found[name] = column.codes
    if games.time is not None:
        found["time"] = games.time.view(np.int64)  # a copy of a long column is long
    return found


def _exactness(games: Games) -> tuple[bool, bool]:
    """Tell whether two players can have one game only in a slot, and whether they mostly have one."""
    exact = _has_moments(games) or games.round is not None
    return exact, exact or (games.time is not None and games.time.dtype.kind == "M")


def _has_moments(games: Games) -> bool:
    return games.time is not None and games.time.dtype == np.dtype("datetime64[s]")


def _both_sides(frame: pl.DataFrame, slot: list[str]) -> pl.Series | None:
    """Return the rows that repeat a game from its other side, where nearly all games stand so; else None."""
    import polars as pl

    if frame.height < FEW_GAMES:
        return None
    key = [*slot, "score"]
    if _matched(key, frame) < BOTH_SIDES * frame.height:
        return None
    # A double round may have the same results at home and away by chance, but then not all of them.
    numbered = frame.with_columns(pl.int_range(pl.len()).over([*key, "turned"]).alias("nth"))
    later = pl.col("row") > pl.col("row").min().over([*key, "nth"])
    return numbered.filter(later)["row"].sort()


def _matched(key: list[str], frame: pl.DataFrame) -> int:
    """Return how many rows have a partner: the same game with the same result, from the other side."""
    import polars as pl

    counts = frame.group_by(key).agg(
        pl.col("turned").sum().alias("one"), (~pl.col("turned")).sum().alias("other")
    )
    return 2 * int(counts.select(pl.min_horizontal("one", "other")).sum().item())


def _repeated(games: Games, again: pl.DataFrame, slot: list[str], where: Where, exact: bool) -> list[Finding]:
    """Return the findings about players who have several games in one slot."""
    import polars as pl

    together = "round" if games.round is not None else "moment" if exact else "day"
    per = again.with_columns(
        pl.col("score").n_unique().over(slot).alias("results"),
        pl.col("row").min().over(slot).alias("start"),
    ).sort("start", "row")
    found = []
    same = per.filter((pl.col("results") == 1) & (pl.col("row") != pl.col("start")))["row"].to_numpy()
    if len(same):
        found.append(
            Finding(
                "same-game-twice",
                f"{counted(len(same), 'row')} {'repeats' if len(same) == 1 else 'repeat'} a game of the same "
                f"players, {together} and result",
                len(same),
                _places(games, same, where),
                "Remove what was entered twice.",
            )
        )
    differ = per.filter(pl.col("results") > 1)["row"].to_numpy()
    if len(differ) and exact:
        found.append(
            Finding(
                "two-results",
                f"{counted(len(differ), 'row')} of the same players and {together} contradict each other",
                len(differ),
                _places(games, differ, where),
                "Keep the row with the right result.",
            )
        )
    return found
