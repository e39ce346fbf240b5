"""Why a rating is what it is: every game of a player, with the calculation."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

import numpy as np

from arpad.core import BadInput, Explanation, Step
from arpad.ratings.model import Rating, Update
from arpad.ratings.rate import with_history
from arpad.ratings.result import Ratings

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
    index = ratings.players.index(player)
    units = [unit for update in _updates(ratings, index) for unit in update]
    units += _since(ratings, index, units)
    if period is not None:
        units = [unit for unit in units if _lies_in(unit.facts, period)]
    if last is not None:
        kept = [at for at, unit in enumerate(units) if unit.label == "change"][-last:]
        units = units[kept[0] :] if kept else []
    if not units:
        where = f" in {period}" if period is not None else ""
        raise BadInput(f"{player} has no rated game{where}")
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


def games_in(explanation: Explanation) -> Iterator[Explanation]:
    """Yield the games of an explanation, in order."""
    if "score" in explanation.facts and not explanation.parts:
        yield explanation
    for part in explanation.parts:
        yield from games_in(part)


def _since(ratings: Ratings, index: int, units: list[Explanation]) -> list[Explanation]:
    """Return what the rest between the last game and the day of the list cost, if anything."""
    if ratings.as_of is None or not units:
        return []
    before, after = units[-1].facts["after"], float(ratings.rating[index])
    if not ratings.system.decays or abs(after - before) <= NOTHING:
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
    index = ratings.players.index(player)
    return [update for update, _ in _run(ratings, index)]


def _updates(ratings: Ratings, index: int) -> Iterator[list[Explanation]]:
    """Yield per game or period its explanation, after what changed since the one before, if anything."""
    previous = _before_rest(ratings, index)
    for update, facts in _run(ratings, index):
        explanations = []
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
            explanations.append(between)
        context = {"before": before, "after": update.after.value, **facts}
        explanations.append(replace(update.explanation, facts={**update.explanation.facts, **context}))
        previous = update.after.value
        yield explanations


def _before_rest(ratings: Ratings, index: int) -> float | None:
    """Return the rating with which a player came, where rest within the first rating period may lower it."""
    if ratings.timeline.schedule == "live" or not ratings.system.decays:
        return None
    return float(ratings.players.number("rating", ratings.system.newcomer().value)[index])


def _run(ratings: Ratings, index: int) -> Iterator[tuple[Update, dict[str, Any]]]:
    """Yield the updates of a player's rating as the system makes them, with what identifies them."""
    run = ratings.run
    retold = ratings.system.retell(run, index)
    if retold is not None:
        yield from retold
        return
    timeline = ratings.timeline
    seats = timeline.record.appearances()
    mine = np.flatnonzero(seats.player == index)
    trace = run.trace
    columns_by_seat = trace.before.reshape(len(seats.player), trace.before.shape[-1])
    live = timeline.schedule == "live"
    position = timeline.position if timeline.rule is not None and live else None
    state: Rating | None = None
    then = 0.0
    rests = run.rests(index, seats.row[mine])
    for key, group in groupby(
        mine, key=lambda seat: int(seats.row[seat]) if live else int(timeline.order[seats.row[seat]])
    ):
        members = list(group)
        columns = columns_by_seat[members[0]]
        now = float(key) if not live else (0.0 if position is None else float(position[key]))
        if state is None:
            state = run.entered(index, columns, ratings.system.attributes)
        else:
            state = replace(state, value=float(columns[0]), elapsed=now - then)
        rows = [int(seats.row[seat]) for seat in members]
        if trace.peak is not None:
            last = members[-1]
            state = replace(state, peak=float(trace.peak[seats.row[last], seats.side[last]]))
        facts = run.place(rows[0], None if live else key)
        encounters: list[Any] = (
            [run.meeting(row, index) for row in rows]
            if ratings.system.teams
            else [run.encounter(row, index, rests.get(row, math.nan)) for row in rows]
        )
        update = ratings.system.update(state, encounters, timeline.schedule)
        yield update, facts
        state, then = update.after, now
