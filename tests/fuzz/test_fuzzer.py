"""The command line over files and options that look real and are not: no traceback, no hang, no row lost.

The suite tries the same cases every time; script/explore draws others, and ``python -m fuzz`` any number.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

from arpad.cli import options
from arpad.ratings.system import RatingSystem
from fuzz.commands import Case, case
from fuzz.documents import Draws
from fuzz.reports import failures
from fuzz.running import run

BATCHES, CASES = 6, 60
SEED = int(os.environ.get("ARPAD_FUZZ_SEED", "0"))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_case_ends_badly(batch: int) -> None:
    for number in range(CASES):
        seed = (SEED * BATCHES + batch) * CASES + number
        drawn = case(Draws(seed))
        found = run(drawn)
        assert found is None, f"case {seed}: arpad {' '.join(drawn.words)[:500]}\n{found}"


# The judge itself: it must see what it is for.


def table(*rows: str) -> bytes:
    return "\n".join(("white,black,result", *rows, "")).encode()


def test_a_good_case_is_no_finding() -> None:
    file = ("games.csv", table("Ann,Bob,1-0", "Bob,Ann,0-1"))
    assert run(Case(("rate", "games.csv", "--json"), (file,), "games.csv")) is None
    assert run(Case(("rate", "missing.csv", "--json"), ())) is None


def test_a_lost_row_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    file = ("games.csv", table("Ann,Bob,1-0", "Bob,Ann,0-1"))
    counted = {"read": 2, "games": 1, "byes": 0, "fixtures": 0, "rejected": 0}
    monkeypatch.setattr("arpad.cli.rate_output.rows_of", lambda _: counted)
    assert str(run(Case(("rate", "games.csv", "--json"), (file,)))).startswith("lost rows")
    counted.update(read=1)
    found = run(Case(("rate", "games.csv", "--json"), (file,), "games.csv"))
    assert found == "read 1 rows of 2"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise KeyError('x')", "KeyError"),
        ("import warnings; warnings.warn('overflow')", "warned: UserWarning: overflow"),
        ("import time; time.sleep(10)", "took more than"),
        ("raise BaseException('a panic')", "BaseException: a panic"),
        ("raise SystemExit(77)", "ended with 77"),
    ],
)
def test_what_a_command_must_not_do_is_found(monkeypatch: pytest.MonkeyPatch, body: str, said: str) -> None:
    real = options.system_of

    def misled(name: str, settings: Iterable[str]) -> RatingSystem:
        exec(body)
        return real(name, settings)

    monkeypatch.setattr(options, "system_of", misled)
    if "sleep" in body:
        monkeypatch.setattr("fuzz.running.PATIENCE", 0.2)
    assert said in str(run(Case(("odds", "1500", "1400"), ())))


def test_damaged_reports_end_in_a_message() -> None:
    """``python -m fuzz.reports`` tries as many as one likes."""
    assert [(way, repr(error)) for _, way, error in failures(250, seed=1)] == []


def test_a_failure_that_is_no_message_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **settings: object) -> None:
        raise KeyError(5)

    monkeypatch.setattr("fuzz.reports.standings", broken)
    assert ("standings, lenient=False", "KeyError(5)") in [
        (way, repr(error)) for _, way, error in failures(20, seed=1)
    ]
