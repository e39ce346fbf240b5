"""Every act of the registry at each door: done, read back, undone and refused, the same events at all of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from act_samples import REFUSED_IN, SAMPLES
from arpad.cli import main
from arpad.cli.tournament_command import COMMANDS
from arpad.core import BadInput
from arpad.office.acts.fields import BooleanField, CodesField, LinesField, ListField, PairsField, RangeField
from arpad.office.acts.registry import ACTS
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_log import EventLog
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from web.programs import Program
from web.visiting import FORM, HIDDEN, Visit

NAMES = tuple(ACTS)
WHO = ("participant", "player", "team")
"""The fields that say whom an act is about, which a form takes from its address."""


def test_every_act_has_a_sample_and_a_command() -> None:
    assert SAMPLES.keys() == ACTS.keys()
    assert ACTS.keys() - COMMANDS.keys() == set()


def added(before: EventLog, after: EventLog) -> list[Any]:
    """Return the events that were added, as a file has them."""
    return [[event.KIND, event.row()] for event in after.events[len(before.events) :]]


def standing(log: EventLog) -> list[Any]:
    """Return the events that were not undone, as a file has them."""
    return [[event.KIND, event.row()] for _, event in log.standing]


def meant(name: str) -> list[Any]:
    """Return the events that the sample of an act adds."""
    log = SAMPLES[name].tournament()
    return added(log, ACTS[name].of(SAMPLES[name].fields).change(log))


@pytest.mark.parametrize("name", NAMES)
def test_an_act_is_done_read_back_and_undone(name: str, tmp_path: Path) -> None:
    file = EventFile(tmp_path / "cup.arpad")
    before = SAMPLES[name].tournament()
    file.create(before, author="Ida", in_acts=True)
    act = ACTS[name].of(SAMPLES[name].fields)
    assert meant(name), "the sample does something"
    file.act(act.change, op="once", request=act.digest(), author="Ida")
    again = file.act(act.change, op="once", request=act.digest(), author="Ida")
    assert again.repeated, "under its name it is done once"
    after = file.read()
    assert added(before, after) == meant(name)
    if name == "undo":
        last = len(before.acts[-1].events)
        assert standing(after) == standing(before)[:-last]
    else:
        assert standing(after) != standing(before)
        assert standing(after.undo()[0]) == standing(before)


@pytest.mark.parametrize("name", [name for name in NAMES if SAMPLES[name].code])
def test_an_act_is_refused_and_nothing_is_changed(name: str) -> None:
    log = REFUSED_IN.get(name, SAMPLES[name].tournament)()
    with pytest.raises(BadInput) as refused:
        ACTS[name].of(SAMPLES[name].refused).change(log)
    assert refused.value.code == SAMPLES[name].code


def typed(name: str, folder: Path, fields: dict[str, Any]) -> list[str]:
    """Return the words of a command for the fields of an act."""
    words, options = [], []
    for field, text in ACTS[name].texts().items():
        if field not in fields:
            continue
        value = fields[field]
        if isinstance(text.kind, LinesField):
            (folder / "table.csv").write_text(value)
            value = str(folder / "table.csv")
        several = isinstance(text.kind, ListField | PairsField)
        each = [",".join(value)] if isinstance(text.kind, CodesField) else value if several else [value]
        option = f"--{text.option or field.replace('_', '-')}"
        if text.positional and not isinstance(text.kind, PairsField):
            words += [str(one) for one in each]
        elif isinstance(text.kind, BooleanField):
            options.append(option)
        elif isinstance(text.kind, RangeField):
            options += [option, *map(str, value)]
        else:
            for one in each:
                options += [option, *(one if isinstance(text.kind, PairsField) else [str(one)])]
    return [*options, "--", *words] if name == "lineup" else [*options, *words]


@pytest.mark.parametrize("name", NAMES)
def test_the_command_does_the_act(name: str, tmp_path: Path) -> None:
    file = EventFile(tmp_path / "cup.arpad")
    before = SAMPLES[name].tournament()
    file.create(before, author="Ida", in_acts=True)
    words = ["tournament", name, *([] if name == "lineup" else [str(file.path)])]
    more = typed(name, tmp_path, dict(SAMPLES[name].fields))
    if name == "lineup":
        at = more.index("--") + 1
        more.insert(at, str(file.path))
    answer = CliRunner().invoke(main, [*words, *more])
    assert answer.exit_code == 0, answer.output
    assert added(before, file.read()) == meant(name)


@pytest.mark.parametrize("name", [name for name in NAMES if SAMPLES[name].code])
def test_the_command_refuses_the_act(name: str, tmp_path: Path) -> None:
    file = EventFile(tmp_path / "cup.arpad")
    file.create(REFUSED_IN.get(name, SAMPLES[name].tournament)(), author="Ida", in_acts=True)
    before = file.path.read_bytes()
    more = typed(name, tmp_path, dict(SAMPLES[name].refused))
    answer = CliRunner().invoke(main, ["tournament", name, str(file.path), *more, "--json"])
    assert answer.exit_code == 2, answer.output
    if "Usage" not in answer.stderr:  # a value that no act takes is refused by the command line itself
        assert json.loads(answer.stdout)["error"]["code"] == SAMPLES[name].code
    assert file.path.read_bytes() == before


@pytest.fixture
def office(empty: Database) -> Database:
    return empty


def stored(office: Database, log: EventLog) -> TournamentLog:
    store = TournamentLog(office, "cup")
    store.create(log, author="Ida", in_acts=True)
    return store


@pytest.mark.parametrize("name", NAMES)
def test_a_program_does_the_act(name: str, office: Database) -> None:
    before = SAMPLES[name].tournament()
    store = stored(office, before)
    program = Program(office)
    body = dict(SAMPLES[name].fields)
    seen = program.post(f"tournaments/cup/acts/{name}", {**body, "preview": True})
    assert (seen["preview"], seen["tournament"]["seq"]) == (True, before.seq), seen
    assert added(before, store.read()) == [], "a look changes nothing"
    done = program.post(f"tournaments/cup/acts/{name}", body, key="k")
    again = program.post(f"tournaments/cup/acts/{name}", body, key="k")
    assert (done["repeated"], again["repeated"]) == (False, True)
    assert done["done"] == seen["done"]
    assert done["findings"] == seen["findings"]
    assert added(before, store.read()) == meant(name)


@pytest.mark.parametrize("name", [name for name in NAMES if SAMPLES[name].code])
def test_a_program_is_refused_the_act(name: str, office: Database) -> None:
    log = REFUSED_IN.get(name, SAMPLES[name].tournament)()
    store = stored(office, log)
    program = Program(office)
    answer = program.post(f"tournaments/cup/acts/{name}", dict(SAMPLES[name].refused))
    assert answer["status"] in (409, 422)
    assert answer["code"] in (SAMPLES[name].code, "request.not-valid"), answer
    assert store.read().events == log.events


def filled_in(visit: Visit, address: str, fields: dict[str, str]) -> Any:
    """Send the form of an act, filled in; the page that answers is open then."""
    form = next(inside for action, inside in FORM.findall(visit.last.text) if action == address)
    visit.last = visit.client.post(address, data={**dict(HIDDEN.findall(form)), **fields})
    return visit.last


@pytest.mark.parametrize("name", NAMES)
def test_a_form_shows_and_does_the_act(name: str, office: Database) -> None:
    sample = SAMPLES[name]
    before = sample.tournament()
    store = stored(office, before)
    visit = Visit(office).as_owner()
    fields = dict(sample.typed) or {field: str(value) for field, value in sample.fields.items()}
    address = f"/tournaments/cup/acts/{name}"
    subject = {key: value for key, value in fields.items() if key in WHO}
    visit.last = visit.client.get(address, params=[*subject.items()])
    assert visit.last.status_code == 200
    shown = filled_in(visit, address, fields)
    assert shown.status_code == 200, shown.text
    assert "This would be done" in shown.text
    assert added(before, store.read()) == [], "a look changes nothing"
    done = visit.send(address)
    assert done.status_code == 200, done.text
    assert added(before, store.read()) == meant(name)


@pytest.mark.parametrize("name", [name for name in NAMES if SAMPLES[name].code])
def test_a_form_refuses_the_act(name: str, office: Database) -> None:
    sample = SAMPLES[name]
    log = REFUSED_IN.get(name, sample.tournament)()
    store = stored(office, log)
    visit = Visit(office).as_owner()
    address = f"/tournaments/cup/acts/{name}"
    fields = {field: str(value) for field, value in sample.refused.items()}
    if name == "pair-by-hand":
        fields = {"boards": "Ann - Ann"}
    if name in ("tiebreaks", "roster", "lineup", "result", "away"):
        fields |= {
            field: "\n".join(map(str, value))
            for field, value in sample.refused.items()
            if isinstance(value, list)
        }
    if name == "accelerate":
        fields["numbers"] = "1 3"
    visit.get("/tournaments/cup/acts/reporting")
    token = dict(HIDDEN.findall(visit.last.text))["token"]
    answer = visit.client.post(address, data={**fields, "token": token})
    assert answer.status_code in (400, 409, 422), answer.text
    assert store.read().events == log.events
