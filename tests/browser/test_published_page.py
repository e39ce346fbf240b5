"""The published page in a real browser: nothing overflows, nothing is loaded, the chart is drawn.

Needs Chromium (Debian: ``apt install chromium``). Without it these tests are skipped, unless
``ARPAD_REQUIRE_BROWSER`` is set, as in CI.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

import arpad
from arpad.office import publish, publish_all
from arpad.ratings.list_columns import Extras
from arpad.record.samples import football_world_cups

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

pytestmark = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("ARPAD_REQUIRE_BROWSER"), reason="no Chromium on this machine"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "ARPAD_REQUIRE_BROWSER is set, and there is no Chromium"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    games = arpad.read_games(football_world_cups())
    path = tmp_path_factory.mktemp("page") / "list.html"
    publish(arpad.rate(games, arpad.Glicko2(), period="event", history=True), path)
    return path


@pytest.fixture(params=[(360, 740), (768, 1024), (1280, 900)], ids=["phone", "tablet", "desk"])
def page(browser: Browser, published: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = request.param
    opened = browser.new_page(viewport={"width": width, "height": height})
    asked: list[str] = []
    opened.on("request", lambda sent: asked.append(sent.url))
    opened.goto(published.as_uri())
    yield opened
    assert asked == [published.as_uri()], "the page loads nothing but itself"
    opened.close()


def test_the_page_is_as_wide_as_the_window(page: Page) -> None:
    wide, window = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide <= window


def test_the_list_is_a_table_of_all_players(page: Page) -> None:
    table = page.locator("table").first
    assert table.locator("caption").count() == 1
    assert table.locator("tbody tr").count() == 82
    assert table.locator("thead th").all_inner_texts()[:3] == ["Rank", "Player", "Rating"]


def test_the_chart_is_drawn_and_named(page: Page) -> None:
    chart = page.locator("svg[role=img]:visible").first
    box = chart.bounding_box()
    assert box is not None
    assert box["width"] > 250
    assert box["height"] > 150
    assert chart.locator("title").count() >= 1


def test_a_dark_room_gets_a_dark_page(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light


def test_paper_has_the_list_and_nothing_unfolded(browser: Browser, tmp_path: Path) -> None:
    """The table with its rank intervals is as wide as a sheet of A4 within its margins."""
    path = tmp_path / "list.html"
    ratings = arpad.rate(
        arpad.read_games(football_world_cups()), arpad.Glicko2(), period="event", history=True
    )
    publish(ratings, path, extras=Extras(ranks=True))
    sheet = browser.new_page(viewport={"width": 703, "height": 1032})
    sheet.goto(path.as_uri())
    unfolded = "all => all.filter(one => getComputedStyle(one).display !== 'none').length"
    assert sheet.locator("details").evaluate_all(unfolded) > 0
    sheet.emulate_media(media="print")
    assert sheet.locator("details").evaluate_all(unfolded) == 0
    wide = sheet.locator("table.ranking").evaluate("table => table.getBoundingClientRect().right")
    assert wide <= 703
    assert sheet.pdf(format="A4").count(b"/Type /Page\n") in range(4, 9)
    sheet.close()


def test_a_reader_finds_and_sorts_players(page: Page) -> None:
    """Brazil leads and has played most; words are found in any order and case."""
    page.get_by_label("Find a player").fill("coast IVÓRY")
    table = page.locator("table.ranking")
    assert table.locator("tbody tr:visible th").all_inner_texts() == ["Ivory Coast"]
    assert page.locator("output").inner_text() == "1 of 82"
    page.get_by_label("Find a player").fill("")
    assert table.locator("tbody tr:visible").count() == 82
    table.get_by_role("button", name="Games").click()
    games = [int(text) for text in table.locator("tbody td:nth-child(6)").all_inner_texts()]
    assert games == sorted(games, reverse=True)
    table.get_by_role("button", name="Player").click()
    names = table.locator("tbody th").all_inner_texts()
    assert names[:2] == ["Algeria", "Angola"]
    assert table.locator("thead th.player").get_attribute("aria-sort") == "ascending"
    table.get_by_role("button", name="Rank").click()
    assert table.locator("tbody th").first.inner_text() == "Brazil"


def test_without_scripts_the_list_is_whole_and_nothing_is_offered_that_does_not_work(
    browser: Browser, published: Path
) -> None:
    opened = browser.new_page(viewport={"width": 1280, "height": 900}, java_script_enabled=False)
    opened.goto(published.as_uri())
    assert opened.locator("table.ranking tbody tr").count() == 82
    assert not opened.get_by_label("Find a player").is_visible()
    assert opened.locator("table.ranking thead button").count() == 0
    opened.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_names_of_the_chart_of_intervals_lie_on_the_sheet(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    games = arpad.read_games(football_world_cups())
    publish(arpad.rate(games, arpad.Glicko2(), period="all"), tmp_path / "list.html")
    opened = browser.new_page(viewport={"width": width, "height": 844})
    opened.goto((tmp_path / "list.html").as_uri())
    chart = opened.locator("svg[role=img]:visible").first
    sheet = chart.bounding_box()
    assert sheet is not None
    for name in chart.locator("text.label").all():
        box = name.bounding_box()
        assert box is not None
        assert sheet["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= sheet["x"] + sheet["width"]
    assert chart.locator("text.label").count() == 30
    assert chart.locator(".grid text").count() >= 3
    opened.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_players_in_one_file_open_without_a_script(browser: Browser, tmp_path: Path, width: int) -> None:
    games = arpad.read_games(football_world_cups())
    path = tmp_path / "cups.html"
    publish_all(arpad.rate(games, arpad.Glicko2(), period="event", history=True), [], pages=path, top=8)
    context = browser.new_context(java_script_enabled=False, viewport={"width": width, "height": 844})
    page = context.new_page()
    page.goto(path.as_uri())
    people = page.locator("section.person")
    assert people.count() == 8
    assert people.locator("visible=true").count() == 0
    page.get_by_role("link", name="Brazil", exact=True).first.click()
    assert people.locator("visible=true").locator("h2").all_inner_texts() == ["Brazil"]
    assert page.locator("#list").is_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    people.locator("visible=true").get_by_role("link", name="All players").click()
    assert page.locator("#list").is_visible()
    context.close()


@pytest.mark.slow
def test_a_player_in_one_file_can_be_read_by_everybody(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "cups.html"
    ratings = arpad.rate(
        arpad.read_games(football_world_cups()), arpad.Glicko2(), period="event", history=True
    )
    publish_all(ratings, [], pages=path, top=2)
    for scheme in ("light", "dark"):
        page = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme)
        page.goto(f"{path.as_uri()}#p-brazil")
        assert [fault["id"] for fault in Axe().run(page).response["violations"]] == [], scheme
        page.close()
