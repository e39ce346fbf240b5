"""What the FIDE systems know of everybody before a round: score, colours, floats, byes, whom they have met.

Shared by the systems of C.04; floats as in C.04.3, 1.4, the right to the bye as in C.04.1, 4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from arpad.core import BadInput, worded
from arpad.rulebooks.fide.pairing.common.colours import ColourHistory, colour_history
from arpad.tournament.model import Colour, Entry, Tournament
from arpad.tournament.results import Result

LEVEL, DOWN, UP = 0, 1, 2
"""Floats: none, a downfloat, an upfloat."""

BAKU = "baku"
"""The value of a tournament's setting ``acceleration`` that asks for Baku's (C.04.7)."""


@dataclass(frozen=True)
class PairingPlayer:
    """A player who is to be paired.

    Args:
        number: the pairing number (TPN).
        place: the pairing number counted among those only who have been paired before or are now (5.2.5).
        score: points, accelerations among them, in units of the state.
        points: points without accelerations, in the same units.
        colours: the colours so far.
        floats: the float of the previous round, and of the one before: ``LEVEL``, ``DOWN`` or ``UP``.
        unplayed: rounds without a game played.
        may_bye: whether the pairing-allocated bye may be theirs (C2).
        topscorer: whether the limits on colours do not bind (1.8).
        opponents: whom they have played.
    """

    number: int
    place: int
    score: int
    points: int
    colours: ColourHistory
    floats: tuple[int, int]
    unplayed: int
    may_bye: bool
    topscorer: bool
    opponents: frozenset[int]


@dataclass(frozen=True)
class PairingState:
    """Everybody who is to be paired, in the order of 1.2.

    Args:
        at: the round to be paired, from 1.
        players: by score, then by pairing number.
        unit: how much a point is in the scores' units.
        initial: the initial-colour.
        away: the players who are not to be paired, and the bye that they get.
        prohibited: pairs that may not be made, the smaller number first.
    """

    at: int
    players: tuple[PairingPlayer, ...]
    unit: int
    initial: Colour
    away: Mapping[int, Result]
    prohibited: frozenset[tuple[int, int]]


def state_of(tournament: Tournament, *, before_2026: bool = False) -> PairingState:
    """Return the state before the next round.

    Args:
        tournament: with complete rounds.
        before_2026: whether floats and the right to the bye are those of the editions before 2026-02-01:
            every round without a game is a downfloat then, and only the bye itself and a win by forfeit bar
            from it.

    Raises:
        BadInput: a result is still to come.
    """
    at = tournament.played + 1
    for number, round_ in enumerate(tournament.rounds, 1):
        if round_.pending:
            raise BadInput(
                worded(
                    "round {number} is not complete: board {pending} has no result",
                    number=number,
                    pending=round_.pending[0],
                ),
                remedy="Enter the results first.",
            )
    away = tournament.absent(at)
    accelerations = tournament.accelerations
    if not accelerations and tournament.settings.get("acceleration") == BAKU:
        from dataclasses import replace

        from arpad.tournament.acceleration import baku_of

        tournament = replace(tournament, accelerations=baku_of(tournament))
        accelerations = tournament.accelerations
    unit = lcm(tournament.unit, *(acceleration.points.denominator for acceleration in accelerations))
    worth = {result: int(value * unit) for result, value in tournament.points.table.items()}
    totals = _totals(tournament, worth, unit)

    def score(number: int, rounds: int) -> int:
        """Return the score for pairing, after so many rounds."""
        if not accelerations:
            return totals[number][rounds]
        return totals[number][rounds] + int(tournament.acceleration(number, rounds + 1) * unit)

    most = max(worth[Result.WIN], worth[Result.DRAW])
    # Without a planned number of rounds nobody can say that this is the last one.
    final = bool(tournament.planned) and at >= tournament.planned
    players = []
    place = 0
    for number, line in tournament.history.items():
        if number in away and not any(map(_was_paired, line)):
            continue
        place += 1
        if number in away:
            continue
        games = [entry for entry in line if entry.opponent and entry.result.played]
        own = score(number, at - 1)
        players.append(
            PairingPlayer(
                number,
                place,
                own,
                totals[number][at - 1],
                colour_history("".join(entry.colour for entry in games)),
                (
                    _float(line, number, at - 2, score, worth, before_2026),
                    _float(line, number, at - 3, score, worth, before_2026),
                ),
                at - 1 - len(games),
                _may_bye(line, worth, before_2026)
                and not (not before_2026 and _won_by_hand(tournament, number)),
                final and 2 * own > (at - 1) * most,
                frozenset(entry.opponent for entry in games),
            )
        )
    players.sort(key=lambda player: (-player.score, player.number))
    initial = tournament.initial_colour or drawn_colour(tournament)
    prohibited = frozenset(tournament.prohibited(at))
    return PairingState(at, tuple(players), unit, initial, away, prohibited)


def drawn_colour(tournament: Tournament) -> Colour:
    """Return the initial-colour that the seed draws, where nobody has drawn it (5.1)."""
    import random

    return "w" if random.Random(tournament.seed).random() < 0.5 else "b"


def score_text(score: int | Fraction, unit: int) -> str:
    """Return a score as people write it: ``3½``."""
    value = Fraction(score, unit)
    whole, rest = divmod(value, 1)
    if rest == Fraction(1, 2):
        return f"{whole}½" if whole else "½"
    return str(value) if not rest else f"{float(value):g}"


def _totals(tournament: Tournament, worth: Mapping[Result, int], unit: int) -> dict[int, list[int]]:
    """Return everybody's points after 0, 1, 2 … rounds, those set by hand among them."""
    if tournament.adjustments:
        after = [tournament.scores(rounds) for rounds in range(tournament.played + 1)]
        return {number: [int(scores[number] * unit) for scores in after] for number in tournament.history}
    totals = {}
    for number, line in tournament.history.items():
        run = [0]
        for entry in line:
            run.append(run[-1] + worth[entry.result])
        totals[number] = run
    return totals


def _was_paired(entry: Entry) -> bool:
    return bool(entry.opponent) or entry.result in (Result.PAIRING_BYE, Result.FORFEIT_WIN)


def _may_bye(line: tuple[Entry, ...], worth: Mapping[Result, int], before_2026: bool) -> bool:
    for entry in line:
        if entry.opponent and entry.result.played:
            continue
        if entry.result is Result.PAIRING_BYE or entry.result is Result.FORFEIT_WIN:
            return False
        if not before_2026 and worth[entry.result] >= worth[Result.WIN]:
            return False
    return True


def _won_by_hand(tournament: Tournament, number: int) -> bool:
    """Whether points set by hand make a round without a game worth a win (C.04.1, 4)."""
    win = tournament.points.of(Result.WIN)
    return bool(tournament.adjustments) and any(
        not (entry.opponent and entry.result.played) and tournament.gained(number, at) >= win
        for at, entry in enumerate(tournament.history[number], 1)
    )


def _float(
    line: tuple[Entry, ...],
    number: int,
    index: int,
    score: Callable[[int, int], int],
    worth: Mapping[Result, int],
    before_2026: bool,
) -> int:
    """Return the float of a round (1.4): by its index, which may be before the first."""
    if index < 0:
        return LEVEL
    entry = line[index]
    if not (entry.opponent and entry.result.played):
        if before_2026:
            return DOWN
        return DOWN if worth[entry.result] > worth[Result.LOSS] else LEVEL
    mine, theirs = score(number, index), score(entry.opponent, index)
    return DOWN if mine > theirs else UP if mine < theirs else LEVEL
