"""The event file of a tournament: what it keeps, and what becomes of one that is damaged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.desk import away, back, enter, enter_all, enter_result, enter_results, pair
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.events.kinds import KINDS
from arpad.office.events.rounds import ResultEntered
from arpad.office.log.event_file import EventFile, save_recovered
from arpad.office.log.event_format import ENVELOPE, STAMPED, DamagedEventFile, parsed, recovered, written
from arpad.office.log.event_log import EventLog, Stamp
from arpad.office.log.replay import Contradiction
from arpad.tournament.results import Result
from lengths import length

NAMES = ("Ann", "Zoë \u2028 Li", "김민지", "Bo", "Cy")


def begun(*names: str, **options: Any) -> EventLog:
    log = EventLog.new(name="cup", system="fide-dutch", rounds=3, seed=1, **options)
    return enter_all(log, [ParticipantEntry(name) for name in names]) if names else log


def full() -> EventLog:
    """A log with every kind of event but those of teams."""
    log = desk.draw_colour(away(begun(*NAMES), 5, [2], "half"), "black")
    log = enter(log, "Dee", {"rating": 2000, "club": "Rook", "title": "IM"})
    log = enter_results(pair(log), 1, ["1-0", "½-½", "0-1"])
    log = enter(log, "Late", {"rating": 1900}, by_rating=True)
    log = away(log, 1, [], "zero")
    log = back(log, 1, [2])
    log = enter_result(log, 1, 2, "+-").undo()[0]
    log = desk.edit(log, 2, {"federation": "KOR"})
    log = desk.forbid(desk.allow(desk.forbid(log, 2, 3), 2, 3), 1, 4, first=2)
    log = desk.fix_board(desk.set_points(log, 3, Fraction(-1, 2), reason="late"), 4, 1)
    log = desk.accelerate(log, Fraction(1), first=2, last=2, numbers=(1, 2))
    log = desk.set_tiebreaks(desk.plan_rounds(log, 2), ["BH", "SB"])
    log = desk.set_details(log, {"city": "Eger", "chief_arbiter": "Ida"})
    log = desk.publish(desk.pair(desk.unpair(pair(log))))
    round_ = log.tournament().rounds[-1]
    log = desk.set_reporting(log, "slips")
    log = desk.report_result(log, 2, 1, round_.pairings[0].black, "1-0")
    log = desk.set_board(log, 2, round_.pairings[1].black, round_.pairings[1].white)
    log = desk.give_bye(log, round_.byes[0].number, 2, "full")
    log = desk.remove(desk.enter(log, "Nobody", {}), 8)
    return desk.finish(desk.enter_results(log, 2, ["1-0"] * len(round_.pairings)))


@pytest.fixture
def cup(tmp_path: Path) -> EventFile:
    file = EventFile(tmp_path / "cup.arpad")
    file.path.write_bytes(written(full().named("1f")))
    return file


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = EventFile(tmp_path / "cup.arpad")
    log = full()
    # Those of teams are written and read in test_desk_teams.py.
    assert {event.KIND for event in log.events} == set(KINDS) - {"member", "roster", "lineup", "game"}
    file.create(log, author="Ida")
    read = file.read()
    assert read.events == log.events
    assert read.tournament() == log.tournament()
    assert read.standing == log.standing
    assert read.acts[0].stamp.author == "Ida"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", read.acts[0].stamp.time)
    assert re.fullmatch("[0-9a-f]{32}", read.identity)


def test_every_line_can_be_checked_by_what_the_format_says(cup: EventFile) -> None:
    lines = cup.path.read_bytes().split(b"\n")
    assert lines.pop() == b""
    before = ""
    for at, line in enumerate(lines):
        body, _, tail = line.rpartition(b', "hash": "')
        row = json.loads(line)
        assert tail == row["hash"].encode() + b'"}'
        assert sha256(body).hexdigest() == row["hash"]
        assert row.get("prev", "") == before
        assert row.get("seq") == (at if 0 < at < len(lines) - 1 else None)
        before = row["hash"]
    assert json.loads(lines[-1])["end"] == len(lines) - 2
    assert json.loads(lines[0])["arpad tournament"] == 2


def test_who_did_an_act_stands_in_the_order_of_its_fields() -> None:
    assert list(STAMPED.values()) == [field.name for field in fields(Stamp)]


def test_results_of_a_round_are_one_or_many_acts_with_the_same_outcome() -> None:
    log = pair(begun(*"ABCDEFGH"))
    texts = ["1-0", "½-½", "0-1", "+-"]
    one_by_one = log
    for board, text in enumerate(texts, 1):
        one_by_one = enter_result(one_by_one, 1, board, text)
    assert enter_results(log, 1, texts).tournament() == one_by_one.tournament()
    at = log.seq
    results = [ResultEntered(1, board, Result.WIN, Result.LOSS) for board in (1, 2, 5, 6)]
    with pytest.raises(Contradiction, match="round 1 has 4 boards, not 5") as caught:
        log.add(*results)
    assert caught.value.seq == at + 3
    with pytest.raises(Contradiction, match="round 2 is not paired") as caught:
        log.add(*results[:2], ResultEntered(2, 1, Result.WIN, Result.LOSS))
    assert caught.value.seq == at + 3
    done = desk.finish(one_by_one)
    with pytest.raises(Contradiction, match="the tournament is finished") as caught:
        done.add(*results[:2])
    assert caught.value.seq == done.seq + 1


def opened(content: bytes) -> EventLog | None:
    """The log of a file's content; None if it is refused."""
    try:
        return parsed(content.decode(), "cup.arpad")
    except (BadInput, UnicodeDecodeError):
        return None


def test_every_bit_flip_is_found() -> None:
    content = written(begun("Ann").named("1f"))
    assert opened(content) is not None
    for at in range(len(content)):
        for bit in range(8):
            flipped = bytearray(content)
            flipped[at] ^= 1 << bit
            assert opened(bytes(flipped)) is None, (at, bit)


@pytest.mark.slow
def test_every_bit_flip_of_a_whole_event_is_found() -> None:
    """Every eleventh bit, of all bytes in turn; with ``ARPAD_LONG=1`` every one."""
    content = written(full().named("1f"))
    for place in range(0, 8 * len(content), length(11, 1)):
        flipped = bytearray(content)
        flipped[place // 8] ^= 1 << place % 8
        assert opened(bytes(flipped)) is None, divmod(place, 8)


@pytest.mark.slow
def test_every_truncation_of_a_whole_event_is_found() -> None:
    content = written(full().named("1f"))
    for end in range(0, len(content) - 1, length(3, 1)):
        assert opened(content[:end]) is None, end


def test_every_truncation_is_found() -> None:
    content = written(begun("Ann").named("1f"))
    for end in range(len(content) - 1):
        assert opened(content[:end]) is None, end
    content = written(full().named("1f"))
    ends = [at for at, byte in enumerate(content) if byte == ord("\n")][:-1]
    for end in (end + more for end in ends for more in (-1, 0, 1)):
        assert opened(content[:end]) is None, end
    # The line break at the end says nothing.
    assert opened(content[:-1]) == full()


@pytest.mark.parametrize("kind", ["removed", "doubled", "exchanged", "added"])
def test_lines_that_are_whole_and_out_of_place_are_found(cup: EventFile, kind: str) -> None:
    lines = cup.path.read_text(encoding="utf-8").split("\n")[:-1]
    for at in range(len(lines)):
        changed = list(lines)
        if kind == "removed":
            del changed[at]
        elif kind == "doubled":
            changed.insert(at, changed[at])
        elif kind == "exchanged" and at:
            changed[at - 1 : at + 1] = changed[at - 1 : at + 1][::-1]
        elif kind == "added":
            changed.insert(at + 1, '{"do": "undo"}')
        else:
            continue
        with pytest.raises(BadInput, match=r"cup\.arpad"):
            parsed("\n".join(changed), "cup.arpad")


def test_the_damaged_line_is_named_and_what_was_before_it_is_recovered(
    cup: EventFile, tmp_path: Path
) -> None:
    lines = cup.path.read_bytes().split(b"\n")
    acts = full().acts
    firsts = [2 + sum(len(act.events) for act in acts[:at]) for at in range(len(acts))]
    for at in range(2, len(lines) - 1):
        damaged = list(lines)
        damaged[at - 1] = lines[at - 1].replace(b'"v": 1', b'"v": 7', 1)
        if damaged == lines:
            continue
        kept = sum(1 for first, act in zip(firsts, acts, strict=True) if first + len(act.events) <= at)
        cup.path.write_bytes(b"\n".join(damaged))
        with pytest.raises(DamagedEventFile, match=rf"cup\.arpad, line {at}: the line is damaged") as caught:
            cup.read()
        recovery = cup.recover()
        assert str(recovery.problem) == str(caught.value)
        if not kept:
            assert recovery.log is None
            with pytest.raises(BadInput, match="nothing can be recovered"):
                save_recovered(recovery, tmp_path / "none.arpad")
            continue
        assert recovery.log is not None
        assert recovery.log.acts == acts[:kept]
        new = EventFile(tmp_path / f"{at}.arpad")
        save_recovered(recovery, new.path)
        assert new.read().acts == acts[:kept]
        assert new.read().identity == "1f"


def test_a_file_cut_off_within_an_act_gives_the_acts_before_it(cup: EventFile) -> None:
    lines = cup.path.read_bytes().split(b"\n")
    at = next(at for at, line in enumerate(lines) if b'"do": "result"' in line)
    recovery = recovered(b"\n".join(lines[: at + 2]).decode(), "cup.arpad")
    assert recovery.log is not None
    assert recovery.log.events[-1].KIND == "pair"
    assert "cut off" in str(recovery.problem)


def test_a_damaged_first_line_loses_no_event(cup: EventFile) -> None:
    text = cup.path.read_text(encoding="utf-8").replace('"id": "1f"', '"id": "2f"', 1)
    recovery = recovered(text, "cup.arpad")
    assert "line 1" in str(recovery.problem)
    assert recovery.log == full()


def test_text_that_is_not_utf8_is_found_with_its_line(cup: EventFile) -> None:
    content = cup.path.read_bytes()
    cup.path.write_bytes(content.replace("김".encode(), b"\xff\xfe\xfd", 1))
    with pytest.raises(
        DamagedEventFile, match=r"cup\.arpad, line 5: the line is damaged: it is not text in UTF-8"
    ):
        cup.read()
    recovery = cup.recover()
    assert recovery.log == EventLog.of(full().acts[:1])
    assert f"{cup.path}, line 5: the line is damaged" in str(recovery.problem)


def test_line_breaks_of_another_system_and_a_mark_do_no_harm(cup: EventFile) -> None:
    content = cup.path.read_bytes()
    cup.path.write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n\r\n"))
    assert cup.read() == full()


@pytest.mark.parametrize("version", [3, 10**9])
def test_a_later_format_is_newer_than_this_program(tmp_path: Path, version: int) -> None:
    file = tmp_path / "cup.arpad"
    file.write_text(json.dumps({"arpad tournament": version, "chain": "other"}) + "\nwhatever\n")
    with pytest.raises(BadInput, match=f"format {version}: it is newer than this program"):
        EventFile(file).read()


def resealed(lines: list[dict[str, Any]]) -> str:
    """Lines with the hashes that they should have."""
    before, out = "", []
    for line in lines:
        row = {key: value for key, value in line.items() if key not in ("prev", "hash")}
        body = json.dumps(row | ({"prev": before} if before else {}), ensure_ascii=False)[:-1]
        before = sha256(body.encode()).hexdigest()
        out.append(f'{body}, "hash": "{before}"}}')
    return "\n".join(out)


def test_an_event_of_a_newer_program_is_said_to_be_one(cup: EventFile) -> None:
    rows = [json.loads(line) for line in cup.path.read_text(encoding="utf-8").split("\n")[:-1]]
    for row in rows[1:]:
        row["arpad"] = "9.1"
    cases: list[tuple[dict[str, Any], str]] = [
        ({"do": "castle"}, r"line 3: the event 'castle' is not known\. It was written by arpad 9\.1"),
        ({"v": 2}, r"line 3: version 2 of the event 'add' is not known\. Use a newer arpad"),
    ]
    for change, message in cases:
        changed = [rows[0], rows[1], {**rows[2], **change}, *rows[3:]]
        with pytest.raises(BadInput, match=message):
            parsed(resealed(changed), "cup.arpad")


RANGES: list[tuple[str, dict[str, Any]]] = [
    ("new", {"rounds": -3}),
    ("new", {"rounds": 1000}),
    ("new", {"rounds": float("inf")}),
    ("new", {"rounds": 3.0}),
    ("new", {"rounds": True}),
    ("new", {"seed": 2**64}),
    ("new", {"seed": "1"}),
    ("new", {"system": "nonsense"}),
    ("new", {"system": ["othello"]}),
    ("new", {"edition": "yesterday"}),
    ("new", {"edition": "1990-01-01"}),
    ("new", {"edition": None}),
    ("new", {"points": "fide"}),
    ("new", {"points": {"win": "1e99999999"}}),
    ("new", {"points": {"win": "1/0"}}),
    ("new", {"points": {"prize": "1"}}),
    ("new", {"settings": {"wobble": 1}}),
    ("new", {"settings": [1]}),
    ("new", {"tiebreaks": "BH"}),
    ("new", {"details": {"city": 5}}),
    ("new", {"name": "A\x1b[1m"}),
    ("add", {"rating": 10**30}),
    ("add", {"rating": -1}),
    ("add", {"rating": 1500.5}),
    ("add", {"number": 0}),
    ("add", {"number": 100_000}),
    ("add", {"entrant": 7}),
    ("add", {"name": ""}),
    ("add", {"name": 5}),
    ("add", {"name": "x" * 1001}),
    ("add", {"nick": "x"}),
    ("add", {"insert": "yes"}),
    ("add", {"arrives": 9}),
    ("add", {"club": None}),
    ("number", {"order": [1, 1]}),
    ("number", {"order": 5}),
    ("away", {"entrant": 99}),
    ("away", {"result": "Q"}),
    ("away", {"result": "1"}),
    ("away", {"rounds": 5}),
    ("away", {"rounds": []}),
    ("away", {"rounds": [3, 2]}),
    ("away", {"rounds": [10**6]}),
    ("back", {"entrant": "1"}),
    ("back", {"rounds": [1]}),
    ("pair", {"coloured": "x"}),
    ("pair", {"pairs": [[1, 7]]}),
    ("pair", {"pairs": [[1, 2], [2, 3]]}),
    ("pair", {"pairs": [1, 2]}),
    ("pair", {"pairs": 5}),
    ("pair", {"byes": [[1, "W"]]}),
    ("pair", {"byes": [[1]]}),
    ("pair", {"handicaps": [1]}),
    ("pair", {"handicaps": [100, 0, 0]}),
    ("pair", {"initial_colour": "x"}),
    ("result", {"round": 0}),
    ("result", {"round": 2}),
    ("result", {"board": 0}),
    ("result", {"board": 9}),
    ("result", {"white": "1", "black": "1"}),
    ("result", {"white": "+", "black": "0"}),
    ("result", {"white": "U", "black": "0"}),
    ("result", {"points": ["1"]}),
    ("result", {"points": ["nan", "1"]}),
    ("undo", {"to": 10**6}),
    ("undo", {"to": 0}),
    ("undo", {"to": "1"}),
    ("add", {"seq": 4}),
    ("add", {"more": -1}),
    ("add", {"more": 7}),
    ("add", {"op": 5}),
    ("add", {"author": "x" * 201}),
    ("add", {"time": "\x07"}),
    ("add", {"v": 0}),
    ("add", {"v": "1"}),
]
"""Fields of the first event of a kind that cannot be."""


@pytest.mark.parametrize(("kind", "fields"), RANGES)
def test_every_field_has_a_range(cup: EventFile, kind: str, fields: dict[str, Any]) -> None:
    rows = [json.loads(line) for line in cup.path.read_text(encoding="utf-8").split("\n")[:-1]]
    at = next(at for at, row in enumerate(rows) if row.get("do") == kind)
    parsed(resealed(rows), "cup.arpad")
    rows[at] = {**rows[at], **fields}
    # That events of one act are missing is seen at the next one.
    row = at + (2 if fields.get("more") == 7 else 1)
    with pytest.raises(BadInput, match=rf"cup\.arpad, line {row}: "):
        parsed(resealed(rows), "cup.arpad")


def test_no_field_is_called_as_one_that_every_event_has() -> None:
    for event in full().events:
        assert not set(event.row()) & set(ENVELOPE)


FORMAT_1 = """{"arpad tournament": 1}
{"do": "new", "name": "cup", "system": "fide-dutch", "rounds": 3, "seed": 1}
{"do": "add", "number": 1, "name": "Ann", "rating": 1500}
"""
"""An event file as arpad wrote it before its lines had hashes."""


@pytest.mark.parametrize(
    ("text", "number"),
    [(FORMAT_1, 1), (FORMAT_1.replace("1}", "0}", 1), 0), (FORMAT_1.replace("\n", "\r\n"), 1)],
)
def test_a_file_of_an_earlier_format_is_refused_and_stays_as_it_is(
    tmp_path: Path, text: str, number: int
) -> None:
    file = EventFile(tmp_path / "old.arpad")
    file.path.write_bytes(text.encode())
    readings: list[Callable[[], object]] = [
        file.read,
        file.recover,
        lambda: file.act(lambda book: enter(book, "Bo", {})),
        lambda: parsed(text, str(file.path)),
    ]
    for read in readings:
        with pytest.raises(BadInput) as caught:
            read()
        assert caught.value.code == "event-file.older"
        assert caught.value.problem == (
            f"{file.path} is an event file of format {number}: it is older than this program, "
            "which reads format 2 only"
        )
        assert str(caught.value.remedy).startswith("Write a report (TRF) of the tournament with the version")
    assert file.path.read_bytes() == text.encode()


def test_a_file_of_format_2_with_another_number_in_its_first_line_is_damaged() -> None:
    content = written(full()).decode().replace('"arpad tournament": 2', '"arpad tournament": 1', 1)
    with pytest.raises(DamagedEventFile, match="the line is damaged: its hash is not that of its text"):
        parsed(content, "cup.arpad")


@pytest.mark.parametrize("text", ["", "\n \n", "white,black\n", "{}\n", "[]", "null", '{"arpad": 1}'])
def test_files_that_are_something_else(text: str) -> None:
    with pytest.raises(BadInput, match="is not the event file of a tournament"):
        parsed(text, "cup.arpad")


def test_the_documentation_has_every_kind_of_event_with_its_fields() -> None:
    text = (Path(__file__).parents[2] / "docs" / "event-file.md").read_text(encoding="utf-8")
    cells = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in text.split("\n") if line[:3] == "| `"
    ]
    rows = {row[0].strip("`"): row[2:] for row in cells if len(row) == 4 and row[0] != "`do`"}
    assert sorted(rows) == sorted(KINDS)
    for kind, (always, sometimes) in rows.items():
        # What is in brackets explains a field.
        documented = [re.findall(r"`(\w+)`", re.sub(r"\([^()]*\)", "", cell)) for cell in (always, sometimes)]
        needed = [
            field.default is MISSING and field.default_factory is MISSING for field in fields(KINDS[kind])
        ]
        names = [field.name for field in fields(KINDS[kind])]
        assert documented[0] == [name for name, need in zip(names, needed, strict=True) if need], kind
        assert documented[1] == [name for name, need in zip(names, needed, strict=True) if not need], kind
