"""Every act of the arbiter from the command line: done, read back from the file, undone, and refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arpad.cli import main
from arpad.cli.tournament_command import COMMANDS
from arpad.office import desk
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_log import EventLog
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result as Brought
from desk_command import arpad, entered, now


def paired() -> EventLog:
    """Round 1 by C.04.3: Ada – Dan, Eve – Bo, Cid – Fay, and the bye for Gus."""
    return desk.pair(entered())


def played() -> EventLog:
    return desk.enter_results(paired(), 1, ["1-0", "0-1", "½-½"])


STATES: dict[str, Callable[[], EventLog]] = {"entered": entered, "paired": paired, "played": played}


@pytest.fixture
def cup(tmp_path: Path) -> Callable[[str], Path]:
    def make(state: str) -> Path:
        file = tmp_path / f"{state}.arpad"
        file.unlink(missing_ok=True)
        EventFile(file).create(STATES[state]())
        return file

    return make


def boards(tournament: Tournament, at: int = 1) -> list[tuple[int, int]]:
    return [(game.white, game.black) for game in tournament.rounds[at - 1].pairings]


def byes(tournament: Tournament, at: int = 1) -> dict[int, str]:
    return {bye.number: bye.result.value for bye in tournament.rounds[at - 1].byes}


def results(tournament: Tournament, at: int = 1) -> str:
    return " ".join(
        game.white_result.value + game.black_result.value for game in tournament.rounds[at - 1].pairings
    )


@dataclass(frozen=True)
class Case:
    """An act.

    Args:
        state: of :data:`STATES`.
        words: the command, without the file.
        holds: of the tournament after it.
        says: the codes of its findings.
        refused: states, words and codes of what cannot be.
    """

    state: str
    words: Sequence[object]
    holds: Callable[[Tournament], Any]
    says: Sequence[str] = ()
    refused: Sequence[tuple[str, Sequence[object], str]] = field(default=())


CASES = {
    "details": Case(
        "entered",
        [
            "details",
            "--name",
            "Eger Open",
            "--place",
            "Eger",
            "--start",
            "2026-02-01",
            "--deputy",
            "A",
            "--deputy",
            "B",
        ],
        lambda one: (
            one.name == "Eger Open"
            and one.details == {"city": "Eger", "start": "2026-02-01", "deputy_arbiters": "A\nB"}
        ),
        refused=[
            ("entered", ["details"], "detail.none"),
            ("entered", ["details", "--name", " "], "detail.no-title"),
            ("entered", ["details", "--end", "2026-02-30"], "detail.date"),
        ],
    ),
    "rounds": Case(
        "played",
        ["rounds", 4],
        lambda one: one.planned == 4,
    ),
    "tiebreaks": Case(
        "played",
        ["tiebreaks", "BH/C1,SB,DE"],
        lambda one: one.tiebreaks == ("BH/C1", "SB", "DE"),
        ["tiebreaks.after-start"],
        [
            ("entered", ["tiebreaks", "XX"], "tiebreak.unknown"),
            ("entered", ["tiebreaks", "BH//"], "tiebreak.not-valid"),
            ("entered", ["tiebreaks", "SB/M1/X"], "tiebreak.modifier"),
        ],
    ),
    "add": Case(
        "entered",
        [
            "add",
            "Hal",
            "--rating",
            1500,
            "--fide-id",
            "123456",
            "--sex",
            "m",
            "--birth",
            "1990",
            "--title",
            "FM",
        ],
        lambda one: (
            (hal := one.by_number[8]).name == "Hal"
            and (hal.rating, hal.identity, hal.sex, hal.birth, hal.title)
            == (1500, "123456", "m", "1990", "FM")
        ),
        refused=[
            ("entered", ["add", "Ada"], "entry.name-taken"),
            ("entered", ["add", " "], "entry.no-name"),
            ("entered", ["add"], "entry.one-or-many"),
            ("entered", ["add", "--from", "more.csv", "--rating", 1500], "entry.one-or-many"),
            ("entered", ["add", "--from", "more.csv", "--member", "Hal"], "entry.one-or-many"),
            ("entered", ["add", "Red", "--member", "Hal", "--by-rating"], "entry.by-rating"),
            ("entered", ["add", "A\x1bB"], "entry.control-characters"),
        ],
    ),
    "add late": Case("played", ["add", "Hal"], lambda one: one.by_number[8].arrives == 2),
    "add late by rating": Case(
        "played",
        ["add", "Hal", "--rating", 1975, "--by-rating"],
        lambda one: one.by_number[2].name == "Hal",
        ["entry.numbers-move"],
    ),
    "edit": Case(
        "entered",
        ["edit", "Bo", "--name", "Bob", "--rating", 1990, "--federation", "HUN", "--club", "Eger"],
        lambda one: (
            (bob := one.by_number[2]).name == "Bob"
            and (bob.rating, bob.federation, bob.club) == (1990, "HUN", "Eger")
        ),
        refused=[
            ("entered", ["edit", "Bo"], "entry.nothing"),
            ("entered", ["edit", "Bo", "--rating", 1950], "entry.same"),
            ("entered", ["edit", "Bo", "--name", "Cid"], "entry.name-taken"),
            ("entered", ["edit", "Zoe", "--rating", 1], "participant.unknown"),
        ],
    ),
    "edit late": Case(
        "played",
        ["edit", 7, "--rating", 2400],
        lambda one: one.by_number[7].rating == 2400,
        ["entry.number-stays"],
    ),
    "remove": Case(
        "entered",
        ["remove", "Cid"],
        lambda one: [entrant.name for entrant in one.entrants] == ["Ada", "Bo", "Dan", "Eve", "Fay", "Gus"],
        ["entry.numbers-move"],
        [("paired", ["remove", "Cid"], "entry.has-rounds")],
    ),
    "away": Case(
        "played",
        ["away", "Ada", "--round", 2, "--round", 4, "--bye", "half"],
        lambda one: [1 in one.absent(at) for at in (2, 3, 4)] == [True, False, True],
        refused=[
            ("played", ["away", "Ada", "--round", 1], "round.paired"),
            ("played", ["away", "Ada", "--round", 6], "round.not-planned"),
        ],
    ),
    "away with a game": Case(
        "paired",
        ["away", "Ada"],
        lambda one: 1 in one.absent(2) and 1 in one.absent(5),
        ["absence.game-pending"],
    ),
    "bye to come": Case(
        "paired",
        ["bye", "Ada", "--round", 3, "--points", "half"],
        lambda one: one.absent(3) == {1: Brought.HALF_BYE},
    ),
    "bye of a round paired": Case(
        "played",
        ["bye", "Gus", "--round", 1, "--points", "half"],
        lambda one: byes(one) == {7: "H"} and one.rounds[0].byes[0].by_hand,
        ["bye.was-allocated"],
        [
            ("paired", ["bye", "Ada", "--round", 1, "--points", "half"], "bye.has-game"),
            ("paired", ["bye", "Gus", "--round", 9, "--points", "half"], "round.not-planned"),
        ],
    ),
    "bye of another": Case(
        "paired",
        ["bye", "Dan", "--points", "pairing"],
        lambda one: byes(one) == {4: "U"} and boards(one)[0] == (1, 7),
        refused=[
            ("paired", ["bye", "Gus", "--points", "pairing"], "bye.no-game"),
            ("entered", ["bye", "Gus", "--points", "pairing"], "round.none"),
        ],
    ),
    "pair": Case(
        "entered",
        ["pair"],
        lambda one: boards(one) == [(1, 4), (5, 2), (3, 6)] and byes(one) == {7: "U"},
        refused=[("paired", ["pair"], "pair.results-missing")],
    ),
    "pair by hand": Case(
        "played",
        ["pair", "--hand", "Ada", "Dan", "--hand", 2, 3, "--hand", "Eve", "Fay", "--bye", "Gus"],
        lambda now: boards(now, 2) == [(1, 4), (2, 3), (5, 6)] and byes(now, 2) == {7: "U"},
        ["board.rematch", "board.bye"],
        [
            ("played", ["pair", "--bye", "Gus"], "pair.bye-alone"),
            ("played", ["pair", "--hand", "Ada", "Ada"], "round.entrant-twice"),
        ],
    ),
    "unpair": Case(
        "played",
        ["unpair"],
        lambda one: one.played == 0,
        ["unpair.results"],
        [("entered", ["unpair"], "round.none")],
    ),
    "publish": Case(
        "paired",
        ["publish"],
        lambda one: True,
        refused=[
            ("entered", ["publish"], "round.none"),
            ("paired", ["publish", "--round", 2], "round.not-paired"),
        ],
    ),
    "result": Case(
        "paired",
        ["result", "--board", 2, "0-1"],
        lambda one: results(one) == "** 01 **",
        refused=[
            ("paired", ["result", "--board", 4, "1-0"], "board.unknown"),
            ("paired", ["result", "--board", 1, "2-1"], "result.not-valid"),
            ("paired", ["result", "--board", 1, "1-0", "0-1"], "result.one-board"),
            ("paired", ["result", "1-0", "0-1"], "result.count"),
            ("paired", ["result", "--round", 2, "--board", 1, "1-0"], "round.not-paired"),
            ("entered", ["result", "--board", 1, "1-0"], "round.none"),
        ],
    ),
    "results short": Case("paired", ["result", "1", "=", "0"], lambda one: results(one) == "10 == 01"),
    "results punished and unrated": Case(
        "paired", ["result", "0-0", "½-0", "1-0 unrated"], lambda one: results(one) == "00 =0 WL"
    ),
    "results by forfeit": Case(
        "paired",
        ["result", "+", "-", "--"],
        lambda one: results(one) == "+- -+ --",
        ["result.no-show"] * 3,
    ),
    "result corrected": Case(
        "played",
        ["result", "--round", 1, "--board", 3, "1-0"],
        lambda one: results(one) == "10 01 10",
        ["result.corrected"],
    ),
    "finish": Case(
        "played",
        ["finish"],
        lambda one: True,
        ["finish.early"],
        [("paired", ["finish"], "finish.results-missing"), ("entered", ["finish"], "round.none")],
    ),
    "forbid": Case(
        "entered",
        ["forbid", "Ada", "Dan", "--last", 3],
        lambda one: [(p.numbers, p.first, p.last) for p in one.prohibitions] == [(frozenset({1, 4}), 1, 3)],
        refused=[
            ("entered", ["forbid", "Ada", "Ada"], "prohibition.one-participant"),
            ("entered", ["forbid", "Ada", "Dan", "--lift"], "prohibition.none"),
            ("entered", ["forbid", "Ada", "Dan", "--lift", "--last", 3], "prohibition.lift-rounds"),
            ("entered", ["forbid", "Ada", "Dan", "--first", 3, "--last", 2], "prohibition.rounds"),
        ],
    ),
    "forbid those who meet": Case(
        "paired", ["forbid", 1, 4], lambda one: one.prohibitions, ["prohibition.met"]
    ),
    "colour": Case(
        "entered",
        ["colour", "black"],
        lambda one: one.initial_colour == "b",
        refused=[("paired", ["colour", "black"], "colour.drawn")],
    ),
    "board": Case(
        "paired",
        ["board", 1, "--white", "Bo", "--black", "Ada"],
        # Dan, who is displaced, takes the seat that Bo has left.
        lambda one: (
            boards(one) == [(2, 1), (5, 4), (3, 6)]
            and [game.by_hand for game in one.rounds[0].pairings] == [True, True, False]
        ),
        refused=[
            ("paired", ["board", 1, "--white", "Ada", "--black", "Dan"], "board.same"),
            ("paired", ["board", 1, "--white", "Ada", "--black", "Ada"], "board.one-participant"),
            ("paired", ["board", 9, "--white", "Ada", "--black", "Dan"], "board.unknown"),
            ("entered", ["board", 1, "--white", "Ada", "--black", "Dan"], "round.none"),
        ],
    ),
    "board with a result": Case(
        "played",
        ["board", 1, "--white", "Dan", "--black", "Ada"],
        lambda one: boards(one)[0] == (4, 1) and results(one) == "** 01 ==",
        ["board.result-cleared"],
    ),
    "fix": Case(
        "entered",
        ["fix", "Gus", 3],
        lambda one: one.fixed_boards == {7: 3},
        refused=[("entered", ["fix", "Gus", 0], "board.not-kept")],
    ),
    "penalty": Case(
        "played",
        ["penalty", "Ada", "½", "--reason", "mobile telephone"],
        lambda one: one.scores()[1] == Fraction(1, 2) and one.adjustments[0].reason == "mobile telephone",
        refused=[
            ("played", ["penalty", "Ada", "0"], "points.not-a-number"),
            ("played", ["penalty", "Ada", "x"], "points.not-a-number"),
            ("played", ["penalty", "Ada", "-1"], "points.not-a-number"),
            ("played", ["penalty", "Ada", "1/3000"], "points.out-of-range"),
            ("played", ["penalty", "Ada", "1", "--round", 8], "round.not-planned"),
        ],
    ),
    "penalty below none": Case(
        "played",
        ["penalty", "Dan", "1.5"],
        lambda one: one.scores()[4] == Fraction(-3, 2),
        ["points.below-zero"],
    ),
    "bonus": Case("played", ["penalty", "Dan", "1", "--bonus"], lambda one: one.scores()[4] == 1),
    "accelerate": Case(
        "entered",
        ["accelerate", 1, "--first", 1, "--last", 2, "--numbers", 1, 4],
        lambda one: [(a.points, a.first, a.last) for a in one.accelerations] == [(Fraction(1), 1, 2)],
        refused=[
            ("paired", ["accelerate", 1, "--first", 1, "--last", 2, "--numbers", 1, 4], "round.paired"),
            (
                "entered",
                ["accelerate", 1, "--first", 2, "--last", 1, "--numbers", 1, 4],
                "acceleration.range",
            ),
        ],
    ),
}
"""Name of a test → the act."""

LATER: dict[str, tuple[str, Sequence[object], Sequence[object], str]] = {
    "back": ("played", ["away", "Ada"], ["back", "Ada", "--round", 2], "absence.none"),
    "forbid --lift": ("entered", ["forbid", 1, 4], ["forbid", 1, 4, "--lift"], "prohibition.none"),
    "fix 0": ("entered", ["fix", 7, 3], ["fix", 7, 0], "board.not-kept"),
}
"""Acts that take another back: state, the act before, the act, and the code where there is nothing to take."""


def at_file(file: Path, words: Sequence[object], *more: object) -> list[object]:
    return [words[0], file, *words[1:], *more]


@pytest.mark.parametrize("name", CASES)
def test_an_act_is_done_read_back_and_undone(name: str, cup: Callable[[str], Path]) -> None:
    case = CASES[name]
    file = cup(case.state)
    before = now(file)
    told = json.loads(arpad(*at_file(file, case.words, "--json")).stdout)
    assert [finding["code"] for finding in told["findings"]] == list(case.says)
    after = now(file)
    assert case.holds(after)
    log = EventFile(file).read()
    assert EventLog.of(log.acts).tournament() == after
    undone = arpad("undo", file).output
    assert undone.startswith("undone: ")
    assert now(file) == before
    assert EventFile(file).read().events[: log.seq] == log.events


@pytest.mark.parametrize("name", CASES)
def test_an_act_says_to_people_what_it_says_to_programs(name: str, cup: Callable[[str], Path]) -> None:
    case = CASES[name]
    done = arpad(*at_file(cup(case.state), case.words))
    assert done.stdout.strip()
    said = [line for line in done.stderr.splitlines() if line.startswith(("note: ", "warning: "))]
    assert len(said) == len(case.says)


@pytest.mark.parametrize(
    ("state", "words", "code"),
    [
        pytest.param(*one, id=f"{name}: {one[2]} {at}")
        for name, case in CASES.items()
        for at, one in enumerate(case.refused)
    ],
)
def test_what_cannot_be_is_refused_with_its_code(
    state: str, words: Sequence[object], code: str, cup: Callable[[str], Path]
) -> None:
    file = cup(state)
    before = file.read_bytes()
    refused = arpad(*at_file(file, words, "--json"), code=2)
    error = json.loads(refused.stdout)["error"]
    assert error["code"] == code
    assert error["problem"] in refused.stderr
    assert {"code", "problem", "remedy", "article"} <= error.keys()
    assert file.read_bytes() == before


@pytest.mark.parametrize("name", LATER)
def test_what_takes_an_act_back(name: str, cup: Callable[[str], Path]) -> None:
    state, first, act, code = LATER[name]
    file = cup(state)
    refused = json.loads(arpad(*at_file(file, act, "--json"), code=2).stdout)
    assert refused["error"]["code"] == code
    arpad(*at_file(file, first))
    before = now(file)
    arpad(*at_file(file, act))
    assert now(file) != before
    arpad("undo", file)
    assert now(file) == before


def test_number(tmp_path: Path) -> None:
    file = tmp_path / "cup.arpad"
    arpad("new", file, "--rounds", 3)
    for name, rating in (("Bo", 1900), ("Ada", 2000)):
        arpad("add", file, name, "--rating", rating)
    assert arpad("number", file).output.split() == ["1", "Ada", "2", "Bo"]
    assert arpad("undo", file).output == "undone: numbering by rating\n"
    assert [one.name for one in now(file).entrants] == ["Bo", "Ada"]


def test_rounds_are_not_fewer_than_are_paired(cup: Callable[[str], Path], tmp_path: Path) -> None:
    file = cup("played")
    arpad("pair", file)
    error = json.loads(arpad("rounds", file, 1, "--json", code=2).stdout)["error"]
    assert error["code"] == "rounds.fewer-than-paired"
    fixed = tmp_path / "all.arpad"
    arpad("new", fixed, "--system", "round-robin")
    assert json.loads(arpad("rounds", fixed, 3, "--json", code=2).stdout)["error"]["code"] == "rounds.fixed"


def test_a_board_that_is_kept_and_a_prohibition_that_is_there(cup: Callable[[str], Path]) -> None:
    file = cup("entered")
    arpad("fix", file, "Gus", 3)
    error = json.loads(arpad("fix", file, "Ada", 3, "--json", code=2).stdout)["error"]
    assert (error["code"], error["problem"]) == ("board.kept", "board 3 is kept for Gus (7)")
    arpad("forbid", file, 1, 4)
    assert (
        json.loads(arpad("forbid", file, 4, 1, "--json", code=2).stdout)["error"]["code"]
        == "prohibition.twice"
    )
    arpad("pair", file)
    rows = json.loads(arpad("round", file, "--json").stdout)
    assert all({row["white"], row["black"]} != {"Ada", "Dan"} for row in rows["pairs"])


def test_a_house_player_meets_who_has_the_bye(cup: Callable[[str], Path]) -> None:
    file = cup("paired")
    arpad("add", file, "House")
    told = json.loads(arpad("board", file, 4, "--white", "Gus", "--black", "House", "--json").stdout)
    assert [told["pairs"][3][key] for key in ("white", "black", "by")] == ["Gus", "House", "hand"]
    assert told["byes"] == []
    arpad("result", file, "1", "=", "0", "1")
    arpad("remove", file, "House", code=2)
    arpad("pair", file)


def test_nothing_changes_after_the_end(cup: Callable[[str], Path]) -> None:
    file = cup("played")
    arpad("finish", file)
    for words in (
        ["pair"],
        ["add", "Hal"],
        ["penalty", "Ada", 1],
        ["result", "--round", 1, "--board", 1, "0-1"],
    ):
        error = json.loads(arpad(*at_file(file, words, "--json"), code=2).stdout)["error"]
        assert error["code"] == "tournament.finished"
    arpad("undo", file)
    arpad("pair", file)


def test_what_was_published_is_changed_with_a_warning(cup: Callable[[str], Path]) -> None:
    file = cup("paired")
    arpad("publish", file)
    assert json.loads(arpad("publish", file, "--json", code=2).stdout)["error"]["code"] == "round.published"
    done = arpad("board", file, 1, "--white", "Dan", "--black", "Ada")
    assert "warning: round 1: the pairing was published" in done.stderr


def test_everything_is_stored_at_the_beginning(tmp_path: Path) -> None:
    file = tmp_path / "eger.arpad"
    words = "--rounds 7 --points 3-1-0 --tiebreaks BH/C1,SB --colour black --federation HUN --end 2026-02-07"
    dates = ["--round-dates", "2026-02-01,2026-02-02", "--arbiter", "Ida", "--time-control", "90+30"]
    arpad("new", file, "--name", "Eger Open", *words.split(), *dates)
    one = now(file)
    assert (one.name, one.planned, one.tiebreaks, one.initial_colour) == (
        "Eger Open",
        7,
        ("BH/C1", "SB"),
        "b",
    )
    assert (one.points.win, one.points.draw, one.points.loss) == (Fraction(3), Fraction(1), Fraction(0))
    assert one.details["chief_arbiter"] == "Ida"
    assert one.details["time_control"] == "90+30"
    assert one.details["federation"] == "HUN"
    for wrong, code in (
        (["--points", "much"], "points.unknown"),
        (["--tiebreaks", "XX"], "tiebreak.unknown"),
        (["--start", "yesterday"], "detail.date"),
        (["--system", "chess"], "system.unknown"),
        (["--set", "speed=1"], "setting.unknown"),
        (["--edition", "1900-01-01"], "edition.too-old"),
    ):
        error = json.loads(arpad("new", tmp_path / "b.arpad", *wrong, "--json", code=2).stdout)["error"]
        assert error["code"] == code
    assert json.loads(arpad("new", file, "--json", code=2).stdout)["error"]["code"] == "file.exists"


def test_a_list_of_entries_with_all_columns(tmp_path: Path) -> None:
    file, players = tmp_path / "cup.arpad", tmp_path / "players.csv"
    players.write_text(
        "name,rating,fide_id,sex,birth\nAda,2000,123,w,1990/05/17\nBo,,456,m,1985\n", encoding="utf-8"
    )
    arpad("new", file)
    told = json.loads(arpad("add", file, "--from", players, "--json").stdout)
    assert told["participants"] == [{"number": 1, "name": "Ada"}, {"number": 2, "name": "Bo"}]
    assert [(one.identity, one.sex, one.birth) for one in now(file).entrants] == [
        ("123", "w", "1990/05/17"),
        ("456", "m", "1985"),
    ]
    for text, code in (
        ("id\n1\n", "entries.columns"),
        ("name\nA,B\n", "entries.cells"),
        ("name\nAda\n", "entry.name-taken"),
    ):
        players.write_text(text, encoding="utf-8")
        assert (
            json.loads(arpad("add", file, "--from", players, "--json", code=2).stdout)["error"]["code"]
            == code
        )


def test_a_file_where_a_participant_is_asked_for(tmp_path: Path) -> None:
    file, players = tmp_path / "cup.arpad", tmp_path / "players.csv"
    players.write_text("player,rank\nKim Minji,2d\n", encoding="utf-8")
    arpad("new", file, "--system", "mcmahon")
    told = arpad("add", file, players, code=2)
    assert f"--from {players}" in told.stderr
    assert not now(file).entrants
    arpad("add", file, "--from", players)
    assert [(one.name, one.grade) for one in now(file).entrants] == [("Kim Minji", "2d")]
    arpad("add", file, "Dr. No")


def test_a_report_where_an_event_file_is_asked_for(tmp_path: Path) -> None:
    report = tmp_path / "open.trf"
    report.write_text("012 Open\n001    1      Ada\n", encoding="utf-8")
    assert f"--from {report}" in arpad("round", report, code=2).stderr


def test_a_board_before_its_result(cup: Callable[[str], Path]) -> None:
    assert "--board 2." in arpad("result", cup("paired"), "2", "1-0", code=2).stderr


def test_the_round_marks_what_was_set_by_hand(cup: Callable[[str], Path]) -> None:
    file = cup("paired")
    arpad("bye", file, "Dan", "--points", "pairing")
    told = json.loads(arpad("round", file, 1, "--json").stdout)
    assert told["round"] == 1
    assert told["pairs"][0] == {
        "board": 1,
        "white": "Ada",
        "black": "Gus",
        "white_number": 1,
        "black_number": 7,
        "white_points": 0.0,
        "black_points": 0.0,
        "result": None,
        "by": "hand",
    }
    assert [row["by"] for row in told["pairs"]] == ["hand", "system", "system"]
    assert told["byes"] == [{"name": "Dan", "number": 4, "points": 1.0, "kind": "pairing", "by": "hand"}]
    lines = arpad("round", file).output.splitlines()
    assert [line.endswith("(by hand)") for line in lines] == [False, False, True, False, False, True]
    assert arpad("round", file, 1).output == arpad("round", file, "--round", 1).output
    assert (
        json.loads(arpad("round", file, 1, "--round", 2, "--json", code=2).stdout)["error"]["code"]
        == "round.two"
    )


def test_every_command_stands_in_a_section_of_the_help() -> None:
    text = CliRunner().invoke(main, ["tournament", "--help"]).output
    for section in ("Begin", "Participants", "Rounds", "Results", "Decisions", "Print", "File"):
        assert f"\n{section}:\n" in text
    for name in COMMANDS:
        assert f"\n  {name} " in text
        helped = CliRunner().invoke(main, ["tournament", name, "--help"])
        assert helped.exit_code == 0


def test_the_help_of_results_is_a_table_of_what_may_be_typed() -> None:
    text = arpad("result", "--help").output
    for line in ("  1-0  ½-½  0-1      short: 1 = 0\n", "  +-   -+   --       forfeits; short: + -\n"):
        assert line in text
    assert "\\b" not in text
