"""``arpad tournament``: an afternoon from the entries to the export, and whatever people get wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arpad.cli import main
from arpad.core import BadInput
from arpad.office.desk import set_details
from arpad.office.log.event_file import EventFile
from arpad.tournament.points import Points
from arpad.tournament.trf import read_trf

NINE = ["Ann KOR", "Bea KOR", "Cid KOR", "Dan JPN", "Eve JPN", "Fay CHN", "Gus GBR", "Hal FRA", "Ida ITA"]


def arpad(*words: object, code: int = 0) -> Result:
    done = CliRunner().invoke(main, ["tournament", *map(str, words)])
    assert done.exit_code == code, done.output + repr(done.exception)
    return done


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    file = tmp_path / "cup.arpad"
    arpad("new", file, "--system", "othello", "--rounds", 5, "--seed", 3)
    for one in NINE:
        name, federation = one.split()
        arpad("add", file, name, "--federation", federation)
    return file


def test_an_afternoon_for_nine(cup: Path, tmp_path: Path) -> None:
    met: set[frozenset[str]] = set()
    free = []
    for at in range(1, 6):
        row = json.loads(arpad("pair", cup, "--json").output)
        assert row["round"] == at
        assert [pair["board"] for pair in row["pairs"]] == [1, 2, 3, 4]
        assert [(bye["kind"], bye["points"]) for bye in row["byes"]] == [("pairing", 1.0)]
        free += [bye["name"] for bye in row["byes"]]
        for pair in row["pairs"]:
            names = frozenset((pair["black"], pair["white"]))
            assert names not in met
            met.add(names)
            black_wins = pair["black"] < pair["white"]
            arpad("result", cup, "--board", pair["board"], "40-20" if black_wins else "24-40")
    assert len(set(free)) == 5
    table = json.loads(arpad("standings", cup, "--json").output)["players"]
    assert len(table) == 9
    assert table[0]["rank"] == 1
    assert table[0]["name"] == "Ann"
    assert sum(row["points"] for row in table) == 25
    out = tmp_path / "cup.trf"
    arpad("export", cup, out)
    again = read_trf(out)
    assert again.played == 5
    assert again.scores() == EventFile(cup).read().tournament().scores()


def test_empty_squares_go_to_the_winner(cup: Path) -> None:
    arpad("pair", cup)
    assert arpad("result", cup, "--board", 1, "40-20").output.rstrip().endswith("44-20")
    game = EventFile(cup).read().tournament().rounds[0].pairings[0]
    assert game.points is not None
    assert list(game.points) == [20, 44]


def test_the_same_seed_draws_the_same_round(cup: Path, tmp_path: Path) -> None:
    first = arpad("pair", cup, "--json").output
    arpad("undo", cup)
    assert arpad("pair", cup, "--json").output == first


def test_undo_keeps_what_was_done(cup: Path) -> None:
    arpad("pair", cup)
    arpad("result", cup, "--board", 1, "33-31")
    before = EventFile(cup).read()
    assert "undone: result" in arpad("undo", cup).output
    after = EventFile(cup).read()
    assert after.events[: len(before.events)] == before.events
    assert 1 in after.tournament().rounds[0].pending
    arpad("undo", cup)
    assert EventFile(cup).read().tournament().played == 0


def test_who_is_away_is_not_paired(cup: Path) -> None:
    arpad("away", cup, "Cid", "--round", 1, "--bye", "half")
    row = json.loads(arpad("pair", cup, "--json").output)
    assert len(row["pairs"]) == 4
    assert "Cid: half-point bye" in arpad("round", cup).output
    assert "paired already" in arpad("away", cup, "Dan", "--round", 1, code=2).output


def test_late_entries_join_in_the_next_round(cup: Path) -> None:
    arpad("pair", cup)
    arpad("add", cup, "Zoe")
    for board in range(1, 5):
        arpad("result", cup, "--board", board, "+-")
    row = json.loads(arpad("pair", cup, "--json").output)
    assert any("Zoe" in pair.values() for pair in row["pairs"])
    assert row["byes"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["pair"], "round 1 still lacks the results of boards 1, 2, 3, 4"),
        (["result", "--board", "9", "33-31"], "no board 9"),
        (["result", "--board", "1", "60-31"], "64"),
        (["result", "--board", "1", "one-nil"], "not a valid score in discs"),
        (["result", "--board", "1", "--round", "3", "33-31"], "round 3 is not paired yet"),
        (["add", "Ann"], "entered already"),
        (["add", "  "], "needs a name"),
        (["away", "Nobody"], "no participant is named"),
        (["away", "Ann", "--round", "6"], "round 6 does not exist"),
        (["add", "A\x1b[31mB"], "control characters"),
    ],
)
def test_what_is_refused_changes_nothing(cup: Path, words: list[str], said: str) -> None:
    arpad("pair", cup)
    before = cup.read_bytes()
    done = arpad(words[0], cup, *words[1:], code=2)
    assert said in done.output
    assert cup.read_bytes() == before


def test_a_tournament_is_begun_once(cup: Path) -> None:
    assert "is there already" in arpad("new", cup, code=2).output
    assert "no pairing system" in arpad("new", f"{cup}2", "--system", "chess", code=2).output
    assert not Path(f"{cup}2").exists()


def test_files_that_are_none(tmp_path: Path) -> None:
    file = tmp_path / "x.arpad"
    assert "arpad tournament new" in arpad("pair", file, code=2).output
    for text in (
        "",
        "white,black\n",
        "{}\n",
        '{"arpad tournament": 1}\n',
        '{"arpad tournament": 2}\n{"do": "dance"}\n',
    ):
        file.write_text(text, encoding="utf-8")
        arpad("pair", file, code=2)


def test_a_change_behind_ones_back_is_seen(cup: Path) -> None:
    seen = EventFile(cup).read().seq
    arpad("details", cup, "--place", "Eger")
    with pytest.raises(BadInput) as refused:
        EventFile(cup).act(lambda book: set_details(book, {"city": "Vác"}), expected=seen)
    assert refused.value.code == "log.conflict"


def test_a_knockout_and_a_round_robin(tmp_path: Path) -> None:
    file = tmp_path / "k.arpad"
    arpad("new", file, "--system", "knockout")
    for name in "ABCD":
        arpad("add", file, name)
    assert "  1  A     – D\n" in arpad("pair", file).output
    arpad("result", file, "--board", 1, "1-0")
    arpad("result", file, "--board", 2, "½-½")
    assert "has no winner" in arpad("pair", file, code=2).output
    arpad("result", file, "--board", 2, "0-1")
    assert "  1  A     – C\n" in arpad("pair", file).output
    assert "seed 1 (1) – seed 3 (3)" in arpad("explain", file).output


def test_entries_from_a_file(tmp_path: Path) -> None:
    file, players = tmp_path / "c.arpad", tmp_path / "players.csv"
    arpad("new", file, "--system", "othello")
    players.write_text("name,federation,rating\nAnn,KOR,1500\nBob,JPN,\n\n", encoding="utf-8")
    assert arpad("add", file, "--from", players).output == "  1  Ann\n  2  Bob\n"
    first, second = EventFile(file).read().tournament().entrants
    assert (first.rating, second.federation) == (1500, "JPN")
    before = file.read_bytes()
    for text, said in [
        ("name\nCid\nAnn\n", "line 3"),
        ("name,rating\nCid,strong\n", "not a valid rating"),
        ("hobby\nCid\n", "no column 'name'"),
        ("", "no column"),
    ]:
        players.write_text(text, encoding="utf-8")
        assert said in arpad("add", file, "--from", players, code=2).output
        assert file.read_bytes() == before
    assert "--from" in arpad("add", file, code=2).output


def test_all_results_of_a_round(cup: Path) -> None:
    arpad("pair", cup)
    assert "4 boards, and 3 results" in arpad("result", cup, "33-31", "30-34", "+-", code=2).output
    before = cup.read_bytes()
    assert "not a valid score in discs" in arpad("result", cup, "33-31", "30-34", "+-", "won", code=2).output
    assert cup.read_bytes() == before
    lines = arpad("result", cup, "33-31", "30-34", "+-", "32-32").output.splitlines()
    assert [line.split()[-1] for line in lines[1:5]] == ["33-31", "30-34", "+-", "32-32"]
    assert EventFile(cup).read().tournament().rounds[0].pending == ()


def test_a_double_forfeit_is_typed_as_it_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "four.arpad"
    arpad("new", file, "--rounds", 3)
    for name in "ABCD":
        arpad("add", file, name)
    arpad("pair", file)
    assert arpad("result", file, "--board", 1, "--").stdout.rstrip().endswith("--")
    assert [line[-3:] for line in arpad("result", file, "1-0", "--").stdout.splitlines()[1:]] == [
        "1-0",
        " --",
    ]
    assert [line[-3:] for line in arpad("result", file, "--", "-+").stdout.splitlines()[1:]] == [" --", " -+"]
    assert sorted(EventFile(file).read().tournament().scores().values()) == [0, 0, 0, 1]


def test_a_round_is_explained_as_it_was_paired(tmp_path: Path) -> None:
    file = tmp_path / "eight.arpad"
    arpad("new", file, "--rounds", 5, "--seed", 2)
    for name in "ABCDEFGH":
        arpad("add", file, name)
    arpad("pair", file)
    arpad("result", file, *["1-0"] * 4)
    arpad("pair", file)
    first, second = arpad("explain", file, "--round", 1).stdout, arpad("explain", file, "--round", 2).stdout
    arpad("result", file, "--round", 1, "--board", 1, "--correct", "0-1")
    arpad("add", file, "Late")
    arpad("away", file, "A")
    assert arpad("explain", file, "--round", 2).stdout == second
    assert arpad("explain", file, "--round", 1).stdout == first
    book = EventFile(file).read().tournament()
    boards = [(book.named(game.white), book.named(game.black)) for game in book.rounds[1].pairings]
    assert all(f"  {white} – {black}: {white} has White" in second for white, black in boards)


def test_the_first_pairing_numbers_players_by_rating(tmp_path: Path) -> None:
    file = tmp_path / "open.arpad"
    arpad("new", file, "--rounds", 3)
    for name, rating, title in [("A", 1000, ""), ("B", 2000, "FM"), ("C", 1500, ""), ("D", 2000, "IM")]:
        arpad("add", file, name, "--rating", rating, "--title", title)
    arpad("add", file, "E", "--rating", 1500)
    arpad("away", file, "A", "--round", 1, "--bye", "half")
    arpad("pair", file)
    tournament = EventFile(file).read().tournament()
    assert [(one.number, one.name) for one in tournament.entrants] == [*enumerate("DBCEA", 1)]
    assert {frozenset((game.white, game.black)) for game in tournament.rounds[0].pairings} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    assert tournament.rounds[0].byes[0].number == 5
    arpad("undo", file)
    arpad("add", file, "F", "--rating", 1700)
    assert "numbered by rating" in arpad("pair", file).output
    arpad("result", file, "1-0", "1-0")
    arpad("add", file, "Late", "--rating", 2500)
    arpad("pair", file)
    assert [one.name for one in EventFile(file).read().tournament().entrants] == [*"DBFCEA", "Late"]


def test_who_has_no_game_is_not_always_away(tmp_path: Path) -> None:
    file = tmp_path / "three.arpad"
    arpad("new", file, "--system", "round-robin")
    for name in "ABC":
        arpad("add", file, name)
    arpad("away", file, "B", "--round", 2)
    first = arpad("pair", file).output
    free = next(line for line in first.splitlines() if ":" in line)
    assert free.endswith(": free")
    assert "is away" not in first
    arpad("result", file, "1-0")
    second = arpad("pair", file).output
    assert ("B (2) is away, and has a game by round-robin" in second) != ("B: away" in second)


def test_a_fixed_format_says_that_somebody_away_is_paired(tmp_path: Path) -> None:
    file = tmp_path / "two.arpad"
    arpad("new", file, "--system", "round-robin")
    for name in "AB":
        arpad("add", file, name)
    arpad("away", file, "B", "--round", 1)
    said = arpad("pair", file).output
    assert "warning: round 1: B (2) is away, and has a game by round-robin. Enter a forfeit" in said


@pytest.mark.parametrize(
    "system", ["round-robin", "knockout", "double-elimination", "groups", "scheveningen"]
)
def test_nobody_joins_a_fixed_format_that_has_begun(tmp_path: Path, system: str) -> None:
    file = tmp_path / "four.arpad"
    arpad("new", file, "--system", system)
    for name in "ABCD":
        arpad("add", file, name)
    arpad("pair", file)
    assert "nobody can join" in arpad("add", file, "E", code=2).output


def test_settings_that_nothing_reads_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.arpad"
    assert "no setting 'wobble'" in arpad("new", file, "--set", "wobble=1", code=2).output
    assert not file.exists()
    arpad("new", file, "--set", "acceleration=baku", "--rounds", 9)


@pytest.mark.parametrize(
    ("setting", "boards"),
    [("groups=2", 2), ("groups=3", 3), ("size=3", 2), ('groups={"A":[1,2,3],"B":[4,5,6]}', 2)],
)
def test_groups_are_dealt_by_number_or_size_or_as_given(tmp_path: Path, setting: str, boards: int) -> None:
    file = tmp_path / "groups.arpad"
    arpad("new", file, "--system", "groups", "--set", setting)
    for name in "ABCDEF":
        arpad("add", file, name)
    assert sum("–" in line for line in arpad("pair", file).output.splitlines()) == boards


@pytest.mark.parametrize("setting", ["groups=4", 'groups={"A":[1]}'])
def test_groups_that_the_participants_do_not_make(tmp_path: Path, setting: str) -> None:
    file = tmp_path / "groups.arpad"
    arpad("new", file, "--system", "groups", "--set", setting)
    for name in "ABCDEF":
        arpad("add", file, name)
    arpad("pair", file, code=2)


@pytest.mark.parametrize("system", ["knockout", "double-elimination"])
def test_who_went_on_is_not_changed_behind_the_next_round(tmp_path: Path, system: str) -> None:
    file = tmp_path / "four.arpad"
    arpad("new", file, "--system", system)
    for name in "ABCD":
        arpad("add", file, name)
    arpad("pair", file)
    arpad("result", file, "1-0", "1-0")
    arpad("pair", file)
    assert (
        "Undo back to before round 2"
        in arpad("result", file, "--round", 1, "--board", 1, "--correct", "0-1", code=2).output
    )
    arpad("result", file, "--round", 1, "--board", 1, "--correct", "+-")
    arpad("undo", file)
    arpad("undo", file)
    arpad("result", file, "--round", 1, "--board", 1, "0-1")
    arpad("pair", file)
    meetings = [{game.white, game.black} for game in EventFile(file).read().tournament().rounds[1].pairings]
    assert {2, 4} in meetings


HALVES = ["fide-dutch", "fide-dubov", "fide-burstein", "fide-lim", "keizer", "mcmahon", "go-swiss", "elo-gap"]


def four(file: Path, *options: object) -> Path:
    arpad("new", file, "--rounds", 3, *options)
    for name in "ABCD":
        arpad("add", file, name, "--grade", "1d", "--rating", 1500)
    arpad("pair", file)
    return file


@pytest.mark.parametrize("system", HALVES)
def test_games_end_as_the_game_ends(tmp_path: Path, system: str) -> None:
    file = four(tmp_path / "four.arpad", "--system", system)
    for wrong in ("9-9", "2-0", "1-1", "1-½", "31-33", "", "won", "1.5-0.5"):
        refused = arpad("result", file, "--board", 1, wrong, code=2).output
        assert "1-0, ½-½, 0-1 (short: 1, =, 0), 0-0, ½-0, 0-½, each of them also as 1-0 unrated" in refused
    for right in ("1-0", "0:1", "½-½", "1/2-1/2", "0.5 - 0.5", ".5-.5", "+-", "-+", "--"):
        arpad("result", file, "--board", 1, right)


def test_goals_are_results_of_football(tmp_path: Path) -> None:
    for system in ("fide-dutch", "groups"):
        file = four(tmp_path / f"{system}.arpad", "--system", system, "--points", "football")
        for typed in ("1-0", "2-2", "0-0", "0-1"):
            assert arpad("result", file, "--board", 1, typed).stdout.rstrip().endswith(f"  {typed}")
            game = EventFile(file).read().tournament().rounds[0].pairings[0]
            assert game.points is not None
            assert [str(goals) for goals in game.points] == typed.split("-")
        assert "not a valid result in goals" in arpad("result", file, "--board", 1, "1.5-0.5", code=2).output
        arpad("result", file, "--board", 1, "+-")


def test_matches_end_as_matches_end(tmp_path: Path) -> None:
    file = four(tmp_path / "teams.arpad", "--system", "fide-team", "--set", "boards=4")
    assert "4 points together" in arpad("result", file, "--board", 1, "9-9", code=2).output
    assert "not a valid result of a match" in arpad("result", file, "--board", 1, "0.3-0.2", code=2).output
    assert arpad("result", file, "--board", 1, "2.5-1.5").output.rstrip().endswith("  2½-1½")
    assert arpad("result", file, "--board", 1, "½-3½").stdout.rstrip().endswith("  ½-3½")
    double = four(tmp_path / "double.arpad", "--system", "double-swiss")
    assert "not a valid result of two games" in arpad("result", double, "--board", 1, "9-9", code=2).output


BLACK_FIRST = dict.fromkeys(["othello", "othello-woc", "mcmahon", "go-swiss", "elo-gap"], True)
WHITE_FIRST = dict.fromkeys(["monrad", "keizer", "information"], False)


@pytest.mark.parametrize(("system", "black_first"), (BLACK_FIRST | WHITE_FIRST).items())
def test_who_moves_first_is_named_first_throughout(tmp_path: Path, system: str, black_first: bool) -> None:
    file = tmp_path / "nine.arpad"
    arpad("new", file, "--system", system, "--rounds", 3, "--seed", 4)
    for one in NINE:
        arpad("add", file, one.split()[0], "--grade", f"{len(one) % 3 + 1}d", "--rating", 1400)
    for _ in range(2):
        pairs = json.loads(arpad("pair", file, "--json").output)["pairs"]
        order = ("black", "white") if black_first else ("white", "black")
        named = [tuple(pair[side] for side in order) for pair in pairs]
        assert all([key for key in pair if key in order] == list(order) for pair in pairs)
        shown = [line.split() for line in arpad("round", file).output.splitlines() if " – " in line]
        assert [(line[1], line[3]) for line in shown] == named
        told = [line.split() for line in arpad("explain", file).output.splitlines() if "  board " in line]
        assert [(line[2], line[5]) for line in told] == named
        result = "40-24" if system.startswith("othello") else "1-0"
        arpad("result", file, *[result] * len(named))
        games = EventFile(file).read().tournament().rounds[-1].pairings
        assert all((game.black_result.value == "1") == black_first for game in games)


def test_back_and_late_entries_by_rating(tmp_path: Path) -> None:
    file = tmp_path / "open.arpad"
    arpad("new", file, "--rounds", 4)
    for name, rating in [("A", 2000), ("B", 1900), ("C", 1800), ("D", 1700)]:
        arpad("add", file, name, "--rating", rating)
    assert arpad("away", file, "D").output == "D is away in rounds 1, 2, 3, 4\n"
    arpad("pair", file)
    assert arpad("back", file, "D").output == "D is back from round 2 on\n"
    assert "D is not away" in arpad("back", file, "D", code=2).output
    arpad("result", file, "1-0")
    done = arpad("add", file, "Late", "--rating", 1950, "--by-rating")
    assert done.stdout == "  2  Late\n"
    assert done.stderr == "note: the numbers from 2 on have moved up by one\n"
    arpad("pair", file)
    assert [one.name for one in EventFile(file).read().tournament().by_number.values()] == [
        *("A", "Late", "B", "C", "D")
    ]
    check = CliRunner().invoke(main, ["check", str(file)])
    assert check.output.endswith("2 rounds checked, nothing found\n")
    missed = {
        number: history[0].result.value
        for number, history in EventFile(file).read().tournament().history.items()
    }
    assert (missed[2], missed[5]) == ("Z", "Z")


def test_handicaps_are_kept(tmp_path: Path) -> None:
    """A difference of 4 ranks is 3 stones, by the settings' correction of one."""
    file = tmp_path / "go.arpad"
    arpad("new", file, "--system", "mcmahon", "--rounds", 3)
    for name, grade in [("Ann", "8k"), ("Bo", "12k"), ("Cid", "1k"), ("Dan", "1k")]:
        arpad("add", file, name, "--grade", grade)
    rows = json.loads(arpad("pair", file, "--json").output)["pairs"]
    assert {row["black"]: row.get("handicap") for row in rows if row["white"] == "Ann"} == {"Bo": 3}
    assert sum("handicap" in row for row in rows) == 1
    assert "Bo    – Ann    3 stones" in arpad("round", file).output
    assert sorted(game.handicap for game in EventFile(file).read().tournament().rounds[0].pairings) == [0, 3]
    told = arpad("explain", file).output
    assert "gives 3 stones: McMahon scores −8 and −12, less 1" in told


def test_undo_says_in_words_what_it_took_back(tmp_path: Path) -> None:
    file = tmp_path / "open.arpad"
    arpad("new", file, "--rounds", 4)
    for name, rating in [("Bo", 1900), ("Ann", 2000)]:
        arpad("add", file, name, "--rating", rating)
    arpad("away", file, "Bo", "--round", 3, "--round", 2)
    arpad("back", file, "Bo", "--round", 2)
    arpad("pair", file)
    board = " ".join(arpad("round", file).output.splitlines()[2].split()[1:])
    assert "lacks the result of board 1. Enter it first" in arpad("pair", file, code=2).output
    arpad("result", file, "1-0")
    assert [arpad("undo", file).output for _ in range(6)] == [
        f"undone: result of round 1: board 1: {board}: 1-0\n",
        "undone: pair round 1\nundone: numbering by rating\n",
        "undone: back Bo in round 2\n",
        "undone: away Bo in rounds 2, 3\n",
        "undone: add 2 Ann\n",
        "undone: add 1 Bo\n",
    ]
    assert "nothing to undo" in arpad("undo", file, code=2).output


NOT_UTF8 = "e\udcff"
"""What Python makes of the bytes ``65 ff`` on a command line."""


@pytest.mark.parametrize(
    "words",
    [("add", NOT_UTF8), ("add", "Ann", "--club", NOT_UTF8), ("add", "Ann", "--grade", NOT_UTF8)],
)
def test_what_is_not_utf8_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / "t.arpad"
    arpad("new", file, "--rounds", 3)
    before = file.read_bytes()
    assert "is not written in UTF-8" in arpad(words[0], file, *words[1:], code=2).stderr
    assert file.read_bytes() == before


def test_titles_that_are_not_utf8_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "t.arpad"
    assert "not written in UTF-8" in arpad("new", file, "--name", NOT_UTF8, code=2).stderr
    assert not file.exists()


def test_groups_are_ranked_by_themselves_wherever_they_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "groups.arpad"
    arpad("new", file, "--system", "groups", "--set", "groups=2", "--points", "football")
    for at in range(1, 9):
        arpad("add", file, f"T{at}")
    for _ in range(3):
        arpad("pair", file)
        arpad("result", file, "2-1", "1-1", "0-3", "4-2")
    rows = json.loads(arpad("standings", file, "--json").output)["players"]
    assert [row["group"] for row in rows] == ["A"] * 4 + ["B"] * 4
    assert [row["rank"] for row in rows] == [1, 1, 3, 4, 1, 2, 3, 4]
    runner = CliRunner()
    printed = runner.invoke(main, ["standings", str(file)]).output
    assert printed == arpad("standings", file).output
    assert printed.count("Group ") == 2
    runner.invoke(main, ["standings", str(file), "--out", str(tmp_path / "s.csv")])
    head, *lines = (tmp_path / "s.csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("group,rank,number,name,")
    assert [line[:3] for line in lines] == ["A,1", "A,1", "A,3", "A,4", "B,1", "B,2", "B,3", "B,4"]
    arpad("page", file, tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<h3>Group A</h3>") == page.count("<h3>Group B</h3>") == 2
    apart = runner.invoke(main, ["standings", str(file), "--explain", "T1", "--explain", "T2"])
    assert apart.exit_code != 0
    assert "T1 and T2 are in different groups" in apart.output + apart.stderr


@pytest.mark.parametrize("system", ["double-swiss", "fide-team"])
def test_the_stage_after_matches_counts_by_its_own_points(tmp_path: Path, system: str) -> None:
    options = ["--set", "boards=4"] if system == "fide-team" else []
    file = four(tmp_path / "matches.arpad", "--system", system, "--rounds", 1, *options)
    arpad("result", file, *(["2-0", "1½-½"] if system == "double-swiss" else ["2½-1½", "4-0"]))
    arpad("next", file, tmp_path / "final.arpad", "--take", "2", "--tiebreaks", "TPN")
    after = EventFile(tmp_path / "final.arpad").read().tournament()
    assert (len(after.entrants), after.points) == (2, Points())


def test_the_next_stage_waits_for_the_end_of_this_one(tmp_path: Path) -> None:
    groups = tmp_path / "groups.arpad"
    arpad("new", groups, "--system", "groups", "--set", "groups=2")
    for at in range(1, 9):
        arpad("add", groups, f"T{at}")
    asked = ("next", groups, tmp_path / "cup.arpad", "--tiebreaks", "TPN")
    for at in range(3):
        said = f"this stage is not over: {at} round{'' if at == 1 else 's'} played"
        assert said in arpad(*asked, code=2).output
        arpad("pair", groups)
        arpad("result", groups, *["1-0"] * 4)
    arpad(*asked)
    swiss = four(tmp_path / "swiss.arpad")
    arpad("result", swiss, "1-0", "1-0")
    refused = arpad("next", swiss, tmp_path / "final.arpad", code=2).output
    assert "this stage is not over: 1 round of 3 played" in refused


def test_nobody_is_away_who_waits_in_a_bracket_or_is_out(tmp_path: Path) -> None:
    file = tmp_path / "cup.arpad"
    arpad("new", file, "--system", "double-elimination")
    for at in range(1, 6):
        arpad("add", file, f"P{at}")
    for _ in range(3):
        arpad("pair", file)
        boards = len(EventFile(file).read().tournament().rounds[-1].pairings)
        arpad("result", file, *["1-0"] * boards)
    arpad("page", file, tmp_path / "page.html", "--short")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Free: <bdi>P1</bdi>" in page
    assert "way" not in page.split("Crosstable</h2>")[1].split("Method and settings</h2>")[0]


def test_keizers_own_byes_are_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "club.arpad"
    arpad("new", file, "--system", "keizer", "--rounds", 8, "--seed", 1)
    for name in "ABCDE":
        arpad("add", file, name, "--rating", 1500)
    for _ in range(7):
        arpad("pair", file)
        arpad("result", file, "1-0", "0-1")
    check = CliRunner().invoke(main, ["check", str(file)])
    assert check.output.endswith("7 rounds checked, nothing found\n")
