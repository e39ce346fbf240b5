"""Other spellings of names: read as the player's, never against the record, and never in silence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from arpad.core import BadInput
from arpad.record import Contests, read_contests, read_games, read_players
from arpad.record.kinds.aliases import Aliases, applied, read_aliases
from arpad.record.survey import look
from arpad.record.survey.proposing import write_aliases

GAMES = """\
white,black,result
Ann,"Smith, John",1-0
J. Smith,Bob,0-1
Cho,Ann,1-0
"""


def aliases(tmp_path: Path, text: str, name: str = "names.csv") -> Aliases:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return read_aliases(file)


def games_file(tmp_path: Path, text: str = GAMES) -> Path:
    file = tmp_path / "games.csv"
    file.write_text(text, encoding="utf-8")
    return file


def test_an_alias_is_the_player(tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text('alias,name\nJ. Smith,"Smith, John"\n', encoding="utf-8")
    games = read_games(games_file(tmp_path), aliases=names)
    assert games.players.names == ["Ann", "Smith, John", "Bob", "Cho"]
    assert games.first.tolist() == [0, 1, 3]
    assert games.second.tolist() == [1, 2, 0]
    assert games.source.notes == ("names.csv: 1 name is read as another: 'J. Smith' as 'Smith, John'",)
    renamed = read_games(games_file(tmp_path, GAMES.replace("J. Smith", '"Smith, John"')))
    assert games.digest == renamed.digest
    assert read_games(games_file(tmp_path), aliases={"J. Smith": "Smith, John"}).digest == renamed.digest


def test_what_nobody_has_decided_merges_nobody(tmp_path: Path) -> None:
    found = aliases(tmp_path, "alias,name,same\nA,B,yes\nC,D,\nE,F,no\nG,H,?\nI,J,Ja\n")
    assert dict(found.names) == {"A": "B", "I": "J"}
    assert found.undecided == 2
    assert found.apart == {frozenset("EF")}
    with pytest.raises(BadInput, match="says neither") as caught:
        aliases(tmp_path, "alias,name,same\nA,B,perhaps\n")
    assert (caught.value.row, caught.value.column) == (2, "same")


def test_chains_end_at_the_last_name_and_circles_are_refused(tmp_path: Path) -> None:
    chain = aliases(tmp_path, "alias,name\nC,D\nA,B\nB,C\nX,X\n")
    assert dict(chain.names) == {"A": "D", "B": "D", "C": "D"}
    with pytest.raises(BadInput, match="in a circle: B → C → B") as caught:
        aliases(tmp_path, "alias,name\nA,B\nB,C\nC,B\n")
    assert caught.value.row == 3


def test_a_long_chain_takes_no_time_to_speak_of(tmp_path: Path) -> None:
    rows = "".join(f"n{k},n{k + 1}\n" for k in range(30_000))
    found = aliases(tmp_path, "alias,name\n" + rows)
    assert set(found.names.values()) == {"n30000"}


@pytest.mark.parametrize(
    ("text", "problem", "row"),
    [
        ("alias,name\nA,B\nA,C\n", "'A' is read as 'C' here, and as 'B' on line 2", 3),
        ("alias,name\n,B\n", "the alias is missing", 2),
        ("alias,name\nA,\n", "the name is missing", 2),
        ("alias,other\nA,B\n", "no column holds the name", 1),
    ],
)
def test_a_bad_file_is_refused_with_its_row(tmp_path: Path, text: str, problem: str, row: int) -> None:
    with pytest.raises(BadInput, match=problem) as caught:
        aliases(tmp_path, text)
    assert caught.value.row == row
    assert caught.value.file


def test_what_the_record_does_not_know_is_said(tmp_path: Path) -> None:
    found = read_games(games_file(tmp_path), aliases={"Nobody": "Ann", "Bob": "Robert", "Cho": "Robert"})
    assert found.source.notes == (
        "aliases: 2 names are read as others: 'Bob' as 'Robert', 'Cho' as 'Robert'",
        "aliases: 1 alias is not in the record, which does no harm: 'Nobody'",
        "aliases: no row has the name 'Robert'",
    )
    assert found.players.names == ["Ann", "Smith, John", "J. Smith", "Robert"]


def test_two_who_have_met_are_never_one(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="'Ann' and 'Smith, John' are one player by the aliases") as caught:
        read_games(games_file(tmp_path), aliases={"Ann": "Smith, John"})
    assert caught.value.code == "aliases.met"


def test_partners_have_aliases_of_their_own(tmp_path: Path) -> None:
    games = read_games(
        games_file(tmp_path, "white,black,result\nAnn+B.,Cho+Dan,1-0\n"), aliases={"B.": "Bob"}
    )
    assert games.players.names == ["Ann+Bob", "Cho+Dan"]
    assert Aliases.of({"B.": "a+b"}).name_of("Ann+B.") == r"Ann+a\+b"
    assert Contests.of(
        read_games(games_file(tmp_path, "white,black,result\nAnn+B.,Cho,1-0\n"), aliases={"B.": "a+b"})
    ).players.names == ["Ann", "a+b", "Cho"]


def test_contests_have_aliases_too(tmp_path: Path) -> None:
    file = games_file(tmp_path, "match,player,place\n1,Ann,1\n1,Bob,2\n1,Cho,3\n2,A.,1\n2,Bob,2\n")
    found = read_contests(file, aliases={"A.": "Ann"})
    assert found.players.names == ["Ann", "Bob", "Cho"]
    assert found.member.tolist() == [0, 1, 2, 0, 1]
    with pytest.raises(BadInput, match="have played each other"):
        read_contests(file, aliases={"Cho": "Ann"})


def test_a_players_file_may_have_the_other_spelling(tmp_path: Path) -> None:
    known = Aliases.of({"J. Smith": "Smith, John"})
    games = applied(read_games(games_file(tmp_path)), known)
    file = tmp_path / "players.csv"
    file.write_text("player,rating\nJ. Smith,1800\nAnn,1500\n")
    rating = read_players(file, games.players, aliases=known).attributes["rating"]
    np.testing.assert_array_equal(rating, [1500.0, 1800.0, np.nan, np.nan])
    file.write_text('player,rating\nJ. Smith,1800\n"Smith, John",1500\n')
    with pytest.raises(BadInput, match="is given twice"):
        read_players(file, games.players, aliases=known)


def test_what_is_known_of_those_who_become_one_is_kept(tmp_path: Path) -> None:
    games = read_games(games_file(tmp_path))
    rating = np.array([np.nan, np.nan, 1700.0, 1600.0, np.nan])
    from dataclasses import replace

    games = replace(games, players=games.players.with_attributes({"rating": rating}))
    merged = applied(games, Aliases.of({"J. Smith": "Smith, John"}))
    np.testing.assert_array_equal(merged.players.attributes["rating"], [np.nan, 1700.0, 1600.0, np.nan])


def test_a_proposal_is_read_back_and_merges_nobody_until_somebody_says_so(tmp_path: Path) -> None:
    file = games_file(tmp_path)
    before = read_games(file)
    proposal = tmp_path / "proposal.csv"
    write_aliases(proposal, look(file).open_names)
    text = proposal.read_text(encoding="utf-8")
    assert text.splitlines()[1].startswith('J. Smith,"Smith, John",,1,1,')
    assert read_games(file, aliases=proposal).digest == before.digest
    with pytest.raises(BadInput, match="this file is there already"):
        write_aliases(proposal, look(file).open_names)
    proposal.write_text(text.replace('John",,', 'John",yes,'), encoding="utf-8")
    assert len(read_games(file, aliases=proposal).players) == len(before.players) - 1
    assert look(file, aliases=proposal).near == []
    proposal.write_text(text.replace('John",,', 'John",no,'), encoding="utf-8")
    assert look(file, aliases=proposal).near == []
    assert read_games(file, aliases=proposal).digest == before.digest


def test_a_name_that_a_spreadsheet_would_run_comes_back(tmp_path: Path) -> None:
    file = games_file(tmp_path, "white,black,result\n=Smith A,Bob,1-0\nBob,=SMITH A,1-0\n")
    proposal = tmp_path / "proposal.csv"
    write_aliases(proposal, look(file).open_names)
    assert "'=" in proposal.read_text(encoding="utf-8")
    proposal.write_text(proposal.read_text(encoding="utf-8").replace(",,", ",yes,"), encoding="utf-8")
    assert len(read_games(file, aliases=proposal).players) == 2
