"""Tournaments of teams are written with their players' games, and read as what they are, or refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import NotProvided
from arpad.rulebooks.fide.pairing.double_swiss.system import DOUBLE_SWISS_POINTS
from arpad.rulebooks.fide.pairing.teams.system import TEAM_POINTS, TeamSwiss
from arpad.tournament import (
    Acceleration,
    Adjustment,
    Bye,
    Entrant,
    NoLegalRound,
    Pairing,
    Points,
    Prohibition,
    Result,
    Round,
    Tournament,
)
from arpad.tournament.as_json import from_json, to_json
from arpad.tournament.boards import seated
from arpad.tournament.trf import parse, read_document, read_trf, write_trf

FILE = Path(__file__).parent / "files" / "team.trf"
HALF = Fraction(1, 2)
BOARD = {
    "1": Result.WIN,
    "=": Result.DRAW,
    "0": Result.LOSS,
    "+": Result.FORFEIT_WIN,
    "W": Result.UNRATED_WIN,
}
ONE = Fraction(1)
WORTH = {Result.WIN: ONE, Result.DRAW: HALF, Result.UNRATED_WIN: ONE, Result.FORFEIT_WIN: ONE}


def match(
    white: list[int], black: list[int], results: str
) -> tuple[list[Pairing], list[Bye], tuple[Fraction, Fraction]]:
    """Return the games, byes of who had nobody to play, and points; the first board's White is ``white``."""
    games, byes, points = [], [], [Fraction(0), Fraction(0)]
    for board, (one, other, letter) in enumerate(zip(white, black, results, strict=True)):
        if not one or not other:
            for side, number in enumerate((one, other)):
                if number:
                    byes.append(Bye(number, Result.FULL_BYE))
                    points[side] += 1
            continue
        pair = (one, other) if board % 2 == 0 else (other, one)
        game = Pairing(*pair).with_result(BOARD[letter])
        games.append(game)
        for side, number in enumerate((one, other)):
            result = game.white_result if game.white == number else game.black_result
            points[side] += WORTH.get(result, Fraction(0))
    return games, byes, (points[0], points[1])


@st.composite
def events(draw: st.DrawFn) -> Tournament:
    """Teams of two to four boards with reserves, line-ups out of order, empty boards, byes and forfeits."""
    boards = draw(st.integers(2, 4))
    count = draw(st.integers(2, 7))
    sizes = draw(st.lists(st.integers(boards, boards + 1), min_size=count, max_size=count))
    numbers = iter(draw(st.permutations(range(1, sum(sizes) + 1))))
    teams = tuple(
        Entrant(
            at, f"Team {at}", draw(st.integers(0, 2800)), members=tuple(next(numbers) for _ in range(size))
        )
        for at, size in enumerate(sizes, 1)
    )
    players = tuple(
        Entrant(member, f"Player {member}", draw(st.integers(0, 2800)))
        for member in sorted(member for team in teams for member in team.members)
    )
    by_number = {team.number: team for team in teams}
    planned = draw(st.integers(3, 7))
    tournament = Tournament(
        teams,
        name="Cup",
        system="fide-team",
        planned=planned,
        initial_colour=draw(st.sampled_from("wb")),
        points=draw(
            st.sampled_from([TEAM_POINTS, Points(Fraction(3), Fraction(1)), Points(Fraction(2), Fraction(1))])
        ),
        prohibitions=draw(st.sampled_from([(), (Prohibition(frozenset({1, 2}), 2, 3),)])),
        accelerations=draw(st.sampled_from([(), (Acceleration(Fraction(0), 1, 2, (1, 2), Fraction(2)),)])),
        adjustments=draw(
            st.sampled_from(
                [
                    (),
                    (Adjustment(Fraction(-1), (1,), 1), Adjustment(None, (2,), 0, None, -HALF)),
                    (Adjustment(Fraction(2), (), 0, Result.FORFEIT_WIN, Fraction(boards)),),
                ]
            )
        ),
        settings={
            "boards": boards,
            "colours": draw(st.sampled_from(["a", "b", "none"])),
            "unplayed_game_points": {Result.PAIRING_BYE: HALF * boards},
        },
        players=Tournament(players),
    )
    lineups: dict[int, dict[int, tuple[int, ...]]] = {}
    for at in range(1, draw(st.integers(0, min(3, planned - 1))) + 1):
        away = {1: Result.HALF_BYE} if draw(st.booleans()) and count > 3 else {}
        tournament = replace(tournament, absences={at: away} if away else {})
        try:
            paired = TeamSwiss(colours=tournament.settings["colours"]).pair(tournament).round
        except NoLegalRound:
            break
        games: list[Pairing] = []
        byes: list[Bye] = []
        matches = []
        for game in paired.pairings:
            if draw(st.integers(0, 7)) == 0:
                kind = draw(st.sampled_from([("+", "-"), ("-", "+"), ("-", "-")]))
                matches.append(replace(game, white_result=Result(kind[0]), black_result=Result(kind[1])))
                continue
            sides = []
            for number in (game.white, game.black):
                members = by_number[number].members
                own = list(members[:boards])
                if draw(st.integers(0, 2)) == 0:
                    own = list(draw(st.permutations(members)))[:boards]
                    if draw(st.booleans()):
                        own[-1] = 0
                    if own != list(members[:boards]):
                        lineups.setdefault(at, {})[number] = tuple(own)
                sides.append(own)
            letters = "".join(draw(st.sampled_from("1=0+W".replace("0", "1"))) for _ in range(boards))
            played, without, points = match(sides[0], sides[1], letters)
            games += played
            byes += without
            level = (points[0] > points[1]) - (points[0] < points[1])
            result = {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}[level]
            if level and not any(one.white_result.played for one in played):  # C.04.2, 3.5
                result = {1: Result.FORFEIT_WIN, -1: Result.FORFEIT_LOSS}[level]
            matches.append(Pairing(game.white, game.black).with_result(result, points))
        assert tournament.players is not None
        tournament = replace(
            tournament.with_round(Round(tuple(matches), paired.byes)),
            absences={},
            players=tournament.players.with_round(Round(tuple(games), tuple(byes))),
            settings={**tournament.settings, **({"lineups": lineups} if lineups else {})},
        )
    later = draw(st.sampled_from([{}, {count: Result.ZERO_BYE}]))
    return replace(tournament, absences={tournament.played + 1: later} if later else {})


@settings(max_examples=40)
@given(events())
def test_what_is_written_is_what_is_read(tournament: Tournament) -> None:
    text = write_trf(tournament)
    back = read_trf(text)
    assert back.history == tournament.history
    assert back.scores() == tournament.scores()
    assert [(team.name, team.rating, team.members) for team in back.by_number.values()] == [
        (team.name, team.rating, team.members) for team in tournament.by_number.values()
    ]
    assert back.points.table == tournament.points.table
    assert back.absences == tournament.absences
    assert back.adjustments == tournament.adjustments
    assert back.settings.get("lineups", {}) == tournament.settings.get("lineups", {})
    assert back.players is not None
    assert tournament.players is not None
    assert back.players.by_number == {
        number: replace(player, arrives=back.players.by_number[number].arrives)
        for number, player in tournament.players.by_number.items()
    }
    played = {
        number: [entry for entry in line if entry.opponent or entry.result.value == "F"]
        for number, line in tournament.players.history.items()
    }
    assert played == {
        number: [entry for entry in line if entry.opponent or entry.result.value == "F"]
        for number, line in back.players.history.items()
    }
    # Once more, nothing is left to lose; and JSON has all of it.
    assert write_trf(back) == text
    assert from_json(to_json(back)) == back
    assert from_json(to_json(tournament)) == tournament
    assert bytes(parse(text).with_tournament(back)).decode() == text
    system = TeamSwiss(colours=tournament.settings["colours"])
    try:
        expected = system.pair(tournament).round
    except NoLegalRound:
        with pytest.raises(NoLegalRound):
            system.pair(back)
        return
    assert system.pair(back).round == expected


@settings(max_examples=30)
@given(events())
def test_the_next_round_is_written_once_everybody_is_seated(tournament: Tournament) -> None:
    try:
        paired = TeamSwiss(colours=tournament.settings["colours"]).pair(tournament).round
    except NoLegalRound:
        return
    following = replace(tournament.with_round(paired), absences={})
    if paired.pairings:
        with pytest.raises(NotProvided, match="are not in it") as caught:
            write_trf(following)
        assert "Seat the players" in str(caught.value.remedy)
    sitting = seated(following)
    assert seated(sitting) == sitting
    assert sitting.players is not None
    boards = tournament.settings["boards"]
    assert len(sitting.players.rounds[-1].pairings) == boards * len(paired.pairings)
    back = read_trf(write_trf(sitting))
    assert back.history == following.history
    # White of the match has White on the first board, and so on in turn.
    colour_of = {number: line[-1].colour for number, line in sitting.players.history.items()}
    for game in paired.pairings:
        for number, own in ((game.white, "wb"), (game.black, "bw")):
            members = tournament.by_number[number].members[:boards]
            assert [colour_of[member] for member in members] == [own[i % 2] for i in range(boards)]


def test_nobody_can_be_seated_without_players() -> None:
    with pytest.raises(NotProvided, match="nobody can be seated"):
        seated(teams_only(Round((Pairing(1, 2),))))


def test_a_file_of_teams_is_written_anew() -> None:
    tournament = read_trf(FILE)
    text = write_trf(tournament)
    assert read_trf(text) == tournament
    # Nicknames have no field, and what is the default needs no line.
    lost = set(FILE.read_text().splitlines()) - set(text.splitlines())
    assert {line[:3] for line in lost} == {"001", "310", "320", "362", "###"}


def test_a_teams_place_stands_in_columns_69_to_71() -> None:
    """The specification of TRF26, line 310. Alpha has 1 match point, Beta 2, Gamma 3."""
    written = [line for line in write_trf(read_trf(FILE)).splitlines() if line.startswith("310")]
    assert [(line[8:13], line[68:71]) for line in written] == [
        ("Alpha", "  3"),
        ("Beta ", "  2"),
        ("Gamma", "  1"),
    ]


def test_only_what_changed_of_a_file_of_teams_is_written_anew() -> None:
    document = read_document(FILE)
    tournament = document.teams()
    assert document.with_tournament(tournament) is document
    longer = document.with_tournament(replace(tournament, planned=4))
    old, new = bytes(document).decode().splitlines(), bytes(longer).decode().splitlines()
    assert "142 4" in new
    # Places were blank.
    assert [line[:68] for line in new if line[:3] == "310"] == [
        line[:68] for line in old if line[:3] == "310"
    ]
    assert longer.teams() == replace(tournament, planned=4)


def test_results_of_players_are_those_of_their_teams() -> None:
    document = read_document(FILE)
    entered = document.with_tournament(document.tournament().with_result(1, 1, Result.LOSS))
    teams = entered.teams()
    assert teams.rounds[0].pairings[0].points == (HALF, 5 * HALF)
    assert teams.scores() == {1: 0, 2: 3, 3: 3}
    assert teams.players is not None
    assert teams.players.rounds == entered.tournament().rounds


def test_older_reports_have_013() -> None:
    tournament = read_trf(FILE)
    none = replace(tournament, prohibitions=(), settings={}, points=Points(Fraction(2), Fraction(1)))
    rounds = tuple(Round(one.pairings) for one in none.rounds)
    held = replace(none, rounds=rounds)
    back = parse(write_trf(held, dialect="trf16")).teams()
    assert back.history == held.history
    assert [team.members for team in back.entrants] == [(1, 2, 3), (4, 5, 6), (7, 8, 9)]
    for more, problem in (
        ({"prohibitions": tournament.prohibitions}, "prohibitions for teams"),
        ({"rounds": tournament.rounds}, "round . of the team ."),
        ({"adjustments": (Adjustment(Fraction(1), (1,)),)}, "set by hand"),
    ):
        with pytest.raises(NotProvided, match=problem) as caught:
            write_trf(replace(held, **more), dialect="trf16")
        assert "TRF26" in str(caught.value.remedy)


def teams_only(*rounds: Round) -> Tournament:
    return Tournament(
        (Entrant(1, "A"), Entrant(2, "B"), Entrant(3, "C")), rounds, system="fide-team", points=TEAM_POINTS
    )


def test_matches_without_the_games_on_their_boards() -> None:
    points = (Fraction(5, 2), Fraction(3, 2))
    played = Round((Pairing(1, 2).with_result(Result.WIN, points),), (Bye(3),))
    with pytest.raises(NotProvided, match="those of 1–2 in round 1 are not in it") as caught:
        write_trf(teams_only(played))
    assert "own file" in str(caught.value.remedy)
    assert "results on their boards" in str(caught.value.remedy)
    # What needs no games can be written.
    forfeited = Round((Pairing(2, 1).with_result(Result.FORFEIT_LOSS),), (Bye(3),))
    for one in (teams_only(), teams_only(forfeited)):
        back = read_trf(write_trf(one))
        assert (back.history, back.scores(), back.points) == (one.history, one.scores(), one.points)
    with pytest.raises(NotProvided, match="1 of the team 1 is not among them"):
        write_trf(replace(teams_only(), entrants=(Entrant(1, "A", members=(1, 2)),)))


def test_what_would_be_read_as_something_else_is_refused() -> None:
    tournament = read_trf(FILE)
    wrong = tournament.with_result(1, 1, Result.WIN, (Fraction(2), Fraction(1)))
    with pytest.raises(NotProvided, match="TRF cannot store round 1 of the team 1"):
        write_trf(wrong)
    with pytest.raises(NotProvided, match="the setting following"):
        write_trf(replace(tournament, settings={**tournament.settings, "following": "parity"}))
    with pytest.raises(NotProvided, match="what matches are worth"):
        write_trf(replace(tournament, points=Points(Fraction(2), Fraction(1), half_bye=Fraction(2))))


def test_the_type_with_and_without_preferences() -> None:
    for colours, code in (
        ("a", "FIDE_TEAM_TYPEA_MP_GP"),
        ("b", "FIDE_TEAM_TYPEB_MP_GP"),
        ("none", "FIDE_TEAM_MP_GP"),
    ):
        text = write_trf(replace(teams_only(), settings={"colours": colours}))
        assert f"192 {code}" in text.splitlines()
        assert read_trf(text).settings["colours"] == colours
    for code, colours in (("FIDE_TEAM", ""), ("FIDE_TEAM_BAKU", ""), ("FIDE_TEAM_GP", "none")):
        read = read_trf(write_trf(teams_only()).replace("FIDE_TEAM_TYPEA_MP_GP", code))
        assert read.settings.get("colours", "") == colours


def test_matches_of_two_games_are_refused() -> None:
    """C.04.5: a report has one letter for a round, and a match of two games five results."""
    points = (Fraction(3, 2), HALF)
    one = Round((Pairing(1, 2).with_result(Result.WIN, points),))
    for rounds in ((), (one,)):
        swiss = Tournament(
            (Entrant(1, "A"), Entrant(2, "B")), rounds, system="double-swiss", points=DOUBLE_SWISS_POINTS
        )
        with pytest.raises(NotProvided, match="matches of several games") as caught:
            write_trf(swiss)
        assert "JSON" in str(caught.value.remedy)


def test_a_line_up_of_a_round_to_come_has_no_opponent_yet() -> None:
    """TRF26, 300: round in columns 5 to 7, team in 9 to 11, opponent in 13 to 15, 000 or 0 for none."""
    teams = (Entrant(1, "Team 1", members=(1, 2)), Entrant(2, "Team 2", members=(3, 4)))
    tournament = Tournament(
        teams,
        name="Cup",
        system="fide-team",
        planned=3,
        points=TEAM_POINTS,
        settings={"boards": 2, "lineups": {1: {1: (2, 1)}}},
        players=Tournament(tuple(Entrant(number, f"P{number}") for number in range(1, 5))),
    )
    lines = [line for line in write_trf(tournament).splitlines() if line.startswith("300")]
    assert lines == ["300   1   1   0    2    1"]
