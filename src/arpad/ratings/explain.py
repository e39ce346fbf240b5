"""Why a rating is what it is: every game of a player, with the calculation."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, Explanation, Step
from arpad.ratings.rate import with_history
from arpad.ratings.result import Ratings
from arpad.ratings.system import Encounter, Meeting, Rating, Update
from arpad.ratings.whole_history.family import WholeHistory
from arpad.record import Contests

NOTHING = 1e-9
"""A difference of ratings below which nothing happened between two games."""


def explain(
    ratings: Ratings, player: str, *, last: int | None = None, period: str | None = None
) -> Explanation:
    """Explain how a player's rating came about.

    The value is the change by what is shown; the parts are the games (live) or rating periods, each with
    its games, and what happens between them (a season's carry-over, a given rating). They add up to it.
    Where games of another event lie between those of the one asked for, ``before`` and ``after`` (the ratings
    before the first part and after the last) differ by more than the value.

    Args:
        ratings: what a system made of a record.
        player: the player's name.
        last: only the last so many games (live) or rating periods.
        period: only the rating period of that label, such as ``2024-03``; live, only the games of that event,
            or whose date begins with it.

    Raises:
        BadInput: nobody has that name, ``last`` is not positive, or nothing falls into what is asked for.
    """
    if last is not None and last < 1:
        raise BadInput(f"the last {last} games cannot be shown", remedy="Ask for at least 1.")
    ratings = with_history(ratings)
    who = ratings.players.index(player)
    units = [unit for update in _updates(ratings, who) for unit in update]
    units += _since(ratings, who, units)
    if period is not None:
        units = [unit for unit in units if _lies_in(unit.facts, period)]
    if last is not None:
        kept = [at for at, unit in enumerate(units) if unit.label == "change"][-last:]
        units = units[kept[0] :] if kept else []
    if not units:
        asked = f" in {period}" if period is not None else ""
        raise BadInput(f"{player} has no rated game{asked}")
    before = units[0].facts["before"]
    after = units[-1].facts["after"]
    change = math.fsum(unit.value for unit in units)
    working = f"{before:.4f} {change:+.4f}"
    elsewhere = after - before - change
    if abs(elsewhere) > NOTHING:
        working += f" {elsewhere:+.4f} elsewhere in between"
    return Explanation(
        player,
        change,
        (Step("rating", after, f"{before:.4f} + change", working, unit="points"),),
        tuple(units),
        terms=True,
        unit="points",
        facts={
            "system": ratings.system.name,
            "schedule": ratings.timeline.schedule,
            "before": before,
            "after": after,
        },
    )


def _since(ratings: Ratings, who: int, units: list[Explanation]) -> list[Explanation]:
    """Return what the rest between the last game and the day of the list cost, if anything."""
    if ratings.as_of is None or not units:
        return []
    before, after = units[-1].facts["after"], float(ratings.rating[who])
    if not getattr(ratings.system, "decay", 0.0) or abs(after - before) <= NOTHING:
        return []
    working = f"{before:.4f} → {after:.4f}"
    step = Step("rating on the day of the list", after, "decay", working, unit="points")
    facts = {"before": before, "after": after, "date": str(ratings.as_of)}
    return [Explanation("at rest", after - before, (step,), unit="points", facts=facts)]


def _lies_in(facts: dict[str, Any], period: str) -> bool:
    """Tell whether a unit belongs to the rating period, or live to the event or the dates, of that label."""
    if "period" in facts:
        return bool(facts["period"] == period)
    return facts.get("event") == period or str(facts.get("date", "")).startswith(period)


def updates(ratings: Ratings, player: str) -> list[Update]:
    """Return every update of a player's rating, with its calculation, in order of time."""
    ratings = with_history(ratings)
    who = ratings.players.index(player)
    return [update for update, _ in _run(ratings, who)]


def _updates(ratings: Ratings, who: int) -> Iterator[list[Explanation]]:
    """Yield per game or period its explanation, after what changed since the one before, if anything."""
    previous = _before_rest(ratings, who)
    for update, facts in _run(ratings, who):
        found = []
        before = update.before.value
        if previous is not None and abs(before - previous) > NOTHING:
            between = Explanation(
                ratings.system.between,
                before - previous,
                (
                    Step(
                        "rating carried over or given",
                        before,
                        ratings.system.between_formula,
                        f"{previous:.4f} → {before:.4f}",
                    ),
                ),
                unit="points",
                facts={"before": previous, "after": before, **facts},
            )
            found.append(between)
        met = {"before": before, "after": update.after.value, **facts}
        found.append(replace(update.explanation, facts={**update.explanation.facts, **met}))
        previous = update.after.value
        yield found


def _before_rest(ratings: Ratings, who: int) -> float | None:
    """Return the rating with which a player came, where rest within the first rating period may lower it."""
    if ratings.timeline.schedule == "live" or not getattr(ratings.system, "decay", 0.0):
        return None
    return float(ratings.players.number("rating", ratings.system.newcomer().value)[who])


def _run(ratings: Ratings, who: int) -> Iterator[tuple[Update, dict[str, Any]]]:
    """Yield the updates of a player's rating as the system makes them, with what identifies them."""
    retold = ratings.system.retell(ratings, who)
    if retold is not None:
        yield from retold
        return
    timeline = ratings.timeline
    seats = timeline.record.appearances()
    mine = np.flatnonzero(seats.player == who)
    if isinstance(ratings.system, WholeHistory):
        yield from _told(ratings, ratings.system, who)
        return
    trace = ratings.traced()
    met_by_seat = trace.before.reshape(len(seats.player), trace.before.shape[-1])
    live = timeline.schedule == "live"
    position = timeline.position if timeline.rule is not None and live else None
    state: Rating | None = None
    then = 0.0
    rests = _rests(ratings, who, seats.row[mine])
    for key, group in groupby(
        mine, key=lambda seat: int(seats.row[seat]) if live else int(timeline.order[seats.row[seat]])
    ):
        members = list(group)
        met = met_by_seat[members[0]]
        now = float(key) if not live else (0.0 if position is None else float(position[key]))
        if state is None:
            state = _entered(ratings, who, met)
        else:
            state = replace(state, value=float(met[0]), elapsed=now - then)
        rows = [int(seats.row[seat]) for seat in members]
        if trace.peak is not None:
            last = members[-1]
            state = replace(state, peak=float(trace.peak[seats.row[last], seats.side[last]]))
        facts = _place(ratings, rows[0], None if live else key)
        encounters: list[Any] = (
            [meeting(ratings, row, who) for row in rows]
            if ratings.system.teams
            else [encounter(ratings, row, who, rests.get(row, math.nan)) for row in rows]
        )
        update = ratings.system.update(state, encounters, timeline.schedule)
        yield update, facts
        state, then = update.after, now


def _rests(ratings: Ratings, who: int, rows: NDArray[np.int64]) -> dict[int, float]:
    """Return the days from a player's last game to each of these games; NaN for a first one."""
    timeline = ratings.timeline
    if not len(timeline.numbered_days):
        return {}
    days = timeline.numbered_days[rows]
    rests = np.diff(days, prepend=timeline.listed_days[who])
    return dict(zip(rows.tolist(), rests.tolist(), strict=True))


def _told(ratings: Ratings, system: WholeHistory, who: int) -> Iterator[tuple[Update, dict[str, Any]]]:
    """Yield what the rating periods of a player bring under a system that rates all games at once."""
    trace, timeline = ratings.traced(), ratings.timeline
    if trace.met is None:  # no game has been played
        return
    seats = timeline.record.appearances()
    mine = np.flatnonzero(seats.player == who)
    rows, sides = seats.row[mine], seats.side[mine]
    games = [
        replace(encounter(ratings, int(row), who), opponent=_rating(ratings, trace.met[row, 1 - side]))
        for row, side in zip(rows, sides, strict=True)
    ]
    for update, row in system.told(trace, rows, sides, timeline.order[rows], games):
        yield update, _place(ratings, row, int(timeline.order[row]))


def _entered(ratings: Ratings, who: int, met: Any) -> Rating:
    """Return the rating with which a player entered, with what rules need to know of him."""
    players = ratings.players
    peak, year = players.number("peak")[who], players.number("birth_year")[who]
    columns = dict(zip(ratings.system.columns, map(float, met), strict=True))
    asked = {name: float(players.number(name)[who]) for name in ratings.system.attributes}
    return Rating.of(
        columns,
        games=int(players.number("games", 0.0)[who]),
        peak=None if np.isnan(peak) else float(peak),
        birth_year=None if np.isnan(year) else int(year),
        attributes={name: value for name, value in asked.items() if not np.isnan(value)},
    )


def encounter(ratings: Ratings, row: int, who: int, rest: float = math.nan) -> Encounter:
    """Return one game of the record as a player sees it, ``rest`` days after the player's last one."""
    games = ratings.timeline.games
    side = 0 if games.first[row] == who else 1
    other = games.second[row] if side == 0 else games.first[row]
    sign = 1 if side == 0 else -1
    margin = None
    if games.points_first is not None and games.points_second is not None:
        margin = sign * float(games.points_first[row] - games.points_second[row])
    facts = {**_place(ratings, row, None), "opponent": games.players.names[other]}
    return Encounter(
        opponent=_rating(ratings, ratings.traced().before[row, 1 - side]),
        score=float(ratings.scores[row] if side == 0 else 1.0 - ratings.scores[row]),
        advantage=0 if games.advantage is None else sign * int(games.advantage[row]),
        weight=1.0 if ratings.weights is None else float(ratings.weights[row]),
        margin=margin,
        handicap=0.0 if games.handicap is None else sign * float(games.handicap[row]),
        komi=None if games.komi is None or np.isnan(games.komi[row]) else float(games.komi[row]),
        on=_day(ratings, row),
        kind=0 if ratings.kinds is None else int(ratings.kinds[row]),
        event=-1 if games.event is None else int(games.event.codes[row]),
        rest=rest,
        number=int(games.time[row]) if games.time is not None and games.time.dtype.kind != "M" else None,
        facts=facts,
    )


def meeting(ratings: Ratings, row: int, who: int) -> Meeting:
    """Return one contest of the record as a player sees it."""
    record = ratings.timeline.record
    if not isinstance(record, Contests):
        game = encounter(ratings, row, who)
        columns = ratings.traced().before[row, 0 if ratings.timeline.games.first[row] == who else 1]
        return Meeting.of(_rating(ratings, columns), game)
    before = ratings.traced().before
    sides, shares, names = [], [], []
    own = (0, 0)
    for at in range(record.starts[row], record.starts[row + 1]):
        span = range(record.seats[at], record.seats[at + 1])
        sides.append(tuple(_rating(ratings, before[seat]) for seat in span))
        names.append("+".join(record.players.names[record.member[seat]] for seat in span))
        shares.append(tuple(1.0 if record.share is None else float(record.share[seat]) for seat in span))
        for seat in span:
            if record.member[seat] == who:
                own = (at - int(record.starts[row]), seat - int(record.seats[at]))
    across = slice(record.starts[row], record.starts[row + 1])
    others = ", ".join(name for at, name in enumerate(names) if at != own[0])
    return Meeting(
        tuple(sides),
        tuple(int(place) for place in record.place[across]),
        *own,
        shares=None if record.share is None else tuple(shares),
        results=None if record.result is None else tuple(map(float, record.result[across])),
        weight=1.0 if record.weight is None else float(record.weight[row]),
        on=_day(ratings, row),
        facts={
            **_place(ratings, row, None),
            "side": names[own[0]],
            "opponent": others,
            "names": tuple(names),
        },
    )


def _rating(ratings: Ratings, columns: Any) -> Rating:
    """Return a row of a trace as a rating."""
    met = dict(zip(ratings.system.columns, map(float, columns), strict=True))
    return Rating.of(met)


def _day(ratings: Ratings, row: int) -> date | None:
    days = ratings.timeline.days
    return None if days is None else days[row].astype(object)


def _place(ratings: Ratings, row: int, period: int | None) -> dict[str, Any]:
    """Return where in time a game or a period lies, in words."""
    games = ratings.timeline.record
    facts: dict[str, Any] = {}
    if period is not None:
        facts["period"] = ratings.timeline.periods.label(period)
    elif games.time is not None:
        facts["date"] = str(games.time[row])
    if period is None and games.event is not None and games.event.word(row) is not None:
        facts["event"] = games.event.word(row)
    return facts
