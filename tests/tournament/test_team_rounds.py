"""Matches put together from their boards, by hand; what is written of them is what is read."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arpad.rulebooks.fide.pairing.teams.system import TEAM_POINTS
from arpad.tournament import Bye, Entrant, Pairing, Result, Round, Tournament
from arpad.tournament.boards import Board, Both, boards_of_match, by_default, in_order, lineup_of, match_of
from arpad.tournament.points import FIDE_POINTS
from arpad.tournament.team_rounds import TeamRound, team_round, with_team_rounds
from arpad.tournament.trf import read_trf, write_trf

WIN, DRAW, LOSS = (Result.WIN, Result.LOSS), (Result.DRAW, Result.DRAW), (Result.LOSS, Result.WIN)
FORFEITED = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
LineUps = dict[int, tuple[int, ...]]
LINEUPS: LineUps = {1: (1, 2, 3, 4), 2: (11, 12, 13, 14)}


def halves(*times: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(one, 2) for one in times)


def points(one: int, other: int) -> tuple[Fraction, Fraction]:
    return Fraction(one, 2), Fraction(other, 2)


def of_boards(*boards: Both, lineups: LineUps = LINEUPS) -> TeamRound:
    results = {1: dict(enumerate(boards, 1))}
    return team_round(Round((Pairing(1, 2),)), lineups, results)


def test_a_match_is_what_its_boards_are() -> None:
    # Team 1 has White on boards 1 and 3: it wins with White, draws with Black, loses with White, wins with Black.
    made = of_boards(WIN, DRAW, LOSS, WIN)
    assert made.games.pairings == (
        Pairing(1, 11, Result.WIN, Result.LOSS),
        Pairing(12, 2, Result.DRAW, Result.DRAW),
        Pairing(3, 13, Result.LOSS, Result.WIN),
        Pairing(14, 4, Result.LOSS, Result.WIN),
    )
    assert made.matches.pairings == (Pairing(1, 2, Result.WIN, Result.LOSS, points(5, 3)),)
    assert made.points == {1: halves(2, 1, 0, 2), 2: halves(0, 1, 2, 0)}


def test_a_match_is_pending_as_long_as_one_board_is() -> None:
    made = of_boards(WIN, WIN, WIN)
    assert made.matches.pairings == (Pairing(1, 2),)
    assert made.points[1] == halves(2, 2, 2, 0)


def test_a_board_is_forfeited() -> None:
    made = of_boards(FORFEITED, LOSS, LOSS, DRAW)
    assert made.games.pairings[0] == Pairing(1, 11, Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
    assert made.matches.pairings == (Pairing(1, 2, Result.LOSS, Result.WIN, points(3, 5)),)


def test_who_has_nobody_opposite_gets_the_point() -> None:
    made = of_boards(DRAW, DRAW, DRAW, lineups={1: (1, 2, 3, 4), 2: (11, 12, 13, 0)})
    assert made.games.byes == (Bye(4, Result.FULL_BYE),)
    assert made.matches.pairings == (Pairing(1, 2, Result.WIN, Result.LOSS, points(5, 3)),)
    assert made.points == {1: halves(1, 1, 1, 2), 2: halves(1, 1, 1, 0)}


def test_a_forfeited_match_is_forfeited_on_every_board() -> None:
    match = Pairing(1, 2, Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
    made = team_round(Round((match,)), {1: (1, 2, 0, 4), 2: (11, 12, 13, 14)}, {})
    # Nobody sat opposite 13, whose team forfeits: that board brings nothing.
    assert made.matches.pairings == (replace(match, points=points(6, 0)),)
    assert [game.white_result.value + game.black_result.value for game in made.games.pairings] == [
        *("+-", "-+", "-+"),
    ]
    assert not made.games.byes
    both = Pairing(1, 2, Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)
    assert team_round(Round((both,)), LINEUPS, {}).points == {1: halves(0, 0, 0, 0), 2: halves(0, 0, 0, 0)}


@pytest.mark.parametrize(
    ("boards", "results"),
    [
        ([FORFEITED, FORFEITED], "+-"),
        ([FORFEITED[::-1], (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)], "-+"),
        ([(Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)], "--"),
        ([FORFEITED, FORFEITED[::-1]], "=="),
        ([FORFEITED, DRAW], "10"),
    ],
)
def test_a_match_in_which_nobody_played_is_forfeited(boards: list[Both], results: str) -> None:
    match = match_of(1, 2, boards, FIDE_POINTS)
    assert match.white_result.value + match.black_result.value == results


def test_a_match_known_by_its_result_only_has_no_games() -> None:
    match = Pairing(1, 2, Result.WIN, Result.LOSS, points(5, 3))
    made = team_round(Round((match,)), LINEUPS, {})
    assert made == TeamRound(Round((match,)), Round(), {1: (), 2: ()})


def test_line_ups_in_the_order_of_the_team() -> None:
    assert by_default((1, 2, 3), 4) == (1, 2, 3, 0)
    assert in_order((1, 2, 3, 4, 5), (1, 3, 4, 5))
    assert not in_order((1, 2, 3, 4, 5), (1, 3, 2, 5))
    assert not in_order((1, 2, 3, 4, 5), (1, 0, 3, 4))


def cup(*rounds: TeamRound, lineups: dict[int, LineUps]) -> Tournament:
    teams = (Entrant(1, "Alpha", members=(1, 2, 3, 4, 5)), Entrant(2, "Beta", members=(11, 12, 13, 14)))
    players = tuple(Entrant(number, f"P{number}") for number in (1, 2, 3, 4, 5, 11, 12, 13, 14))
    start = Tournament(teams, name="Cup", system="fide-team", planned=3, points=TEAM_POINTS)
    return with_team_rounds(start, Tournament(players), rounds, lineups, 4)


@pytest.mark.parametrize(
    ("alpha", "beta", "listed"),
    [
        ((1, 2, 3, 4), (11, 12, 13, 14), ()),
        ((1, 2, 4, 5), (11, 12, 13, 14), ()),
        ((2, 1, 3, 4), (11, 12, 13, 14), (1,)),
        ((1, 2, 3, 4), (11, 0, 13, 14), (2,)),
        ((1, 2, 3, 4), (11, 12, 13, 0), (2,)),
    ],
)
def test_only_line_ups_out_of_order_are_listed(
    alpha: tuple[int, ...], beta: tuple[int, ...], listed: tuple[int, ...]
) -> None:
    lineups: LineUps = {1: alpha, 2: beta}
    tournament = cup(of_boards(WIN, WIN, DRAW, LOSS, lineups=lineups), lineups={1: lineups})
    assert tuple(tournament.settings.get("lineups", {}).get(1, {})) == listed
    back = read_trf(write_trf(tournament))
    assert (back.rounds, back.settings["board_points"]) == (
        tournament.rounds,
        tournament.settings["board_points"],
    )
    for one in (tournament, back):
        # A player who stays away leaves no trace in a report but in a line-up out of order.
        assert [lineup_of(one, number, 1) for number in (1, 2)] == [alpha, beta]


def test_the_boards_of_a_match() -> None:
    lineups: LineUps = {1: (1, 2, 3, 4), 2: (11, 12, 13, 0)}
    tournament = cup(of_boards(WIN, LOSS, lineups=lineups), lineups={1: lineups})
    assert boards_of_match(tournament, 1, 1) == (
        Board(1, (1, 11), True, (Result.WIN, Result.LOSS)),
        Board(2, (2, 12), False, (Result.LOSS, Result.WIN)),
        Board(3, (3, 13), True, (Result.PENDING, Result.PENDING)),
        Board(4, (4, 0), False, (Result.FULL_BYE, Result.ZERO_BYE)),
    )
    assert [one.pending for one in boards_of_match(tournament, 1, 1)] == [False, False, True, False]


def test_a_line_up_of_a_round_to_come_is_listed_if_it_is_not_the_first_players() -> None:
    coming: dict[int, LineUps] = {1: {1: (1, 2, 3, 5), 2: (11, 12, 13, 14)}}
    tournament = cup(lineups=coming)
    assert tournament.settings["lineups"] == {1: {1: (1, 2, 3, 5)}}
    assert "300   1   1   0    1    2    3    5" in write_trf(tournament).splitlines()


def test_a_forfeited_match_is_written_and_read() -> None:
    forfeited = Pairing(1, 2, Result.FORFEIT_LOSS, Result.FORFEIT_WIN)
    tournament = cup(team_round(Round((forfeited,)), LINEUPS, {}), lineups={1: LINEUPS})
    text = write_trf(tournament)
    assert "330 -+ 001   1   2" in text.splitlines()
    assert read_trf(text).rounds == tournament.rounds
    assert read_trf(text).scores() == {1: 0, 2: 2}


def test_a_player_whose_team_forfeits_at_an_empty_board_is_listed() -> None:
    forfeited = Pairing(1, 2, Result.FORFEIT_LOSS, Result.FORFEIT_WIN)
    lineups: LineUps = {1: (1, 2, 3, 4), 2: (11, 12, 13, 0)}
    tournament = cup(team_round(Round((forfeited,)), lineups, {}), lineups={1: lineups})
    back = read_trf(write_trf(tournament))
    assert back.rounds[0].pairings[0].points == points(0, 6)
    assert lineup_of(back, 1, 1) == (1, 2, 3, 4)
