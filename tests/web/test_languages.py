"""The pages in Korean, Dutch and Russian: every text is translated, and numbers and days follow the language."""

from __future__ import annotations

import io
import re
from importlib.resources import files
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import arpad
from arpad.web.languages import NAMES, language, preferred
from arpad.web.translatable import ERRORS, STEPS, catalogue
from web.visiting import Visit

OTHERS = [code for code in NAMES if code != "en"]
PLACE = re.compile(r"%\(\w+\)s|\{\w+\}")


def translated(code: str) -> Catalog:
    return read_po(io.BytesIO(files("arpad.web").joinpath("locale", f"{code}.po").read_bytes()), locale=code)


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_of_the_pages_is_translated(code: str) -> None:
    known = translated(code)
    missing = [
        one.id
        for one in catalogue()
        if one.id and not ((found := known.get(one.id)) and found.string and all(found.string))
    ]
    assert missing == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_fills_in_what_the_text_fills_in(code: str) -> None:
    for one in translated(code):
        if not one.id:
            continue
        originals = [one.id] if isinstance(one.id, str) else list(one.id)
        assert one.string is not None
        strings = [one.string] if isinstance(one.string, str) else list(one.string)
        for text in strings:
            assert set(PLACE.findall(text)) <= set(PLACE.findall(originals[-1])), one.id
        assert set(PLACE.findall(strings[-1])) == set(PLACE.findall(originals[-1])), one.id


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("nl-BE,nl;q=0.9,en;q=0.8", "nl"),
        ("fr, ru;q=0.7, en;q=0.3", "ru"),
        ("ko-KR", "ko"),
        ("fr", "en"),
        ("", "en"),
        ("en-GB,ko;q=0.5", "en"),
        ("nl;q=x, ko;q=0.1", "ko"),
    ],
)
def test_the_language_that_a_browser_prefers(accepted: str, code: str) -> None:
    assert preferred(accepted).code == code


def test_a_language_that_is_chosen_is_kept(visitor: Visit) -> None:
    page = visitor.get("/?lang=nl", **{"accept-language": "ru"})
    assert '<html lang="nl">' in page.text
    assert '<html lang="nl">' in visitor.get("/tournaments/spring-open").text


def test_points_have_the_sign_of_the_language(visitor: Visit) -> None:
    assert "2,5</span>" in visitor.get("/tournaments/spring-open/rounds/4?lang=nl").text
    assert "<summary>8,5</summary>" in visitor.get("/tournaments/spring-open/standings?lang=ru").text
    assert "2.5</span>" in visitor.get("/tournaments/spring-open/rounds/4?lang=ko").text


def test_days_and_plurals_follow_the_language() -> None:
    assert language("ru").day("2026-05-02") == "2 мая 2026\u202fг."
    assert language("ko").day("2026-05-02") == "2026년 5월 2일"
    assert language("nl").day("2026-05-02") == "2 mei 2026"
    assert language("nl").number(1234.5) == "1.234,5"
    assert language("nl").days(["2026-05-02", "2026-05-03"]) == "2–3 mei 2026"
    assert language("ko").days(["2026-05-02"]) == "2026년 5월 2일"
    assert language("ru").decimal("−2.5") == "−2,5"
    assert language("ru").decimal("2.5.1") == "2.5.1"
    said = {
        language("ru").counted("%(count)s participant", "%(count)s participants", count)
        for count in (1, 2, 5)
    }
    assert len(said) == 3, "Russian has three forms"


def test_the_classes_whose_texts_are_read_are_there() -> None:
    """A class that was renamed would take its texts out of the catalogues, and nobody would miss them."""
    source = Path(arpad.__file__).parent
    classes = {
        name
        for path in source.rglob("*.py")
        for name in re.findall(r"^class (\w+)", path.read_text("utf-8"), re.M)
    }
    assert {*STEPS, *ERRORS} <= classes
