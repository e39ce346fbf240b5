"""Printed reports in a real browser, as wide as a sheet of A4 within its margins: nothing is cut off.

Needs Chromium, as :mod:`browser.test_published_page`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from arpad.office.reports.catalogue import REPORTS, report
from arpad.office.reports.page import as_page
from arpad.tournament.model import Entrant, Round, Tournament
from arpad.tournament.results import Result
from browser.test_published_page import browser, pytestmark  # noqa: F401
from office.conftest import NAMES
from office.reports.hand_event import game

SHEET = {"upright": (703, 1032), "across": (1032, 703)}
"""A4 less 12 mm on every side, in pixels of CSS."""

RESULTS = (Result.WIN, Result.DRAW, Result.LOSS)


def large() -> Tournament:
    """Return an event with boards of three digits, long names, many scripts, and all that may be known."""
    names = [*NAMES, "de la Fuente y Álvarez de Toledo-Montenegro, María del Carmen", "Ковалёв, Александр"]
    entrants = tuple(
        Entrant(
            at,
            names[at - 1] if at <= len(names) else f"Player, Number {at}",
            2800 - 5 * at,
            ("GM", "WIM", "")[at % 3],
            ("KOR", "UKR", "GER")[at % 3],
            "mw"[at % 2],
            str(14_100_000 + at),
            "1999/10/30",
            club="Schachclub",
        )
        for at in range(1, 241)
    )
    rounds = tuple(
        Round(
            tuple(game(at, 121 + (at + shift) % 120, RESULTS[(at + shift) % 3]) for at in range(1, 121)),
        )
        for shift in range(9)
    )
    made = Tournament(entrants, rounds, name="Grand Open", planned=9, tiebreaks=("WIN",))
    marked = tuple(replace(one, by_hand=True) for one in rounds[-1].pairings)
    return replace(made, rounds=(*rounds[:-1], replace(rounds[-1], pairings=marked)))


@pytest.fixture(scope="module")
def event() -> Tournament:
    return large()


@pytest.mark.parametrize("what", REPORTS)
def test_a_report_fits_its_sheet(
    browser: Browser,  # noqa: F811
    event: Tournament,
    tmp_path: Path,
    what: str,
) -> None:
    path = tmp_path / "report.html"
    path.write_text(as_page(report(event, what)), encoding="utf-8")
    way = "across" if "landscape" in path.read_text(encoding="utf-8") else "upright"
    width, height = SHEET[way]
    context = browser.new_context(viewport={"width": width, "height": height}, java_script_enabled=False)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url))
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(path.as_uri())
    wide, window = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide <= window
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(0, 0, 0)"
    assert asked == [path.as_uri()], "the page loads nothing but itself"
    context.close()
