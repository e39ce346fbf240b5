"""``arpad pair``, ``check``, ``standings`` and ``rate`` on the file of ``arpad tournament``."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from arpad.office.events.rounds import RoundPaired
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_format import written
from arpad.office.log.event_log import EventLog, LogEntry

Run = Callable[..., Result]

PLAYERS = [("Ann", 2000), ("Bo", 1900), ("Cy", 2100), ("Di", 1500), ("Eve", 1700)]


@pytest.fixture
def event(run: Run, tmp_path: Path) -> str:
    """Five players before the first round, entered in another order than that of their ratings."""
    file = str(tmp_path / "cup.arpad")
    run("tournament", "new", file, "--rounds", "4", "--seed", "3")
    for name, rating in PLAYERS:
        run("tournament", "add", file, name, "--rating", str(rating))
    return file


def played(run: Run, file: str, *results: str) -> None:
    run("tournament", "pair", file)
    run("tournament", "result", file, *results)


def test_the_next_round_is_the_one_that_is_then_paired(run: Run, event: str) -> None:
    for results in (["1-0", "0-1"], ["½-½", "1-0"]):
        before = Path(event).read_bytes()
        told = run("pair", event, "-p").stdout
        assert Path(event).read_bytes() == before
        row = json.loads(run("pair", event, "--json").stdout)
        assert told.splitlines() == ["3", *(f"{white} {black}" for white, black in row["pairs"])]
        run("tournament", "pair", event)
        found = json.loads(run("standings", event, "--json").stdout)["players"]
        name = {player["id"]: player["name"] for player in found}
        paired = json.loads(run("tournament", "round", event, "--json").stdout)
        assert [(name[w], name.get(b)) for w, b in row["pairs"]] == [
            *((one["white"], one["black"]) for one in paired["pairs"]),
            (paired["byes"][0]["name"], None),
        ]
        run("tournament", "result", event, *results)


def test_what_a_file_is_called_does_not_matter(run: Run, event: str, tmp_path: Path) -> None:
    played(run, event, "1-0", "0-1")
    same, report = tmp_path / "cup.trf", tmp_path / "report.arpad"
    same.write_bytes(b"\xef\xbb\xbf" + Path(event).read_bytes())
    run("tournament", "export", event, str(report.with_suffix(".trf")))
    report.with_suffix(".trf").rename(report)
    for words in (["pair"], ["standings", "--tiebreaks", "BH"], ["check", "--json"], ["rate"]):
        first = run(words[0], event, *words[1:]).stdout.replace(event, str(same))
        assert run(words[0], str(same), *words[1:]).stdout == first
    assert run("pair", str(report)).stdout == run("pair", event).stdout
    run("tournament", "page", str(same), str(tmp_path / "cup.html"))


def test_an_event_on_the_standard_input(run: Run, event: str) -> None:
    played(run, event, "1-0", "0-1")
    assert run("pair", "-", stdin=Path(event).read_text()).stdout == run("pair", event).stdout
    assert "is empty" in run("pair", "-", stdin="\n", code=5).stderr


def test_an_event_is_checked_as_things_stood(run: Run, event: str) -> None:
    for _ in range(3):
        played(run, event, "1-0", "0-1")
    assert "3 rounds checked, nothing found" in run("check", event).stdout
    run("tournament", "result", event, "--round", "1", "--board", "1", "--correct", "0-1")
    run("tournament", "result", event, "--round", "1", "--board", "2", "--correct", "1-0")
    assert "3 rounds checked, nothing found" in run("check", event).stdout
    assert "by the rules" in run("check", event, "--system", "monrad", code=1).stdout


def test_a_round_that_was_changed_by_hand_is_found(run: Run, event: str) -> None:
    played(run, event, "1-0", "0-1")
    log = EventFile(Path(event)).read()
    at, act = next((at, act) for at, act in enumerate(log.acts) if act.events[-1].KIND == "pair")
    paired = act.events[-1]
    assert isinstance(paired, RoundPaired)
    (a, b), (c, d) = paired.pairs
    changed = LogEntry((*act.events[:-1], replace(paired, pairs=((a, d), (c, b)))))
    Path(event).write_bytes(written(EventLog.of([*log.acts[:at], changed, *log.acts[at + 1 :]])))
    a, d = log.number_of(a), log.number_of(d)
    called = {number: log.tournament().named(number) for number in (a, d)}
    assert f"{called[a]} – {called[d]} was paired" in run("check", event, code=1).stdout
    found = json.loads(run("check", event, "--json", code=1).stdout)["findings"]
    assert any(f"{a}–{d} was paired" in one["text"] for one in found)


def test_an_event_is_rated(run: Run, event: str) -> None:
    played(run, event, "1-0", "0-1")
    rows = json.loads(run("rate", event, "--json").stdout)["players"]
    assert sorted(row["player"] for row in rows) == sorted(
        name
        for one in json.loads(run("tournament", "round", event, "--json").stdout)["pairs"][:2]
        for name in (one["white"], one["black"])
    )


@pytest.mark.parametrize("command", ["pair", "standings", "check", "rate"])
@pytest.mark.parametrize("content", ["", '{"arpad tournament": 1}\n{"do": "new"}\n', "{}\n"])
def test_an_event_that_is_none(run: Run, tmp_path: Path, command: str, content: str) -> None:
    file = tmp_path / "broken.arpad"
    file.write_text(content)
    refused = run(command, str(file), code=5 if command == "pair" else 2).stderr
    assert "broken.arpad" in refused
    assert "Traceback" not in refused


def test_an_event_is_not_written_over(run: Run, event: str, tmp_path: Path) -> None:
    played(run, event, "1-0", "0-1")
    before, report = Path(event).read_bytes(), str(tmp_path / "report.trf")
    run("tournament", "export", event, report)
    other = str(tmp_path / "other.trf")
    Path(other).write_bytes(before)
    for words, code in (
        (["tournament", "export", event, other], 2),
        (["generate", "--players", "4", "--rounds", "2", "--out", event], 2),
        (["pair", report, "-p", event], 3),
        (["tournament", "new", event], 2),
    ):
        assert "Give another name" in run(*words, code=code).stderr
    over = str(tmp_path / "over.arpad")
    run("tournament", "new", over, "--rounds", "1")
    for name in "AB":
        run("tournament", "add", over, name)
    run("tournament", "pair", over)
    run("tournament", "result", over, "1-0")
    assert "Give another name" in run("tournament", "next", over, event, "--take", "2", code=2).stderr
    assert "is a file that ends in .trf" in run("tournament", "export", event, event, code=2).stderr
    assert Path(event).read_bytes() == Path(other).read_bytes() == before
    run("tournament", "export", event, report)


def test_what_cannot_be_read_is_said_plainly(run: Run, tmp_path: Path) -> None:
    folder, latin = tmp_path / "folder.arpad", tmp_path / "latin.arpad"
    folder.mkdir()
    latin.write_bytes(b'{"arpad tournament": 2}\n{"name": "M\xfcller"}\n')
    assert "cannot be read: Is a directory" in run("tournament", "pair", str(folder), code=2).stderr
    assert (
        "line 2: the line is damaged: it is not text in UTF-8"
        in run("tournament", "pair", str(latin), code=2).stderr
    )


def test_check_page_and_explain_agree_on_a_round_whose_past_was_corrected(
    run: Run, event: str, tmp_path: Path
) -> None:
    for _ in range(2):
        played(run, event, "1-0", "0-1")
    told = run("tournament", "explain", event, "--round", "2").stdout
    run("tournament", "result", event, "--round", "1", "--correct", "0-1", "1-0")
    assert run("tournament", "explain", event, "--round", "2").stdout == told
    assert "2 rounds checked, nothing found" in run("check", event).stdout
    run("tournament", "page", event, str(tmp_path / "cup.html"))
    page = (tmp_path / "cup.html").read_text(encoding="utf-8")
    assert page.count("Why these pairings") == 2
    assert "is another one than the system gives" not in page


def test_an_open_of_3_1_0_is_run(run: Run, event: str) -> None:
    other = event.replace("cup", "open")
    run("tournament", "new", other, "--rounds", "3", "--points", "football")
    for name in "ABCD":
        run("tournament", "add", other, name)
    played(run, other, "1-0", "½-½")
    played(run, other, "1/2-1/2", "0-1")
    found = json.loads(run("tournament", "standings", other, "--json").stdout)
    # Round 1: 3, 0, 1, 1; round 2: the leader draws, and who had lost loses again.
    assert sorted(one["points"] for one in found["players"]) == [0, 2, 4, 4]
    assert "GD" not in json.dumps(found)
    refused = run("tournament", "result", other, "--board", "1", "won", code=2).stderr
    assert "½-½" in refused


def test_a_repeated_command_is_answered(run: Run, event: str) -> None:
    words = ["tournament", "add", event, "Fay", "--op", "x1"]
    first, content = run(*words), Path(event).read_bytes()
    again = run(*words)
    assert again.stdout == first.stdout
    assert again.stderr == "the operation x1 was done before: nothing was changed\n"
    assert "was another act" in run("tournament", "add", event, "Gus", "--op", "x1", code=2).stderr
    assert Path(event).read_bytes() == content


def test_what_is_before_the_damage_is_recovered(run: Run, event: str, tmp_path: Path) -> None:
    content = Path(event).read_bytes()
    Path(event).write_bytes(content.replace(b'"name": "Di"', b'"name": "Do"'))
    assert "line 6: the line is damaged" in run("tournament", "pair", event, code=2).stderr
    new = str(tmp_path / "new.arpad")
    assert run("tournament", "recover", event, new).stdout == f"{new}: 4 events, 0 rounds paired\n"
    assert "there already" in run("tournament", "recover", event, new, code=2).stderr
    assert [one.name for one in EventFile(Path(new)).read().tournament().entrants] == ["Ann", "Bo", "Cy"]


@pytest.mark.parametrize(("name", "said"), [("go.h9", ".h9"), ("players.csv", ".csv")])
def test_a_report_is_not_called_something_else(
    run: Run, event: str, tmp_path: Path, name: str, said: str
) -> None:
    refused = run("tournament", "export", event, str(tmp_path / name), code=2).stderr
    assert f"ends in .trf, .trfx or .txt, not in {said}. Name it {Path(name).stem}.trf." in refused
    assert not (tmp_path / name).exists()
