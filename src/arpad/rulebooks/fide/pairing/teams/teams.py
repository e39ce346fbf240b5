"""Teams before a round: scores, colours, floats, byes (C.04.6, Article 1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from arpad.core import BadInput, worded
from arpad.rulebooks.fide.pairing.common.players import BAKU, drawn_colour
from arpad.tournament.acceleration import baku_of
from arpad.tournament.adjustments import brought, extra
from arpad.tournament.entry import typed_result
from arpad.tournament.model import Colour, Entry, Tournament
from arpad.tournament.results import Result

STRONG, MILD, NONE = 2, 1, 0
"""How strong a colour preference is; Type A's simple ones are strong."""

Kind = Literal["a", "b", "none"]


@dataclass(frozen=True)
class PairingTeam:
    """A team that is to be paired.

    Args:
        number: the pairing number (TPN).
        score: the primary score, virtual points among it.
        secondary: the other, where it counts for colours (4.2.2); 0 else.
        colours: of the matches played, in order: ``wbb``.
        preference: the colour preferred, if any.
        strength: ``STRONG``, ``MILD`` or ``NONE``.
        floated: whether it played the previous round's match against another score (1.5).
        may_bye: whether C2 leaves it the bye.
        opponents: whom it has played.
    """

    number: int
    score: Fraction
    secondary: Fraction
    colours: str
    preference: Colour
    strength: int
    floated: bool
    may_bye: bool
    opponents: frozenset[int]

    @property
    def played(self) -> int:
        """How many matches were played."""
        return len(self.colours)

    @property
    def difference(self) -> int:
        """Matches with White less matches with Black (1.6.2)."""
        return self.colours.count("w") - self.colours.count("b")


@dataclass(frozen=True)
class TeamPairingState:
    """Those to be paired.

    Args:
        at: the round to be paired.
        teams: by pairing number.
        initial: the initial-colour (4.1).
        away: the teams that are not to be paired, and their bye.
        prohibited: pairs that may not be made, the smaller number first.
    """

    at: int
    teams: tuple[PairingTeam, ...]
    initial: Colour
    away: Mapping[int, Result]
    prohibited: frozenset[tuple[int, int]]

    def legal(self, team: PairingTeam, opponent: PairingTeam) -> bool:
        """Return whether two may meet (C1, and the prohibitions)."""
        pair = min(team.number, opponent.number), max(team.number, opponent.number)
        return opponent.number not in team.opponents and pair not in self.prohibited


def teams_of(tournament: Tournament, *, primary: str, secondary: str, kind: Kind) -> TeamPairingState:
    """Return the teams before the next round.

    Args:
        tournament: with complete rounds; pairings have game points as their points.
        primary: ``mp`` or ``gp``: which points are the score (1.2.1).
        secondary: the other, or nothing if it is not used.
        kind: of colour preferences (1.7).

    Raises:
        BadInput: a result is still to come, or game points are asked for and missing.
    """
    complete(tournament)
    tournament = accelerated(tournament)
    at = tournament.played + 1
    away = tournament.absent(at)
    score_kinds = {primary, secondary}
    scores = {
        "mp": _scores(tournament, _match_points(tournament)) if "mp" in score_kinds else {},
        "gp": _scores(tournament, _game_points(tournament), games=True) if "gp" in score_kinds else {},
    }
    last = bool(tournament.planned) and at >= tournament.planned
    teams = []
    for number, line in tournament.history.items():
        if number in away:
            continue
        own = scores[primary][number]
        games = [entry for entry in line if entry.opponent and entry.result.played]
        colours = "".join(entry.colour for entry in games)
        preference, strength = preference_of(colours, kind, last)
        teams.append(
            PairingTeam(
                number,
                own[-1],
                scores[secondary][number][-1] if secondary else Fraction(0),
                colours,
                preference,
                strength,
                floated(line, number, scores[primary]),
                not any(
                    entry.result in (Result.PAIRING_BYE, Result.FULL_BYE, Result.FORFEIT_WIN)
                    for entry in line
                ),
                frozenset(entry.opponent for entry in games),
            )
        )
    initial = tournament.initial_colour or drawn_colour(tournament)
    return TeamPairingState(at, tuple(teams), initial, away, frozenset(tournament.prohibited(at)))


def preference_of(colours: str, kind: Kind, last_round: bool) -> tuple[Colour, int]:
    """Return a team's colour preference and its strength (1.7).

    That nobody of difference zero has a preference in the last round is taken to close the mild preference
    only, as its own clause says; two matches of one colour make a strong one in any round.

    Args:
        colours: of its matches played.
        kind: Type A, Type B, or none at all.
        last_round: whether the last round is to be paired.
    """
    if kind == "none" or not colours:
        return "", NONE
    difference = colours.count("w") - colours.count("b")
    if difference < -1 or (difference in (0, -1) and colours.endswith("bb")):
        return "w", STRONG
    if difference > 1 or (difference in (0, 1) and colours.endswith("ww")):
        return "b", STRONG
    if kind == "a":
        return "", NONE
    if difference:
        return ("w" if difference < 0 else "b"), MILD
    if last_round:
        return "", NONE
    return ("w" if colours[-1] == "b" else "b"), MILD


def match_result(text: str) -> tuple[Result, tuple[Fraction, Fraction] | None]:
    """Read a match's result: the points of both, ``2½-1½``, ``2.5-1.5``, ``1-0``.

    Raises:
        BadInput: it is not a result.
    """
    white, _, points = typed_result(
        re.sub(r"(\d*)½", lambda match: f"{match[1] or 0}.5", text), by_points=True
    )
    return white, points


def complete(tournament: Tournament) -> None:
    """Refuse a tournament with results still to come."""
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


def accelerated(tournament: Tournament) -> Tournament:
    """Return the tournament with Baku's virtual points, if its settings ask for them."""
    if tournament.accelerations or tournament.settings.get("acceleration") != BAKU:
        return tournament
    return replace(tournament, accelerations=baku_of(tournament))


def floated(line: tuple[Entry, ...], number: int, scores: Mapping[int, list[Fraction]]) -> bool:
    """Return whether the previous round's opponent had another score then, virtual points counted (1.5)."""
    if not line or not (line[-1].opponent and line[-1].result.played):
        return False
    return scores[number][-2] != scores[line[-1].opponent][-2]


def _scores(
    tournament: Tournament, gained: Mapping[int, list[Fraction]], *, games: bool = False
) -> dict[int, list[Fraction]]:
    """Return the scores with which rounds 1, 2 … and the next are paired."""
    scores = {}
    for number, gains in gained.items():
        run = [extra(tournament.adjustments, number, 0, 0, games=games)]
        for at, gain in enumerate(gains, 1):
            run.append(run[-1] + gain + extra(tournament.adjustments, number, at, at, games=games))
        scores[number] = [
            points + _virtual(tournament, number, before + 1, games) for before, points in enumerate(run)
        ]
    return scores


def _virtual(tournament: Tournament, number: int, at: int, games: bool) -> Fraction:
    if not games:
        return tournament.acceleration(number, at)
    return sum(
        (
            acceleration.game_points
            for acceleration in tournament.accelerations
            if acceleration.first <= at <= acceleration.last
            and acceleration.numbers[0] <= number <= acceleration.numbers[1]
        ),
        Fraction(0),
    )


def _match_points(tournament: Tournament) -> dict[int, list[Fraction]]:
    return {
        number: [tournament.gained(number, at) for at in range(1, tournament.played + 1)]
        for number in tournament.history
    }


def _game_points(tournament: Tournament) -> dict[int, list[Fraction]]:
    """Return the game points of each round; without boards' points those of all boards won, drawn or lost."""
    boards = Fraction(int(tournament.settings.get("boards", 0)))
    unplayed_points: Mapping[Result, Fraction] = tournament.settings.get("unplayed_game_points", {})
    full = {
        Result.FORFEIT_WIN: boards,
        Result.FULL_BYE: boards,
        Result.HALF_BYE: boards / 2,
        # As much as a draw (1.4).
        Result.PAIRING_BYE: boards / 2,
    }

    def gained(number: int, at: int, entry: Entry) -> Fraction:
        if entry.points is not None:
            return entry.points
        if entry.result.played:
            raise BadInput(
                worded("the match of {number} in round {at} has no game points", number=number, at=at),
                remedy="Enter them, 2.5-1.5, or pair by match points only: secondary none.",
            )
        return unplayed_points.get(entry.result, full.get(entry.result, Fraction(0)))

    return {
        number: [
            brought(tournament.adjustments, number, at, entry.result, gained(number, at, entry), games=True)
            for at, entry in enumerate(line, 1)
        ]
        for number, line in tournament.history.items()
    }
