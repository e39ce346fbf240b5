"""Results of a spreadsheet go into a ranking list in a real browser: by keyboard, on a desktop and on a phone.

Needs Chromium, as :mod:`browser.test_published_page` does.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.test_no_overlap import OVERLAPS
from browser.test_office import SERIOUS, Arbiter, Office, arbiter, office  # noqa: F401
from browser.test_published_page import browser, pytestmark  # noqa: F401
from web.conftest import sample  # noqa: F401

ADD = "/lists/club-evenings/add"

NAMES = ("Kim Minji", "Anna Berg", "Lee Jun")

EVENING = "visitor\tvisitorScore\thost\thostScore\tday\tnote\n" + "".join(
    f"{NAMES[at % 3]}\t{at % 3}\t{NAMES[(at + 1) % 3]}\t{at % 2}\t2026-03-{at + 10}\ta long note on the game {at}\n"
    for at in range(9)
)


def check(page: Page, width: int) -> None:
    """Hold that nothing lies over anything else, the page does not scroll sideways, and axe finds nothing serious."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width < 1000:  # side by side, what one table hides is beneath the other one
        assert page.evaluate(OVERLAPS)["found"] == []
    found = [one for one in Axe().run(page).response["violations"] if one["impact"] in SERIOUS]
    assert found == [], [(one["id"], one["nodes"][0]["html"]) for one in found]


@pytest.mark.parametrize("width", [1280, 390])
def test_rows_are_pasted_looked_at_and_added_by_keyboard(
    arbiter: Arbiter,  # noqa: F811
    office: Office,  # noqa: F811
    width: int,
) -> None:
    page = arbiter(width)
    page.goto(f"{office.address}{ADD}")
    page.get_by_label("Or rows pasted from a spreadsheet").focus()
    page.keyboard.insert_text(EVENING)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=As it was read")
    check(page, width)
    roles = [one.input_value() for one in page.locator("thead select").all()]
    assert roles == ["away", "points_second", "home", "points_first", "time", ""]
    host = page.get_by_role("combobox", name="host", exact=True)
    assert host.bounding_box()["y"] > page.locator("th span", has_text="host").first.bounding_box()["y"]  # type: ignore[index]
    host.focus()
    page.keyboard.type("First")
    page.get_by_role("combobox", name="visitor", exact=True).focus()
    page.keyboard.type("Second")
    page.get_by_role("button", name="Read again").focus()
    page.keyboard.press("Enter")
    page.wait_for_load_state()
    assert host.input_value() == "first"
    add = page.get_by_role("button", name="Add 9 results")
    tables = page.locator(".beside .scroll")
    boxes = [tables.nth(at).bounding_box() for at in range(2)]
    beside = boxes[0]["y"] == boxes[1]["y"]  # type: ignore[index]
    assert beside is (width > 1000)
    rows = [tables.nth(at).locator("tbody tr").last.bounding_box()["y"] for at in range(2)]  # type: ignore[index]
    assert (abs(rows[0] - rows[1]) < 2) is beside, "a row stands beside its game"
    add.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{office.address}/lists/club-evenings")
    expect(page.get_by_role("status")).to_contain_text("9 results of pasted rows were added")


def test_a_file_is_chosen_and_a_wide_table_scrolls_in_its_box(
    arbiter: Arbiter,  # noqa: F811
    office: Office,  # noqa: F811
    tmp_path: Path,
) -> None:
    many = ";".join(f"column {at}" for at in range(20))
    rows = "".join(f"{many};Ann {at};Bo;1-0;12.03.2026\n" for at in range(12))
    (tmp_path / "evening.csv").write_text(f"{many};Weiß;Schwarz;Ergebnis;Datum\n{rows}", encoding="utf-8")
    page = arbiter(390)
    page.goto(f"{office.address}{ADD}?lang=ru")
    page.locator("input[type=file]").set_input_files(tmp_path / "evening.csv")
    page.locator("button.main").click()
    page.wait_for_selector(".beside")
    check(page, 390)
    box = page.locator(".beside .scroll").first
    assert box.evaluate("one => one.scrollWidth > one.clientWidth")
    assert page.locator("thead select").first.input_value() == "white"
    check(page, 390)
