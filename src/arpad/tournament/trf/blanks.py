"""Half-point byes that a report of before 2016 leaves blank: its points tell of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from arpad.core import worded
from arpad.tournament.model import Round
from arpad.tournament.results import Result
from arpad.tournament.trf.judge import Judge, written
from arpad.tournament.trf.players import PlayerRow
from arpad.tournament.trf.records import Records


def blank_half_byes(
    rows: Mapping[int, PlayerRow],
    requests: Mapping[int, Mapping[int, Result]],
    rounds: Sequence[Round],
    records: Records,
    judge: Judge,
) -> dict[int, dict[int, Result]]:
    """Return the half-point byes that a report of before 2016 leaves blank, by round and number.

    They are those of a player whose points are the results' and half a point for every blank round.
    """
    worth = records.points.of
    scores = dict.fromkeys(rows, Fraction(0))
    for round_ in rounds:
        for game in round_.pairings:
            scores[game.white] += worth(game.white_result)
            scores[game.black] += worth(game.black_result)
        for bye in round_.byes:
            scores[bye.number] += worth(bye.result)
    half_byes: dict[int, dict[int, Result]] = {}
    half, nothing = worth(Result.HALF_BYE), worth(Result.ZERO_BYE)
    for number, row in rows.items():
        blank = [
            at
            for at in range(1, len(rounds) + 1)
            if row.cell(at) is None and number not in requests.get(at, {})
        ]
        if row.points is None or not blank or half == nothing:
            continue
        missing = row.points - scores[number]
        late = sum(not any(bye.number == number for bye in rounds[at - 1].byes) for at in blank)
        if missing != len(blank) * half - (len(blank) - late) * nothing:
            continue
        for at in blank:
            half_byes.setdefault(at, {})[number] = Result.HALF_BYE
        blank_rounds = ", ".join(map(str, blank))
        judge.of_points(
            row.line.bad(
                worded(
                    "{number} has {points} points: the blank rounds ({told}) are half-point byes",
                    number=number,
                    points=written(row.points),
                    told=blank_rounds,
                ),
                81,
                84,
                worded("Write H into these rounds."),
            )
        )
    return half_byes
