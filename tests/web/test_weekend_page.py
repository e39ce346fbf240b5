"""The page on running a weekend Swiss names what the pages of arpad show, by the very words."""

from __future__ import annotations

import re
from pathlib import Path

from arpad.web.translatable import catalogue

PAGE = Path(__file__).parents[2] / "docs" / "office" / "weekend-swiss.md"


def test_every_button_that_the_page_names_is_there() -> None:
    texts = {each for one in catalogue() for each in (one.id if isinstance(one.id, tuple) else (one.id,))}
    shown = {re.sub(r"%\(\w+\)s", "N", str(text)).lower() for text in texts}
    named = re.findall(r"(?<![*\w])\*([^*|]+)\*", PAGE.read_text("utf-8"))
    assert len(named) > 40
    words = {re.sub(r"\s+", " ", one) for one in named} - {"italics"}
    lacking = {one for one in words if re.sub(r"round \d", "round n", one.lower()) not in shown}
    assert lacking == set()
