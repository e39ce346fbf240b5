"""The office in a real browser: results by keyboard alone, two arbiters at once, every page for everybody.

Needs Chromium, as :mod:`browser.test_published_page` does.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from starlette.routing import Route

from arpad.office import desk
from arpad.office.club.report_codes import ReportSeat, code_of, key_of
from arpad.office.store.opening import open_database
from arpad.office.store.tournaments import TournamentLog
from arpad.web.application import PAGES as LOOKED_AT
from arpad.web.application import application
from arpad.web.live import Watch
from arpad.web.serving import listening
from arpad.web.site import Site
from browser.test_no_overlap import OVERLAPS
from browser.test_published_page import browser, pytestmark  # noqa: F401
from passwords import quick_passwords
from web.conftest import sample  # noqa: F401
from web.every_page import OPEN, PAGES
from web.visiting import owner_of

SERIOUS = ("serious", "critical")

CUP = "/tournaments/summer-knockout"

ELSEWHERE = {
    "/tournaments/{name}/bracket": "test_a_bracket_is_read_by_everybody_and_scrolls_within_the_page",
    "/r/{name}/{code}": "test_a_player_reports_by_phone",
    "/tournaments/{name}/rounds/{round}/results/{board}": "a row of the page of results",
    "/tournaments/{name}/rounds/{round}/progress": "a line of the page of results",
    "/tournaments/{name}/event.arpad": "a file",
    "/tournaments/{name}/report.trf": "a file",
    "/tournaments/{name}/standings.csv": "a file",
    "/tournaments/{name}/manifest.webmanifest": "test_a_tournament_can_be_installed",
    "/tournaments/{name}/final/{seq}/{file}": "a file",
    "/lists/{pool}/laboratory/{study}/{file}": "a file",
    "/lists/{pool}/list.{form}": "a file",
    "/lists/{pool}/player.csv": "a file",
    "/lists/{pool}/player.json": "a file",
}
"""What is looked at by another test, or is no page."""


class Office:
    """An office that serves in this process.

    Args:
        folder: where its database is.
        filled: a database with the sample, which is copied.
    """

    def __init__(self, folder: Path, filled: Path) -> None:
        shutil.copy(filled, folder / "club.db")
        self.database = open_database(f"sqlite:///{folder}/club.db")
        self.site = Site(self.database, Watch(self.database))
        self.socket = listening("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.server = uvicorn.Server(uvicorn.Config(application(self.site), log_level="warning"))
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        asyncio.run(self.server.serve(sockets=[self.socket]))

    def close(self) -> None:
        """Stop serving."""
        self.site.watch.close()
        self.server.should_exit = True
        self.thread.join(20)
        self.socket.close()
        self.database.close()

    def results(self, at: int) -> list[str]:
        """Return the results of White in a round as the log has them."""
        tournament = TournamentLog(self.database, "spring-open").read().tournament()
        return [game.white_result.value for game in tournament.rounds[at - 1].pairings]


@pytest.fixture(scope="module", autouse=True)
def _quick() -> Iterator[None]:
    with quick_passwords():
        yield


@pytest.fixture
def office(tmp_path: Path, sample: Path) -> Iterator[Office]:  # noqa: F811
    found = Office(tmp_path, sample)
    yield found
    found.close()


Arbiter = Callable[..., Page]


@pytest.fixture
def arbiter(browser: Browser, office: Office) -> Iterator[Arbiter]:  # noqa: F811
    opened = []

    def come_in(width: int = 1280, **more: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 900}, **more)  # type: ignore[arg-type]
        context.set_default_timeout(20_000)
        opened.append(context)
        page = context.new_page()
        session = office.site.people.begin_session(owner_of(office.site.people))
        context.add_cookies([{"name": "arpad_session", "value": session, "url": office.address}])
        return page

    yield come_in
    for context in opened:
        context.close()


def test_results_by_keyboard_alone(arbiter: Arbiter, office: Office) -> None:
    page = arbiter()
    problems: list[str] = []
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.goto(f"{office.address}{OPEN}/rounds/4/results")
    page.locator("input[name=board-2]").focus()
    for key in ("1", "0", "="):  # boards 3 and 4 have results: the keys go on at boards 5 and 6
        page.keyboard.press(key)
    expect(page.locator("#progress")).to_have_text(re.compile("6 of 6"))
    assert problems == []
    assert page.evaluate("document.activeElement.tagName") == "BUTTON"
    before = ("½-½", "0-1", "0-1")  # of boards 1, 3 and 4
    found = [page.locator(f"input[name=board-{board}]").input_value() for board in range(1, 7)]
    assert found == [before[0], "1-0", before[1], before[2], "0-1", "½-½"]


def test_without_javascript_the_same_is_done_by_the_form(arbiter: Arbiter, office: Office) -> None:
    page = arbiter(java_script_enabled=False)
    page.goto(f"{office.address}{OPEN}/rounds/4/results")
    for board, typed in ((2, "1"), (5, "0"), (6, "=")):
        page.locator(f"input[name=board-{board}]").fill(typed)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{office.address}{OPEN}/rounds/4")
    assert "w" not in "".join(office.results(4)).lower()
    page.goto(f"{office.address}{OPEN}/hall")
    assert page.locator("meta[http-equiv=refresh]").count() == 1, "the screens take turns"


def test_two_arbiters_see_each_others_results(arbiter: Arbiter, office: Office) -> None:
    one, other = arbiter(), arbiter()
    for page in (one, other):
        page.goto(f"{office.address}{OPEN}/rounds/4/results")
    one.locator("input[name=board-2]").press_sequentially("1")
    expect(other.locator("input[name=board-2]")).to_have_value("1-0", timeout=2000)
    other.locator("input[name=board-5]").press_sequentially("0")
    expect(one.locator("input[name=board-5]")).to_have_value("0-1", timeout=2000)
    expect(one.locator("#progress")).to_have_text(re.compile("5 of 6"), timeout=2000)


def test_what_one_types_is_not_overwritten_by_the_others_result(arbiter: Arbiter, office: Office) -> None:
    one, other = arbiter(), arbiter()
    for page in (one, other):
        page.goto(f"{office.address}{OPEN}/rounds/4/results")
    other.locator("input[name=board-2]").press_sequentially("x")
    one.locator("input[name=board-2]").press_sequentially("0")
    expect(one.locator("#board-2 .mark")).to_have_text("✓")
    other.wait_for_timeout(1500)
    assert other.locator("input[name=board-2]").input_value() == "x"
    other.keyboard.press("Backspace")
    other.keyboard.press("1")
    expect(other.locator("#mark-2")).to_contain_text("board 2")
    assert office.results(4)[1] == "0", "the first one stands, and the second is told"


def test_a_bracket_is_read_by_everybody_and_scrolls_within_the_page(arbiter: Arbiter, office: Office) -> None:
    store = TournamentLog(office.database, "summer-knockout")
    store.act(lambda log: desk.publish(desk.pair(log)))
    page = arbiter(390)
    page.goto(f"{office.address}/tournaments/summer-knockout")
    page.get_by_role("link", name="Bracket").click()
    page.wait_for_url(f"{office.address}/tournaments/summer-knockout/bracket")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.get_by_role("img", name="Bracket").locator("rect").count() == 7
    assert page.evaluate("getComputedStyle(document.querySelector('.bracket rect')).fill") != "rgb(0, 0, 0)"
    found = [one for one in Axe().run(page).response["violations"] if one["impact"] in SERIOUS]
    assert found == [], [(one["id"], one["nodes"][0]["html"]) for one in found]
    store.act(lambda log: desk.enter_result(log, 1, 1, "1-0"))
    expect(page.locator(".bracket .won")).to_have_count(2)
    whole = "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine"  # who has won is printed in bold
    first = store.read().tournament().rounds[0].pairings[0].white
    store.act(lambda log: desk.edit(log, first, {"name": whole}))
    expect(page.locator(".bracket .won").first).to_contain_text("…")
    assert page.evaluate(OVERLAPS)["found"] == []


def test_the_log_fits_on_a_phone_whatever_names_are_in_it(arbiter: Arbiter, office: Office) -> None:
    store = TournamentLog(office.database, "spring-open")
    store.act(lambda log: desk.edit(log, 1, {"name": "X" * 90}), author="y" * 60)
    page = arbiter(390)
    page.goto(f"{office.address}/tournaments/spring-open/log?lang=ru")
    region = page.locator(".scroll", has=page.locator("table.log"))
    assert region.evaluate("one => one.scrollWidth - one.clientWidth") == 0


def test_a_player_reports_by_phone(arbiter: Arbiter, office: Office) -> None:
    """Both sides scan their codes, and the second one that says the same enters the result."""
    store = TournamentLog(office.database, "spring-open")
    store.act(lambda log: desk.set_reporting(log, "slips"))
    key = key_of(office.database, store.stream())
    for white, colour_scheme in ((True, "light"), (False, "dark")):
        phone = arbiter(390, color_scheme=colour_scheme)
        phone.context.clear_cookies()
        code = code_of(key, store.read(), ReportSeat(4, 2, white))
        phone.goto(f"{office.address}/r/spring-open/{code}?lang=ko")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        assert phone.evaluate(OVERLAPS)["found"] == []
        found = [one for one in Axe().run(phone).response["violations"] if one["impact"] in SERIOUS]
        assert found == [], [(one["id"], one["nodes"][0]["html"]) for one in found]
        assert office.results(4)[1] == "*", "one side alone enters nothing"
        phone.get_by_role("button", name="1-0").click()
        phone.wait_for_load_state()
    assert office.results(4)[1] == "1"


@pytest.mark.slow
@pytest.mark.parametrize("script", [True, False])
def test_a_season_begins_after_a_look_at_what_follows(arbiter: Arbiter, office: Office, script: bool) -> None:
    page = arbiter(390, java_script_enabled=script)
    page.goto(f"{office.address}/lists/club-evenings")
    page.get_by_role("link", name="Seasons").click()
    page.get_by_label("Name of the season").fill("winter")
    page.get_by_label("Part of the distance that is kept").fill("0")
    page.get_by_role("button", name="Look at what follows").click()
    expect(page.locator("td:nth-child(3)")).to_have_text(["1500"] * 12)
    page.get_by_role("button", name="Begin the season").click()
    page.wait_for_url(f"{office.address}/lists/club-evenings/seasons")
    assert page.get_by_role("row", name="winter").count() == 1
    page.goto(f"{office.address}/lists/club-evenings/log?what=season")
    assert page.locator(".act").all_inner_texts() == ["Begin the season winter"]
    page.goto(f"{office.address}/lists/club-evenings")
    assert {one.removesuffix("?") for one in page.locator("td.rating").all_inner_texts()} == {"1500"}


@pytest.mark.slow
def test_the_screens_of_the_hall_follow_the_arbiter(arbiter: Arbiter, office: Office) -> None:
    screen, page = arbiter(), arbiter(390)
    screen.clock.install()
    screen.goto(f"{office.address}{OPEN}/hall?display=2")
    expect(screen.get_by_role("heading", name="Round 4")).to_be_visible()
    page.goto(f"{office.address}{OPEN}/screens")
    page.get_by_label("Text").fill("Lunch at one")
    page.get_by_role("button", name="Announce").click()
    page.get_by_label("Minutes from now").fill("61")
    page.get_by_role("button", name="Start the clock").click()
    page.get_by_label("Screen 2").select_option("names")
    page.get_by_role("button", name="Show this").click()
    page.wait_for_load_state()
    screen.clock.run_for(13_000)
    expect(screen.locator(".ticker")).to_have_text("Lunch at one")
    expect(screen.locator(".seats td:nth-child(2)").first).to_have_text("Anna Berg")
    screen.clock.run_for(1000)
    expect(screen.locator(".timer")).to_have_text(re.compile(r"1:0[01]:\d\d"))
    screen.clock.run_for(3_700_000)
    expect(screen.locator(".timer")).to_have_text("Time is over")


@pytest.mark.slow
def test_the_names_of_a_crosstable_stay_while_it_is_scrolled(arbiter: Arbiter, office: Office) -> None:
    page = arbiter(390)
    page.set_viewport_size({"width": 390, "height": 320})
    page.goto(f"{office.address}{OPEN}/crosstable")
    box = page.locator(".scroll")
    for where, how in ((".cross tbody th", "x"), (".cross thead th.player", "y")):
        box.evaluate("box => box.scrollTo(0, 0)")
        before = page.locator(where).first.bounding_box()
        box.evaluate("(box, how) => box.scrollTo(how == 'x' ? 90 : 0, how == 'y' ? 200 : 0)", how)
        after = page.locator(where).first.bounding_box()
        assert before is not None
        assert after is not None
        assert abs(after[how] - before[how]) < 60, "it stays within the box"  # type: ignore[literal-required]
        assert box.evaluate("(box, how) => how == 'x' ? box.scrollLeft : box.scrollTop", how) > 60


def test_the_hall_says_how_old_it_is_when_the_network_is_gone(arbiter: Arbiter, office: Office) -> None:
    page = arbiter()
    page.clock.install()
    page.goto(f"{office.address}{OPEN}/hall")
    clock = page.locator("[data-made]")
    expect(clock).not_to_have_class(re.compile("stale"))
    page.context.set_offline(True)
    page.clock.run_for(3 * 60_000 + 10_000)
    expect(clock).to_have_class(re.compile("stale"))
    expect(clock).to_have_text(re.compile("3 minutes ago"))
    assert page.get_by_role("row").count() > 6, "what was shown stays"
    page.context.set_offline(False)
    page.clock.run_for(60_000)
    expect(clock).not_to_have_class(re.compile("stale"))


def test_a_tournament_can_be_installed(arbiter: Arbiter, office: Office) -> None:
    page = arbiter()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(f"{office.address}{OPEN}")
    asked = page.context.new_cdp_session(page)
    manifest = asked.send("Page.getAppManifest")
    assert manifest["url"] == f"{office.address}{OPEN}/manifest.webmanifest"
    assert manifest["errors"] == []
    errors = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in errors} <= {"in-incognito"}, "as every page of a test is"
    assert refused == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "lying"),
    [(f"{OPEN}/crosstable", True), (CUP + "/bracket", True), (f"{OPEN}/rounds/4", False)],
)
def test_wide_tables_and_drawings_are_printed_across(
    arbiter: Arbiter, office: Office, address: str, lying: bool
) -> None:
    TournamentLog(office.database, "summer-knockout").act(lambda log: desk.publish(desk.pair(log)))
    page = arbiter()
    page.goto(office.address + address)
    sheets = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", page.pdf(prefer_css_page_size=True))
    assert sheets
    assert {float(wide) > float(high) for wide, high in sheets} == {lying}


@pytest.mark.slow
def test_a_crosstable_is_scrolled_by_keys(arbiter: Arbiter, office: Office) -> None:
    page = arbiter(390)
    page.goto(f"{office.address}{OPEN}/crosstable")
    page.focus(".scroll")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "region"
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    scrolled = 0
    for _ in range(50):
        # The page's policy forbids `eval`, by which `wait_for_function` asks again.
        scrolled = page.evaluate("document.querySelector('.scroll').scrollLeft")
        if scrolled:
            break
        page.wait_for_timeout(100)
    assert scrolled > 0


@pytest.mark.slow
def test_a_float_leads_to_its_part_of_the_explanation_without_javascript(
    arbiter: Arbiter, office: Office
) -> None:
    page = arbiter(java_script_enabled=False)
    page.goto(f"{office.address}{OPEN}/rounds/3")
    link = page.locator(".floats svg a").first
    name = link.get_attribute("aria-label")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/why\?float=\d+#about"))
    expect(page.locator("#about")).to_be_visible()
    expect(page.locator("#about")).to_contain_text("floats down")
    assert name


def test_every_address_that_is_looked_at_is_among_the_pages() -> None:
    routes = [(path, Route(path, endpoint=lambda request: None)) for path, _ in LOOKED_AT]
    missing = {
        path
        for path, route in routes
        if path not in ELSEWHERE
        and not any(route.path_regex.match(unquote(page.partition("?")[0])) for page in PAGES)
    }
    assert missing == set()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_every_page_can_be_read_by_everybody(
    arbiter: Arbiter, office: Office, width: int, scheme: str
) -> None:
    page = arbiter(width, color_scheme=scheme)
    # The width of the window changes no colour, and the contrast of every text is by far the longest check.
    contrast = (scheme, width) in (("light", 1280), ("dark", 390))
    options = None if contrast else {"rules": {"color-contrast": {"enabled": False}}}
    for path in PAGES:
        page.goto(f"{office.address}{path}")
        faults = Axe().run(page, options=options).response["violations"]
        found = [one for one in faults if one["impact"] in SERIOUS]
        assert found == [], (path, [(one["id"], one["nodes"][0]["html"]) for one in found])


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ko", "nl", "ru"])
def test_no_page_is_wider_than_a_phone_and_no_text_lies_over_another(
    arbiter: Arbiter, office: Office, language: str
) -> None:
    page = arbiter(390)
    page.goto(f"{office.address}/?lang={language}")
    for path in PAGES:
        page.goto(f"{office.address}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        found = page.evaluate(OVERLAPS)
        assert found["found"] == [], path
