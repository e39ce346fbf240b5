"""A list of participants and the report of a tournament come in by a real browser, on a desktop and on a phone.

Needs Chromium, as :mod:`browser.test_published_page` does.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from arpad.office.store.tournaments import TournamentLog
from browser.test_add_results import check
from browser.test_office import CUP, Arbiter, Office, arbiter, office  # noqa: F401
from browser.test_published_page import browser, pytestmark  # noqa: F401
from web.conftest import sample  # noqa: F401
from web.test_report_taken_over import REPORT

FILE = f"{CUP}/participants/file"

LIST = "Verein\tSpieler\tNational\tElo\tBemerkung\n" + "".join(
    f"SV Graz\tFrau Nummer {at}\t{1500 + at}\t{2000 + at}\ta long remark on the player {at}\n"
    for at in range(9)
)


@pytest.mark.parametrize("width", [1280, 390])
def test_a_list_is_pasted_looked_at_and_entered_by_keyboard(
    arbiter: Arbiter,  # noqa: F811
    office: Office,  # noqa: F811
    width: int,
) -> None:
    page = arbiter(width)
    page.goto(f"{office.address}{CUP}/participants")
    page.get_by_role("link", name="Enter from a file").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{office.address}{FILE}")
    check(page, width)
    page.get_by_label("Or rows pasted from a spreadsheet").focus()
    page.keyboard.insert_text(f"{LIST}SV Graz\tFrau Rot\tviel\t1\t\n")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=As it was read")
    check(page, width)
    roles = [one.input_value() for one in page.locator("thead select").all()]
    assert roles == ["club", "name", "rating", "", ""], "columns that are used stand first"
    page.get_by_role("combobox", name="Elo", exact=True).focus()
    page.keyboard.type("not")
    page.get_by_role("combobox", name="National", exact=True).focus()
    page.keyboard.type("Rating")
    page.get_by_role("button", name="Read again").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("'viel' is not a valid rating")).to_be_visible()
    check(page, width)
    tables = page.locator(".beside .scroll")
    rows = [tables.nth(at).locator("tbody tr").last.bounding_box()["y"] for at in range(2)]  # type: ignore[index]
    assert (abs(rows[0] - rows[1]) < 2) is (width > 1000), "a row stands beside what it says"
    page.get_by_role("button", name="Enter 9 participants").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{office.address}{CUP}/participants")
    expect(page.get_by_role("status")).to_contain_text("9 participants of pasted rows were entered")
    last = TournamentLog(office.database, "summer-knockout").read().tournament().entrants[-1]
    assert (last.name, last.rating, last.club) == ("Frau Nummer 8", 1508, "SV Graz")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_report_is_looked_at_and_taken_over_by_keyboard(
    arbiter: Arbiter,  # noqa: F811
    office: Office,  # noqa: F811
    tmp_path: Path,
    width: int,
) -> None:
    (tmp_path / "autumn.trf").write_text(REPORT, encoding="utf-8")
    page = arbiter(width)
    page.goto(f"{office.address}/tournaments/new")
    page.get_by_text("More", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_label("Take over a file").set_input_files(tmp_path / "autumn.trf")
    page.get_by_role("button", name="Begin").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=As it was read")
    check(page, width)
    title = page.get_by_label("Name of the tournament")
    assert title.input_value() == "Autumn Open"
    title.focus()
    page.keyboard.press("End")
    page.keyboard.insert_text(" 2025")
    page.get_by_role("button", name="Take it over").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{office.address}/tournaments/autumn-open-2025")
