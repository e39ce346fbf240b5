"""Brackets and groups as drawings: who stands where, who goes on, and that no box lies over another."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from arpad.core import ArpadError
from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.log.event_log import EventLog
from arpad.office.pages.bracket import LINE, WIDE, BracketDrawing, drawings, games
from arpad.rulebooks.standings import ranked_apart


def begun(system: str, players: int) -> EventLog:
    log = EventLog.new(name="Cup", system=system, rounds=0, seed=1)
    return desk.enter_all(
        log, [ParticipantEntry(f"P{at}", {"rating": 2000 - at}) for at in range(1, players + 1)]
    )


def on(log: EventLog, seed: int = 1, *, rounds: int = 20) -> EventLog:
    """Play a tournament on by lots."""
    lots = random.Random(seed)
    for _ in range(rounds):
        try:
            log = desk.pair(log)
        except ArpadError:
            break
        at = log.tournament().played
        for board in range(1, len(log.tournament().rounds[-1].pairings) + 1):
            log = desk.enter_result(log, at, board, lots.choice(("1-0", "0-1")))
    return log


def columns(drawing: BracketDrawing) -> list[list[list[str]]]:
    """The names in the boxes, column by column, from top to bottom."""
    boxes_by_column: dict[float, list[tuple[float, list[str]]]] = {}
    for box in drawing.boxes:
        boxes_by_column.setdefault(box.x, []).append((box.y, [line.name for line in box.lines]))
    return [[names for _, names in sorted(boxes_by_column[x])] for x in sorted(boxes_by_column)]


def test_a_knockout_of_six_before_and_after_its_first_round() -> None:
    # Of eight places the first two seeds are free; 1 meets the winner of 4–5, and 2 that of 3–6.
    paired = desk.pair(begun("knockout", 6))
    (drawing,) = drawings(paired.tournament())
    first, second, final = columns(drawing)
    assert [set(names) for names in first] == [{"P1", ""}, {"P4", "P5"}, {"P2", ""}, {"P3", "P6"}]
    assert sorted(map(sorted, second)) == [["", "P1"], ["", "P2"]]
    assert final == [["", ""]]
    done = desk.enter_results(paired, 1, ["0-1", "0-1"])
    (drawing,) = drawings(done.tournament())
    assert sorted(map(sorted, columns(drawing)[1])) == [["P1", "P5"], ["P2", "P6"]]
    won = {line.name for box in drawing.boxes for line in box.lines if line.won}
    assert won == {"P1", "P2", "P5", "P6"}


def test_a_knockout_leads_to_one() -> None:
    (drawing,) = drawings(on(begun("knockout", 16)).tournament())
    assert [len(boxes) for boxes in columns(drawing)] == [8, 4, 2, 1]
    assert len(drawing.lines) == 14, "every game but the final leads to another"
    for before, after in pairwise(columns(drawing)):
        for place, names in enumerate(after):
            come = {name for game in before[2 * place : 2 * place + 2] for name in game}
            assert set(names) <= come


@pytest.mark.parametrize("system", ["knockout", "double-elimination", "groups"])
@pytest.mark.parametrize("players", [4, 5, 8, 13, 16])
@pytest.mark.parametrize("rounds", [1, 2, 20])
def test_no_box_lies_over_another(system: str, players: int, rounds: int) -> None:
    if system == "groups" and players == 5:
        players = 6
    tournament = on(begun(system, players), players, rounds=rounds).tournament()
    bracket_drawings = drawings(tournament)
    assert bracket_drawings
    for drawing in bracket_drawings:
        across, down = drawing.size
        for box in drawing.boxes:
            assert box.x >= 0
            assert box.y >= LINE
            assert box.x + WIDE <= across
            assert box.y + box.height <= down
        for first_box in drawing.boxes:
            for second_box in drawing.boxes:
                if first_box is second_box or abs(first_box.x - second_box.x) >= WIDE:
                    continue
                assert (
                    first_box.y + first_box.height < second_box.y
                    or second_box.y + second_box.height < first_box.y
                )


def test_all_games_of_a_double_elimination_are_drawn_once() -> None:
    tournament = on(begun("double-elimination", 8), 4).tournament()
    drawn = sum(len(drawing.boxes) for drawing in drawings(tournament))
    assert drawn == len(games(tournament)) == sum(len(round_.pairings) for round_ in tournament.rounds)
    assert [drawing.title for drawing in drawings(tournament)] == ["Winners", "Losers"]


def test_groups_stand_side_by_side_by_place() -> None:
    (drawing,) = drawings(on(begun("groups", 8)).tournament())
    assert [box.title for box in drawing.boxes] == ["A", "B"]
    for box in drawing.boxes:
        marks = [float(line.mark.replace("½", ".5")) for line in box.lines]
        assert marks == sorted(marks, reverse=True)


def test_what_is_not_drawn() -> None:
    assert drawings(begun("knockout", 8).tournament()) == []
    assert drawings(on(begun("round-robin", 4)).tournament()) == []


def test_a_long_name_is_cut_in_the_box_and_whole_in_its_title() -> None:
    log = begun("knockout", 2)
    log = desk.edit(log, 1, {"name": "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine"})
    (drawing,) = drawings(desk.pair(log).tournament())
    (long,) = [line for box in drawing.boxes for line in box.lines if line.name.startswith("Wolf")]
    assert long.short.endswith("…")
    assert len(long.short) < 30


def test_the_list_of_games_names_winners_and_groups() -> None:
    log = desk.create("Cup", "groups", seed=1, settings={"groups": 2})
    log = desk.pair(desk.enter_all(log, [ParticipantEntry(f"P{at}") for at in range(1, 9)]))
    boards = log.tournament().rounds[0].pairings
    log = desk.enter_results(log, 1, ["1-0", "½-½", *["0-1"] * (len(boards) - 2)])
    bracket_games = games(log.tournament())
    assert bracket_games[0].winner == bracket_games[0].names[0]
    assert bracket_games[1].winner == ""
    assert bracket_games[2].winner == bracket_games[2].names[1]
    letters = {name: game.group for game in bracket_games for name in game.names}
    assert set(letters.values()) == {"A", "B"}
    apart = ranked_apart(log.tournament())
    for name, letter in letters.items():
        assert name in {entrant.name for entrant in apart[letter].entrants}
