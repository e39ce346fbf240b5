"""A tournament in Python: every act of the registry by its method, the bytes of the command line, the contract."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

import arpad
from act_methods import PLACE, source
from act_samples import REFUSED_IN, SAMPLES
from arpad.cli import main
from arpad.office.acts.fields import CodesField, ListField
from arpad.office.acts.registry import ACTS
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_log import EventLog

NAMES = tuple(ACTS)


def opened(log: EventLog, folder: Path) -> arpad.Tournament:
    """Return the tournament of a log, in a file."""
    file = EventFile(folder / "cup.arpad")
    file.create(log, author="Ida", in_acts=True)
    return arpad.Tournament.open(file.path)


def call(cup: arpad.Tournament, name: str, fields: dict[str, Any]) -> Any:
    """Do an act by its method, as a program writes it."""
    positional, named = [], dict(fields)
    for field, text in ACTS[name].texts().items():
        if text.positional and field in named:
            value = named.pop(field)
            spread = isinstance(text.kind, ListField) and not isinstance(text.kind, CodesField)
            positional += list(value) if spread else [value]
    return getattr(cup, name.replace("-", "_"))(*positional, **named)


def rows(log: EventLog, since: int) -> list[Any]:
    return [[event.KIND, event.row()] for event in log.events[since:]]


def test_the_methods_are_made_from_the_acts() -> None:
    assert source() == PLACE.read_text("utf-8"), "run script/act-methods"


@pytest.mark.parametrize("name", NAMES)
def test_a_method_does_the_act(name: str, tmp_path: Path) -> None:
    before = SAMPLES[name].tournament()
    cup = opened(before, tmp_path)
    shown = cup.preview(name, **SAMPLES[name].fields)
    call(cup, name, dict(SAMPLES[name].fields))
    after = EventFile(tmp_path / "cup.arpad").read()
    meant = ACTS[name].of(SAMPLES[name].fields).change(before)
    assert rows(after, before.seq) == rows(meant, before.seq) != []
    assert shown.findings == cup.findings == meant.findings
    assert shown.done


@pytest.mark.parametrize("name", [name for name in NAMES if SAMPLES[name].code])
def test_a_method_refuses_the_act(name: str, tmp_path: Path) -> None:
    cup = opened(REFUSED_IN.get(name, SAMPLES[name].tournament)(), tmp_path)
    before = (tmp_path / "cup.arpad").read_bytes()
    with pytest.raises(arpad.BadInput) as refused:
        call(cup, name, dict(SAMPLES[name].refused))
    assert refused.value.code == SAMPLES[name].code
    assert (tmp_path / "cup.arpad").read_bytes() == before


@pytest.mark.parametrize("name", NAMES)
def test_a_method_has_the_fields_of_the_act(name: str) -> None:
    method = getattr(arpad.Tournament, name.replace("-", "_"))
    fields = set(inspect.signature(method).parameters) - {"self"}
    renamed = {"participants": "name"} if name == "add" else {}
    assert {renamed.get(field, field) for field in fields} == set(ACTS[name].texts())


def test_python_writes_what_the_command_line_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARPAD_AUTHOR", "Ida")
    by_python = arpad.Tournament("fide-dutch", rounds=5, seed=3, name="Cup").save(tmp_path / "python.arpad")
    by_python.add("Ann", rating=1900)
    by_python.add(pl.DataFrame({"name": ["Bob", "Cy", "Di"], "rating": [1800, 1700, 1600]}))
    by_python.pair()
    by_python.result("1-0", board=1)
    by_python.forbid("Ann", "Bob", first=3)
    by_python.undo()
    table, file = tmp_path / "table.csv", tmp_path / "typed.arpad"
    table.write_text("name,rating\nBob,1800\nCy,1700\nDi,1600\n")
    for words in (
        ["new", file, "--rounds", "5", "--seed", "3", "--name", "Cup"],
        ["add", file, "Ann", "--rating", "1900"],
        ["add", file, "--from", table],
        ["pair", file],
        ["result", file, "--board", "1", "1-0"],
        ["forbid", file, "Ann", "Bob", "--first", "3"],
        ["undo", file],
    ):
        answer = CliRunner().invoke(main, ["tournament", *map(str, words)])
        assert answer.exit_code == 0, answer.output
    by_methods, by_commands = EventFile(tmp_path / "python.arpad").read(), EventFile(file).read()
    assert rows(by_methods, 0) == rows(by_commands, 0)
    assert [len(entry.events) for entry in by_methods.acts] == [
        len(entry.events) for entry in by_commands.acts
    ]
    assert {entry.stamp.author for entry in (*by_methods.acts, *by_commands.acts)} == {"Ida"}


def test_the_contract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cup = arpad.Tournament("fide-dutch", rounds=5, seed=3)
    cup.add("Ann", rating=1900)
    cup.add(pl.DataFrame({"name": ["Bob", "Cy", "Di"], "rating": [1800, 1700, 1600]}))
    assert cup.pair().to_frame().height == 2
    cup.result("1-0", board=1)
    cup.result("0-1", board=2)
    assert cup.standings(tiebreaks=["BH/C1", "SB"]).to_frame().columns == [
        "rank", "number", "name", "points", "BH/C1", "SB", "decided",
    ]  # fmt: skip
    assert cup.standings().to_frame()["points"].to_list() == [1.0, 1.0, 0.0, 0.0]
    assert "C.04.3" in str(cup.explain(round=1))
    assert "why not" in cup.why_not("Ann", "Bob").label
    cup.undo()
    assert [row[-1] for row in cup.log().rows()].count(False) == 1
    cup.export("cup.trf")
    assert arpad.read_report("cup.trf").to_frame().height == 4
    cup.save("cup.arpad")
    assert arpad.Tournament.open("cup.arpad").model == cup.model
    assert arpad.standings("cup.arpad").to_frame().equals(cup.standings().to_frame())
    assert cup.check().findings == arpad.check("cup.arpad").findings
    with pytest.raises(arpad.BadInput) as refused:
        cup.save("cup.arpad")
    assert refused.value.code


def test_a_tournament_that_is_saved_again_goes_on_in_the_new_file(tmp_path: Path) -> None:
    cup = arpad.Tournament("round-robin", seed=1).save(tmp_path / "a.arpad")
    cup.add("Ann")
    cup.save(tmp_path / "b.arpad")
    cup.add("Bob")
    assert [
        len(EventFile(tmp_path / name).read().tournament().entrants) for name in ("a.arpad", "b.arpad")
    ] == [1, 2]


def test_a_report_of_others_is_taken_over_and_a_stage_follows(tmp_path: Path) -> None:
    groups = arpad.Tournament("groups", seed=1, settings={"groups": 2})
    for name in ("Ann", "Bob", "Cy", "Di"):
        groups.add(name)
    groups.pair()
    groups.result(*["1-0"] * 2)
    final = groups.next(take=1)
    assert final.participants().height == 2
    groups.export(tmp_path / "groups.trf")
    taken = arpad.Tournament.from_report(tmp_path / "groups.trf", name="Again", system="round-robin")
    assert (taken.model.name, taken.model.played, taken.participants().height) == ("Again", 1, 4)


def test_a_table_has_no_fields_of_one_participant() -> None:
    cup = arpad.Tournament()
    with pytest.raises(arpad.BadInput) as refused:
        cup.add(pl.DataFrame({"name": ["Ann"]}), rating=1900)
    assert refused.value.code == "entry.one-or-many"
    with pytest.raises(arpad.BadInput) as refused:
        cup.act("nothing")
    assert refused.value.code == "act.unknown"
    with pytest.raises(arpad.BadInput) as refused:
        cup.act("forbid", participant="Ann", whom="Bob")
    assert refused.value.code == "act.unknown-field"
    with pytest.raises(arpad.BadInput) as refused:
        cup.act("forbid", participant="Ann")
    assert refused.value.code == "act.missing-field"
