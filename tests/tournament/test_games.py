"""Games of tournaments as a record, and rated from the command line."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from arpad.cli.app import main
from arpad.tournament import Bye, Entrant, Pairing, Result, Round, Tournament
from arpad.tournament.games import games_of, round_dates
from arpad.tournament.trf import read_trf

FILES = Path(__file__).parent / "trf" / "files"
ENTRANTS = (
    Entrant(1, "Ann", 2100, "WGM", "HUN", "w", "77", "1990/05/17"),
    Entrant(2, "Bob", 0),
    Entrant(3, "Cid", 1900, birth="1985"),
    Entrant(4, "Dan", 1800, federation="KOR"),
)
WON, LOST = Result.WIN, Result.LOSS
ROUNDS = (
    Round((Pairing(1, 2, WON, LOST), Pairing(3, 4, Result.DRAW, Result.DRAW))),
    Round((Pairing(2, 3, Result.FORFEIT_WIN, Result.FORFEIT_LOSS),), (Bye(1), Bye(4, Result.HALF_BYE))),
    Round((Pairing(4, 1, Result.UNRATED_WIN, Result.UNRATED_LOSS), Pairing(3, 2, LOST, LOST))),
    Round((Pairing(2, 4), Pairing(1, 3, LOST, WON))),
)
CUP = Tournament(ENTRANTS, ROUNDS, name="Cup")


def test_played_games_only() -> None:
    games = games_of(CUP)
    assert list(games.players.names) == ["Ann", "Bob", "Cid", "Dan"]
    rows = list(zip(games.first.tolist(), games.second.tolist(), games.score.tolist(), strict=True))
    assert rows == [(0, 1, 1.0), (2, 3, 0.5), (0, 2, 0.0)]
    assert games.round is not None
    assert [games.round.word(row) for row in range(3)] == ["1", "1", "4"]
    assert games.event is not None
    assert games.event.word(0) == "Cup"
    assert games.time is not None
    assert games.time.tolist() == [1, 1, 4]
    assert games.advantage is not None
    assert games.advantage.tolist() == [1, 1, 1]
    # Round 2 has a forfeit and two byes, round 3 a game of less than a move and one that both lost, and round 4
    # one that is still to come.
    source = games.source
    assert (source.rows, source.games, source.byes, source.forfeits) == (9, 3, 4, 2)
    assert (source.fixtures, source.rejected) == (1, 1)


def test_games_of_less_than_a_move_if_wanted() -> None:
    games = games_of(CUP, unrated=True)
    assert list(zip(games.first.tolist(), games.second.tolist(), strict=True))[2] == (3, 0)


def test_what_is_known_of_the_players() -> None:
    known = games_of(CUP).players.attributes
    assert known["rating"].tolist()[0] == 2100
    assert np.isnan(known["rating"][1])
    assert known["birth_year"].tolist()[:1] == [1990.0]
    assert known["birth_year"][2] == 1985
    assert known["federation"].tolist() == ["HUN", None, None, "KOR"]
    assert known["title"].tolist() == ["WGM", None, None, None]


def test_dates() -> None:
    details = {"round_dates": "26/03/01 26/03/02 26/03/04 26/03/05", "start": "2026/02/28"}
    assert round_dates(Tournament(ENTRANTS, ROUNDS, details=details))[2] == date(2026, 3, 4)
    games = games_of(Tournament(ENTRANTS, ROUNDS, details=details))
    assert games.time is not None
    assert games.time.astype(str).tolist() == ["2026-03-01", "2026-03-01", "2026-03-05"]
    apart = {"round_dates": "2026-03-01,2026-03-02, 2026-03-04;2026-03-05"}
    assert round_dates(Tournament(ENTRANTS, ROUNDS, details=apart))[2] == date(2026, 3, 4)
    # Dates of rounds to come, which a report has from the beginning.
    begun = round_dates(Tournament(ENTRANTS, ROUNDS[:1], details=details))
    assert begun == [date(2026, 3, 1)]
    # A round without a date: then all are the first day's.
    details["round_dates"] = "26/03/01 - 26/03/04 26/03/05"
    assert round_dates(Tournament(ENTRANTS, ROUNDS, details=details)) == [date(2026, 2, 28)] * 4
    assert round_dates(Tournament(ENTRANTS, ROUNDS, details={"start": "2026/02/30"})) == [None] * 4


@pytest.mark.parametrize(
    ("text", "day"),
    [("69/12/31", date(2069, 12, 31)), ("70/01/01", date(1970, 1, 1)), ("98/07/15", date(1998, 7, 15))],
)
def test_years_of_two_digits_are_those_from_1970_to_2069(text: str, day: date) -> None:
    assert round_dates(Tournament(ENTRANTS, ROUNDS[:1], details={"start": text})) == [day]


def test_several_tournaments() -> None:
    second = Tournament(
        (Entrant(1, "Cid", 1950), Entrant(2, "Eve", 2000)), (Round((Pairing(2, 1, WON, LOST),)),), name="Two"
    )
    games = games_of([CUP, second])
    assert list(games.players.names) == ["Ann", "Bob", "Cid", "Dan", "Eve"]
    assert (games.first.tolist()[-1], games.second.tolist()[-1]) == (4, 2)
    assert games.time is not None
    assert games.time.tolist()[-1] == 5
    # The rating of the first tournament is the one to begin from.
    assert games.players.attributes["rating"].tolist()[2] == 1900


def test_two_players_of_one_name() -> None:
    twins = (Entrant(1, "Kim", identity="7"), Entrant(2, "Kim"), Entrant(3, ""))
    assert list(games_of(Tournament(twins)).players.names) == ["Kim (7)", "Kim (no. 2)", "(no. 3)"]


def test_discs_and_stones() -> None:
    game = Pairing(1, 2, LOST, WON, (Fraction(20), Fraction(44)), handicap=2)
    games = games_of(Tournament(ENTRANTS, (Round((game,)),)))
    assert games.points_first is not None
    assert games.points_second is not None
    assert games.handicap is not None
    assert (games.points_first[0], games.points_second[0], games.handicap[0]) == (20, 44, 2)


def rated(*words: str) -> list[dict[str, object]]:
    result = CliRunner().invoke(main, ["rate", *words, "--json"], prog_name="arpad")
    assert result.exit_code == 0, result.output
    found: list[dict[str, object]] = json.loads(result.stdout)["players"]
    return found


def test_the_command_line_rates_a_report(tmp_path: Path) -> None:
    source = FILES / "moscow_cao_october2025.trf"
    rows = rated(str(source))
    games = games_of(read_trf(source))
    assert sum(int(str(row["games"])) for row in rows) == 2 * len(games)
    # Named otherwise it is known by its first line; packed, by its name.
    other = tmp_path / "october.txt"
    other.write_bytes(source.read_bytes())
    packed = tmp_path / "october.trf.gz"
    packed.write_bytes(gzip.compress(source.read_bytes()))
    assert rated(str(other)) == rated(str(packed)) == rows


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--columns", "event=Season"], "--columns has no meaning"),
        (["--rejects", "bad.csv"], "--rejects has no meaning"),
        (["results.csv"], "not read together"),
    ],
)
def test_what_the_command_line_refuses(words: list[str], problem: str) -> None:
    result = CliRunner().invoke(main, ["rate", str(FILES / "real_37.trf"), *words], prog_name="arpad")
    assert result.exit_code != 0
    assert problem in result.output


@pytest.mark.parametrize("system", ["trueskill", "weng-lin", "glicko2", "whr", "fide"])
def test_every_kind_of_system_rates_a_report(system: str) -> None:
    rows = rated(str(FILES / "tec-swiss_2026.trf"), "--system", system)
    assert len(rows) == 16


def test_a_report_of_no_games(tmp_path: Path) -> None:
    path = tmp_path / "begun.trf"
    path.write_text("012 Cup\n001    1      Ann\n001    2      Bob\n")
    result = CliRunner().invoke(main, ["rate", str(path)], prog_name="arpad")
    assert result.exit_code != 0
    assert "no game has been played yet" in result.output


def test_the_command_line_explains_a_player_of_a_report() -> None:
    words = ["explain", str(FILES / "tec-swiss_2026.trf"), "--player", "ALYX"]
    result = CliRunner().invoke(main, words, prog_name="arpad")
    assert result.exit_code == 0, result.output
    assert "JESSICA" in result.output


def test_who_has_a_rating_is_no_newcomer() -> None:
    """A report has no numbers of games; FIDE's K is 20 from 30 games on, and 40 before (B.02, 8.3.3)."""
    assert games_of(CUP).players.number("games", -1.0).tolist() == [100.0, -1.0, 100.0, 100.0]
    nobody = replace(CUP, entrants=tuple(replace(one, rating=0) for one in ENTRANTS))
    assert "games" not in games_of(nobody).players.attributes


def test_the_games_of_teams_are_those_of_their_players() -> None:
    teams = read_trf(FILES / "team.trf")
    games = games_of(teams)
    # Two matches on three boards.
    assert len(games) == 6
    assert set(games.players.names) == {
        "Anna",
        "Bela",
        "Carl",
        "Dora",
        "Emil",
        "Fred",
        "Gina",
        "Hugo",
        "Ines",
    }
    assert games.event is not None
    assert list(games.event.names) == ["Two matches"]
