"""A tournament's page in a real browser: as wide as the window, values unfold, and it prints. No script may run in it.

Needs Chromium (Debian: ``apt install chromium``). Without it these tests are skipped, unless
``ARPAD_REQUIRE_BROWSER`` is set, as in CI.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from arpad.office.pages.event_page import event_page, explanation_page
from arpad.rulebooks.pairing_catalogue import system_of
from arpad.tournament import Entrant, Pairing, Result, Round, Tournament
from browser.test_published_page import browser, pytestmark  # noqa: F401
from office.conftest import NAMES
from office.test_eventpage import played


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("event") / "cup.html"
    path.write_text(event_page(played("monrad", 12, 6, NAMES)), encoding="utf-8")
    return path


@pytest.fixture(params=[(400, 800), (768, 1024), (1280, 900)], ids=["phone", "tablet", "desk"])
def page(browser: Browser, published: Path, request: pytest.FixtureRequest) -> Iterator[Page]:  # noqa: F811
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height}, java_script_enabled=False)
    opened = context.new_page()
    asked: list[str] = []
    opened.on("request", lambda sent: asked.append(sent.url))
    opened.goto(published.as_uri())
    yield opened
    assert asked == [published.as_uri()], "the page loads nothing but itself"
    context.close()


def test_the_page_is_as_wide_as_the_window(page: Page) -> None:
    wide, window = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide <= window


def test_a_value_unfolds_within_the_window_and_one_at_a_time(page: Page) -> None:
    values = page.locator("details.terms > summary")
    panels = page.locator("details.terms > div")
    for at in (0, values.count() - 3):
        values.nth(at).click()
        assert panels.nth(at).is_visible()
        box, window = panels.nth(at).bounding_box(), page.evaluate("window.innerWidth")
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= window
        assert panels.nth(at).locator("li").count() >= 6
        page.mouse.click(5, 5)
        if page.evaluate("window.innerWidth") < 1024:
            assert page.locator("details.terms[open]").count() == 0, "a touch beside the sheet closes it"
    assert page.locator("details.terms[open]").count() <= 1


def test_values_unfold_by_keyboard(page: Page) -> None:
    first = page.locator("details.terms > summary").first
    first.focus()
    page.keyboard.press("Enter")
    assert page.locator("details.terms > div").first.is_visible()


def test_the_explanation_of_a_round_unfolds(page: Page) -> None:
    why = page.locator("#round-2 details.told").first
    assert not why.locator("ul.steps").first.is_visible()
    why.locator("summary").first.click()
    assert why.locator("ul.steps").first.is_visible()


def test_printed_values_stay_and_panels_go(page: Page) -> None:
    page.locator("details.terms > summary").first.click()
    page.emulate_media(media="print")
    assert page.locator("details.terms > summary").first.is_visible()
    assert not page.locator("details.terms > div").first.is_visible()
    assert not page.locator("nav").is_visible()
    assert page.locator("#round-1 table").is_visible()


def test_an_explanation_is_printed_whole(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    cup = played("monrad", 8, 2)
    told = system_of(cup).pair(cup).explain()
    path = tmp_path / "round.html"
    path.write_text(explanation_page(told, title="Round 3"), encoding="utf-8")
    opened = browser.new_page()
    opened.goto(path.as_uri())
    deep = opened.locator("details.told details.told ul.steps")
    while opened.locator("details[open]").count():
        opened.locator("details[open] > summary").last.click()
    assert not deep.first.is_visible()
    opened.emulate_media(media="print")
    assert deep.count() == 4
    assert all(deep.nth(at).is_visible() for at in range(4))
    opened.close()


def test_a_handicap_stays_clear_of_the_names(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    entrants = (
        Entrant(1, "Wolfeschlegelsteinhausenbergerdorff", grade="1d"),
        Entrant(2, "White-Leadwell", grade="9k"),
    )
    game = Pairing(1, 2, Result.WIN, Result.LOSS, handicap=9)
    cup = Tournament(entrants, (Round((game,)),), system="mcmahon", planned=1)
    path = tmp_path / "go.html"
    path.write_text(event_page(cup, pairings=False), encoding="utf-8")
    opened = browser.new_page(viewport={"width": 390, "height": 844})
    opened.goto(path.as_uri())
    stones = opened.locator(".stones").bounding_box()
    names = [opened.locator(".boards tbody td bdi").nth(at).bounding_box() for at in range(2)]
    assert stones is not None
    assert names[0] is not None
    assert names[1] is not None
    assert names[0]["x"] + names[0]["width"] <= stones["x"]
    assert stones["x"] + stones["width"] <= names[1]["x"]
    opened.close()
