"""A tournament written into its file: only what changed is written anew."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from arpad.core import BadInput, NotProvided
from arpad.tournament.model import Entrant, Tournament
from arpad.tournament.results import Result
from arpad.tournament.trf.fields import FIRST_ROUND, PLAYER_COLUMNS, ReportLine, points_text, put
from arpad.tournament.trf.header import GROUPS, Dialect, LineGroup
from arpad.tournament.trf.national import NATIONAL, record_in, records_of_details
from arpad.tournament.trf.players import Cell, PlayerRow, columns, gathered, player_rows, spread
from arpad.tournament.trf.team_writing import TEAM_GROUPS, check_teams, team_lines

_CUT = ("name",)
_RIGHT = ("title", "rating", "identity")
_ENTRANTS = ("001", "310", "013")
_TAIL = ("240", "250", "260", "299", "320", "300", "330")


def rewritten(
    lines: Sequence[ReportLine],
    before: Tournament,
    after: Tournament,
    ranks: Mapping[int, int] | None,
    dialect: Dialect,
    end: str,
    *,
    teams: bool,
) -> list[ReportLine]:
    """Return the lines of a file with another tournament in it.

    Args:
        lines: the file's.
        before: what they say.
        after: what they are to say.
        ranks: by number; without them, by points and then by number.
        dialect: of the lines that are new.
        end: of the lines that are new.
        teams: whether the tournament is that of the teams.

    Raises:
        NotProvided: the file has no columns for something.
    """
    kept = list(lines)
    if kept and not kept[-1].end:
        kept[-1] = replace(kept[-1], end=end)
    if teams:
        if after.players is not None:
            kept = _players(kept, after.players, None, dialect, end, _unopposed(after))
        kept = team_lines(kept, after, ranks, dialect, end)
    else:
        kept = _players(kept, after, ranks, dialect, end)
    for group in TEAM_GROUPS if teams else GROUPS:
        if not lines or group.value(before) != group.value(after):
            texts = [] if group.inferred(after) else list(group.lines(after, dialect))
            kept = _replaced(kept, group, texts, end)
    if before.details.get(NATIONAL, "") != after.details.get(NATIONAL, "") and dialect == "trf26":
        kept = [line for line in kept if record_in(line) is None]
        kept += [ReportLine(0, record.line, end) for record in records_of_details(after.details)]
    return [replace(line, row=row) for row, line in enumerate(kept, 1)]


def _replaced(lines: list[ReportLine], group: LineGroup, texts: list[str], end: str) -> list[ReportLine]:
    fresh = [ReportLine(0, text, end) for text in texts]
    at = next((at for at, line in enumerate(lines) if line.code in group.codes), None)
    if at is None:
        players = [at for at, line in enumerate(lines) if line.code in _ENTRANTS]
        at = len(lines)
        if players:
            at = players[-1] + 1 if group.tail else players[0]
        while group.tail and at < len(lines) and lines[at].code in _TAIL:
            at += 1
    head = [line for line in lines[:at] if line.code not in group.codes]
    return [*head, *fresh, *(line for line in lines[at:] if line.code not in group.codes)]


def _unopposed(teams: Tournament) -> set[tuple[int, int]]:
    """Return which players had nobody opposite in a match, by round: TRF26 has ``+`` for that, not ``F``."""
    unopposed = set()
    players = teams.players or Tournament()
    for at, (matches, games) in enumerate(zip(teams.rounds, players.rounds, strict=False), 1):
        playing = {number for game in matches.pairings for number in (game.white, game.black)}
        members = {player for number in playing for player in teams.by_number[number].members}
        full = (bye.number for bye in games.byes if bye.result is Result.FULL_BYE)
        unopposed |= {(number, at) for number in full if number in members}
    return unopposed


def _players(
    lines: list[ReportLine],
    after: Tournament,
    ranks: Mapping[int, int] | None,
    dialect: Dialect,
    end: str,
    unopposed: Container[tuple[int, int]] = (),
) -> list[ReportLine]:
    scores = after.scores()
    places = _places(scores) if ranks is None else ranks
    rows = {row.line.row: row for row in player_rows(lines).values()}
    kept: list[ReportLine] = []
    seen: set[int] = set()
    last = 0
    for line in lines:
        if line.code == "001":
            row = rows[line.row]
            number = row.entrant.number
            if number not in after.by_number:
                continue
            seen.add(number)
            text = _player(row, after, scores[number], places.get(number), dialect, unopposed)
            kept.append(replace(line, text=text))
            last = len(kept)
        else:
            kept.append(line)
    fresh = []
    for number in after.by_number:
        if number not in seen:
            if number > 9999:
                raise NotProvided(f"a tournament report file has no room for the number {number}")
            blank = ReportLine(0, f"001 {number:4}".ljust(FIRST_ROUND - 2), end)
            row = PlayerRow(blank, Entrant(number, ""), None, None, ())
            text = _player(row, after, scores[number], places.get(number), dialect, unopposed)
            fresh.append(replace(blank, text=text))
    at = last or len(kept)
    return [*kept[:at], *fresh, *kept[at:]]


def _places(scores: Mapping[int, Fraction]) -> dict[int, int]:
    order = sorted(scores, key=lambda number: (-scores[number], number))
    return {number: place for place, number in enumerate(order, 1)}


def _player(
    row: PlayerRow,
    after: Tournament,
    score: Fraction,
    place: int | None,
    dialect: Dialect,
    unopposed: Container[tuple[int, int]],
) -> str:
    number = row.entrant.number
    entrant = after.by_number[number]
    text = row.line.text
    for name, first, last in PLAYER_COLUMNS:
        if getattr(entrant, name) != getattr(row.entrant, name):
            value = _field(entrant, name, last - first + 1)
            text = put(text, first, last, spread(value) if row.bytewise else value)
    total, fits = score, {score}
    for at in sorted(after.absences):
        if at > after.played and number in after.absences[at]:
            total += after.points.of(after.absences[at][number])
            fits.add(total)
    following = after.absences.get(after.played + 1, {}).get(number)
    if row.points not in fits:
        # The points have the byes that the line itself has.
        worth = Fraction(0) if following is None else after.points.of(following)
        text = put(text, 81, 84, points_text(score + worth))
    if place is not None and place != row.rank:
        text = put(text, 86, 89, f"{place:4}")
    text = _rounds(text, row, after, dialect, unopposed)
    return gathered(text) if row.bytewise else text


def _rounds(
    text: str, row: PlayerRow, after: Tournament, dialect: Dialect, unopposed: Container[tuple[int, int]]
) -> str:
    number = row.entrant.number
    history = after.history[number]
    arrives = after.by_number[number].arrives
    coming = after.played + 1
    last = max(len(row.cells), coming)
    for at in range(1, last + 1):
        cell = row.cell(at)
        wanted: Cell | None = None
        if at <= len(history):
            entry = history[at - 1]
            wanted = Cell(entry.opponent, entry.colour, entry.result)
            if wanted == Cell(0, "", Result.ZERO_BYE) and at < arrives:
                wanted = None
        else:
            bye = after.absences.get(at, {}).get(number)
            if bye is None and dialect == "trf16" and at == coming < arrives:
                bye = Result.ZERO_BYE
            # Engines take a round in which anything stands for paired, but for the next one.
            if bye is not None and (at == coming or cell is not None):
                wanted = Cell(0, "", bye)
        come = any(row.cells[: at - 1])
        if not _same(cell, wanted, come and at <= len(history)):
            text = put(text, *columns(at), "0000 - +" if (number, at) in unopposed else _cell(wanted))
    return text if text == row.line.text else text.rstrip()


def _same(cell: Cell | None, wanted: Cell | None, come: bool) -> bool:
    if cell == wanted:
        return True
    if cell is None:
        # A blank is a zero-point bye in a round that was paired, of a player who had come before.
        return come and wanted == Cell(0, "", Result.ZERO_BYE)
    # The colours of a game that nobody played are left as they are.
    return (
        wanted is not None
        and cell.opponent == wanted.opponent
        and cell.result is wanted.result
        and cell.result.forfeit
    )


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return ""
    letter = "" if cell.result is Result.PENDING else cell.result.value
    if not cell.opponent:
        return f"0000 - {letter}"
    return f"{cell.opponent:4} {cell.colour or '-'} {letter}"


def _field(entrant: Entrant, name: str, width: int) -> str:
    value = str(getattr(entrant, name) or "")
    if name in _CUT:
        value = value[:width]
    if len(value) > width or any(ord(letter) < 32 for letter in value):
        raise NotProvided(
            f"a tournament report file has {width} columns for the {name} of {entrant.number}, and no room "
            f"for {value!r}"
        )
    return value.rjust(width) if name in _RIGHT else value


def check_writable(tournament: Tournament, teams: bool) -> None:
    """Refuse what a file cannot have: matches without their games, and numbers below 1.

    Args:
        tournament: to be written.
        teams: whether its participants are teams.

    Raises:
        NotProvided: it is of matches whose games are not in it.
        BadInput: a number is below 1.
    """
    if teams:
        check_teams(tournament)
    elif tournament.points.per_point is not None:
        raise NotProvided(
            "a tournament report has one result for a player and a round, and here scores add up the points "
            f"of matches of several games ({tournament.system})",
            remedy="Keep the tournament's own file (JSON).",
        )
    low = min(tournament.by_number, default=1)
    if low < 1:
        raise BadInput(f"the pairing number {low} cannot be written", remedy="Number from 1.")
