"""A run of a rating system over a record: every game as one of its players sees it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.ratings.model import Encounter, Meeting, Rating
from arpad.ratings.state import Floats, Trace
from arpad.ratings.timeline import Timeline
from arpad.record import Contests


@dataclass(frozen=True, eq=False)
class Run:
    """What a rating system met, game by game, and what each game left.

    Args:
        columns: the names of the state's columns, ``rating`` first.
        timeline: the games in the order in which the system met them.
        trace: what every game met and left.
        scores: the share of each game's result that is the first side's; None of contests of many sides.
        weights: how much each game counts; None where all count alike.
        kinds: what kind of game the system sees in each; None where it tells none apart.
    """

    columns: tuple[str, ...]
    timeline: Timeline
    trace: Trace
    scores: Floats | None = None
    weights: Floats | None = None
    kinds: NDArray[np.int8] | None = None

    def entered(self, player: int, state: Any, attributes: Iterable[str]) -> Rating:
        """Return the rating with which a player entered, with what rules need to know of the player.

        Args:
            player: the player.
            state: the player's state as the first game met it.
            attributes: what else the rules ask of players.
        """
        players = self.timeline.record.players
        peak, year = players.number("peak")[player], players.number("birth_year")[player]
        columns = dict(zip(self.columns, map(float, state), strict=True))
        values = {name: float(players.number(name)[player]) for name in attributes}
        return Rating.of(
            columns,
            games=int(players.number("games", 0.0)[player]),
            peak=None if np.isnan(peak) else float(peak),
            birth_year=None if np.isnan(year) else int(year),
            attributes={name: value for name, value in values.items() if not np.isnan(value)},
        )

    def rests(self, player: int, rows: NDArray[np.int64]) -> dict[int, float]:
        """Return the days from a player's last game to each of these games; NaN for a first one."""
        days = self.timeline.numbered_days
        if not len(days):
            return {}
        rests = np.diff(days[rows], prepend=self.timeline.listed_days[player])
        return dict(zip(rows.tolist(), rests.tolist(), strict=True))

    def encounter(self, row: int, player: int, rest: float = math.nan) -> Encounter:
        """Return one game of the record as a player sees it, ``rest`` days after the player's last one."""
        games = self.timeline.games
        side = 0 if games.first[row] == player else 1
        other = games.second[row] if side == 0 else games.first[row]
        sign = 1 if side == 0 else -1
        assert self.scores is not None
        score = float(self.scores[row])
        margin = None
        if games.points_first is not None and games.points_second is not None:
            margin = sign * float(games.points_first[row] - games.points_second[row])
        facts = {**self.place(row, None), "opponent": games.players.names[other]}
        swayed = 0.0 if self.trace.swayed is None else sign * float(self.trace.swayed[row])
        return Encounter(
            opponent=self.rating_of(self.trace.before[row, 1 - side]),
            score=score if side == 0 else 1.0 - score,
            advantage=0 if games.advantage is None else sign * int(games.advantage[row]),
            weight=1.0 if self.weights is None else float(self.weights[row]),
            margin=margin,
            handicap=0.0 if games.handicap is None else sign * float(games.handicap[row]),
            komi=None if games.komi is None or np.isnan(games.komi[row]) else float(games.komi[row]),
            on=self._day(row),
            kind=0 if self.kinds is None else int(self.kinds[row]),
            event=-1 if games.event is None else int(games.event.codes[row]),
            rest=rest,
            number=int(games.time[row]) if games.time is not None and games.time.dtype.kind != "M" else None,
            swayed=swayed,
            facts=facts,
        )

    def meeting(self, row: int, player: int) -> Meeting:
        """Return one contest of the record as a player sees it."""
        record = self.timeline.record
        if not isinstance(record, Contests):
            game = self.encounter(row, player)
            columns = self.trace.before[row, 0 if self.timeline.games.first[row] == player else 1]
            return Meeting.of(self.rating_of(columns), game)
        before = self.trace.before
        sides, shares, names = [], [], []
        own = (0, 0)
        for at in range(record.starts[row], record.starts[row + 1]):
            span = range(record.seats[at], record.seats[at + 1])
            sides.append(tuple(self.rating_of(before[seat]) for seat in span))
            names.append("+".join(record.players.names[record.member[seat]] for seat in span))
            shares.append(tuple(1.0 if record.share is None else float(record.share[seat]) for seat in span))
            for seat in span:
                if record.member[seat] == player:
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
            on=self._day(row),
            facts={
                **self.place(row, None),
                "side": names[own[0]],
                "opponent": others,
                "names": tuple(names),
            },
        )

    def rating_of(self, columns: Any) -> Rating:
        """Return a row of a trace as a rating."""
        values = dict(zip(self.columns, map(float, columns), strict=True))
        return Rating.of(values)

    def _day(self, row: int) -> date | None:
        days = self.timeline.days
        return None if days is None else days[row].astype(object)

    def place(self, row: int, period: int | None) -> dict[str, Any]:
        """Return where in time a game or a period lies, in words."""
        games = self.timeline.record
        facts: dict[str, Any] = {}
        if period is not None:
            facts["period"] = self.timeline.periods.label(period)
        elif games.time is not None:
            facts["date"] = str(games.time[row])
        if period is None and games.event is not None and games.event.word(row) is not None:
            facts["event"] = games.event.word(row)
        return facts
