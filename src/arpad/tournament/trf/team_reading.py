"""The tournament of the teams in a report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arpad.core import NotProvided, worded
from arpad.tournament.model import Bye, Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.team_rounds import PLAYERS_BYE
from arpad.tournament.trf.fields import ReportLine
from arpad.tournament.trf.judge import Judge
from arpad.tournament.trf.named import check_participants, check_teams
from arpad.tournament.trf.players import player_rows
from arpad.tournament.trf.reading import (
    TournamentReading,
    check_numbers,
    paired_rounds,
    read_player_tournament,
    tournament_of,
)
from arpad.tournament.trf.records import records_of
from arpad.tournament.trf.teams import (
    add_byes,
    check_totals,
    keep_members,
    team_records_of,
    team_rounds,
    team_settings,
)


def read_team_tournament(lines: Iterable[ReportLine], *, lenient: bool) -> TournamentReading:
    """Make the tournament whose participants are the teams.

    Pairings have the game points as their points, and results are worth match points. The team with White is
    the one that has it on the first board. Settings hold what tie-breaks of teams ask: ``boards``,
    ``board_points``, ``unplayed_game_points``, and ``primary`` and ``secondary`` where the type says so; and
    ``lineups`` (round → team → players by board, 0 for nobody) where they are not in the team's order (300).
    ``players`` has the players with their games, results and byes.

    Args:
        lines: the whole file.
        lenient: whether points that do not fit the results are taken.

    Raises:
        BadInput: with file, line and columns.
        NotProvided: the file has no teams.
    """
    lines = tuple(lines)
    judge = Judge(lenient)
    records = records_of(lines)
    if records.teams and "pairing_bye" in records.worth:
        records.details[PLAYERS_BYE] = str(records.worth["pairing_bye"])
    rows = player_rows(lines)
    team_records = team_records_of(lines, rows)
    if not team_records.teams:
        raise NotProvided("the report has no teams", file=lines[0].file if lines else None)
    if records.teams:
        check_participants(lines, team_records.teams, judge)
    check_teams(lines, {number: team.entrant.members for number, team in team_records.teams.items()}, judge)
    keep_members(team_records)
    paired = max([paired_rounds(rows), *team_records.forfeits, *team_records.byes], default=0)
    add_byes(team_records, rows, records.worth, paired)
    requests: dict[int, dict[int, Result]] = {}
    for request in records.requests if records.teams else ():
        if request.number not in team_records.teams:
            raise request.line.bad(
                worded("team {number} has a bye, but no team has the number {number}", number=request.number)
            )
        requests.setdefault(request.at or paired + 1, {})[request.number] = request.result
    for line, adjustment in records.adjustments:
        check_numbers(line, adjustment, team_records.teams)
    players = read_player_tournament(lines, lenient=lenient).tournament
    rounds, boards = team_rounds(team_records, rows, requests, records.points, paired)
    tournament = tournament_of(
        lines,
        records,
        entrants=tuple(team.entrant for _, team in sorted(team_records.teams.items())),
        rounds=rounds,
        points=team_records.points,
        absences={at: byes for at, byes in sorted(requests.items()) if at > paired},
        adjustments=tuple(adjustment for _, adjustment in records.adjustments) if records.teams else (),
        players=_beside(players, paired),
    )
    settings = {**tournament.settings, **team_settings(team_records, boards)}
    for fault in check_totals(team_records, tournament):
        judge(fault)
    return TournamentReading(replace(tournament, settings=settings), tuple(judge.warnings))


def _beside(players: Tournament, paired: int) -> Tournament:
    """Return the players' tournament with as many rounds as the teams': in some nobody may have sat down."""
    empty = (
        Round(byes=tuple(Bye(number, result) for number, result in players.absences.get(at, {}).items()))
        for at in range(players.played + 1, paired + 1)
    )
    return Tournament(
        players.entrants,
        (*players.rounds, *empty),
        points=players.points,
        absences={at: byes for at, byes in players.absences.items() if at > paired},
    )
