"""Errors say what is wrong, where it is, and what to do."""

from __future__ import annotations

import pickle

import pytest

from arpad.core import ArpadError, BadInput, NotProvided


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ArpadError("it is broken"), "it is broken"),
        (ArpadError("it is broken", remedy="Mend it."), "it is broken. Mend it."),
        (
            BadInput(
                "'7' is not a valid result", file="games.csv", row=7, column="result", remedy="Expected 1-0."
            ),
            "games.csv, line 7, column result: '7' is not a valid result. Expected 1-0.",
        ),
        (BadInput("no", row=1), "line 1: no"),
        (NotProvided("no deviation", article="8.1.2"), "article 8.1.2: no deviation"),
    ],
)
def test_text(error: ArpadError, text: str) -> None:
    assert str(error) == text


def test_one_family() -> None:
    for kind in (BadInput, NotProvided):
        assert issubclass(kind, ArpadError)


def test_the_place_survives_another_process() -> None:
    error = BadInput("bad", file="a.csv", row=3, remedy="Look.")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == "a.csv, line 3: bad. Look."
    assert (again.file, again.row, again.problem) == ("a.csv", 3, "bad")
