"""On a phone no text lies over another, on every kind of page.

Needs Chromium, as :mod:`browser.test_published_page` does.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import arpad
from arpad.office.pages.audit_page import audit_page
from arpad.office.pages.event_page import event_page, explanation_page
from arpad.office.publishing.publication import publish_all
from arpad.ratings.list_columns import Extras
from arpad.ratings.previous_list import PreviousList
from arpad.record.kinds.ranks import Ranked
from arpad.record.samples import football_world_cups
from arpad.rulebooks.online.divisions import Divisions
from arpad.rulebooks.pairing_catalogue import system_of
from bench.boards import BOARDS
from browser.test_published_page import browser, pytestmark  # noqa: F401
from office.conftest import NAMES
from office.test_eventpage import played

OVERLAPS = """
() => {
  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const holder = node.parentElement;
    if (!node.data.trim() || holder.closest("script, style, title, desc, pre")) continue;
    const style = getComputedStyle(holder);
    if (style.visibility !== "visible" || holder.closest("caption")?.offsetWidth === 1) continue;
    if (!holder.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const one of range.getClientRects()) {
      // A line box is taller than its letters.
      const margin = one.height / 5;
      if (one.width > 1 && one.height > 1)
        boxes.push({ left: one.left, right: one.right, top: one.top + margin, bottom: one.bottom - margin, text: node.data.trim(), holder });
    }
  }
  boxes.sort((one, other) => one.top - other.top);
  const found = [];
  boxes.forEach((one, at) => {
    for (let next = at + 1; next < boxes.length && boxes[next].top < one.bottom; next++) {
      const other = boxes[next];
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (across > 1.5 && one.holder !== other.holder) found.push([one.text, other.text]);
    }
  });
  return { texts: boxes.length, found };
}
"""
"""Returns the pairs of texts that lie over each other, and how many texts were compared."""


def overlaps(browser: Browser, path: Path, width: int) -> list[list[str]]:  # noqa: F811
    opened = browser.new_page(viewport={"width": width, "height": 844})
    opened.goto(path.as_uri())
    result = opened.evaluate(OVERLAPS)
    opened.close()
    assert result["texts"] > 20
    pairs: list[list[str]] = result["found"]
    return pairs


def of_ratings(folder: Path) -> list[Path]:
    """A list with all it can have, and the page of a player on it."""
    ratings = arpad.rate(football_world_cups(), "glicko2", period="event", history=True)
    earlier = [
        Ranked(row["player"], row["rank"] + 3, row["rating"] - 9.5) for row in ratings.table().to_dicts()
    ]
    extras = Extras(
        divisions=Divisions.parse("Low; Middle 1500; High 1700"),
        joint=True,
        previous=PreviousList("before.csv", {None: [*earlier[5:], Ranked("Atlantis", 9, 1512.0)]}),
    )
    publish_all(
        ratings, [], pages=folder / "site", extras=extras, provisional="apart", min_games=30, inputs=()
    )
    return [folder / "site" / "index.html", folder / "site" / "players" / "brazil.html"]


def of_intervals(folder: Path) -> list[Path]:
    arpad.publish(arpad.rate(football_world_cups(), "glicko2", period="all"), folder / "list.html")
    return [folder / "list.html"]


def of_an_event(folder: Path) -> list[Path]:
    cup = played("monrad", 12, 6, NAMES)
    (folder / "cup.html").write_text(event_page(cup), encoding="utf-8")
    told = system_of(cup).pair(cup).explain()
    (folder / "why.html").write_text(explanation_page(told, title="Round 7"), encoding="utf-8")
    return [folder / "cup.html", folder / "why.html"]


def of_an_audit(folder: Path) -> list[Path]:
    games = BOARDS["draw-prone model"][0].drawn(1)
    (folder / "audit.html").write_text(audit_page(arpad.audit(games)), encoding="utf-8")
    return [folder / "audit.html"]


def of_a_pair(folder: Path) -> list[Path]:
    """A pair of bridge players with long names, and one of them."""
    rows = [
        ("Bartholomew Featherstonehaugh+Ann", "Cat+Wilhelmina van Oldenbarneveld", 40 + n) for n in range(9)
    ]
    record = arpad.read_games([{"first": a, "second": b, "result": made} for a, b, made in rows], par=50.0)
    publish_all(arpad.rate(record, "bridge", history=True), [], pages=folder / "site", inputs=())
    return [
        folder / "site" / "pairs" / "ann-bartholomew-featherstonehaugh.html",
        folder / "site" / "players" / "ann.html",
    ]


@pytest.mark.parametrize(
    "make",
    [pytest.param(of_ratings, marks=pytest.mark.slow), of_intervals, of_a_pair, of_an_event, of_an_audit],
)
def test_no_text_lies_over_another(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
    make: Callable[[Path], list[Path]],
) -> None:
    for path in make(tmp_path):
        assert overlaps(browser, path, 390) == [], path.name


def test_texts_that_lie_over_each_other_are_found(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    lines = "".join(f"<p>line {n}</p>" for n in range(25))
    over = '<p style="position: absolute; top: 1rem; left: 1rem; margin: 0">White-Leadwell</p>'
    (tmp_path / "page.html").write_text(f"<!DOCTYPE html><body>{lines}{over}", encoding="utf-8")
    found = overlaps(browser, tmp_path / "page.html", 390)
    assert any("White-Leadwell" in pair for pair in found)
