"""Reports of the laboratory in a real browser: nothing from the network, nothing cut off, a table for each chart.

Needs Chromium, as :mod:`browser.test_published_page`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Browser

import arpad
from arpad.lab.formats import KnockoutFormat, LeagueFormat, SimulatedField, SwissFormat, format_study
from arpad.office.pages.backtest_page import backtest_page
from arpad.office.pages.formats_page import formats_page
from arpad.office.pages.look_page import look_page
from arpad.office.pages.scenario_page import scenario_page
from arpad.office.pages.tuning_page import tuning_page
from browser.test_no_overlap import overlaps
from browser.test_published_page import browser, pytestmark  # noqa: F401
from lab_records import synthetic


def of_a_backtest() -> str:
    return backtest_page(arpad.backtest(synthetic(300, 8, draws=True), "elo,elo,k=40,glicko2"))


def of_a_tuning() -> str:
    free = {"k": (2.0, 100.0), "advantage": (0.0, 90.0)}
    return tuning_page(arpad.tune(synthetic(200, 8, home=40.0), "elo", free))


def of_a_scenario() -> str:
    found = arpad.scenario(synthetic(300, 12), "elo", arpad.Elo(k=40), "2022", thresholds=[1500.0, 1600.0])
    return scenario_page(found)


def of_formats() -> str:
    played = [LeagueFormat(), KnockoutFormat(), *(SwissFormat(rounds) for rounds in (3, 4, 5))]
    return formats_page(format_study(SimulatedField(8), played, tournaments=40))


def of_a_look() -> str:
    # Twelve defeats of one by another, and two who met nobody else; one name twice, and a bad row.
    games = [f"2024-{n % 12 + 1:02}-03,Ann Margaret Featherstonehaugh,Bob,1-0" for n in range(24)]
    games += ["2024-05-01,Zoe,Yan,½-½", "2024-06-01,Müller Zoe,Bob,0-1", "2024-06-02,Mueller Zoe,Bob,0-1"]
    games += ["2024-06-03,Zoe,Zoe,1-0"]
    table = pl.DataFrame(
        [one.split(",") for one in games], ["date", "white", "black", "result"], orient="row"
    )
    return look_page(arpad.look(table))


@pytest.mark.parametrize("make", [of_a_backtest, of_a_tuning, of_a_scenario, of_formats, of_a_look])
def test_a_report_of_the_laboratory(browser: Browser, tmp_path: Path, make: Callable[[], str]) -> None:  # noqa: F811
    path = tmp_path / "report.html"
    path.write_text(make(), encoding="utf-8")
    context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url))
    page.goto(path.as_uri())
    wide = "[document.documentElement.scrollWidth, window.innerWidth]"
    on_screen, window = page.evaluate(wide)
    assert on_screen <= window
    cut = "one => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth"
    captions = page.evaluate(f"[...document.querySelectorAll('.caption')].map({cut})")
    assert captions
    assert not any(captions)  # what a table shows does not scroll away with it
    charts = page.evaluate("document.querySelectorAll('figure').length")
    alone = page.evaluate(
        "[...document.querySelectorAll('figure')].filter(one => {"
        "  const section = one.closest('section');"
        "  return section.querySelectorAll('figure').length > section.querySelectorAll('table').length;"
        "}).length"
    )
    assert charts >= 1
    assert alone == 0
    page.set_viewport_size({"width": 703, "height": 1032})  # a sheet of A4 within its margins
    page.emulate_media(media="print", color_scheme="dark")
    on_paper, window = page.evaluate(wide)
    assert on_paper <= window
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for folded in page.locator("details table").all():  # the numbers of a chart are on paper too
        assert folded.is_visible()
    assert asked == [path.as_uri()]
    context.close()
    assert overlaps(browser, path, 390) == []
