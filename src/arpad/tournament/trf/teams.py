"""The teams of a report (310, or 013 of TRF16): their matches, put together from their players' games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from arpad.core import BadInput, worded
from arpad.tournament.adjustments import brought, extra
from arpad.tournament.boards import white_first, worth_on_board
from arpad.tournament.model import Bye, Entrant, Pairing, Round, Tournament
from arpad.tournament.points import Points
from arpad.tournament.results import Result
from arpad.tournament.trf import what
from arpad.tournament.trf.fields import ReportLine, decimal
from arpad.tournament.trf.judge import written
from arpad.tournament.trf.players import Cell, PlayerRow
from arpad.tournament.trf.reading import board_order

TEAM_CODES = frozenset({"013", "300", "310", "320", "330", "362"})
"""Codes of lines about teams."""

_MATCH_POINTS = {"TW": "win", "TD": "draw", "TL": "loss"}
_FORFEITS = {
    "+-": (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    "-+": (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
    "--": (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
}
_MATCH = {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}
_UNPLAYED = {1: "+-", 0: "--", -1: "-+"}
"""The sign of the difference in game points → the same, of a match in which every board was forfeited."""


@dataclass(frozen=True)
class TeamRow:
    """A team's line.

    Args:
        line: where it stands.
        entrant: the team, with its members' numbers.
        match_points: what the file says that it has; None where it says nothing.
        game_points: the same.
    """

    line: ReportLine
    entrant: Entrant
    match_points: Fraction | None = None
    game_points: Fraction | None = None


@dataclass
class TeamRecords:
    """What the lines say of teams.

    Args:
        teams: by number.
        of_player: whose member a player is.
        lineups: round → team → the players by board, 0 for nobody, where not in the team's order (300).
        forfeits: round → White, Black and their results (330).
        byes: round → the team with the pairing's bye (320).
        worth: match points by what they are for (362, 320).
        bye_game_points: of the pairing's bye (320).
        colours: of the team with White, by board (352); empty for White on every second board, the first too.
    """

    teams: dict[int, TeamRow] = field(default_factory=dict)
    of_player: dict[int, int] = field(default_factory=dict)
    lineups: dict[int, dict[int, list[int]]] = field(default_factory=dict)
    forfeits: dict[int, list[tuple[int, int, str, ReportLine]]] = field(default_factory=dict)
    byes: dict[int, int] = field(default_factory=dict)
    worth: dict[str, Fraction] = field(default_factory=dict)
    bye_game_points: Fraction | None = None
    colours: str = ""

    @property
    def points(self) -> Points:
        """The match points: 2, 1, 0 unless the file says otherwise; the pairing's bye as it says (320)."""
        worth = {"win": Fraction(2), "draw": Fraction(1), **self.worth}
        if worth.get("pairing_bye") == worth["win"]:
            del worth["pairing_bye"]
        return Points(**worth)


def team_records_of(lines: tuple[ReportLine, ...], rows: Mapping[int, PlayerRow]) -> TeamRecords:
    """Read the lines about teams; 013 counts where there is no 310.

    Raises:
        BadInput: a column does not have what belongs there.
    """
    records = TeamRecords()
    new = any(line.code == "310" for line in lines)
    for line in lines:
        if line.code == "310":
            _team(records, line, rows)
        elif line.code == "013" and not new:
            number = len(records.teams) + 1
            entrant = Entrant(number, line.field(5, 36), members=tuple(line.numbers(37, what.PLAYER)))
            _add(records, TeamRow(line, entrant), rows)
        elif line.code == "352":
            records.colours = "".join(letter for letter in line.rest().lower() if letter in "wb")
        elif line.code == "362":
            _worth(records, line)
        elif line.code == "320":
            _byes(records, line)
        elif line.code == "300":
            _lineup(records, line)
        elif line.code == "330":
            _forfeit(records, line)
    return records


def _team(records: TeamRecords, line: ReportLine, rows: Mapping[int, PlayerRow]) -> None:
    number = line.whole(5, 7, what.TEAM_NUMBER)
    if not number:
        raise line.bad(worded("the team has no number"), 5, 7, worded("Expected a number from 1."))
    strength = line.decimal(48, 53, what.STRENGTH)
    members = tuple(player for player in line.numbers(73, what.PLAYER) if player)
    entrant = Entrant(number, line.field(9, 40), int(strength or 0), members=members)
    team = TeamRow(
        line,
        entrant,
        line.decimal(55, 60, what.MATCH_POINTS),
        line.decimal(62, 67, what.GAME_POINTS),
    )
    _add(records, team, rows)


def _add(records: TeamRecords, team: TeamRow, rows: Mapping[int, PlayerRow]) -> None:
    number = team.entrant.number
    if number in records.teams:
        before = records.teams[number].line.row
        raise team.line.bad(
            worded("the team's number {number} stands in line {before} too", number=number, before=before),
            5,
            7,
        )
    for member in team.entrant.members:
        if member not in rows:
            raise team.line.bad(
                worded("the team has the player {member}, and no participant has that number", member=member)
            )
        if member in records.of_player:
            other = records.of_player[member]
            raise team.line.bad(
                worded(
                    "the player {member} is in two teams, {other} and {number}",
                    member=member,
                    other=other,
                    number=number,
                )
            )
        records.of_player[member] = number
    records.teams[number] = team


def _worth(records: TeamRecords, line: ReportLine) -> None:
    words = line.words(4)
    for (column, symbol), (start, value) in zip(words[::2], words[1::2], strict=False):
        if symbol.upper() not in _MATCH_POINTS:
            last = column + len(symbol) - 1
            raise line.bad(
                worded("{symbol!r} is not a valid result", symbol=symbol),
                column,
                last,
                worded("Expected TW, TD or TL."),
            )
        last = start + len(value) - 1
        points = decimal(line, value, what.MATCH_POINTS, start, last)
        records.worth[_MATCH_POINTS[symbol.upper()]] = points


def _byes(records: TeamRecords, line: ReportLine) -> None:
    match_points = line.decimal(5, 8, what.MATCH_POINTS)
    if match_points is not None:
        records.worth["pairing_bye"] = match_points
    records.bye_game_points = line.decimal(10, 13, what.GAME_POINTS)
    for at in range(1, (len(line.text.rstrip()) - 15) // 4 + 2):
        first = 15 + 4 * (at - 1)
        team = line.whole(first, first + 2, what.TEAM_NUMBER)
        if team:
            records.byes[at] = team


def _lineup(records: TeamRecords, line: ReportLine) -> None:
    at, team = line.whole(5, 7, what.ROUND), line.whole(9, 11, what.TEAM_NUMBER)
    if at and team:
        records.lineups.setdefault(at, {})[team] = line.numbers(16, what.PLAYER)


def _forfeit(records: TeamRecords, line: ReportLine) -> None:
    kind = line.field(5, 6)
    at = line.whole(8, 10, what.ROUND)
    white, black = (
        line.whole(12, 14, what.TEAM_NUMBER),
        line.whole(16, 18, what.TEAM_NUMBER),
    )
    if kind not in _FORFEITS:
        raise line.bad(worded("{kind!r} is not a forfeit", kind=kind), 5, 6, worded("Expected +-, -+ or --."))
    if not at or not white or not black:
        raise line.bad(worded("the round or a team is missing"), 8, 18, worded("Expected RRR WWW BBB."))
    records.forfeits.setdefault(at, []).append((white, black, kind, line))


def keep_members(records: TeamRecords) -> None:
    """Leave out of the line-ups who is not in the team's list: a lenient reading sees nobody there."""
    records.lineups = {
        at: {
            team: [player if player in records.teams[team].entrant.members else 0 for player in players]
            for team, players in lineups.items()
            if team in records.teams
        }
        for at, lineups in records.lineups.items()
    }


def add_byes(
    records: TeamRecords, rows: Mapping[int, PlayerRow], worth: Mapping[str, Fraction], paired: int
) -> None:
    """Add the pairing's byes that no record 320 tells and the players' lines do: ``U`` for all of a team.

    Such a bye is worth a match drawn and every board drawn (C.04.6 of 2026, 1.4), or as many game points as
    the report says of its players' byes (162, P), and the match that these make.

    Args:
        records: what the lines say of teams.
        rows: the players' lines.
        worth: the points of players by what they are for, as far as the file says so.
        paired: how many rounds are paired.

    Raises:
        BadInput: two teams have the bye of a round.
    """
    derived = False
    for at in range(1, paired + 1):
        if at in records.byes:
            continue
        resting = [number for number, side in _sides(records, rows, at).items() if _has_bye(side)]
        if len(resting) > 1:
            raise records.teams[resting[1]].line.bad(
                worded(
                    "the teams {one} and {other} both have the pairing's bye in round {at}",
                    one=resting[0],
                    other=resting[1],
                    at=at,
                )
            )
        if resting:
            derived = True
            records.byes[at] = resting[0]
    if not derived or "pairing_bye" in records.worth:
        return
    board = Points(**{name: worth[name] for name in ("win", "draw", "loss") if name in worth})
    value = worth.get("pairing_bye", board.draw)
    match = "win" if value >= board.win else "draw" if value >= board.draw else "loss"
    records.worth["pairing_bye"] = getattr(records.points, match)
    if records.bye_game_points is None:
        boards = len(records.colours) or max(
            sum(1 for cell in side.boards.values() if cell.opponent)
            for at in range(1, paired + 1)
            for side in _sides(records, rows, at).values()
        )
        records.bye_game_points = boards * value


def _has_bye(side: _Side) -> bool:
    return (
        not side.opponents
        and bool(side.boards)
        and all(cell.result is Result.PAIRING_BYE for cell in side.boards.values())
    )


@dataclass
class _Side:
    """A team in one round.

    Args:
        opponents: the teams that its players met, with the first line that says so.
        boards: player → what the line has.
    """

    opponents: dict[int, ReportLine] = field(default_factory=dict)
    boards: dict[int, Cell] = field(default_factory=dict)


def team_rounds(
    records: TeamRecords,
    rows: Mapping[int, PlayerRow],
    requests: Mapping[int, Mapping[int, Result]],
    worth: Points,
    paired: int,
) -> tuple[tuple[Round, ...], dict[int, dict[int, tuple[Fraction, ...]]]]:
    """Return the teams' rounds, and the game points by board: round → team → points.

    Args:
        records: what the lines say of teams.
        rows: the players' lines.
        requests: the teams' byes, by round.
        worth: the game points of a player's result.
        paired: how many rounds are paired.

    Raises:
        BadInput: players of one team meet two others in one round.
    """
    rounds = []
    scores: dict[int, Fraction] = dict.fromkeys(records.teams, Fraction(0))
    match_points = records.points
    boards: dict[int, dict[int, tuple[Fraction, ...]]] = {}
    for at in range(1, paired + 1):
        sides = _sides(records, rows, at)
        games: list[Pairing] = []
        playing: set[int] = set()
        for white, black, kind, line in records.forfeits.get(at, []):
            for number in (white, black):
                if number not in records.teams or number in playing:
                    raise line.bad(
                        worded(
                            "the team {number} cannot be in this match of round {at}", number=number, at=at
                        )
                    )
                playing.add(number)
            # Without a player's line, nobody has said what the boards brought.
            seen = sides[white].boards or sides[black].boards
            points = (_points(sides, white, worth), _points(sides, black, worth)) if seen else None
            games.append(Pairing(white, black, *_FORFEITS[kind], points))
        for number, side in sides.items():
            if number in playing or not side.opponents:
                continue
            other = _opponent(number, side, at)
            playing.update((number, other))
            games.append(_match(records, sides, number, other, at, worth))
        byes = dict(requests.get(at, {}))
        if records.byes.get(at) in records.teams:
            byes[records.byes[at]] = Result.PAIRING_BYE
        for number, result in byes.items():
            if number in playing:
                line = records.teams[number].line
                raise line.bad(
                    worded(
                        "the team {number} has a match and a bye ({value}) in round {at}",
                        number=number,
                        value=result.value,
                        at=at,
                    )
                )
        games.sort(key=lambda game: board_order(game, scores))
        for game in games:
            scores[game.white] += match_points.of(game.white_result)
            scores[game.black] += match_points.of(game.black_result)
        for number, result in byes.items():
            scores[number] += match_points.of(result)
        order = sorted(byes.items(), key=lambda bye: (bye[1] is not Result.PAIRING_BYE, bye[0]))
        rounds.append(Round(tuple(games), tuple(Bye(number, result) for number, result in order)))
        boards[at] = {number: _by_board(records, sides, number, at, worth) for number in sorted(playing)}
    return tuple(rounds), boards


def _sides(records: TeamRecords, rows: Mapping[int, PlayerRow], at: int) -> dict[int, _Side]:
    sides = {number: _Side() for number in sorted(records.teams)}
    for player, number in records.of_player.items():
        cell = rows[player].cell(at)
        if cell is None or (not cell.opponent and cell.result is Result.ZERO_BYE):
            # A zero-point bye is as good as a blank: the player sat at no board.
            continue
        sides[number].boards[player] = cell
        if cell.opponent in records.of_player:
            sides[number].opponents.setdefault(records.of_player[cell.opponent], rows[player].line)
    return sides


def _opponent(number: int, side: _Side, at: int) -> int:
    other, *more = side.opponents
    if more or other == number:
        line = side.opponents[more[0] if more else other]
        raise line.bad(
            worded(
                "in round {at} players of the team {number} meet the teams {known}",
                at=at,
                number=number,
                known=", ".join(map(str, sorted({other, *more}))),
            ),
            expected=worded("A match is between two teams."),
        )
    return other


def _lineup_of(records: TeamRecords, side: _Side, number: int, at: int) -> list[int]:
    """Return the players by board: as listed for the round, or else in the team's order."""
    own = records.lineups.get(at, {}).get(number)
    if own is not None:
        return own
    return [player for player in records.teams[number].entrant.members if player in side.boards]


def _by_board(
    records: TeamRecords, sides: Mapping[int, _Side], number: int, at: int, worth: Points
) -> tuple[Fraction, ...]:
    side = sides[number]
    lineup = _lineup_of(records, side, number, at)
    # A line-up may name players whose lines say nothing.
    cells = [side.boards.get(player) for player in lineup]
    return tuple(Fraction(0) if cell is None else worth_on_board(cell.result, worth) for cell in cells)


def _points(sides: Mapping[int, _Side], number: int, worth: Points) -> Fraction:
    cells = sides[number].boards.values()
    # Without an opponent there are points only against an empty board.
    return sum((worth_on_board(cell.result, worth) for cell in cells), Fraction(0))


def _match(
    records: TeamRecords, sides: Mapping[int, _Side], team: int, other: int, at: int, worth: Points
) -> Pairing:
    white, black = team, other
    for player in _lineup_of(records, sides[team], team, at):
        cell = sides[team].boards.get(player)
        if cell is not None and cell.opponent and cell.colour:
            # The first board has the team's colour (TRF26, 352), and boards alternate or not after it.
            board = _lineup_of(records, sides[team], team, at).index(player)
            if (cell.colour == "w") != white_first(board, records.colours):
                white, black = other, team
            break
    pending = any(
        cell.result is Result.PENDING for number in (team, other) for cell in sides[number].boards.values()
    )
    if pending:
        return Pairing(white, black)
    mine, theirs = _points(sides, white, worth), _points(sides, black, worth)
    difference = (mine > theirs) - (mine < theirs)
    cells = [cell for number in (team, other) for cell in sides[number].boards.values()]
    forfeited = all(cell.result.forfeit for cell in cells if cell.opponent)
    if forfeited and (difference or not mine):
        # Nobody played: the teams may meet again and had no colour (C.04.2, 3.4 and 3.5). Teams that share
        # the boards of such a match keep their draw: no result of a match not played is worth one.
        return Pairing(white, black, *_FORFEITS[_UNPLAYED[difference]], (mine, theirs))
    result = _MATCH[difference]
    return Pairing(white, black, result, result.opposite(), (mine, theirs))


def team_settings(
    records: TeamRecords, boards: Mapping[int, Mapping[int, tuple[Fraction, ...]]]
) -> dict[str, Any]:
    """Return what tie-breaks and pairings ask of a tournament of teams."""
    longest = max((len(points) for teams in boards.values() for points in teams.values()), default=0)
    settings: dict[str, Any] = {"boards": max(len(records.colours), longest, 1), "board_points": dict(boards)}
    if records.bye_game_points is not None:
        settings["unplayed_game_points"] = {Result.PAIRING_BYE: records.bye_game_points}
    if records.lineups:
        settings["lineups"] = {
            at: {team: tuple(players) for team, players in teams.items()}
            for at, teams in records.lineups.items()
        }
    return settings


def check_totals(records: TeamRecords, tournament: Tournament) -> list[BadInput]:
    """Return what is wrong with the teams' points: they are not their results'.

    Those set by hand may be among them or not.

    Game points that no record says, of a bye or a forfeited match, are not looked at.
    """
    faults = []
    scores = tournament.scores()
    plain = replace(tournament, adjustments=()).scores()
    for number, team in records.teams.items():
        if any(entry.result is Result.PENDING for entry in tournament.history[number]):
            # Matches still to come may count already.
            continue
        sums = [(team.match_points, {scores[number], plain[number]}, worded("match points"), 55, 60)]
        games = game_points(tournament, number)
        if games is not None:
            by_hand = extra(tournament.adjustments, number, 0, tournament.played, games=True)
            sums.append((team.game_points, {games, games + by_hand}, worded("game points"), 62, 67))
        for total, counted, kind, first, last in sums:
            if total is not None and total not in counted:
                problem = worded(
                    "the team {number} has {said} {kind}, and results worth {worth}",
                    number=number,
                    said=written(total),
                    kind=kind,
                    worth=written(min(counted)),
                )
                remedy = worded(
                    "Correct them, add the records of byes (320) and of forfeited matches (330) that are "
                    "missing, or read leniently."
                )
                faults.append(team.line.bad(problem, first, last, remedy))
    return faults


def game_points(tournament: Tournament, number: int) -> Fraction | None:
    """Return a team's game points, bonuses aside; None if nobody has said what some round brought."""
    unplayed_points = {
        Result.FORFEIT_LOSS: Fraction(0),
        Result.ZERO_BYE: Fraction(0),
        Result.PENDING: Fraction(0),
    }
    unplayed_points.update(tournament.settings.get("unplayed_game_points", {}))
    total = Fraction(0)
    for at, entry in enumerate(tournament.history[number], 1):
        worth = unplayed_points.get(entry.result) if entry.points is None else entry.points
        if worth is None:
            return None
        total += brought(tournament.adjustments, number, at, entry.result, worth, games=True)
    return total
