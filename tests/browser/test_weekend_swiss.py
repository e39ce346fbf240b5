"""A Swiss of twelve players from its creation to its rating, in each language: by its words, its roles and the keyboard.

Needs Chromium, as :mod:`browser.test_published_page` does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from click.testing import CliRunner
from playwright.sync_api import Locator, Page, expect

from arpad.cli.app import main
from arpad.office.club.final_standings import finals
from arpad.office.pools.careers import rated_tournaments
from arpad.office.pools.pool import Pool
from arpad.office.store.tournaments import TournamentLog
from arpad.tournament.results import Result
from arpad.web.languages import NAMES, language
from browser.test_office import Arbiter, Office, arbiter, office  # noqa: F401
from browser.test_published_page import browser, pytestmark  # noqa: F401
from web.conftest import sample  # noqa: F401

PLAYERS = (
    *(("Ada Voss", 2210), ("Boris Łuk", 2150), ("Chae Yuna", 2120), ("Dirk Smit", 2060)),
    *(("Ева Орлова", 2040), ("Finn O'Hara", 1990), ("Gita Rao", 1950), ("Håkon Lie", 1900)),
    *(("Ines Díaz", 1870), ("Jun-ho 박", 1820), ("Kofi Mensah", 1790), ("Lea Çelik", 1700)),
)
KEYS = ("1", "=", "0", "1", "1", "=")
"""The results of a round, board by board."""


@dataclass(frozen=True)
class Hand:
    """Who sits at a browser and reads its pages in a language.

    Args:
        page: the browser's page.
        code: the language.
        script: whether JavaScript runs.
    """

    page: Page
    code: str
    script: bool

    def say(self, text: str, many: str = "", **values: int) -> str:
        """Return a text of the pages in the language."""
        chosen = language(self.code)
        said = chosen.counted(text, many, values["count"]) if many else chosen.translate(text)
        assert self.code == "en" or said != text or many, f"{text!r} is not translated"
        return said % values

    def button(self, text: str, **values: int) -> Locator:
        return self.page.get_by_role("button", name=self.say(text, "", **values), exact=True)

    def link(self, text: str, many: str = "", **values: int) -> Locator:
        return self.page.get_by_role("link", name=self.say(text, many, **values), exact=True)

    def field(self, text: str) -> Locator:
        words = self.page.get_by_text(self.say(text), exact=True)
        return self.page.locator("label").filter(has=words).locator("input, select").first

    def tab_to(self, wanted: Locator) -> None:
        """Reach something by the keyboard alone."""
        for _ in range(60):
            if wanted.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{wanted} is not reached by the keyboard")

    def create(self) -> None:
        """Begin the tournament and enter its players, from the keyboard."""
        self.link("New tournament").click()
        self.field("Name of the tournament").fill("Weekend Swiss")
        self.field("Rounds").fill("3")
        self.button("Begin").click()
        self.link("Enter participants").click()
        for name, rating in PLAYERS:
            self.tab_to(self.page.locator("input[name=name]"))
            self.page.keyboard.insert_text(name)
            self.page.keyboard.press("Tab")
            self.page.keyboard.insert_text(str(rating))
            with self.page.expect_navigation():
                self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("row")).to_have_count(len(PLAYERS) + 1)
        self.link("Overview").click()

    def publish(self, at: int) -> None:
        """Pair a round, and make it known."""
        self.button("Pair round %(at)s", at=at).first.click()
        expect(
            self.page.get_by_text(self.say("Only arbiters see this round until it is published."))
        ).to_be_visible()
        self.button("Publish round %(at)s", at=at).click()

    def enter(self) -> None:
        """Enter the results of the round that is open, by the keys alone."""
        self.link("Enter %(count)s result", many="Enter %(count)s results", count=len(KEYS)).click()
        self.tab_to(self.page.locator("input[name=board-1]"))
        for key in KEYS:
            self.page.keyboard.press(key)
            if not self.script:
                self.page.keyboard.press("Tab")
        if self.script:
            done = self.say("%(done)s of %(all)s results are entered.", done=len(KEYS), all=len(KEYS))
            expect(self.page.locator("#progress")).to_have_text(done)
            self.link("Back to the round").click()
        else:
            self.button("Enter all").click()

    def correct(self) -> str:
        """Correct board 1 of round 1, and return what the page says that it changes."""
        self.page.get_by_role(
            "link", name=re.compile(re.escape(self.say("Round %(at)s", at=1)))
        ).first.click()
        self.link("Correct results").click()
        self.field("Board").fill("1")
        self.button("Look at what a correction changes").click()
        self.field("The right result").fill("0-1")
        self.field("Ranking list in which the tournament is to be rated").select_option("club-evenings")
        self.button("Look at what follows").click()
        told = self.page.locator("main").inner_text()
        self.button("Accept the correction").click()
        return told

    def rate(self) -> None:
        """End the tournament and rate it, after a look at what becomes of its players."""
        self.link("Overview").click()
        self.button("Finish the tournament").click()
        self.link("Overview").click()
        self.link("Published final standings").click()
        self.button("Publish").click()
        expect(self.page.get_by_role("link", name="standings.csv", exact=True)).to_be_visible()
        self.link("Overview").click()
        self.link("Rating of the tournament").click()
        self.field("Ranking list").select_option("club-evenings")
        self.button("Look at what follows").click()
        rows = self.page.get_by_role("table", name=self.say("What becomes of the players")).get_by_role("row")
        expect(rows).to_have_count(len(PLAYERS) + 1)
        self.button("Rate the tournament").click()


@pytest.mark.slow
@pytest.mark.parametrize(("code", "script"), [*((code, True) for code in NAMES), ("nl", False)])
def test_a_weekend_swiss_from_its_creation_to_its_rating(
    arbiter: Arbiter,  # noqa: F811
    office: Office,  # noqa: F811
    code: str,
    script: bool,
) -> None:
    page = arbiter(java_script_enabled=script)
    problems: list[str] = []
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.goto(f"{office.address}/?lang={code}")
    hand = Hand(page, code, script)
    hand.create()
    store = TournamentLog(office.database, "weekend-swiss")
    for at in (1, 2):
        hand.publish(at)
        hand.enter()
    hand.publish(3)
    first = store.read().tournament().rounds[0].pairings[0]
    told = hand.correct()
    names = [store.read().tournament().by_number[number].name for number in (first.white, first.black)]
    for name in names:
        standing, rating = (one for one in told.split("\n") if one.startswith(f"{name}\t"))
        assert "→" in standing
        assert re.search(r"[+−]\d", rating), "the ratings change too"
    assert store.read().tournament().rounds[0].pairings[0].white_result is Result.LOSS
    page.get_by_role("link", name=re.compile(re.escape(hand.say("Round %(at)s", at=3)))).first.click()
    hand.enter()
    assert [one.pending for one in store.read().tournament().rounds] == [()] * 3
    hand.rate()
    pool = Pool(office.database, "club-evenings")
    assert [one.name for one in rated_tournaments(pool)] == ["weekend-swiss"]
    (final,) = finals(store)
    address = f"{office.address}/tournaments/weekend-swiss/final/{final.seq}/standings.csv"
    done = CliRunner().invoke(main, ["verify", address])
    assert (done.exit_code, "12 rows, and every byte" in done.output) == (0, True), done.output
    assert problems == []
