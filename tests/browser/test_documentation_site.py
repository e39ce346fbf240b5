"""The documentation site in a real browser: everybody can read it, and its search finds what it should.

Needs Chromium and what ``script/docs`` installs. Without them these tests are skipped, unless
``ARPAD_REQUIRE_BROWSER`` is set, as in CI.
"""

from __future__ import annotations

import functools
import http.server
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
CAN = CHROMIUM is not None and importlib.util.find_spec("mkdocs") is not None

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not CAN and not os.environ.get("ARPAD_REQUIRE_BROWSER"), reason="no Chromium here, or no mkdocs"
    ),
]


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the base class
        """Say nothing."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(place)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    return place


@pytest.fixture(scope="module")
def address(built: Path) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=built))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "ARPAD_REQUIRE_BROWSER is set, and there is no Chromium"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


@pytest.fixture(params=[("light", 1280), ("dark", 390)], ids=["light, on a desk", "dark, on a phone"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    scheme, width = request.param
    opened = browser.new_page(viewport={"width": width, "height": 844}, color_scheme=scheme)
    yield opened
    opened.close()


def test_every_page_can_be_read_by_everybody(page: Page, built: Path, address: str) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
    page.on("requestfailed", lambda sent: faults.append(f"{page.url}: did not get {sent.url}"))
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url))
    pages = sorted(str(path.relative_to(built)) for path in built.rglob("*.html"))
    assert len(pages) > 100
    for name in pages:
        page.goto(f"{address}/{name}")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{page.url}: wider than the window")
        for fault in Axe().run(page).response["violations"]:
            faults += [f"{page.url}: {fault['id']}, {node['html'][:120]}" for node in fault["nodes"]]
    assert faults == []
    assert [url for url in asked if not url.startswith(address)] == [], (
        "the site loads nothing from elsewhere"
    )


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("K-factor", "glossary.html"),
        ("downfloater", "glossary.html"),
        ("reject", "reading.html"),
        ("spielfrei", "reading.html"),
        ("Excel", "start/club.html"),
        ("Buchholz", "tiebreaks.html"),
    ],
)
def test_the_search_finds(typed: str, expected: str, browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 844})
    page.goto(f"{address}/index.html")
    page.get_by_role("textbox", name="Search").fill(typed)
    # The results come one after the other.
    page.locator(f".md-search-result__link[href*='{expected}']").first.wait_for()
    page.locator(f".md-search-result__link[href*='{expected}']").first.click()
    page.wait_for_url(f"**/{expected}*")
    assert typed.lower() in page.locator("article").inner_text().lower()
    page.close()


@pytest.mark.parametrize(
    ("who", "heading", "answer"),
    [
        ("the secretary of a club", "5. Publish, and go on next month", "--previous february.csv"),
        ("running a league", "The chances of the next round", "--out chances.csv"),
        ("comparing models", "How sure, with 124 people?", "--cluster voter"),
        ("a Go organiser", "Pair, and enter the results", "arpad tournament undo"),
        ("an arbiter", "Why do the leader and number 13 not meet?", "--why-not 14 13"),
        ("a statistician", "Which system predicts better?", "predictions()"),
    ],
)
def test_a_newcomer_finds_the_answer_two_clicks_from_the_first_page(
    who: str, heading: str, answer: str, browser: Browser, address: str
) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 844})
    page.goto(f"{address}/index.html")
    page.get_by_role("link", name=who, exact=True).click()
    contents = page.get_by_role("navigation", name="Table of contents")
    contents.get_by_role("link", name=heading, exact=True).click()
    title = page.get_by_role("heading", name=heading, level=2)
    title.wait_for()
    assert title.bounding_box()["y"] < 844  # type: ignore[index]
    below = title.evaluate(
        """start => { let text = ""
        for (let one = start.nextElementSibling; one && one.tagName !== "H2"; one = one.nextElementSibling)
          text += one.textContent
        return text }"""
    )
    assert answer in below
    page.close()


def test_no_option_is_broken_after_its_dashes_on_a_phone(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    for name in ("reference/commands/odds.html", "systems/bradley-terry.html", "publishing/lists.html"):
        page.goto(f"{address}/{name}")
        broken = page.evaluate(
            """() => [...document.querySelectorAll("article code .option")]
            .filter(one => one.getClientRects().length > 1).map(one => one.textContent)"""
        )
        assert page.locator("article code .option").count() > 5
        assert broken == []
    page.close()
