"""Random acts on events of teams: what is replayed, written and read, exported and read back is the same."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.desk import ParticipantEntry, TeamEntry
from arpad.office.log.event_format import parsed, written
from arpad.office.log.event_log import EventLog
from arpad.rulebooks.reporting import report_of
from arpad.tournament import NoLegalRound
from arpad.tournament.boards import boards_of_match, lineup_of
from arpad.tournament.games import games_of
from arpad.tournament.trf import parse, read_trf

TYPED = ["1-0", "½-½", "0-1", "+-", "-+", "--", "0-0", "½-0", "1-0 unrated"]


@st.composite
def logs(draw: st.DrawFn) -> EventLog:
    """Two to seven teams on one to four boards, up to three rounds with all that happens to line-ups and boards."""
    boards = draw(st.integers(1, 4))
    log = EventLog.new(
        name="Cup", system="fide-team", rounds=4, seed=draw(st.integers(0, 9)), settings={"boards": boards}
    )
    sizes = draw(st.lists(st.integers(max(1, boards - 1), boards + 2), min_size=2, max_size=7))
    log = desk.enter_teams(
        log,
        [
            TeamEntry(f"T{team}", [ParticipantEntry(f"T{team}.{at}", {}) for at in range(1, size + 1)])
            for team, size in enumerate(sizes, 1)
        ],
    )
    for _ in range(draw(st.integers(0, 3))):
        try:
            log = desk.pair(log)
        except NoLegalRound:
            break
        for _ in range(draw(st.integers(0, 4))):
            log = _line_up(draw, log)
        tournament = log.tournament()
        for match in range(1, len(tournament.rounds[-1].pairings) + 1):
            log = _result(draw, log, match)
        if draw(st.integers(0, 5)) == 0:
            log = _line_up(draw, log)
        if draw(st.integers(0, 5)) == 0:
            log = desk.undo(log)
        if draw(st.integers(0, 9)) == 0:
            log = desk.enter_team(log, "T1", [ParticipantEntry(f"late {log.seq}", {})])
        if log.tournament().rounds and log.tournament().rounds[-1].pending:
            break
    return log


def _line_up(draw: st.DrawFn, log: EventLog) -> EventLog:
    tournament = log.tournament()
    team = tournament.by_number[draw(st.sampled_from(sorted(tournament.by_number)))]
    players = draw(st.permutations(team.members))[: tournament.settings["boards"]]
    if draw(st.booleans()):
        players = sorted(players, key=team.members.index)
    if len(players) > 1 and draw(st.integers(0, 3)) == 0:
        players = [
            0 if at == draw(st.integers(0, len(players) - 1)) else player for at, player in enumerate(players)
        ]
    try:
        return desk.name_lineup(log, team.number, players, at=tournament.played or 1)
    except BadInput as error:
        if error.code not in ("lineup.no-match", "lineup.nobody"):
            raise
        return log


def _result(draw: st.DrawFn, log: EventLog, match: int) -> EventLog:
    at = log.tournament().played
    if draw(st.integers(0, 7)) == 0:
        return desk.enter_result(log, at, match, draw(st.sampled_from(["+-", "-+", "--"])))
    boards = boards_of_match(log.tournament(), at, match)
    occupied = [board.number for board in boards if board.occupied]
    for board in occupied:
        if draw(st.integers(0, 29)):
            log = desk.enter_board_result(log, at, match, board, draw(st.sampled_from(TYPED)))
    return log


@settings(max_examples=25)
@given(logs())
def test_whatever_happens_to_teams_is_kept_and_reported(log: EventLog) -> None:
    tournament = log.tournament()
    assert EventLog.of(log.acts).tournament() == tournament
    assert parsed(written(log.named("1f")).decode(), "x").tournament() == tournament
    if any(
        not any(board.occupied for board in boards_of_match(tournament, at, match))
        for at, round_ in enumerate(tournament.rounds, 1)
        for match, game in enumerate(round_.pairings, 1)
        if not game.white_result.forfeit
    ):
        return  # a report has no match of which no two players sat down
    text = report_of(tournament)
    back = read_trf(text)
    assert back.history == tournament.history
    assert back.scores() == tournament.scores()
    assert back.players is not None
    assert tournament.players is not None
    for mine, theirs in zip(tournament.players.rounds, back.players.rounds, strict=True):
        assert {*mine.pairings} == {*theirs.pairings}
    assert len(games_of(back)) == len(games_of(tournament))
    for at, round_ in enumerate(tournament.rounds, 1):
        for match, game in enumerate(round_.pairings, 1):
            for number in (game.white, game.black):
                assert lineup_of(back, number, at) == lineup_of(tournament, number, at)
            if game.points is not None:
                # Game points are those of the boards.
                boards = boards_of_match(tournament, at, match)
                worth = {"1": 2, "W": 2, "+": 2, "F": 2, "=": 1, "D": 1}
                both = [sum(worth.get(board.results[side].value, 0) for board in boards) for side in (0, 1)]
                assert game.points == tuple(Fraction(halves, 2) for halves in both)
    again = desk.take_over(parse(text)).tournament()
    assert (again.history, again.scores()) == (tournament.history, tournament.scores())
