"""Teams: entered with their players, line-ups for a round, and results board by board.

Where players are paired and not teams (a Scheveningen match), a team is entered as its players, whose club is
the team.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from arpad.core import BadInput, worded, worded_count
from arpad.office.desk.asking import board_of, entrant_of, round_of
from arpad.office.desk.entering import (
    EntryRefused,
    ParticipantEntry,
    checked_field,
    composed,
    enter_all,
    plain_name,
    unread_births,
)
from arpad.office.desk.results import (
    ResultFollowed,
    board_result_text,
    check_same_winner,
    later_paired,
    match_result_text,
)
from arpad.office.events.beginning import New
from arpad.office.events.entries import Added, Edited, Removed
from arpad.office.events.event import Event
from arpad.office.events.teams import MEMBER, BoardResult, LineUp, MemberAdded, RosterOrdered
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, Severity, named
from arpad.rulebooks.pairing_catalogue import read_result
from arpad.rulebooks.pairing_settings import TEAMS
from arpad.tournament.boards import Board, boards_of_match, lineup_of
from arpad.tournament.formats.scheveningen import HALVES
from arpad.tournament.model import Entrant, Tournament

BY_CLUB = ("scheveningen",)
"""Systems that pair the players of two teams."""

GAME = "fide-dutch"
"""A system of single games, as whose the results on boards are typed."""

ORDER = "D.II.01 (Chess Olympiad), fixed board order"
"""Where the order of the boards is ruled."""


@dataclass(frozen=True)
class TeamEntry:
    """A team to be entered, or players who join one that is there.

    Args:
        name: of the team.
        members: its players in the order of the boards, reserves last.
        fields: what is known of the team, as of a participant.
    """

    name: str
    members: Sequence[ParticipantEntry] = ()
    fields: Mapping[str, str | int] = field(default_factory=dict)


def enter_team(
    log: EventLog,
    name: str,
    members: Sequence[ParticipantEntry],
    fields: Mapping[str, str | int] | None = None,
) -> EventLog:
    """Return the log with one more team and its players; players who join a team that is there come last.

    Args:
        log: so far.
        name: of the team.
        members: its players in the order of the boards, reserves last.
        fields: what is known of the team, as of a participant.

    Raises:
        BadInput: as :func:`enter_teams`.
    """
    try:
        return enter_teams(log, [TeamEntry(name, members, fields or {})])
    except EntryRefused as error:
        raise BadInput(error.problem, article=error.article, remedy=error.remedy, code=error.code) from error


def enter_teams(log: EventLog, teams: Iterable[TeamEntry]) -> EventLog:
    """Return the log with teams and their players, entered in one act.

    Args:
        log: so far.
        teams: in their order; the number of a new player is the next one.

    Raises:
        EntryRefused: a team or player cannot be entered; counted over the players of all teams in order.
        BadInput: the system pairs neither teams nor the players of two teams; or something is said of a team
            that is not entered now, where it would be lost.
    """
    teams = list(teams)
    system = log.tournament().system
    if system in BY_CLUB:
        _check_unknown(teams, worded("{system} enters players, whose club is the team", system=system))
        empty = next((team.name for team in teams if not team.members), None)
        if empty is not None:
            # Here the players are the entries: of a team without players nothing would be kept.
            raise BadInput(
                worded("{team} has no players", team=plain_name(empty)),
                code="team.nobody",
                remedy="Give its players.",
            )
        players = [
            ParticipantEntry(member.name, {**member.fields, "club": plain_name(team.name)})
            for team in teams
            for member in team.members
        ]
        return enter_all(log, players)
    if system not in TEAMS and any(team.members for team in teams):
        raise BadInput(
            worded("{system} pairs players, not teams", system=system),
            code="team.players-paired",
            remedy=worded(
                "Teams with players are for {known}.", known=", ".join(sorted(TEAMS | set(BY_CLUB)))
            ),
        )
    tournament = log.tournament()
    there = {composed(team.name): log.by_number[number] for number, team in tournament.by_number.items()}
    fresh = [team for team in teams if composed(team.name) not in there]
    _check_unknown(
        [team for team in teams if team not in fresh], worded("the team is there, and only gets its players")
    )
    try:
        after = enter_all(log, [ParticipantEntry(team.name, team.fields) for team in fresh]) if fresh else log
    except EntryRefused as error:
        before = teams[: teams.index(fresh[error.at])]
        raise EntryRefused(sum(len(team.members) for team in before), error) from error
    added: list[Event] = list(after.acts[-1].events) if fresh else []
    for event in added:
        if isinstance(event, Added):
            there[event.name] = event.entrant
    players_there = tournament.players or Tournament()
    taken = {composed(player.name) for player in players_there.entrants}
    number = max(players_there.by_number, default=0)
    entrant = after.next_entrant
    at = 0
    for team in teams:
        for member in team.members:
            try:
                fields = _member(member, taken)
            except BadInput as error:
                raise EntryRefused(at, error) from error
            number += 1
            added.append(MemberAdded(entrant, there[composed(team.name)], number, **fields))
            taken.add(fields["name"])
            entrant += 1
            at += 1
    if not added:
        raise BadInput(
            "no team and no player is given", code="team.nobody", remedy="Give a team, or players."
        )
    done = log.add(*added)
    joined = {event.name for event in added if isinstance(event, MemberAdded)}
    of_players = unread_births(done.tournament().players or Tournament(), joined)
    return done.saying([*(after.findings if fresh else ()), *of_players])


def _check_unknown(teams: Iterable[TeamEntry], why: str) -> None:
    """Refuse what is said of teams that are not entered: nothing would be kept of it.

    Raises:
        BadInput: something is.
    """
    for team in teams:
        if team.fields:
            raise BadInput(
                worded(
                    "what is said of {team} beside its players would be lost: {why}",
                    team=plain_name(team.name),
                    why=why,
                ),
                code="team.known",
                remedy="Say it of the players, or correct the entry of the team.",
            )


def _member(entry: ParticipantEntry, taken: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a player."""
    name = plain_name(entry.name)
    if name in taken:
        raise BadInput(
            worded("{name!r} is entered already", name=name),
            code="entry.name-taken",
            remedy="Make the names differ.",
        )
    return {"name": name, **_checked_fields(entry.fields)}


def _checked_fields(fields: Mapping[str, str | int]) -> dict[str, str | int]:
    checked = {}
    for key, value in fields.items():
        if key not in MEMBER:
            raise BadInput(
                worded("a player of a team has no field {key!r}", key=key),
                code="member.unknown-field",
                remedy=worded("A player has {known}.", known=", ".join(MEMBER)),
            )
        if value:
            checked[key] = checked_field(key, value)
    return checked


def edit_member(log: EventLog, player: int, changes: Mapping[str, str | int]) -> EventLog:
    """Return the log with what is known of a player of a team corrected.

    Args:
        log: so far.
        player: the number among the players.
        changes: the fields that change; an empty text or rating 0 is unknown.

    Raises:
        BadInput: nobody has the number, the name is taken, a field is not known, or nothing changes.
    """
    before = _player(log, player)
    players = log.tournament().players or Tournament()
    wanted: dict[str, str | int] = {}
    for key, value in changes.items():
        if key not in MEMBER:
            _checked_fields({key: value})
        checked = plain_name(str(value)) if key == "name" else checked_field(key, value)
        if checked != getattr(before, key):
            wanted[key] = checked
    if not wanted:
        raise BadInput(worded("nothing changes for {who}", who=named(players, player)), code="entry.same")
    if "name" in wanted:
        _member(ParticipantEntry(str(wanted["name"])), {composed(other.name) for other in players.entrants})
    after = log.add(Edited(log.by_player_number[player], wanted))
    if "birth" not in wanted:
        return after
    now = after.tournament().players or Tournament()
    return after.saying(unread_births(now, {now.by_number[player].name}))


def remove_member(log: EventLog, player: int) -> EventLog:
    """Return the log without a player of a team who is in no line-up.

    Raises:
        BadInput: nobody has the number, or a line-up names the player.
    """
    _player(log, player)
    return log.add(Removed(log.by_player_number[player]))


def _player(log: EventLog, number: int) -> Entrant:
    players = log.tournament().players or Tournament()
    if number not in players.by_number:
        raise BadInput(
            worded("no player has the number {number}", number=number),
            code="member.unknown",
            remedy="Give the number of a player.",
        )
    return players.by_number[number]


def order_roster(log: EventLog, team: int, order: Sequence[int]) -> EventLog:
    """Return the log with the players of a team in another order; paired rounds stay as they are.

    Args:
        log: so far.
        team: its pairing number.
        order: its players by their numbers, top board first; those who are left out follow as they stand.

    Raises:
        BadInput: there is no such team, a player is not in it or is named twice, or nothing changes.
    """
    tournament = log.tournament()
    entrant = entrant_of(log, team)
    members = tournament.by_number[team].members
    _check_players(tournament, team, order)
    whole = (*order, *(member for member in members if member not in order))
    if whole == members:
        raise BadInput(
            worded("the order of {who} is already this one", who=named(tournament, team)), code="roster.same"
        )
    findings = []
    if tournament.played:
        findings.append(
            Finding(
                "roster.late",
                worded(
                    "the order of {who} changes after round {played} was paired",
                    who=named(tournament, team),
                    played=tournament.played,
                ),
                Severity.WARNING,
                ORDER,
                follows=worded("Line-ups of paired rounds stay as they are"),
                numbers=(team,),
            )
        )
    ids = log.by_player_number
    return log.add(RosterOrdered(entrant, tuple(ids[member] for member in whole)), findings=findings)


def _check_players(tournament: Tournament, team: int, players: Sequence[int]) -> None:
    """Refuse players who are not in a team, or who are named twice."""
    members = tournament.by_number[team].members
    by_number = (tournament.players or Tournament()).by_number
    for at, player in enumerate(players):
        if player not in members:
            player_text = (
                f"{by_number[player].name} ({player})" if player in by_number else f"the player {player}"
            )
            raise BadInput(
                worded("{who} is not in the team {team}", who=player_text, team=named(tournament, team)),
                code="member.not-in-team",
                remedy="Enter the player in the team first.",
            )
        if player in players[:at]:
            raise BadInput(
                worded("{name} ({player}) is named twice", name=by_number[player].name, player=player),
                code="member.twice",
            )


def name_lineup(log: EventLog, team: int, players: Sequence[int], *, at: int | None = None) -> EventLog:
    """Return the log with the line-up of a team for a round; boards whose player changes lose their result.

    Args:
        log: so far.
        team: its pairing number.
        players: by board, by their numbers; 0 for a board at which nobody sits. Boards left out are empty.
        at: the round, paired or to come; None for the last if results are still to come, else for the next.

    Raises:
        BadInput: there is no such team or round, the team has no match in it, a player is not in the team or
            is named twice, or there are more players than boards.
    """
    tournament = log.tournament()
    entrant = entrant_of(log, team)
    at = current_round(tournament) if at is None else at
    if at < 1 or (tournament.planned and at > tournament.planned):
        raise BadInput(
            worded_count(
                "round {at} does not exist: {count} round planned",
                "round {at} does not exist: {count} rounds planned",
                tournament.planned,
                at=at,
            ),
            code="round.not-planned",
        )
    boards = _boards(tournament)
    if len(players) > boards:
        raise BadInput(
            worded_count(
                "a match has {count} board, and {players} named",
                "a match has {count} boards, and {players} named",
                boards,
                players=worded_count("{count} player", "{count} players", len(players)),
            ),
            code="lineup.boards",
        )
    _check_players(tournament, team, [player for player in players if player])
    if not any(players):
        raise BadInput(
            worded("the line-up of {who} names nobody", who=named(tournament, team)),
            code="lineup.nobody",
            remedy="Enter the match as forfeited.",
        )
    whole = (*players, *[0] * (boards - len(players)))
    match = _match(tournament, at, team)
    if at <= tournament.played and not match:
        raise BadInput(
            worded("{who} has no match in round {at}", who=named(tournament, team), at=at),
            code="lineup.no-match",
        )
    ids = {**log.by_player_number, 0: 0}
    event = LineUp(entrant, at, tuple(ids[player] for player in whole))
    return log.add(event, findings=_of_lineup(log, at, team, whole, match))


def lineup(log: EventLog, team: int, at: int) -> tuple[int, ...]:
    """Return the players of a team by board in a round, by their numbers; 0 for nobody.

    Args:
        log: so far.
        team: its pairing number.
        at: the round; of one to come, the line-up that the team has named, or its first players.
    """
    tournament = log.tournament()
    return log.seated(at, team) if at <= tournament.played else lineup_of(tournament, team, at)


def current_round(tournament: Tournament) -> int:
    """Return the round in play: the last, as long as results are still to come, else the one to be paired."""
    at = tournament.played
    return at if at and tournament.rounds[-1].pending else at + 1


def _boards(tournament: Tournament) -> int:
    boards = int(tournament.settings.get("boards", 0))
    if tournament.players is None or not boards:
        raise BadInput(
            "no team has players", code="team.no-players", remedy="Enter the teams with their players."
        )
    return boards


def _match(tournament: Tournament, at: int, team: int) -> int:
    """Return the board of the round at which a team plays, from 1; 0 for none."""
    if at > tournament.played:
        return 0
    games = enumerate(tournament.rounds[at - 1].pairings, 1)
    return next((board for board, game in games if team in (game.white, game.black)), 0)


def _of_lineup(log: EventLog, at: int, team: int, lineup: Sequence[int], match: int) -> list[Finding]:
    """Return what a line-up departs from, and what follows."""
    tournament = log.tournament()
    findings = []
    members = tournament.by_number[team].members
    players = (tournament.players or Tournament()).by_number
    places = [(members.index(player), player) for player in lineup if player]
    for (above, player), (below, other) in pairwise(places):
        if above > below:
            text = worded(
                "{who} sits above {other}, who comes before in the order of {team}",
                who=f"{players[player].name} ({player})",
                other=f"{players[other].name} ({other})",
                team=tournament.by_number[team].name,
            )
            findings.append(_unusual("lineup.order", text, at, team))
    last = max(board for board, player in enumerate(lineup, 1) if player)
    empty = [board for board, player in enumerate(lineup, 1) if not player]
    if any(board < last for board in empty):
        text = worded(
            "board {board} of {name} is empty above a player",
            board=empty[0],
            name=tournament.by_number[team].name,
        )
        findings.append(_unusual("lineup.empty-above", text, at, team))
    elif empty:
        text = worded_count(
            "{name} has nobody on board {boards}",
            "{name} has nobody on boards {boards}",
            len(empty),
            name=tournament.by_number[team].name,
            boards=", ".join(map(str, empty)),
        )
        follows = worded("The players opposite get the points")
        findings.append(Finding("lineup.incomplete", text, follows=follows, round=at, numbers=(team,)))
    if match:
        before = log.seated(at, team)
        changed = [
            board.number
            for board in boards_of_match(tournament, at, match)
            if board.occupied and not board.pending and before[board.number - 1] != lineup[board.number - 1]
        ]
        if changed:
            text = worded_count(
                "the result of board {boards} of match {match} no longer counts",
                "the result of boards {boards} of match {match} no longer counts",
                len(changed),
                match=match,
                boards=", ".join(map(str, changed)),
            )
            findings.append(
                Finding(
                    "lineup.result-cleared",
                    text,
                    Severity.WARNING,
                    follows=worded("Enter it again"),
                    round=at,
                    numbers=(team,),
                )
            )
    return findings


def _unusual(code: str, text: str, at: int, team: int) -> Finding:
    return Finding(code, text, Severity.WARNING, ORDER, round=at, numbers=(team,))


def enter_board_result(
    log: EventLog, at: int, match: int, board: int, text: str, *, correction: bool = True
) -> EventLog:
    """Return the log with the result on a board of a match as it is typed; one that is there is corrected.

    Args:
        log: so far.
        at: the round.
        match: the board of the round at which the teams meet, from 1.
        board: of the match, from 1.
        text: as the match is printed: the player of the team with White on the first board first, whatever
            that player's colour.
        correction: whether a result that was followed by another round may become another one.

    Raises:
        BadInput: there is no such round, match or board, no two players sit at the board, or the text is not
            a valid result.
        ResultFollowed: another round has followed the result, which would change, and this is no correction.
    """
    return _entered(log, at, match, [_board_result(log, at, match, board, text)], correction)


def enter_board_results(
    log: EventLog, at: int, match: int, texts: Sequence[str], *, correction: bool = True
) -> EventLog:
    """Return the log with the results on all boards of a match at which two players sit, as one act.

    Args:
        log: so far.
        at: the round.
        match: the board of the round at which the teams meet, from 1.
        texts: as :func:`enter_board_result` takes them.
        correction: as of :func:`enter_board_result`.

    Raises:
        BadInput: as :func:`enter_board_result`; or there are more or fewer than such boards.
        ResultFollowed: as :func:`enter_board_result`; it names all such boards.
    """
    boards = [board for board, both in enumerate(_seats(log, at, match), 1) if all(both)]
    if len(texts) != len(boards):
        raise BadInput(
            worded_count(
                "match {match} has {count} game, and {results} given",
                "match {match} has {count} games, and {results} given",
                len(boards),
                match=match,
                results=worded_count("{count} result", "{count} results", len(texts)),
            ),
            code="result.count",
            remedy="Give all of them in the order of the boards, or one with its board.",
        )
    events = [_board_result(log, at, match, *pair) for pair in zip(boards, texts, strict=True)]
    return _entered(log, at, match, events, correction)


def _seats(log: EventLog, at: int, match: int) -> list[tuple[int, int]]:
    """Return who sits at the boards of a match, the team with White first.

    Raises:
        BadInput: there is no such match, or its players are not known.
    """
    tournament = log.tournament()
    at, round_ = round_of(tournament, at)
    game = board_of(at, round_, match)
    sides = []
    for team in (game.white, game.black):
        sides.append(log.seated(at, team))
        if not sides[-1]:
            raise BadInput(
                worded(
                    "the players of {who} were not entered before round {at}",
                    who=named(tournament, team),
                    at=at,
                ),
                code="team.no-players",
                remedy="Enter them, or the result of the match.",
            )
    return list(zip(*sides, strict=True))


def _board_result(log: EventLog, at: int, match: int, board: int, text: str) -> BoardResult:
    seats = _seats(log, at, match)
    if not 1 <= board <= len(seats):
        raise BadInput(
            worded_count(
                "match {match} has {count} board, and no board {board}",
                "match {match} has {count} boards, and no board {board}",
                len(seats),
                match=match,
                board=board,
            ),
            code="board.unknown",
        )
    if not all(seats[board - 1]):
        raise BadInput(
            worded("board {board} of match {match} has no two players", board=board, match=match),
            code="result.no-two-players",
            remedy="A player who has nobody opposite has the point; the line-up says who sits there.",
        )
    white, black, _ = read_result(GAME, text)
    return BoardResult(at, match, board, white, black)


def _entered(log: EventLog, at: int, match: int, events: Sequence[BoardResult], correction: bool) -> EventLog:
    """Return the log with results on boards, and what follows from them.

    Raises:
        BadInput: another team would have gone on, and is paired.
        ResultFollowed: another round has followed results that would change, and this is no correction.
    """
    tournament = log.tournament()
    before = tournament.rounds[at - 1].pairings[match - 1]
    boards = {board.number: board for board in boards_of_match(tournament, at, match)}
    if at < tournament.played and not correction:
        # What stands already needs no act, whose undo would take nothing back.
        events = [event for event in events if not _stands(boards, event)]
        if not events:
            return log.saying(())
    after = log.add(*events)
    now = after.tournament().rounds[at - 1].pairings[match - 1]
    results = [(game.white_result, game.black_result) for game in (before, now)]
    check_same_winner(tournament, at, match, *results)
    changed = [
        boards[event.board]
        for event in events
        if event.board in boards and not boards[event.board].pending and not _stands(boards, event)
    ]
    replaced = not boards and not before.pending and (*results[0], before.points) != (*results[1], now.points)
    if at < tournament.played and (changed or replaced) and not correction:
        texts = [board_result_text(tournament, at, match, board) for board in changed]
        raise ResultFollowed(at, texts or [match_result_text(tournament, at, match)])
    findings = []
    both = (before.white, before.black)
    if not boards and not before.pending:
        text = worded(
            "the result of the match {who} no longer counts, but its boards", who=named(tournament, *both)
        )
        findings.append(Finding("result.match-replaced", text, Severity.WARNING, round=at, numbers=both))
    for event in events:
        if any(board.number == event.board for board in changed):
            text = worded(
                "the result of board {board} of {who} is corrected",
                board=event.board,
                who=named(tournament, *both),
            )
            findings.append(Finding("result.corrected", text, round=at, numbers=both))
    return after.saying([*findings, *later_paired(tournament, at, corrected=bool(findings))])


def _stands(boards: Mapping[int, Board], event: BoardResult) -> bool:
    """Tell whether a board of a match has a result already, and it is this one."""
    return event.board in boards and boards[event.board].results == (event.white_team, event.black_team)


def of_first_round(log: EventLog) -> list[Finding]:
    """Return what the first round supposes of teams: how many boards a match has, and who lacks players."""
    tournament = log.tournament()
    if tournament.played != 1:
        return []
    if tournament.system in BY_CLUB and not any(entrant.club for entrant in tournament.entrants):
        return [
            Finding(
                "team.halves", HALVES, Severity.WARNING, follows=worded("The club names the team"), round=1
            )
        ]
    if tournament.players is None:
        return []
    findings = []
    boards = _boards(tournament)
    first = log.events[0]
    assert isinstance(first, New)
    if not first.settings.get("boards"):
        text = worded_count(
            "a match is played on {count} board, as many as the smallest team has players",
            "a match is played on {count} boards, as many as the smallest team has players",
            boards,
        )
        findings.append(
            Finding(
                "team.boards-supposed", text, follows=worded("The setting boards says otherwise"), round=1
            )
        )
    for number, team in tournament.by_number.items():
        if not team.members:
            text = worded(
                "{who} has no players: results are those of whole matches", who=named(tournament, number)
            )
            findings.append(Finding("team.no-players", text, Severity.WARNING, round=1, numbers=(number,)))
        elif len(team.members) < boards:
            text = worded_count(
                "{who} has {count} player for {boards} boards",
                "{who} has {count} players for {boards} boards",
                len(team.members),
                who=named(tournament, number),
                boards=boards,
            )
            findings.append(Finding("team.too-few", text, Severity.WARNING, round=1, numbers=(number,)))
    return findings
