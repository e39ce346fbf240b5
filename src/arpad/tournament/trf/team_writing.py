"""A tournament of teams as lines: the teams' own, beside those of their players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from arpad.core import NotProvided
from arpad.tournament.adjustments import extra
from arpad.tournament.model import Acceleration, Tournament
from arpad.tournament.points import Points
from arpad.tournament.results import Result
from arpad.tournament.trf.fields import ReportLine, points_text, put
from arpad.tournament.trf.header import GROUPS, Dialect, LineGroup, byes_lines, points_lines
from arpad.tournament.trf.teams import game_points

KEEP = "Keep the tournament's own file, or enter the players and the results on their boards."

_SEAT = "Seat the players (arpad.tournament.boards.seated)."

_FORFEITS = {
    (Result.FORFEIT_WIN, Result.FORFEIT_LOSS): "+-",
    (Result.FORFEIT_LOSS, Result.FORFEIT_WIN): "-+",
    (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS): "--",
}
_MATCH = (Fraction(2), Fraction(1), Fraction(0))


def check_teams(tournament: Tournament) -> None:
    """Refuse teams whose matches have no games: a report has matches only as the games of the players.

    Raises:
        NotProvided: games or players are missing.
    """
    players: Iterable[int] = tournament.players.by_number if tournament.players else ()
    for team in tournament.entrants:
        for member in team.members:
            if member not in players:
                raise NotProvided(
                    f"a tournament of teams cannot be written without its players: {member} of the team "
                    f"{team.number} is not among them",
                    remedy=KEEP,
                )
    for at, round_ in enumerate(tournament.rounds, 1):
        for game in round_.pairings:
            forfeited = (game.white_result, game.black_result) in _FORFEITS
            if not forfeited and not _has_games(tournament, at, game.white, game.black):
                raise NotProvided(
                    f"a tournament of teams cannot be written without the games on the boards: those of "
                    f"{game.white}–{game.black} in round {at} are not in it",
                    remedy=f"{_SEAT} {KEEP}" if game.pending and tournament.players else KEEP,
                )


def _has_games(tournament: Tournament, at: int, white: int, black: int) -> bool:
    players = tournament.players
    if players is None or at > players.played:
        return False
    both = {white: 0, black: 0}
    team = {member: number for number in both for member in tournament.by_number[number].members}
    return any(
        {team.get(game.white), team.get(game.black)} == {white, black}
        for game in players.rounds[at - 1].pairings
    )


def team_lines(
    lines: Sequence[ReportLine],
    after: Tournament,
    ranks: Mapping[int, int] | None,
    dialect: Dialect,
    end: str,
) -> list[ReportLine]:
    """Return the lines with the teams (310, or 013) in them; nicknames stay as they are.

    Raises:
        NotProvided: the columns have no room for something.
    """
    code = "310" if dialect == "trf26" else "013"
    if dialect == "trf16" and tuple(after.by_number) != tuple(range(1, len(after.entrants) + 1)):
        raise NotProvided("TRF16 numbers teams in their order, from 1", remedy="Write TRF26.")
    old = {line.whole(5, 7, "a team's number"): line for line in lines if line.code == "310"}
    scores = after.scores()
    order = sorted(scores, key=lambda number: (-scores[number], number))
    places = {number: place for place, number in enumerate(order, 1)} if ranks is None else ranks
    fresh = []
    for number, team in after.by_number.items():
        if code == "013":
            text = put("013", 5, 36, _fits(team.name, 32))
            words = [f"{member:4}" for member in team.members]
            fresh.append(ReportLine(0, put(text, 37, 36 + 5 * len(words), " ".join(words)).rstrip(), end))
            continue
        if number > 999:
            raise NotProvided(f"a tournament report file has no room for the team's number {number}")
        games = game_points(after, number)
        if games is not None:
            games += extra(after.adjustments, number, 0, after.played, games=True)
        text = put(old[number].text if number in old else "310", 5, 7, f"{number:3}")
        text = put(text, 9, 40, _fits(team.name, 32))
        text = put(text, 48, 53, f"{team.rating:6}" if team.rating else "")
        text = put(text, 55, 60, points_text(scores[number], 6))
        text = put(text, 62, 67, "" if games is None else points_text(games, 6))
        text = put(text, 69, 71, f"{places[number]:3}" if number in places else "")
        text = text[:73].ljust(73) + " ".join(f"{member:4}" for member in team.members)
        fresh.append(ReportLine(0, text.rstrip(), end))
    at = next((at for at, line in enumerate(lines) if line.code in ("310", "013")), None)
    if at is None:
        at = max((at + 1 for at, line in enumerate(lines) if line.code == "001"), default=len(lines))
    head = [line for line in lines[:at] if line.code not in ("310", "013")]
    return [*head, *fresh, *(line for line in lines[at:] if line.code not in ("310", "013"))]


def _fits(name: str, width: int) -> str:
    if len(name) > width or any(ord(letter) < 32 for letter in name):
        raise NotProvided(f"a tournament report file has {width} columns for a team's name: {name!r}")
    return name


def _board_points(tournament: Tournament) -> Points:
    return tournament.players.points if tournament.players else Points()


def _colours(tournament: Tournament, dialect: Dialect) -> list[str]:
    colours = tournament.details.get("board_colours", "")
    boards = int(tournament.settings.get("boards", 0))
    if dialect == "trf16" or not (colours or boards):
        return []
    return ["352 " + (colours or "".join("WB"[board % 2] for board in range(boards)))]


def _worth(tournament: Tournament, dialect: Dialect) -> list[str]:
    points = tournament.points
    values = (points.win, points.draw, points.loss)
    if dialect == "trf16" or values == _MATCH:
        return []
    named = zip(("TW", "TD", "TL"), values, strict=True)
    return ["362 " + "   ".join(f"{symbol} {points_text(value).strip()}" for symbol, value in named)]


def _pairing_byes(tournament: Tournament, dialect: Dialect) -> list[str]:
    given = [
        next((bye.number for bye in round_.byes if bye.result is Result.PAIRING_BYE), 0)
        for round_ in tournament.rounds
    ]
    worth = tournament.points.of(Result.PAIRING_BYE)
    games = tournament.settings.get("unplayed_game_points", {}).get(Result.PAIRING_BYE)
    if dialect == "trf16" or (not any(given) and games is None and worth == tournament.points.win):
        return []
    text = f"320 {points_text(worth)} {'    ' if games is None else points_text(games)}"
    return [text + "".join(f" {number:03}" for number in given)]


def _requested(tournament: Tournament, dialect: Dialect) -> list[str]:
    byes: dict[int, dict[int, Result]] = {
        at: {bye.number: bye.result for bye in round_.byes if bye.result is not Result.PAIRING_BYE}
        for at, round_ in enumerate(tournament.rounds, 1)
    }
    late = [team.arrives for team in tournament.entrants]
    for at in range(tournament.played + 1, max([*tournament.absences, *late], default=0) + 1):
        byes[at] = tournament.absent(at)
    if dialect == "trf16":
        return _none_in_trf16(byes.values(), "byes of teams")
    return byes_lines(byes)


def _none_in_trf16(entries: Iterable[Any], what: str) -> list[str]:
    if any(entries):
        raise NotProvided(f"TRF16 has no {what}", remedy="Write TRF26.")
    return []


def _lineups(tournament: Tournament, dialect: Dialect) -> list[str]:
    lineups: Mapping[int, Mapping[int, Sequence[int]]] = tournament.settings.get("lineups", {})
    if dialect == "trf16":
        return _none_in_trf16(lineups.values(), "line-ups")
    lines = []
    for at, teams in sorted(lineups.items()):
        for number, players in sorted(teams.items()):
            history = tournament.history.get(number, ())
            opponent = history[at - 1].opponent if at <= len(history) else 0
            words = " ".join(f"{player:4}" if player else "0000" for player in players)
            lines.append(f"300 {at:3} {number:3} {opponent:3} {words}".rstrip())
    return lines


def _forfeits(tournament: Tournament, dialect: Dialect) -> list[str]:
    lines = []
    for at, round_ in enumerate(tournament.rounds, 1):
        # Boards have no columns, so their order is not to show.
        for game in sorted(round_.pairings, key=lambda game: game.white):
            kind = _FORFEITS.get((game.white_result, game.black_result))
            if kind:
                lines.append(f"330 {kind} {at:03} {game.white:3} {game.black:3}")
    return _none_in_trf16(lines, "forfeited matches") if dialect == "trf16" else lines


def _accelerations(tournament: Tournament, dialect: Dialect) -> list[str]:
    if dialect == "trf16":
        return _none_in_trf16(tournament.accelerations, "accelerations of teams")
    return [_acceleration(acceleration) for acceleration in tournament.accelerations]


def _acceleration(acceleration: Acceleration) -> str:
    first, last = acceleration.numbers
    points = f"{points_text(acceleration.points)} {points_text(acceleration.game_points)}"
    return f"250 {points} {acceleration.first:03} {acceleration.last:03} {first:04} {last:04}"


def _prohibitions(group: LineGroup) -> LineGroup:
    def lines(tournament: Tournament, dialect: Dialect) -> Iterable[str]:
        if dialect == "trf16":
            return _none_in_trf16(tournament.prohibitions, "prohibitions for teams")
        return group.lines(tournament, dialect)

    return LineGroup(group.codes, group.value, lines, tail=True)


def _players(tournament: Tournament) -> Tournament:
    return tournament.players or Tournament()


_OTHER = {
    "062": LineGroup(
        ("062",),
        lambda tournament: len(_players(tournament).entrants),
        lambda tournament, _: [f"062 {len(_players(tournament).entrants)}"],
    ),
    "072": LineGroup(
        ("072", "082"),
        lambda tournament: (
            sum(player.rating > 0 for player in _players(tournament).entrants),
            len(tournament.entrants),
        ),
        lambda tournament, _: [
            f"072 {sum(player.rating > 0 for player in _players(tournament).entrants)}",
            f"082 {len(tournament.entrants)}",
        ],
    ),
    "162": LineGroup(
        ("162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"),
        lambda tournament: _board_points(tournament).table,
        lambda tournament, dialect: points_lines(_board_points(tournament), dialect),
    ),
    "352": LineGroup(
        ("352",),
        lambda tournament: (tournament.details.get("board_colours"), tournament.settings.get("boards")),
        _colours,
    ),
    "240": LineGroup(
        ("240", "XXZ"),
        lambda tournament: ([round_.byes for round_ in tournament.rounds], tournament.absences),
        _requested,
        tail=True,
    ),
    "250": LineGroup(("250", "XXA"), lambda tournament: tournament.accelerations, _accelerations, tail=True),
}
_OWN = (
    LineGroup(
        ("362",),
        lambda tournament: (tournament.points.win, tournament.points.draw, tournament.points.loss),
        _worth,
    ),
    LineGroup(
        ("320",),
        lambda tournament: (
            tournament.rounds,
            tournament.points,
            tournament.settings.get("unplayed_game_points"),
        ),
        _pairing_byes,
        tail=True,
    ),
    LineGroup(
        ("300",),
        lambda tournament: (tournament.rounds, tournament.settings.get("lineups")),
        _lineups,
        tail=True,
    ),
    LineGroup(("330",), lambda tournament: tournament.rounds, _forfeits, tail=True),
)


def _group(group: LineGroup) -> LineGroup:
    return _prohibitions(group) if group.codes[0] == "260" else _OTHER.get(group.codes[0], group)


TEAM_GROUPS = (
    *(_group(group) for group in GROUPS if not group.tail),
    _OWN[0],
    *(_group(group) for group in GROUPS if group.tail),
    *_OWN[1:],
)
"""The facts of a tournament of teams, in the order in which they are written."""
