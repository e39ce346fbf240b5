"""The reports of simulations and of inflation in a real browser: offline, on a phone, in print.

Needs Chromium, as :mod:`browser.test_published_page` does.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from arpad.lab.inflation import inflation
from arpad.lab.matchmaking import Queue, matchmaking
from arpad.lab.population import Population, drawn, simulate
from arpad.office.pages.inflation_page import inflation_page
from arpad.office.pages.matchmaking_page import matchmaking_page
from arpad.office.pages.simulation_page import simulation_page
from browser.test_no_overlap import overlaps
from browser.test_published_page import browser, pytestmark  # noqa: F401

SMALL = Population(players=40, years=4, games=40.0)


def of_a_simulation() -> str:
    return simulation_page(simulate(SMALL, "elo,k=40,glicko2", runs=2, warm_up=1))


def of_inflation() -> str:
    return inflation_page(inflation(drawn(SMALL).games, "elo"))


def of_matchmaking() -> str:
    return matchmaking_page(matchmaking(Queue(Population(players=40, years=1), hours=1.0), runs=2))


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(of_a_simulation, marks=pytest.mark.slow),
        of_inflation,
        pytest.param(of_matchmaking, marks=pytest.mark.slow),
    ],
)
def test_a_report_offline_on_a_phone_and_in_print(browser: Browser, make: object, tmp_path: Path) -> None:  # noqa: F811
    assert callable(make)
    path = tmp_path / "report.html"
    path.write_text(make(), encoding="utf-8")
    for width in (390, 1280):
        assert overlaps(browser, path, width) == []
    opened = browser.new_page(viewport={"width": 390, "height": 844})
    asked: list[str] = []
    opened.on("request", lambda sent: asked.append(sent.url))
    opened.goto(path.as_uri())
    assert asked == [path.as_uri()]
    # Only tables scroll, each by itself; the page is no wider than the phone.
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390
    charts = opened.locator("svg.chart:visible").count()
    assert charts >= 1
    # Every chart has its numbers: folded below it, or as the table that follows.
    for figure in opened.locator("figure").all():
        assert figure.evaluate("it => it.parentElement.querySelectorAll('table').length") == 1
    opened.emulate_media(media="print")
    opened.set_viewport_size({"width": 703, "height": 1032})
    assert opened.locator("svg.chart:visible").count() == charts
    for numbers in opened.locator("details table").all():
        assert numbers.is_visible()
    assert opened.evaluate("document.documentElement.scrollWidth") <= 703
    opened.close()
