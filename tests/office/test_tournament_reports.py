"""Reports in Python give what the commands print, for every report of the tests."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import arpad
from arpad.cli import main
from arpad.core.interface import command_line
from arpad.rulebooks.standings import TIEBREAKS
from arpad.tournament import Tournament

TESTS = Path(__file__).parents[1]
FROME = TESTS.parent / "docs" / "data" / "frome-2026.trf"
EVENT = TESTS / "fixtures" / "golden_events" / "tournament" / "finish.v1.jsonl"
"""An event file of several rounds."""

REPORTS = sorted([*(TESTS / "fixtures").rglob("*.trf"), *(TESTS / "tournament").rglob("*.trf"), FROME, EVENT])


def player(number: int, name: str, rating: int, points: float, *cells: str) -> str:
    """Return a player's line (001) by the columns of TRF."""
    line = f"001 {number:4d}".ljust(14) + name
    line = f"{line:<48}{rating:4d}"
    return f"{line:<80}{points:4.1f} {number:4d}".ljust(91) + "  ".join(cells)


def report(rounds: int, *players: str) -> str:
    """Return a report of players whose first round colours are known."""
    return "\n".join(["012 Cup", f"XXR {rounds}", *players, ""])


def printed(*words: object) -> dict[str, Any]:
    """Return the JSON that a command prints, or its error."""
    done = CliRunner().invoke(main, [*map(str, words), "--json"], prog_name="arpad")
    if not done.stdout:
        return {"error": done.stderr.removeprefix("arpad: ").strip()}
    row: dict[str, Any] = json.loads(done.stdout)
    if isinstance(row.get("error"), dict):
        return {"error": done.stderr.removeprefix("arpad: ").strip()}
    return row


def test_there_are_reports_of_players_and_of_teams() -> None:
    assert len(REPORTS) > 18
    of_teams = [arpad.read_report(file).tournament.players is not None for file in REPORTS]
    assert 3 < sum(of_teams) < len(REPORTS)


@pytest.mark.parametrize("file", REPORTS, ids=lambda file: file.stem)
def test_a_round_is_that_of_the_command(file: Path) -> None:
    for words, options in (([], {}), (["--round", 1], {"round": 1}), (["--lenient"], {"lenient": True})):
        with command_line():
            try:
                row = arpad.pair(file, **options).as_dict(explained=True)
            except arpad.ArpadError as error:
                row = {"error": str(error)}
        assert json.loads(json.dumps({"file": str(file), **row})) == printed(
            "pair", file, *words, "--explain"
        )


@pytest.mark.parametrize("file", REPORTS, ids=lambda file: file.stem)
def test_findings_are_those_of_the_command(file: Path) -> None:
    with command_line():
        check = arpad.check(file)
    assert json.loads(json.dumps({"file": str(file), **check.as_dict()})) == printed("check", file)
    frame = check.to_frame()
    assert frame["message"].to_list() == [finding.message for finding in check]
    assert all(finding.code.startswith("check.") for finding in check)
    assert {finding.severity for finding in check} <= {"error", "warning"}


@pytest.mark.parametrize("file", REPORTS, ids=lambda file: file.stem)
@pytest.mark.parametrize("codes", [None, ["BH/C1", "Sonneborn-Berger", "DE"]], ids=["own", "given"])
def test_standings_are_those_of_the_command(file: Path, codes: list[str] | None) -> None:
    words = [] if codes is None else ["--tiebreaks", ",".join(codes)]
    table = arpad.standings(file, codes)
    assert json.loads(json.dumps(table.as_dict())) == printed("standings", file, *words)
    frame = table.to_frame()
    assert frame["name"].to_list() == [row.name for row in table]
    if not table.dropped:
        values = arpad.tie_breaks(file, table.tie_breaks).sort("number")
        assert values.columns == ["number", "name", "points", *table.tie_breaks]
        assert values.rows() == frame.sort("number").select(values.columns).rows()


def test_a_report_is_read_from_a_path_a_text_bytes_a_file_object_or_a_tournament() -> None:
    content = FROME.read_bytes()
    sources: list[Any] = [
        FROME,
        str(FROME),
        content,
        content.decode(),
        io.BytesIO(content),
        io.StringIO(content.decode()),
        arpad.read_report(FROME),
        arpad.read_report(FROME).tournament,
    ]
    with FROME.open("rb") as stream:
        sources.append(stream)
        reports = [arpad.read_report(source) for source in sources]
    assert all(report.tournament == reports[0].tournament for report in reports)
    assert reports[0].file == reports[-1].file == str(FROME)
    assert arpad.standings(content).rows == arpad.standings(FROME).rows
    assert repr(reports[0]) == (
        "<TournamentReport: 'Frome 2026 Standard', 31 participants, 4 rounds of 5, fide-dutch>"
    )


def test_an_event_file_is_read_from_its_content_too() -> None:
    assert arpad.read_report(EVENT.read_text()).tournament == arpad.read_report(EVENT).tournament
    assert arpad.read_report(EVENT.read_bytes()).rounds == arpad.read_report(EVENT).rounds


def test_a_round_has_boards_with_names_points_floats_and_the_bye() -> None:
    # Ann beat Dan, Bob (Black) beat Eve, and Cas had the bye.
    text = report(
        3,
        player(1, "Ann", 2000, 1.0, "   4 w 1"),
        player(2, "Bob", 1900, 1.0, "   5 b 1"),
        player(3, "Cas", 1800, 1.0, "0000 - U"),
        player(4, "Dan", 1700, 0.0, "   1 b 0"),
        player(5, "Eve", 1600, 0.0, "   2 w 0"),
    )
    made = arpad.pair(text)
    assert made.number == 2
    assert made.played is None
    assert made.as_played is None
    assert made.system == "fide-dutch"
    # C.04.3: three with a point, two without; one of them floats down, and the lowest has the bye.
    assert made.bye in (4, 5)
    assert made.pairs[-1] == (made.bye, 0)
    floaters = made.floaters
    assert floaters[made.bye] == "down"
    assert sorted(floaters.values()) == ["down", "down", "up"]
    assert {board.white_points for board in made.boards} | {board.black_points for board in made.boards} == {
        Fraction(0),
        Fraction(1),
    }
    frame = made.to_frame()
    assert frame["board"].to_list() == [1, 2, None]
    assert frame["bye"].to_list() == [None, None, "pairing-bye"]
    assert frame["white"].to_list()[-1] == made.bye
    assert next(made.explain().lines()).startswith("Round 2")
    assert "Ann (1)" in "\n".join(made.why_not(1, "Dan").lines())
    assert repr(made).startswith("<PairedRound: round 2, 2 boards, bye ")


def test_a_past_round_is_paired_again_and_compared_with_that_of_the_report() -> None:
    assert [arpad.pair(FROME, round=at).as_played for at in (1, 2, 3, 4)] == [True, False, True, False]
    # Those that differ are those of which the check says so.
    differing = {finding.round for finding in arpad.check(FROME) if finding.code == "check.pair-differs"}
    assert differing == {2, 4}


def test_who_is_ahead_is_explained() -> None:
    table = arpad.standings(FROME)
    first, second = table.rows[:2]
    assert (first.rank, first.decided) == (1, "")
    assert second.decided == "PTS"
    assert table.explain(second.name).outcome == "place 2"
    assert table.compare(first.number, second.name).facts["ahead"] == first.number
    explanation = table.explain_tie_break(first.number, "Buchholz cut 1")
    assert explanation.value == float(first.tie_breaks["BH/C1"])
    assert sum(part.value for part in explanation.parts if part.value) >= explanation.value
    assert table.titles["BH"] == TIEBREAKS.find("BH").title
    # A tie-break that is not in the list is explained too: the progressive score (C.07, 7.5).
    # The winner of all four games had 1, 2, 3 and 4 points after the rounds.
    assert first.points == 4
    assert table.explain_tie_break(first.number, "PS").value == 1 + 2 + 3 + 4


def test_the_games_of_a_report_can_be_rated() -> None:
    ratings = arpad.rate(arpad.read_report(FROME).games, "elo")
    assert len(ratings.players) == 31


@pytest.mark.parametrize("library", ["polars", "pandas", "pyarrow", "narwhals"])
def test_every_library_has_its_frame(library: Any) -> None:
    pytest.importorskip(library)
    report = arpad.read_report(FROME)
    frames = [
        report.to_frame(library=library),
        report.to_frame("games", library=library),
        arpad.pair(report).to_frame(library),
        arpad.standings(report).to_frame(library),
        arpad.check(report).to_frame(library),
        arpad.tie_breaks(report, "BH,SB", library=library),
    ]
    assert {type(frame).__module__.partition(".")[0] for frame in frames} == {library}
    plain = [report.to_frame(), report.to_frame("games")]
    assert [frame.shape for frame in frames[:2]] == [frame.shape for frame in plain]
    names = frames[0]["name"]
    assert list(names.to_pylist() if library == "pyarrow" else names) == [one.name for one in report.players]


def test_the_frame_of_games_has_every_board_and_bye() -> None:
    report = arpad.read_report(FROME)
    frame = report.to_frame("games")
    assert len(frame) == sum(len(one.pairings) + len(one.byes) for one in report.rounds)
    scores = report.tournament.scores()
    for number, score in scores.items():
        own = [*frame.filter(frame["white"] == number)["white_points"]]
        own += [*frame.filter(frame["black"] == number)["black_points"]]
        assert sum(own) == float(score)
    assert set(frame["kind"]) <= {"game", "forfeit", "pairing-bye", "half-point-bye", "zero-point-bye"}


SHORT = report(1, player(1, "Ann", 2000, 0.0))
CONTRADICTION = FROME.read_text().replace(" 3.5    2 ", " 1.5    2 ")


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: arpad.pair("nowhere.trf"), "report.not-readable"),
        (lambda: arpad.pair("no report\nat all\n"), "report.not-readable"),
        (lambda: arpad.pair(b""), "report.not-readable"),
        (lambda: arpad.read_report(3), "report.unknown-type"),  # type: ignore[arg-type]
        (lambda: arpad.read_report(FROME, columns={"round": "r"}), "report.tells"),
        (lambda: arpad.read_report(FROME).to_frame("boards"), "frame.content"),  # type: ignore[call-overload]
        (lambda: arpad.read_report(FROME).to_frame(library="vaex"), "frame.library"),  # type: ignore[call-overload]
        (lambda: arpad.pair(FROME, round=9), "pair.round"),
        (lambda: arpad.pair(FROME, round=0), "pair.round"),
        (lambda: arpad.pair(FROME, "nonsense"), "system.unknown"),
        (lambda: arpad.pair(FROME, edition="soon"), "edition.not-a-date"),
        (lambda: arpad.pair(FROME, settings={"nothing": 1}), "setting.unknown"),
        (lambda: arpad.pair(FROME, settings={"acceleration": "baku"}), "setting.acceleration-of-report"),
        (lambda: arpad.pair(SHORT.replace("XXR 1", "XXR 1\n192 NONSENSE")), "report.unknown-system"),
        (lambda: arpad.pair(CONTRADICTION), "report.not-readable"),
        (lambda: arpad.pair(EVENT, seed=1), "event-file.own-rules"),
        (lambda: arpad.check(EVENT, settings={"x": 1}), "event-file.own-rules"),
        (lambda: arpad.check(EVENT, encoding="cp1250"), "event-file.encoding"),
        (lambda: arpad.standings(FROME, "NONSENSE"), "tiebreak.unknown"),
        (lambda: arpad.standings(FROME, edition="2024"), "edition.not-a-date"),
        (lambda: arpad.standings(FROME).explain("Nobody"), "participant.unknown"),
        (lambda: arpad.standings(FROME).explain("Player"), "participant.ambiguous"),
        (lambda: arpad.pair(FROME).why_not("bye", "bye"), "participant.bye"),
        (lambda: arpad.tie_breaks(FROME, ["GD"]), "tiebreaks.unfit"),
    ],
)
def test_a_refusal_has_a_code(ask: Any, code: str) -> None:
    with pytest.raises(arpad.BadInput) as caught:
        ask()
    assert caught.value.code == code


def test_a_contradiction_is_passed_over_where_that_is_asked_for() -> None:
    assert FROME.read_text() != CONTRADICTION
    report = arpad.read_report(CONTRADICTION)
    assert len(report.warnings) == 1
    assert arpad.pair(report, lenient=True).pairs == arpad.pair(FROME).pairs
    assert arpad.check(report).findings[0].code == "check.contradiction"
    assert arpad.check(report).findings[0].severity == "error"


def test_messages_name_the_arguments_of_python() -> None:
    with pytest.raises(arpad.BadInput, match="system says what to pair by"):
        arpad.pair(SHORT.replace("XXR 1", "XXR 1\n192 NONSENSE"))
    text = FROME.read_text().replace("XXR 5", "XXR 4").replace("142 5", "142 4")
    with pytest.raises(arpad.BadInput, match="round=N") as caught:
        arpad.pair(text)
    assert caught.value.code == "rounds.all-paired"


def test_no_legal_round_is_an_error_of_its_own() -> None:
    # The two have met, and nobody else is there (C.04.1, 2).
    text = report(3, player(1, "Ann", 2000, 0.5, "   2 w ="), player(2, "Bob", 1900, 0.5, "   1 b ="))
    with pytest.raises(arpad.NoLegalRound) as caught:
        arpad.pair(text)
    assert caught.value.code == "pair.no-legal-round"


def test_an_encoding_that_was_guessed_is_a_note() -> None:
    content = report(1, player(1, "Jiří Dvořák", 2000, 0.0)).encode("cp1250")
    read = arpad.read_report(content)
    assert "not UTF-8" in read.notes[0]
    assert arpad.read_report(content, encoding="cp1250").notes == ()
    assert arpad.check(content).notes == read.notes


def test_a_tournament_without_rounds_is_ranked_and_paired() -> None:
    tournament = arpad.read_report(FROME).tournament.until(0)
    assert isinstance(tournament, Tournament)
    assert len(arpad.standings(tournament)) == 31
    assert arpad.pair(tournament).number == 1
    assert len(arpad.check(tournament)) == 0


def test_pairing_a_report_needs_no_library_of_tables() -> None:
    program = (
        f"import arpad; arpad.pair({str(FROME)!r}); arpad.check({str(FROME)!r}); arpad.standings({str(FROME)!r})\n"
        "import sys; print([name for name in ('polars', 'pandas', 'numba', 'sqlalchemy') if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert out.stdout.strip() == "[]"
