"""Every act has a form in the browser that shows what follows before it is done, by keyboard and on a phone.

Needs Chromium, as :mod:`browser.test_published_page` does.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.test_add_results import check
from browser.test_office import CUP, Arbiter, Office, arbiter, office  # noqa: F401
from browser.test_published_page import browser, pytestmark  # noqa: F401
from web.conftest import sample  # noqa: F401


@pytest.mark.parametrize("width", [1280, 390])
def test_a_misspelt_name_is_corrected_by_keyboard(
    arbiter: Arbiter,  # noqa: F811
    office: Office,  # noqa: F811
    width: int,
) -> None:
    page = arbiter(width)
    page.goto(f"{office.address}{CUP}/acts")
    check(page, width)
    page.get_by_role("link", name="Correct an entry").focus()
    page.keyboard.press("Enter")
    page.get_by_label("A participant, by number or name").select_option("3")
    page.get_by_role("button", name="Choose").focus()
    page.keyboard.press("Enter")
    name = page.get_by_label("The name", exact=True)
    before = name.input_value()
    assert before
    name.fill(f"{before}x")
    check(page, width)
    page.get_by_role("button", name="Show what follows").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("This would be done:")).to_be_visible()
    check(page, width)
    page.keyboard.press("Enter")  # the button that does it has the focus
    page.wait_for_url(f"{office.address}{CUP}/participants")
    expect(page.get_by_role("link", name=f"{before}x")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 390])
def test_a_tournament_is_archived_by_keyboard(
    arbiter: Arbiter,  # noqa: F811
    office: Office,  # noqa: F811
    width: int,
) -> None:
    page = arbiter(width)
    page.goto(f"{office.address}{CUP}/acts")
    page.get_by_role("link", name="List, copy, delete").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{office.address}{CUP}/shelf")
    check(page, width)
    page.get_by_role("button", name="Archive").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The tournament stands in the archive")).to_be_visible()
    page.goto(f"{office.address}/tournaments")
    page.get_by_text("Archive", exact=True).click()
    expect(page.get_by_role("link", name="Summer Knockout")).to_be_visible()
    check(page, width)
