"""Players enter a ranking list with starting ratings in a real browser: by keyboard, on a desktop and on a phone.

Needs Chromium, as :mod:`browser.test_published_page` does.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from browser.test_add_results import check
from browser.test_office import Arbiter, Office, arbiter, office  # noqa: F401
from browser.test_published_page import browser, pytestmark  # noqa: F401
from web.conftest import sample  # noqa: F401

PLAYERS = "/lists/club-evenings/players"

START = "Name\tElo\tVerein\tRD\tgames\n" + "".join(
    f"{name}\t{rating}\ta club with a long name\t{deviation}\t{games}\n"
    for name, rating, deviation, games in (
        ("Kim Minji", "1812.5", "60", "40"),
        ("Anna Berg", "1640", "", "12"),
        ("Ana Berg", "1500", "", ""),
        ("Somebody New", "17oo", "", ""),
        ("Without Rating", "", "", ""),
    )
)


def shot(page: Page, name: str) -> None:
    """Keep a picture of the page where somebody wants to look at it."""
    folder = os.environ.get("ARPAD_SCREENSHOTS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_rows_are_pasted_looked_at_set_and_taken_out_by_keyboard(
    arbiter: Arbiter,  # noqa: F811
    office: Office,  # noqa: F811
    width: int,
    scheme: str,
) -> None:
    page = arbiter(width)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(f"{office.address}{PLAYERS}")
    check(page, width)
    shot(page, f"players-{width}-{scheme}-form")
    page.get_by_label("Or rows pasted from a spreadsheet").focus()
    page.keyboard.insert_text(START)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=As it was read")
    check(page, width)
    roles = [one.input_value() for one in page.locator("thead select").all()]
    assert roles[:2] == ["player", "rating"]
    assert "deviation" in roles
    assert "nearly the same name:" in page.inner_text("main")
    assert page.get_by_role("cell", name="1812.5").count() == 2, "as it stands, and as it was read"
    shot(page, f"players-{width}-{scheme}-preview")
    page.get_by_role("button", name="Set 3 starting ratings").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Starting ratings so far")
    assert "The starting ratings of 3 players of pasted rows were set" in page.inner_text("body")
    check(page, width)
    shot(page, f"players-{width}-{scheme}-set")
    page.goto(f"{office.address}/lists/club-evenings/player?name=Kim+Minji")
    assert "Starting rating" in page.inner_text("main")
    shot(page, f"players-{width}-{scheme}-player")
    page.goto(f"{office.address}{PLAYERS}")
    page.get_by_role("link", name="Take out").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=What follows")
    check(page, width)
    shot(page, f"players-{width}-{scheme}-out")
    page.get_by_role("button", name="Take them out").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{office.address}{PLAYERS}")
    page.wait_for_selector("h2")
    assert "Starting ratings so far" not in page.inner_text("main")
