"""The soak itself: a short one holds, and what is lost, slow or growing is told."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import Posting
from arpad.office.store.opening import open_database
from databases import new_sqlite
from soak import kept
from soak.judging import Judged, growing, late_pages
from soak.measuring import ENOUGH, Look, Size, sizes
from soak.plan import POSTGRESQL, SHORT_FAULTS, SQLITE, Plan
from soak.receiver import Delivered
from soak.receiver import Path as Told
from soak.records import Acknowledged, Recorder, Request, Window, outside
from soak.running import tracebacks

TESTS = Path(__file__).parents[1]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
def test_a_minute_on_sqlite_loses_nothing_and_recovers_from_every_fault(tmp_path: Path) -> None:
    """Latencies and memory are not judged: a minute says nothing of them."""
    file = tmp_path / "soak.json"
    command = [sys.executable, "-m", "soak", "--minutes", "1", "--database", SQLITE, "--seed", "1"]
    done = subprocess.run(
        [*command, "--only-losses", "--json", str(file)],
        cwd=TESTS,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = json.loads(file.read_text(encoding="utf-8"))
    assert found["holds"]
    assert found["wrong"] == []
    assert [one["fault"] for one in found["faults"] if one["done"]] == [
        one["fault"] for one in found["faults"]
    ]
    assert len(found["faults"]) == len(SHORT_FAULTS)
    assert found["kept"]["postings"]["found"] == found["kept"]["postings"]["acknowledged"] > 50
    assert found["kept"]["acts of tournaments"]["acknowledged"] > 50
    assert found["kept"]["tickets and matches"]["acknowledged"] > 20
    assert all(one["told"] == one["happened"] > 20 for one in found["webhooks"].values())
    disk = next(one for one in found["faults"] if one["fault"] == "the disk full")
    assert any("database." in answer for answer in disk["answers"]), "nobody has felt that the disk was full"
    assert list(found["tracebacks"]) == ["injected"]


def test_faults_are_spread_over_a_long_soak_and_follow_each_other_in_a_short_one() -> None:
    long, short = Plan(POSTGRESQL, 1200.0), Plan(SQLITE, 60.0)
    shares = [one.share for one in long.faults]
    assert shares == sorted(shares)
    assert {one.fault for one in long.faults} >= {"kill", "database", "disk", "workers", "items", "receiver"}
    # A process that is never killed lives through both quarters that are compared.
    begin, end = long.quarter(2)[0], long.quarter(4)[1]
    killed = [one for one in long.faults if one.fault in ("kill", "delivering")]
    assert sum(begin < one.share * long.seconds < end for one in killed) < long.workers
    assert max(one.seconds for one in short.faults) <= 3.0
    assert tuple(one.fault for one in short.faults) == SHORT_FAULTS


def test_what_was_acknowledged_and_is_not_there_is_told(tmp_path: Path) -> None:
    database = open_database(new_sqlite(tmp_path / "club.db"))
    pool = Pool(database, "blitz")
    pool.create("elo")
    numbers = [
        one.number for one in pool.post_all([Posting([Game("Ann", "Bo", 1.0)], op=op) for op in ("a", "b")])
    ]
    said = Acknowledged(
        postings=[("blitz", "a", numbers[0], 1), ("blitz", "b", numbers[1], 1)], asked=["a", "b"]
    )

    def wrong() -> list[str]:
        said.write(tmp_path / "said.json")
        with database.reading() as connection:
            return kept.postings(connection, Acknowledged.read(tmp_path / "said.json")).wrong

    assert wrong() == []
    said.postings.append(("blitz", "c", 3, 1))
    assert len(wrong()) == 1, "a posting that was lost"
    said.postings[-1] = ("blitz", "b", numbers[1], 1)
    assert wrong() == ["blitz b was acknowledged twice"]
    said.postings[-1:] = []
    said.asked.remove("b")
    assert len(wrong()) == 1, "a posting that nobody has made"
    database.close()


def test_what_webhooks_have_not_told_or_told_too_early_is_told() -> None:
    path = Told()
    for numbers in ((1, 2), (2, 3), (5,), (4,)):
        path.delivered.append(Delivered(0.0, numbers, ()))
    assert path.missing(1, 6) == [6]
    assert path.out_of_order() == 1
    assert path.repeated() == 1


def test_a_page_that_is_slow_outside_the_faults_is_told() -> None:
    requests = [Request("page", float(at), 0.01, 200, "", "/") for at in range(100)]
    requests += [Request("page", 500.0, 5.0, 503, "database.unreachable", "/")]
    quiet = outside(requests, [Window(501.0, 510.0)])
    assert len(quiet) == 100, "a request that was under way when a fault began is left out"
    assert late_pages({"page": {"p99": 999.0}, "posting": {"p99": 2000.0}}) == []
    assert len(late_pages({"page": {"p99": 1001.0}})) == 1
    recorder = Recorder()
    recorder.requests += requests
    assert recorder.answers(501.0, 510.0) == Counter({"503 database.unreachable": 1})


def test_a_process_that_grows_is_told() -> None:
    def looks(begin: float, memory: float) -> list[Look]:
        return [Look(begin + at, 7, memory + at, 20, 60) for at in range(ENOUGH)]

    found = sizes([*looks(0.0, 100.0), *looks(100.0, 900.0)], (0.0, 50.0), [])
    assert found == {7: Size(104.5, 20.0, 60.0)}
    assert sizes(looks(0.0, 100.0), (0.0, 50.0), [Window(3.0, 4.0)]) == {}, "too few looks say nothing"
    assert growing({7: (Size(200, 20, 60), Size(239, 25, 75))}) == []
    grown = growing({7: (Size(200, 20, 60), Size(241, 27, 77))})
    assert [one.split()[0] for one in grown] == ["memory", "threads", "files"]
    assert len(growing({})) == 1, "where no process can be compared, nothing was shown"


def test_tracebacks_of_a_log_are_counted_apart_from_those_that_were_asked_for() -> None:
    def log(last: str) -> list[str]:
        return [
            "live failed\n",
            "Traceback (most recent call last):\n",
            '  File "x.py", line 1\n',
            f"{last}\n",
        ]

    found = tracebacks([*log("RuntimeError: injected into live"), *log("KeyError: 7"), *log("KeyError: 7")])
    assert found == {"injected": 1, "KeyError: 7": 2}


def test_what_does_not_hold_is_a_sentence_and_an_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from soak import __main__ as program

    judged: Any = Judged.__new__(Judged)
    monkeypatch.setattr(program, "run", lambda plan, say: None)
    monkeypatch.setattr(program, "judge", lambda soaked: judged)
    monkeypatch.setattr(program, "tables", lambda judged: "")
    monkeypatch.setattr(program, "ends_with_its_children", lambda: None)
    for holds in (True, False):
        monkeypatch.setattr(program, "as_json", lambda judged, holds=holds: {"holds": holds})
        monkeypatch.setattr(sys, "argv", ["soak", "--database", SQLITE])
        assert program.main() == int(not holds)
