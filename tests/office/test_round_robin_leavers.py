"""Who leaves a round robin: FIDE's General Regulations for Competitions, below and from half of the games on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from arpad.cli import main
from arpad.core import BadInput
from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_log import EventLog
from arpad.rulebooks.reporting import report_of
from arpad.rulebooks.standings import explain_tiebreak, standings
from arpad.tournament.model import Tournament
from arpad.tournament.trf import read_trf


def league(players: int = 6, system: str = "round-robin", **settings: object) -> EventLog:
    log = desk.create("League", system, seed=1, settings=settings)
    return desk.enter_all(
        log, [ParticipantEntry(f"P{at}", {"rating": 2000 - at}) for at in range(1, players + 1)]
    )


def play(log: EventLog, rounds: int, gone: dict[int, int] | None = None) -> EventLog:
    """Play rounds: the smaller number wins, but number 6 beats everybody; who has gone loses by forfeit.

    Args:
        log: so far.
        rounds: how many.
        gone: number → the first round that is missed.
    """
    for _ in range(rounds):
        log = desk.pair(log)
        at = log.tournament().played
        results = []
        for game in log.tournament().rounds[-1].pairings:
            away = [number for number, first in (gone or {}).items() if at >= first]
            white, black = game.white in away, game.black in away
            if white or black:
                results.append("--" if white and black else "-+" if white else "+-")
            else:
                white_wins = game.white == 6 or (game.black != 6 and game.white < game.black)
                results.append("1-0" if white_wins else "0-1")
        log = desk.enter_results(log, at, results)
    return log


def left_after(played: int, players: int = 6) -> EventLog:
    """Return a finished league that number 6 left after so many games."""
    log = play(league(players), played)
    log = desk.away(log, 6)
    return play(log, players - 1 - played, {6: played + 1})


def points(tournament: Tournament) -> dict[int, float]:
    return {place.entrant.number: float(place.points.value) for place in standings(tournament)}


def test_below_half_the_games_count_for_nobody() -> None:
    """6 won its two games: who lost to 6 is not behind who had the forfeit."""
    log = left_after(2)
    table = standings(log.tournament())
    assert points(log.tournament()) == {1: 4, 2: 3, 3: 2, 4: 1, 5: 0, 6: 0}
    last = table.places[-1]
    assert (last.entrant.number, last.rank, last.counted) == (6, None, False)
    assert [place.rank for place in table.places[:5]] == [1, 2, 3, 4, 5]
    assert table.notes == ("6 P6 left after 2 of 5 games, less than half: they count for nobody.",)
    # Sonneborn-Berger of those whose games count: nothing of a game against 6.
    assert table.value(1, "SB").value == 3 + 2 + 1 + 0
    assert table.explain(6).outcome == "no place"
    with pytest.raises(BadInput, match="has no place"):
        explain_tiebreak(log.tournament(), "SB", 6)


def test_from_half_on_the_points_stay_and_the_rest_are_forfeits() -> None:
    log = left_after(3)
    table = standings(log.tournament())
    assert all(place.counted for place in table)
    assert not table.notes
    assert table.place(6).points.value == 3


def test_while_it_runs_a_withdrawal_says_so() -> None:
    log = desk.away(play(league(), 2), 6)
    (note,) = (finding for finding in log.findings if finding.code == "standings.not-counted")
    assert "P6 (6) left after 2 of 5 games" in str(note.text)
    assert not standings(log.tournament()).place(6).counted
    stays = desk.away(play(league(), 2), 6, [3])
    assert standings(stays.tournament()).place(6).counted, "one round missed"
    back = desk.back(log, 6)
    assert standings(back.tournament()).place(6).counted


def test_several_leavers_and_two_cycles() -> None:
    log = play(league(6, cycles=2), 4)
    for number in (5, 6):
        log = desk.away(log, number)
    log = play(log, 6, {5: 5, 6: 5})
    table = standings(log.tournament())
    assert [place.entrant.number for place in table if not place.counted] == [5, 6]
    assert points(log.tournament())[1] == 6, "two games against each of three"


def test_an_odd_number_of_players() -> None:
    """Of 5 players everybody has 4 games: 2 are half."""
    half = play(league(5), 5, {5: 4})
    tournament = half.tournament()
    played = sum(entry.result.played for entry in tournament.history[5])
    assert standings(tournament).place(5).counted == (2 * played >= 4)


def test_who_missed_the_last_round_only_has_not_left() -> None:
    table = standings(play(league(), 5, {6: 5}).tournament())
    assert table.place(6).counted


def test_a_group_is_a_round_robin() -> None:
    log = play(league(8, "groups", groups={"A": [1, 2, 3, 4], "B": [5, 6, 7, 8]}), 1)
    log = play(desk.away(log, 4), 2, {4: 2})
    from arpad.rulebooks.standings import ranked_apart

    table = standings(ranked_apart(log.tournament())["A"])
    assert not table.place(4).counted
    assert table.places[-1].entrant.number == 4


def test_a_swiss_system_ranks_everybody() -> None:
    log = desk.create("Open", "fide-dutch", rounds=5, seed=1)
    log = desk.enter_all(log, [ParticipantEntry(f"P{at}", {"rating": 2000 - at}) for at in range(1, 7)])
    log = desk.away(play(log, 1), 6)
    assert all(place.counted for place in standings(log.tournament()))


def test_every_door_says_it(tmp_path: Path) -> None:
    log = left_after(2)
    path = tmp_path / "league.arpad"
    EventFile(path).create(log)
    done = CliRunner().invoke(main, ["tournament", "standings", str(path), "--json"])
    answer = json.loads(done.stdout)
    last = answer["players"][-1]
    assert (last["name"], last["rank"], last["counted"]) == ("P6", None, False)
    assert answer["notes"]
    printed = CliRunner().invoke(main, ["tournament", "standings", str(path)])
    assert printed.stdout.splitlines()[6].split()[:4] == ["–", "6", "P6", "–"]
    assert "less than half" in printed.stderr
    ended = CliRunner().invoke(main, ["tournament", "finish", str(path)])
    assert "left after 2 of 5 games" in ended.stdout + ended.stderr
    report = report_of(log.tournament())
    row = next(line for line in report.splitlines() if line.startswith("001    6"))
    assert row[85:89].strip() == "", "no rank"
    assert row[91:].split()[2] == "1", "the games stay in the report"
    again = standings(read_trf(report))
    assert not again.place(6).counted, "a finished report tells it by the forfeits to its end"
