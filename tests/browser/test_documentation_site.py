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
import string
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

ROOT = Path(__file__).parents[2]
BUILT = os.environ.get("ARPAD_SITE", "")
"""The folder of the site that script/docs has just built, as in CI; else it is built here."""

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
    if BUILT:
        return ROOT / BUILT
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


WAYS = tuple((scheme, width) for scheme in ("light", "dark") for width in (1280, 390))
"""How the site is read: the colours, and the width of the window in pixels."""

FAULTS = {"resultTypes": ["violations"]}
"""What passes is not told: it would take as long as finding it."""

WITHOUT_CONTRAST = {**FAULTS, "rules": {"color-contrast": {"enabled": False}}}
"""The colours of a page are those of its kind."""

KINDS = (
    "index.html",
    "404.html",
    "arbiter.html",
    "changes.html",
    "glossary.html",
    "notebook.html",
    "reading.html",
    "start/models.html",
    "systems/index.html",
    "systems/glicko2.html",
    "reference/commands/index.html",
    "reference/commands/rate.html",
    "reference/python/index.html",
    "reference/python/Elo.html",
    "reference/python/Games.html",
)
"""A page of each kind, which is read in every way; each of all pages is read in one of them."""


def read_in(
    way: tuple[str, int],
    names: Iterable[str],
    browser: Browser,
    address: str,
    *,
    contrast: bool,
    widths: Iterable[int] = (),
) -> list[str]:
    """Return what is wrong with pages for those who read them in a way.

    Args:
        way: the colours and the width.
        names: of the pages.
        browser: shows them.
        address: of the site.
        contrast: whether the contrast of every text is measured, by far the longest of the checks.
        widths: of other windows, in pixels.
    """
    scheme, width = way
    page = browser.new_page(viewport={"width": width, "height": 844}, color_scheme=scheme)  # type: ignore[arg-type]
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
    page.on(
        "requestfailed",
        # What the next page makes needless is left off.
        lambda sent: (
            None
            if sent.failure == "net::ERR_ABORTED"
            else faults.append(f"{page.url}: did not get {sent.url}")
        ),
    )
    page.on(
        "request",
        lambda sent: None if sent.url.startswith(address) else faults.append(f"{page.url}: asks {sent.url}"),
    )
    for name in names:
        answer = page.goto(f"{address}/{name}")
        if answer is None or not answer.ok:
            faults.append(f"{page.url}: there is no such page")
        for fault in Axe().run(page, options=FAULTS if contrast else WITHOUT_CONTRAST).response["violations"]:
            faults += [f"{page.url}, {way}: {fault['id']}, {node['html'][:120]}" for node in fault["nodes"]]
        for each in dict.fromkeys((width, *widths)):
            page.set_viewport_size({"width": each, "height": 844})
            try:
                page.wait_for_function(
                    f"innerWidth == {each} && document.documentElement.scrollWidth <= {each}", timeout=5000
                )
            except PlaywrightTimeout:
                faults.append(f"{page.url}: wider than a window of {each} pixels")
        page.set_viewport_size({"width": width, "height": 844})
    page.close()
    return faults


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way[0]}, {way[1]} pixels")
def test_every_kind_of_page_can_be_read_by_everybody(
    way: tuple[str, int], browser: Browser, address: str
) -> None:
    # The width of the window changes no colour.
    contrast = way in (("light", 1280), ("dark", 390))
    assert read_in(way, KINDS, browser, address, contrast=contrast) == []


@pytest.mark.parametrize(
    "turn", range(len(WAYS)), ids=lambda turn: f"{WAYS[turn][0]}, {WAYS[turn][1]} pixels"
)
def test_every_page_can_be_read_by_everybody(turn: int, browser: Browser, built: Path, address: str) -> None:
    pages = sorted(str(path.relative_to(built)) for path in built.rglob("*.html"))
    assert len(pages) > 100
    pages = pages[turn :: len(WAYS)]
    assert read_in(WAYS[turn], pages, browser, address, contrast=False, widths=(1280, 390)) == []


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("K-factor", "glossary.html"),
        ("downfloater", "glossary.html"),
        ("reject", "reading.html"),
        ("spielfrei", "reading.html"),
        ("Excel", "start/club.html"),
        ("Buchholz", "tiebreaks.html"),
        ("min-games", "reference/commands/rate.html"),
        ("--active-since", "reference/commands/rate.html"),
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


def test_the_search_answers_every_first_letter(browser: Browser, address: str) -> None:
    """Its index, made of all words, may hold branches that lead to no word: such a query ends in an error."""
    page = browser.new_page(viewport={"width": 1280, "height": 844})
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text))
    page.goto(f"{address}/index.html")
    page.get_by_role("textbox", name="Search").fill("rating")
    page.locator(".md-search-result__link").first.wait_for()  # the index is there
    for letter in string.ascii_lowercase + string.digits:
        page.get_by_role("textbox", name="Search").fill(letter)
        page.wait_for_timeout(250)  # the query of the letter before must not be the one that is answered
        assert (letter, page.locator(".md-search-result__link").count() > 0, errors) == (letter, True, [])
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
