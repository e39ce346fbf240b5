"""Two reports of one tournament, compared field by field over every record: what one says and the other not.

What means the same is the same: a bye in a line of its own (240) and in the player's line, a blank and a
zero-point bye, a value that is written out and the same as the default, records of TRF26 and the extensions
of JaVaFo and bbpPairings that say the same thing. What a report leaves blank is nothing that could be lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from arpad.core import BadInput, worded
from arpad.tournament.acceleration import side_by_side
from arpad.tournament.boards import lineup_of
from arpad.tournament.model import Prohibition, Tournament
from arpad.tournament.results import Result
from arpad.tournament.trf.document import Document
from arpad.tournament.trf.fields import FIRST_ROUND, PLAYER_COLUMNS, WIDTH, ReportLine
from arpad.tournament.trf.header import points_by_name
from arpad.tournament.trf.judge import written
from arpad.tournament.trf.national import record_in, records_in
from arpad.tournament.trf.players import PlayerRow, columns, player_rows
from arpad.tournament.trf.reading import paired_rounds
from arpad.tournament.trf.records import DETAILS, RECORD_CODES, Records, records_of
from arpad.tournament.trf.teams import TEAM_CODES, TeamRecords, team_records_of

COMMENT = "###"

_CODE = re.compile("[0-9A-Z]{3}")
_LONG = 40
"""Letters of an example."""

_COUNTS = ("062", "072", "082")
_TEXTS = frozenset({"012", *DETAILS} - {"132", "152", "192"})
_POINTS = ("162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU")
_LETTERS = {
    "win": "W",
    "draw": "D",
    "loss": "L",
    "pairing_bye": "P",
    "unknown": "X",
    "forfeit_win": "+",
    "forfeit_loss": "-",
    "full_bye": "F",
    "half_bye": "H",
    "zero_bye": "Z",
}
_FIELDS = {
    "sex": worded("sex"),
    "title": worded("title"),
    "name": worded("name"),
    "rating": worded("rating"),
    "federation": worded("federation"),
    "identity": worded("identity number"),
    "birth": worded("date of birth"),
}
_POINTS_FIELD = worded("points")
_PLACE = worded("place")
_RESULTS = worded("results of rounds")
_RECORD = worded("the whole record")
_TEAM_FIELDS: tuple[tuple[str, int, int, bool], ...] = (
    (worded("name"), 9, 40, False),
    (worded("nickname"), 42, 46, False),
    (worded("strength"), 48, 53, False),
    (worded("total of match points"), 55, 60, True),
    (worded("total of game points"), 62, 67, True),
    (_PLACE, 69, 71, True),
    (worded("players"), 74, 0, False),
)


@dataclass(frozen=True)
class ReportLoss:
    """What the one report says, and the other does not.

    Args:
        line: where it stands.
        field: what it is, as messages call it.
        text: what it says.
        kept: what the other report has instead; nothing for nothing.
        columns: the first and the last, from 1; zeros for the whole line.
        number: the participant whom it is about; 0 for nobody.
        counted: whether every program counts it by itself: points, places, how many players.
    """

    line: ReportLine
    field: str
    text: str
    kept: str = ""
    columns: tuple[int, int] = (0, 0)
    number: int = 0
    counted: bool = False

    @property
    def code(self) -> str:
        """The record: its code, NRS for that of a federation, a dash for a line that is none."""
        if record_in(self.line) is not None:
            return "NRS"
        is_record = _CODE.fullmatch(self.line.code) and self.line.text[3:4] in " "
        return self.line.code if is_record or self.line.code == COMMENT else "–"

    @property
    def example(self) -> str:
        """Where it is, what is said there, and what became of it: ``12:86-89 5 → 4``."""
        first, last = self.columns
        place = f"{self.line.row}:{first}-{last}" if last else f"{self.line.row}"
        return f"{place} {_short(self.text)} → {_short(self.kept) or '–'}"


def _short(text: str) -> str:
    return text if len(text) <= _LONG else text[: _LONG - 1] + "…"


@dataclass(frozen=True)
class _Side:
    """A report and what its lines say.

    Args:
        document: the report.
        records: the lines that are not the players'.
        rows: the players'.
        of_teams: those of the teams.
        tournament: of the participants; of teams, where teams are paired.
    """

    document: Document
    records: Records
    rows: Mapping[int, PlayerRow]
    of_teams: TeamRecords
    tournament: Tournament

    @classmethod
    def of(cls, document: Document) -> _Side:
        records, rows = records_of(document.lines), player_rows(document.lines)
        of_teams = team_records_of(document.lines, rows)
        read = document.teams if records.teams and of_teams.teams else document.tournament
        try:
            # A report that was read strictly is not read again.
            tournament = read()
        except BadInput:
            tournament = read(lenient=True)
        return cls(document, records, rows, of_teams, tournament)

    def first(self, *codes: str) -> ReportLine:
        return next(line for line in self.document.lines if line.code in codes)


def differences(report: Document, again: Document) -> list[ReportLoss]:
    """Return what a report says and another one does not, in the order of its lines.

    Args:
        report: the one, which can be read leniently at least.
        again: the other.

    Raises:
        BadInput: one of them cannot be read.
    """
    source, target = _Side.of(report), _Side.of(again)
    differing = [difference for part in _PARTS for difference in part(source, target)]
    return sorted(differing, key=lambda difference: (difference.line.row, difference.columns))


def _texts(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    """Compare what is only printed, line by line of a code."""
    for code in sorted(_TEXTS):
        left = [" ".join(line.rest().split()) for line in target.document.of(code)]
        for line in source.document.of(code):
            wanted = " ".join(line.rest().split())
            if wanted in left:
                left.remove(wanted)
            elif wanted:
                kept = left[0] if len(left) == 1 else ""
                yield ReportLoss(line, _RECORD, wanted, kept)


def _counts(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    for code in _COUNTS:
        kept = next((line.rest() for line in target.document.of(code)), "")
        for line in source.document.of(code):
            if line.rest() not in ("", "0", kept):
                yield ReportLoss(line, _RECORD, line.rest(), kept, counted=True)


def _dates(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    kept = target.records.details.get("round_dates", "").split()
    wanted = source.records.details.get("round_dates", "").split()
    for at, day in enumerate(wanted):
        if day != "-" and day != (kept[at] if at < len(kept) else ""):
            first = FIRST_ROUND + WIDTH * at
            now = kept[at] if at < len(kept) else ""
            yield ReportLoss(source.first("132"), worded("dates of rounds"), day, now, (first, first + 7))


def _plan(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    planned = str(target.records.planned)
    for line in (*source.document.of("142"), *source.document.of("XXR")):
        words = line.rest().split()
        if words and int(words[0]) != target.records.planned:
            yield ReportLoss(line, _RECORD, words[0], planned)
    for line in (*source.document.of("152"), *source.document.of("XXC")):
        for word in line.rest().lower().split():
            colour = {"white1": "w", "black1": "b"}.get(word, word)
            if colour != target.records.initial_colour:
                yield ReportLoss(line, _RECORD, word, target.records.initial_colour.upper())
    wanted, kept = source.records.encoded_type, target.records.encoded_type
    if wanted and wanted != kept:
        yield ReportLoss(source.first("192"), _RECORD, wanted, kept)


def _worth(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    """Compare what results are worth, whichever records say it."""
    now = points_by_name(target.records.points) | {"unknown": target.records.unknown}
    for name, value in source.records.worth.items():
        if value != now.get(name, value):
            letter = _LETTERS[name]
            wanted, kept = (f"{letter} {written(points)}" for points in (value, now[name]))
            yield ReportLoss(source.first(*_POINTS), worded("what results are worth"), wanted, kept)
    if not target.records.teams:
        yield from (ReportLoss(line, _RECORD, line.rest()) for line in source.document.of("362"))
        return
    usual = {"win": Fraction(2), "draw": Fraction(1), "loss": Fraction(0)}
    mine, theirs = source.of_teams.worth, usual | target.of_teams.worth
    for name, letter in (("win", "TW"), ("draw", "TD"), ("loss", "TL")):
        if mine.get(name, theirs[name]) != theirs[name]:
            wanted, kept = (f"{letter} {written(points[name])}" for points in (mine, theirs))
            yield ReportLoss(source.first("362"), worded("what results are worth"), wanted, kept)


def _order(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    """Compare the tie-breaks (202) and the order of the standings (212)."""
    for code in ("202", "212"):
        kept = [_codes(line) for line in target.document.of(code)]
        for line in source.document.of(code):
            if _codes(line) and _codes(line) not in kept:
                yield ReportLoss(line, _RECORD, line.rest(), "".join(kept))


def _codes(line: ReportLine) -> str:
    return ",".join(code.strip() for code in line.rest().split(",") if code.strip())


def _players(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    for number, row in source.rows.items():
        # Who is not there at all, a player of no team, is told apart.
        if (now := target.rows.get(number)) is not None:
            yield from _player(number, row, now)


def _player(number: int, row: PlayerRow, now: PlayerRow) -> Iterator[ReportLoss]:
    for name, first, last in PLAYER_COLUMNS:
        wanted, kept = getattr(row.entrant, name), getattr(now.entrant, name)
        if wanted and wanted != kept:
            yield ReportLoss(row.line, _FIELDS[name], str(wanted), str(kept or ""), (first, last), number)
    if row.points is not None and row.points != now.points:
        kept = "" if now.points is None else written(now.points)
        yield ReportLoss(row.line, _POINTS_FIELD, written(row.points), kept, (81, 84), number, counted=True)
    if row.rank and row.rank != now.rank:
        yield ReportLoss(row.line, _PLACE, str(row.rank), str(now.rank or ""), (86, 89), number, counted=True)
    for at in range(1, len(row.cells) + 1):
        if row.cell(at) is not None and _cell(row, at) != _cell(now, at):
            wanted, kept = (" ".join(_text(line, at).split()) for line in (row, now))
            yield ReportLoss(row.line, _RESULTS, wanted, kept, columns(at), number)


def _text(row: PlayerRow, at: int) -> str:
    first, last = columns(at)
    return row.line.text[first - 1 : last].ljust(last - first + 1)


def _cell(row: PlayerRow, at: int) -> tuple[int, str, str]:
    """Return opponent, colour and result as they stand there; a blank is a zero-point bye."""
    text = _text(row, at)
    opponent, colour, letter = int(text[:4].strip() or 0), text[5].lower(), text[7].strip().upper()
    return opponent, colour.strip() or "-", letter or ("" if opponent else "Z")


def _national(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    kept = {record.line for record in records_in(target.document.lines)}
    for line in source.document.lines:
        record = record_in(line)
        if record is not None and record.line not in kept:
            yield ReportLoss(line, _RECORD, line.text.strip())


def _byes(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    """Compare the byes in lines of their own; those of rounds that are paired stand in the players' lines."""
    paired = source.tournament.played if source.records.teams else paired_rounds(source.rows)
    kept = {(bye.at, bye.number): bye.result for bye in target.records.requests}
    for bye in source.records.requests:
        at = bye.at or paired + 1
        row = target.rows.get(bye.number)
        now = kept.get((at, bye.number))
        if now is None and row is not None and not source.records.teams:
            cell = row.cell(at)
            blank = Result.ZERO_BYE if at <= paired else None
            now = cell.result if cell is not None and not cell.opponent else blank
        if now is not bye.result:
            wanted = f"{bye.result.value} {at} {bye.number}"
            yield ReportLoss(bye.line, _RECORD, wanted, now.value if now else "", number=bye.number)


def _accelerations(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    mine, theirs = source.records.accelerations, target.records.accelerations
    if not mine or set(mine) <= set(theirs):
        return
    # Several that add up may be written as one.
    if set(side_by_side(source.tournament)) <= set(side_by_side(target.tournament)):
        return
    for single in mine:
        if single not in theirs:
            numbers = "-".join(map(str, single.numbers))
            text = f"{written(single.points)} {single.first}-{single.last} {numbers}"
            yield ReportLoss(source.first("250", "XXA"), _RECORD, text)


def _prohibitions(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    planned = target.records.planned

    def until_the_end(single: Prohibition) -> tuple[frozenset[int], int, int]:
        return single.numbers, max(single.first, 1), min(single.last, planned or single.last)

    kept = set(map(until_the_end, target.records.prohibitions))
    lines = [line for line in source.document.lines if line.code in ("260", "XXP")]
    for line, single in zip(lines, source.records.prohibitions, strict=True):
        # One that keeps nobody apart is told by itself.
        if len(single.numbers) > 1 and until_the_end(single) not in kept:
            yield ReportLoss(line, _RECORD, line.rest())


def _adjustments(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    kept = [single for _, single in target.records.adjustments]
    for line, single in source.records.adjustments:
        if single in kept:
            kept.remove(single)
        else:
            yield ReportLoss(line, _RECORD, line.rest())


def _teams(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    """Compare the teams (310), number by number; those of TRF16 (013) where they are not read as such."""
    now = target.of_teams.teams
    if not target.records.teams or source.document.of("310"):
        old = [] if target.document.of("310") and not source.document.of("310") else source.document.of("013")
        yield from (ReportLoss(line, _RECORD, line.field(5, 36)) for line in old)
    for number, team in source.of_teams.teams.items():
        if team.line.code != "310":
            continue
        if number not in now or now[number].line.code != "310":
            yield ReportLoss(team.line, _RECORD, team.entrant.name)
            continue
        for what, first, last, counted in _TEAM_FIELDS:
            wanted, kept = (_field(line, first, last) for line in (team.line, now[number].line))
            if wanted and wanted != kept:
                place = (first, last or len(team.line.text.rstrip()))
                yield ReportLoss(team.line, what, wanted, kept, place, number, counted)


def _field(line: ReportLine, first: int, last: int) -> str:
    """Return a field of a team's line, numbers as they are equal."""
    text = " ".join((line.field(first, last) if last else line.rest(first)).split())
    try:
        return written(Fraction(text.replace(",", "."))) if 48 <= first < 74 else text
    except ValueError:
        return text


def _lineups(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    """Compare the line-ups (300): one in the order of the team needs no line."""
    for line in source.document.of("300"):
        at, team = line.whole(5, 7, "a round") or 0, line.whole(9, 11, "a team") or 0
        opponent, players = line.whole(13, 15, "a team") or 0, line.numbers(16, "a player")
        cup = target.tournament
        if not target.records.teams or team not in cup.by_number:
            yield ReportLoss(line, _RECORD, line.rest())
            continue
        if _to_the_last(players) != _to_the_last(lineup_of(cup, team, at)):
            yield ReportLoss(line, worded("players"), line.rest(16), "", (17, len(line.text.rstrip())), team)
        history = cup.history[team]
        if opponent and (not 0 < at <= len(history) or history[at - 1].opponent != opponent):
            yield ReportLoss(line, worded("opponent"), str(opponent), "", (13, 15), team)


def _to_the_last(players: Sequence[int]) -> list[int]:
    """Return a line-up without the boards behind the last at which somebody sits."""
    last = max((board for board, player in enumerate(players, 1) if player), default=0)
    return list(players[:last])


def _team_byes(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    """Compare the pairing's byes of teams (320) and their points."""
    for line in source.document.of("320"):
        mine, theirs = source.of_teams, target.of_teams
        if not target.records.teams:
            yield ReportLoss(line, _RECORD, line.rest())
            continue
        values: tuple[tuple[str, Any, Any, int], ...] = (
            (
                worded("match points of the bye"),
                mine.worth.get("pairing_bye"),
                theirs.points.of(Result.PAIRING_BYE),
                5,
            ),
            (worded("game points of the bye"), mine.bye_game_points, theirs.bye_game_points, 10),
        )
        for what, wanted, kept, first in values:
            if wanted is not None and wanted != kept:
                now = "" if kept is None else written(kept)
                yield ReportLoss(line, what, written(wanted), now, (first, first + 3))
        for at, team in mine.byes.items():
            if theirs.byes.get(at) != team:
                first = 15 + 4 * (at - 1)
                now = str(theirs.byes.get(at, ""))
                yield ReportLoss(line, worded("byes of teams"), str(team), now, (first, first + 2), team)


def _forfeits(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    def matches(side: _Side) -> Mapping[tuple[int, int, int, str], ReportLine]:
        return {
            (at, white, black, kind): line
            for at, forfeits in side.of_teams.forfeits.items()
            for white, black, kind, line in forfeits
        }

    kept = matches(target)
    for match, line in matches(source).items():
        if match not in kept:
            yield ReportLoss(line, _RECORD, line.rest())


def _others(source: _Side, target: _Side) -> Iterator[ReportLoss]:
    """Find comments, the lists that are only to be read (801, 802), and lines that nobody knows."""
    kept = {line.text.strip() for line in target.document.lines}
    for line in source.document.lines:
        text = line.text.strip()
        is_record = line.code in RECORD_CODES | TEAM_CODES or record_in(line) is not None
        if text and not is_record and text not in kept:
            what = worded("comments") if line.code == COMMENT else _RECORD
            yield ReportLoss(line, what, text)


_PARTS: tuple[Callable[[_Side, _Side], Iterable[ReportLoss]], ...] = (
    _texts,
    _counts,
    _dates,
    _plan,
    _worth,
    _order,
    _players,
    _national,
    _byes,
    _accelerations,
    _prohibitions,
    _adjustments,
    _teams,
    _lineups,
    _team_byes,
    _forfeits,
    _others,
)
