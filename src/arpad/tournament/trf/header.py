"""The lines about the tournament as a whole, as they are written: one group of codes for one fact."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from arpad.core import NotProvided
from arpad.tournament.model import Acceleration, Tournament
from arpad.tournament.points import Points
from arpad.tournament.results import Result
from arpad.tournament.trf.abnormal import adjustment_lines
from arpad.tournament.trf.encoded import code_of, is_usual
from arpad.tournament.trf.fields import FIRST_ROUND, WIDTH, points_text
from arpad.tournament.trf.reading import first_colour
from arpad.tournament.trf.records import DETAILS

Dialect = Literal["trf26", "trf16"]
"""FIDE's file of 2026, or that of 2016 with JaVaFo's and bbpPairings' extensions."""

EXTENSIONS = frozenset(
    {"XXR", "XXC", "XXZ", "XXS", "XXA", "XXP", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"},
)
ONLY_TRF26 = frozenset(
    {"142", "152", "162", "172", "182", "192", "202", "212", "222", "352", "362"}
    | {"240", "250", "260", "299", "300", "310", "320", "330"},
)

_CONTROL = re.compile(r"[\x00-\x1f]+")
_LAST = 999


def of_teams(tournament: Tournament) -> bool:
    """Whether the participants are teams."""
    return (
        tournament.players is not None
        or tournament.system == "fide-team"
        or "boards" in tournament.settings
        or any(entrant.members for entrant in tournament.entrants)
    )


@dataclass(frozen=True)
class LineGroup:
    """A fact and the codes that tell it.

    Args:
        codes: lines with any of these are replaced when the fact changes.
        value: the fact.
        lines: tells it anew.
        tail: whether it stands after the players.
        inferred: whether nobody named the fact, and a reader takes the same without these lines.
    """

    codes: tuple[str, ...]
    value: Callable[[Tournament], Any]
    lines: Callable[[Tournament, Dialect], Iterable[str]]
    tail: bool = False
    inferred: Callable[[Tournament], bool] = lambda _: False


def _line(code: str, text: str) -> list[str]:
    parts = (_CONTROL.sub(" ", part).strip() for part in text.split("\n"))
    return [f"{code} {part}" for part in parts if part]


def _detail(code: str) -> LineGroup:
    name = DETAILS[code]

    def lines(tournament: Tournament, dialect: Dialect) -> list[str]:
        if dialect == "trf16" and code > "132":
            return []
        return _line(code, tournament.details.get(name, ""))

    return LineGroup((code,), lambda tournament: tournament.details.get(name, ""), lines)


def _dates(tournament: Tournament, dialect: Dialect) -> list[str]:
    dates = tournament.details.get("round_dates", "").split()
    if not dates:
        return []
    cells = "".join(("" if date == "-" else date).ljust(WIDTH) for date in dates)
    return ["132".ljust(FIRST_ROUND - 1) + cells.rstrip()]


def _planned(tournament: Tournament, dialect: Dialect) -> list[str]:
    code = "142" if dialect == "trf26" else "XXR"
    return [f"{code} {tournament.planned}"] if tournament.planned else []


def _colour(tournament: Tournament, dialect: Dialect) -> list[str]:
    colour = tournament.initial_colour
    if not colour:
        return []
    if dialect == "trf26":
        return [f"152 {colour.upper()}"]
    return ["XXC white1" if colour == "w" else "XXC black1"]


def points_by_name(points: Points) -> dict[str, Fraction]:
    """Return what results are worth by what a report calls them, the defaults filled in."""
    worth = points.table
    return {
        "win": worth[Result.WIN],
        "draw": worth[Result.DRAW],
        "loss": worth[Result.LOSS],
        "pairing_bye": worth[Result.PAIRING_BYE],
        "forfeit_win": worth[Result.FORFEIT_WIN],
        "forfeit_loss": worth[Result.FORFEIT_LOSS],
        "half_bye": worth[Result.HALF_BYE],
        "full_bye": worth[Result.FULL_BYE],
        "zero_bye": worth[Result.ZERO_BYE],
    }


def _points(tournament: Tournament, dialect: Dialect) -> list[str]:
    return points_lines(tournament.points, dialect)


def points_lines(points: Points, dialect: Dialect) -> list[str]:
    """Tell what the results of games are worth.

    Raises:
        NotProvided: the columns have no room for something.
    """
    worth = points.table
    win, draw, loss = worth[Result.WIN], worth[Result.DRAW], worth[Result.LOSS]
    absent = worth[Result.ZERO_BYE]
    pairing_bye = worth[Result.PAIRING_BYE]
    if worth == Points().table:
        return []
    regular = (
        worth[Result.FORFEIT_WIN] == worth[Result.FULL_BYE] == win
        and worth[Result.HALF_BYE] == draw
        and worth[Result.FORFEIT_LOSS] == absent
    )
    if dialect == "trf26" and regular:
        # What has its default is left out: bbpPairings writes and reads other letters than A.
        values = (
            ("W", win, Fraction(1)),
            ("D", draw, Fraction(1, 2)),
            ("L", loss, Fraction(0)),
            ("A", absent, Fraction(0)),
            ("P", pairing_bye, win),
        )
        fields = [symbol + points_text(value) for symbol, value, default in values if value != default]
        return ["162  " + "    ".join(fields)]
    own = {
        "WW": win,
        "BW": win,
        "WD": draw,
        "BD": draw,
        "WL": loss,
        "BL": loss,
        "ZPB": absent,
        "HPB": worth[Result.HALF_BYE],
        "FPB": worth[Result.FULL_BYE],
        "PAB": pairing_bye,
        "FW": worth[Result.FORFEIT_WIN],
        "FL": worth[Result.FORFEIT_LOSS],
    }
    # bbpPairings knows its own lines only, JaVaFo its own; the later ones are the more exact.
    bbp = {
        "BBW": win,
        "BBD": draw,
        "BBL": loss,
        "BBZ": absent,
        "BBF": worth[Result.FORFEIT_LOSS],
        "BBU": pairing_bye,
    }
    lines = [f"{code} {points_text(value)}" for code, value in bbp.items()]
    return [*lines, "XXS " + " ".join(f"{code}={points_text(value).strip()}" for code, value in own.items())]


def _tiebreaks(tournament: Tournament, dialect: Dialect) -> list[str]:
    if dialect == "trf16" or not tournament.tiebreaks:
        return []
    order = tournament.details.get("standings", "")
    same = tuple(code for code in order.split(",") if code.upper() != "PTS") == tournament.tiebreaks
    # The order of the standings (212) that a report told, as long as these tie-breaks are in force.
    return ["202 " + ",".join(tournament.tiebreaks), *([f"212 {order}"] if same else [])]


def _type(tournament: Tournament, dialect: Dialect) -> list[str]:
    code = "" if dialect == "trf16" else code_of(tournament)
    return [f"192 {code}"] if code else []


def _usual_type(tournament: Tournament) -> bool:
    return "encoded_type" not in tournament.details and is_usual(tournament)


def _shown_by_round_1(tournament: Tournament) -> bool:
    named = "initial_colour" in tournament.details
    return not named and tournament.initial_colour == first_colour(tournament.rounds)


def _accelerations(tournament: Tournament, dialect: Dialect) -> list[str]:
    if dialect == "trf26":
        return [_acceleration(acceleration) for acceleration in tournament.accelerations]
    lines = []
    last = max(
        (
            min(acceleration.last, tournament.planned or acceleration.last)
            for acceleration in tournament.accelerations
        ),
        default=0,
    )
    for number in tournament.by_number:
        values = [tournament.acceleration(number, at) for at in range(1, last + 1)]
        if any(values):
            lines.append(f"XXA {number:4} " + " ".join(points_text(value) for value in values))
    return lines


def _acceleration(acceleration: Acceleration) -> str:
    # The match points' columns stay empty for individuals.
    teams = bool(acceleration.game_points)
    match_points = points_text(acceleration.points) if teams else "    "
    points = points_text(acceleration.game_points if teams else acceleration.points)
    first, last = acceleration.numbers
    return f"250 {match_points} {points} {acceleration.first:03} {acceleration.last:03} {first:04} {last:04}"


def _prohibitions(tournament: Tournament, dialect: Dialect) -> list[str]:
    lines = []
    for prohibition in tournament.prohibitions:
        numbers = sorted(prohibition.numbers)
        if dialect == "trf26":
            words = " ".join(f"{number:4}" for number in numbers)
            lines.append(f"260 {prohibition.first:03} {prohibition.last:03} {words}")
        elif prohibition.first == 1 and prohibition.last >= (tournament.planned or _LAST):
            lines.append("XXP " + " ".join(map(str, numbers)))
        else:
            raise NotProvided("TRF16 has no prohibition for some of the rounds", remedy="Write TRF26.")
    return lines


def _byes(tournament: Tournament, dialect: Dialect) -> list[str]:
    """Tell the byes of the round to be paired, and of later ones; the players' lines have the former too."""
    return [] if dialect == "trf16" else byes_lines(_byes_to_come(tournament))


def _byes_to_come(tournament: Tournament) -> dict[int, dict[int, Result]]:
    """Return the byes of rounds that are not paired, those of players who arrive later among them."""
    arrivals = range(
        tournament.played + 1, max((entrant.arrives for entrant in tournament.entrants), default=0)
    )
    rounds = {at for at in tournament.absences if at > tournament.played} | set(arrivals)
    return {at: dict(sorted(tournament.absent(at).items())) for at in sorted(rounds)}


def byes_lines(byes: Mapping[int, Mapping[int, Result]]) -> list[str]:
    """Tell byes, by round and number."""
    lines = []
    for at, given in byes.items():
        for result in (Result.FULL_BYE, Result.HALF_BYE, Result.ZERO_BYE):
            numbers = [number for number, bye in given.items() if bye is result]
            if numbers:
                lines.append(f"240 {result.value} {at:03} " + " ".join(f"{number:4}" for number in numbers))
    return lines


def _adjustments(tournament: Tournament, dialect: Dialect) -> list[str]:
    if dialect == "trf16" and tournament.adjustments:
        raise NotProvided("TRF16 has no record for points that were set by hand", remedy="Write TRF26.")
    return adjustment_lines(tournament, of_teams(tournament))


def _count(tournament: Tournament, dialect: Dialect) -> list[str]:
    return [f"062 {len(tournament.entrants)}"]


def _rated(tournament: Tournament, dialect: Dialect) -> list[str]:
    return [f"072 {sum(entrant.rating > 0 for entrant in tournament.entrants)}"]


GROUPS = (
    LineGroup(
        ("012",),
        lambda tournament: tournament.name,
        lambda tournament, _: _line("012", _CONTROL.sub(" ", tournament.name)),
    ),
    *(_detail(code) for code in ("022", "032", "042", "052")),
    LineGroup(("062",), lambda tournament: len(tournament.entrants), _count),
    LineGroup(
        ("072",), lambda tournament: sum(entrant.rating > 0 for entrant in tournament.entrants), _rated
    ),
    *(_detail(code) for code in ("092", "102", "112", "122")),
    LineGroup(("132",), lambda tournament: tournament.details.get("round_dates", ""), _dates),
    LineGroup(("142", "XXR"), lambda tournament: tournament.planned, _planned),
    LineGroup(
        ("152", "XXC"), lambda tournament: tournament.initial_colour, _colour, inferred=_shown_by_round_1
    ),
    LineGroup(
        ("162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"),
        lambda tournament: tournament.points.table,
        _points,
    ),
    *(_detail(code) for code in ("172", "182")),
    LineGroup(
        ("192",),
        lambda tournament: (tournament.system, tournament.edition, dict(tournament.settings)),
        _type,
        inferred=_usual_type,
    ),
    LineGroup(("202", "212"), lambda tournament: tournament.tiebreaks, _tiebreaks),
    *(_detail(code) for code in ("222", "352")),
    LineGroup(
        ("240", "XXZ"),
        _byes_to_come,
        _byes,
        tail=True,
    ),
    LineGroup(("250", "XXA"), lambda tournament: tournament.accelerations, _accelerations, tail=True),
    LineGroup(("260", "XXP"), lambda tournament: tournament.prohibitions, _prohibitions, tail=True),
    LineGroup(("299",), lambda tournament: tournament.adjustments, _adjustments, tail=True),
)
"""In the order in which they are written."""
