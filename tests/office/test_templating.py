"""Templates: what they are given is escaped, what they are not given is an error, and nothing goes past them."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

import arpad
from arpad.office.pages.templating import call, render
from office.conftest import NAMES

SOURCE = Path(arpad.__file__).parent
TEMPLATES = sorted((SOURCE / "office" / "pages" / "templates").glob("*.j2"))
MARKUP = re.compile(r"</\w+>")
PLACES = {"office/publishing/containers.py": "</pre>", "office/pages/templating.py": "</bdi>"}
"""Where Python writes markup: the element of the manifest, which is found again by its bytes, and a name."""


def strings(path: Path) -> list[str]:
    """The texts of a module, without its documentation; none where nothing looks like the end of an element."""
    source = path.read_text(encoding="utf-8")
    if not re.search(r"(<|x3c|u003c|N\{LESS)[^\n]{0,20}/", source, re.IGNORECASE):
        return []  # to parse all modules takes long
    tree = ast.parse(source)
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documentation:
            text = node.value.decode("utf-8", "replace") if isinstance(node.value, bytes) else node.value
            texts += [text] if isinstance(text, str) else []
    return texts


def test_only_templates_write_markup() -> None:
    markup = {
        (str(path.relative_to(SOURCE)), text)
        for path in SOURCE.rglob("*.py")
        for text in strings(path)
        if MARKUP.search(text)
    }
    assert markup == set(PLACES.items())


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_trusts_what_it_is_given(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert "|safe" not in source.replace(" ", "")
    assert "autoescape" not in source


def test_a_name_that_is_not_given_is_an_error() -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError, match="'title' is undefined"):
        render("explanation_page.html.j2", window="w", kicker="k", lede="l")


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_filled_in_is_text(name: str) -> None:
    side = SimpleNamespace(name=name, points=name, rating=0, due="", denied=False)
    page = render(
        "explanation_page.html.j2",
        window=name,
        title=name,
        kicker=name,
        lede=name,
        explanation=call("event_tables.html.j2", "side", side, SimpleNamespace(rated=True, coloured=True)),
        entrants=[],
        round=None,
    )
    assert "<script" not in page
    assert "\x07" not in page
    assert 'onmouseover="x' not in page
    assert f"<bdi>{name.replace(chr(0x202E), '')}" in page or re.search("[<>&\"'\x07]", name)
