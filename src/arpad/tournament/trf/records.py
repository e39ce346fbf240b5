"""The lines about the tournament as a whole: rounds, points, byes, accelerations, prohibitions, details."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from arpad.core import worded
from arpad.tournament.adjustments import Adjustment
from arpad.tournament.model import Acceleration, Colour, Prohibition
from arpad.tournament.points import Points
from arpad.tournament.results import Result
from arpad.tournament.trf import what
from arpad.tournament.trf.abnormal import adjustment_of
from arpad.tournament.trf.fields import FIRST_ROUND, WIDTH, ReportLine, decimal
from arpad.tournament.trf.national import NATIONAL, records_in

DETAILS = {
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "092": "type",
    "102": "chief_arbiter",
    "112": "deputy_arbiters",
    "122": "time_control",
    "132": "round_dates",
    "152": "initial_colour",
    "172": "rank_method",
    "182": "controller",
    "192": "encoded_type",
    "222": "encoded_time_control",
    "352": "board_colours",
}
"""What only is printed: the code, and its name in ``Tournament.details``; lines are joined by newlines."""

_WORTH_162 = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "A": ("forfeit_loss", "zero_bye"),
    "P": ("pairing_bye",),
    "X": ("unknown",),
}
_WORTH_BBP = {
    "BBW": ("win", "forfeit_win", "full_bye"),
    "BBD": ("draw", "half_bye"),
    "BBL": ("loss",),
    "BBZ": ("zero_bye",),
    "BBF": ("forfeit_loss",),
    "BBU": ("pairing_bye",),
}
_WORTH_XXS = {
    "W": ("win", "win_black", "forfeit_win", "full_bye"),
    "D": ("draw", "draw_black", "half_bye"),
    "WW": ("win",),
    "BW": ("win_black",),
    "WD": ("draw",),
    "BD": ("draw_black",),
    "WL": ("loss",),
    "BL": ("loss_black",),
    "ZPB": ("zero_bye",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("pairing_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}
_BYES = {"F": Result.FULL_BYE, "H": Result.HALF_BYE, "Z": Result.ZERO_BYE}
_LAST = 999


@dataclass(frozen=True)
class ByeRequest:
    """A bye in a line of its own.

    Args:
        line: where it stands.
        at: the round; 0 for the one to be paired.
        number: whose.
        result: which.
    """

    line: ReportLine
    at: int
    number: int
    result: Result


@dataclass
class Records:
    """What the lines beside the players' own say.

    Args:
        name: the title.
        planned: how many rounds; 0 if nobody has said.
        initial_colour: what the first number gets in round 1.
        worth: points by what they are for, as far as the file says so.
        accelerations: the participants who get points for pairing only.
        prohibitions: the participants who may not meet.
        requests: byes in lines of their own.
        encoded_type: what 192 has.
        tiebreaks: their codes in order, without the points.
        details: what only is printed.
        adjustments: points that were set by hand (299), with their lines.
        has_teams: whether there are teams (310).
    """

    name: str = ""
    planned: int = 0
    initial_colour: Colour = ""
    worth: dict[str, Fraction] = field(default_factory=dict)
    accelerations: list[Acceleration] = field(default_factory=list)
    prohibitions: list[Prohibition] = field(default_factory=list)
    requests: list[ByeRequest] = field(default_factory=list)
    encoded_type: str = ""
    tiebreaks: tuple[str, ...] = ()
    details: dict[str, str] = field(default_factory=dict)
    adjustments: list[tuple[ReportLine, Adjustment]] = field(default_factory=list)
    has_teams: bool = False

    @property
    def teams(self) -> bool:
        """Whether teams are paired (310, and no type of players), and byes and prohibitions are theirs."""
        return self.has_teams and (not self.encoded_type or "TEAM" in self.encoded_type)

    @property
    def unknown(self) -> Fraction:
        """What a game still to come counts meanwhile: as much as a draw, unless 162 says otherwise."""
        return self.worth.get("unknown", self.points.draw)

    @property
    def points(self) -> Points:
        """What results are worth."""
        worth = dict(self.worth)
        worth.pop("unknown", None)
        win, draw = worth.pop("win", Fraction(1)), worth.pop("draw", Fraction(1, 2))
        # What is worth as much as its default is left to the default, so that equal tables are equal values.
        for name, default in (
            ("pairing_bye", win),
            ("forfeit_win", win),
            ("full_bye", win),
            ("half_bye", draw),
        ):
            if worth.get(name) == default:
                del worth[name]
        return Points(win, draw, **worth)


def records_of(lines: Iterable[ReportLine]) -> Records:
    """Read the lines that are not the players'; codes that nobody knows say nothing.

    Raises:
        BadInput: a column does not have what belongs there.
    """
    lines = tuple(lines)
    records = Records()
    colours: dict[str, tuple[Fraction, ReportLine]] = {}
    for line in lines:
        if line.code == "XXS":
            _javafo_points(records, line, colours)
        elif line.code in _READERS:
            _READERS[line.code](records, line)
        if line.code in DETAILS and line.rest():
            name = DETAILS[line.code]
            text = _dates(line) if line.code == "132" else line.rest()
            records.details[name] = f"{records.details[name]}\n{text}" if name in records.details else text
        records.has_teams = records.has_teams or line.code == "310"
    _same_for_both(records, colours)
    if national := "\n".join(record.kept for record in records_in(lines)):
        records.details[NATIONAL] = national
    return records


def _dates(line: ReportLine) -> str:
    """Return the rounds' dates, a hyphen for each that is missing, apart by blanks."""
    if line.text[3 : FIRST_ROUND - 1].strip():
        return " ".join(line.rest(4).split())
    count = (len(line.text.rstrip()) - FIRST_ROUND) // WIDTH + 1
    starts = [FIRST_ROUND + WIDTH * at for at in range(count)]
    return " ".join("".join(line.field(first, first + WIDTH - 1).split()) or "-" for first in starts)


def _name(records: Records, line: ReportLine) -> None:
    records.name = line.rest() or records.name


def _rounds(records: Records, line: ReportLine) -> None:
    words = line.words(4)
    if not words:
        return
    column, word = words[0]
    if not word.isascii() or not word.isdigit() or len(word) > 3:
        last = column + len(word) - 1
        raise line.bad(
            worded("{word!r} is not a number of rounds", word=word),
            column,
            last,
            worded("Expected a whole number."),
        )
    # 142 is the standard's; XXR an extension's.
    if line.code == "142" or not records.planned:
        records.planned = int(word)


def _colour(records: Records, line: ReportLine) -> None:
    word = line.rest()
    if not word:
        return
    if word.upper() not in ("W", "B"):
        raise line.bad(
            worded("{word!r} is not a colour", word=word), 5, 4 + len(word), worded("Expected W or B.")
        )
    records.initial_colour = "w" if word.upper() == "W" else "b"


def _configuration(records: Records, line: ReportLine) -> None:
    for column, word in line.words(5):
        if word.lower() in ("white1", "black1"):
            records.initial_colour = records.initial_colour or ("w" if word.lower() == "white1" else "b")
            records.details.setdefault("initial_colour", records.initial_colour.upper())
        elif word.lower() != "rank":
            last = column + len(word) - 1
            raise line.bad(
                worded("{word!r} is not known", word=word),
                column,
                last,
                worded("Expected rank, white1 or black1."),
            )


def _points(records: Records, line: ReportLine) -> None:
    for first in range(6, len(line.text) + 1, 9):
        symbol = line.field(first, first).upper()
        value = line.decimal(first + 1, first + 4, what.POINTS)
        if not symbol and value is None:
            continue
        if symbol == "Z" and value == 0:
            # Not a letter of TRF26, which has A for whoever is absent; programs have been seen to write it.
            records.worth["zero_bye"] = value
            continue
        if symbol not in _WORTH_162:
            raise line.bad(
                worded("{symbol!r} is not a valid result", symbol=symbol),
                first,
                first,
                worded("Expected W, D, L, A, P or X."),
            )
        if value is None:
            raise line.bad(
                worded("the points are missing"),
                first + 1,
                first + 4,
                worded("Expected a number such as 1.5."),
            )
        for name in _WORTH_162[symbol]:
            records.worth[name] = value


def _bbp_points(records: Records, line: ReportLine) -> None:
    value = line.decimal(5, max(8, len(line.text)), what.POINTS)
    if value is None:
        raise line.bad(worded("the points are missing"), 5, 8, worded("Expected a number such as 1.5."))
    for name in _WORTH_BBP[line.code]:
        records.worth[name] = value


def _javafo_points(
    records: Records, line: ReportLine, colours: dict[str, tuple[Fraction, ReportLine]]
) -> None:
    # With XXS, byes and forfeits do not follow the points of a win unless W sets them all: JaVaFo's defaults.
    for name in ("pairing_bye", "forfeit_win", "full_bye"):
        records.worth.setdefault(name, Fraction(1))
    records.worth.setdefault("half_bye", Fraction(1, 2))
    for column, word in line.words(5):
        last = column + len(word) - 1
        code, equals, value_text = word.partition("=")
        names = _WORTH_XXS.get(code.upper())
        if names is None or not equals:
            expected = worded("Expected CODE=POINTS, of {known}.", known=", ".join(_WORTH_XXS))
            raise line.bad(
                worded("{word!r} does not give points for a result", word=word), column, last, expected
            )
        value = decimal(line, value_text, what.POINTS, column + len(code) + 1, last)
        for name in names:
            if name.endswith("_black"):
                colours[name] = (value, line)
            else:
                records.worth[name] = value


def _same_for_both(records: Records, colours: dict[str, tuple[Fraction, ReportLine]]) -> None:
    defaults = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0)}
    for name, (value, line) in colours.items():
        white = name.removesuffix("_black")
        if records.worth.get(white, defaults[white]) != value:
            raise line.bad(
                worded("a {white} with Black is worth something else than with White", white=white),
                expected=worded("Points that depend on the colour are not provided."),
            )


def _acceleration(records: Records, line: ReportLine) -> None:
    match_points = line.decimal(5, 8, what.POINTS)
    points = line.decimal(10, 13, what.POINTS)
    first, last = line.whole(15, 17, what.ROUND), line.whole(19, 21, what.ROUND)
    low, high = line.whole(23, 26, what.PAIRING_NUMBER), line.whole(28, 31, what.PAIRING_NUMBER)
    if points is None and match_points is None:
        raise line.bad(
            worded("the fictitious points are missing"), 5, 13, worded("Expected a number such as 1.0.")
        )
    if first is None or last is None or low is None or high is None:
        raise line.bad(worded("rounds or numbers are missing"), 15, 31, worded("Expected RRR RRR NNNN NNNN."))
    numbers = (low, high)
    if match_points is None:
        records.accelerations.append(Acceleration(points or Fraction(0), first, last, numbers))
    else:
        game_points = points or Fraction(0)
        records.accelerations.append(Acceleration(match_points, first, last, numbers, game_points))


def _javafo_acceleration(records: Records, line: ReportLine) -> None:
    number = line.whole(5, 8, what.PAIRING_NUMBER)
    if not number:
        raise line.bad(worded("the pairing number is missing"), 5, 8, worded("Expected a number from 1."))
    for at in range(1, (len(line.text.rstrip()) - 10) // 5 + 2):
        first = 10 + 5 * (at - 1)
        value = line.decimal(first, first + 3, what.POINTS)
        if not value:
            continue
        before = records.accelerations[-1] if records.accelerations else None
        if before and before == Acceleration(value, before.first, at - 1, (number, number)):
            records.accelerations[-1] = Acceleration(value, before.first, at, (number, number))
        else:
            records.accelerations.append(Acceleration(value, at, at, (number, number)))


def _prohibition(records: Records, line: ReportLine) -> None:
    first = line.whole(5, 7, what.ROUND)
    last = line.whole(9, 11, what.ROUND)
    numbers = line.numbers(12, what.PAIRING_NUMBER)
    records.prohibitions.append(
        Prohibition(frozenset(numbers), 1 if first is None else first, _LAST if last is None else last)
    )


def _javafo_prohibition(records: Records, line: ReportLine) -> None:
    records.prohibitions.append(Prohibition(frozenset(line.numbers(4, what.PAIRING_NUMBER))))


def _byes(records: Records, line: ReportLine) -> None:
    kind = line.field(5, 5).upper()
    if kind not in _BYES:
        raise line.bad(worded("{kind!r} is not a bye", kind=kind), 5, 5, worded("Expected F, H or Z."))
    at = line.whole(7, 9, what.ROUND)
    if not at:
        raise line.bad(worded("the round is missing"), 7, 9, worded("Expected a round from 1."))
    records.requests += [
        ByeRequest(line, at, number, _BYES[kind])
        for number in line.numbers(10, what.PAIRING_NUMBER)
        if number
    ]


def _javafo_absences(records: Records, line: ReportLine) -> None:
    records.requests += [
        ByeRequest(line, 0, number, Result.ZERO_BYE) for number in line.numbers(4, what.PAIRING_NUMBER)
    ]


def _encoded_type(records: Records, line: ReportLine) -> None:
    records.encoded_type = line.rest().upper()


def _tiebreaks(records: Records, line: ReportLine) -> None:
    codes = tuple(code.strip() for code in line.rest().split(",") if code.strip())
    # 212 has the whole order of the standings; 202 what comes after the points.
    if line.code == "202":
        records.tiebreaks = codes
    else:
        if not records.tiebreaks:
            records.tiebreaks = tuple(code for code in codes if code.upper() != "PTS")
        records.details["standings"] = ",".join(codes)


def _abnormal(records: Records, line: ReportLine) -> None:
    records.adjustments.append((line, adjustment_of(line)))


_COUNTS = ("062", "072", "082")
_READERS: dict[str, Callable[[Records, ReportLine], None]] = {
    "012": _name,
    "142": _rounds,
    "XXR": _rounds,
    "152": _colour,
    "XXC": _configuration,
    "162": _points,
    **dict.fromkeys(_WORTH_BBP, _bbp_points),
    "192": _encoded_type,
    "202": _tiebreaks,
    "212": _tiebreaks,
    "240": _byes,
    "XXZ": _javafo_absences,
    "250": _acceleration,
    "XXA": _javafo_acceleration,
    "260": _prohibition,
    "XXP": _javafo_prohibition,
    "299": _abnormal,
}


RECORD_CODES = frozenset({"001", "XXS", *_READERS, *DETAILS, *_COUNTS})
"""Codes of which a report has at least one."""
