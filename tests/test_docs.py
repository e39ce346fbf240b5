"""Every command in the documentation is run, and prints what the page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import command_pages
import notebook_pages
import python_pages
from arpad.rulebooks.fide.tiebreaks.catalogue import DEFAULTS, TEAM_DEFAULTS
from arpad.rulebooks.rating_catalogue import LISTS, SYSTEMS
from arpad.rulebooks.standings import BY_SYSTEM, FOOTBALL, TIEBREAKS
from consoles import commands, in_this_process, lay_out

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted(DOCS.rglob("*.md"))


RUN_HERE = [
    pytest.param(page, id=str(page.relative_to(DOCS)))
    for page in PAGES
    if commands(page.read_text(encoding="utf-8"))
]
"""The pages with commands."""


@pytest.mark.parametrize("page", RUN_HERE)
def test_the_commands_of_a_page(page: Path, tmp_path: Path) -> None:
    # In the process of the tests: a start would cost more than most commands. The README's have their own.
    lay_out(page, tmp_path)
    for command in commands(page.read_text(encoding="utf-8")):
        command.check(tmp_path, in_this_process)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")], ids=str
)
def test_the_python_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    code = "\n".join(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, page.name, page.name, 0)
    assert test.examples
    problems: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=problems.append)
    assert not problems, "".join(problems)


@pytest.mark.parametrize("name", [*SYSTEMS, *LISTS])
def test_every_system_has_a_page_with_an_example(name: str) -> None:
    page = DOCS / "systems" / f"{name}.md"
    assert page.exists(), f"docs/systems/{name}.md"
    assert commands(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", [*PAGES, *DOCS.parent.glob("*.md")], ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    made = {DOCS / name for name in (*command_pages.pages(), *python_pages.pages())}
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            there = page.parent / target
            assert there.exists() or there in made, f"{page.name} links to {target}"


def _linked(page: Path) -> set[Path]:
    """Return the pages of the documentation to which a page has links."""
    targets = re.findall(r"\]\(([^)#:]+\.md)", page.read_text(encoding="utf-8"))
    return {(page.parent / target).resolve() for target in targets} & set(PAGES)


def test_the_first_page_leads_to_every_page() -> None:
    found, new = set[Path](), {DOCS / "README.md"}
    while new:
        found |= new
        new = {target for page in new for target in _linked(page)} - found
    assert [str(page.relative_to(DOCS)) for page in PAGES if page not in found] == []


def test_the_navigation_of_the_site_has_every_page_once() -> None:
    made = ("contributing.md", "changes.md", *notebook_pages.names())  # from the repository's head, notebooks
    config = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")
    listed = [path for path in re.findall(r"^ +- (?:.+: )?(\S+\.md)$", config, re.M) if path not in made]
    pages = [str(page.relative_to(DOCS)) for page in PAGES]
    assert sorted(listed) == sorted(pages), "a page of docs/ stands in the nav of mkdocs.yml"


def test_the_usual_tie_breaks_are_those_of_the_page() -> None:
    text = (DOCS / "tiebreaks.md").read_text(encoding="utf-8")
    said = re.findall(r"^\| ([^|]+) \| `([A-Z][^`]+)`", text, re.M)
    assert {event: tuple(codes.split(",")) for event, codes in said} == {
        "Swiss": DEFAULTS[False],
        "round robin": DEFAULTS[True],
        "league with 3-1-0 and goals": FOOTBALL,
        "teams, Swiss": TEAM_DEFAULTS[False],
        "teams, round robin": TEAM_DEFAULTS[True],
        "McMahon (Go)": BY_SYSTEM["mcmahon"],
        "Swiss (Go)": BY_SYSTEM["go-swiss"],
        "Othello": BY_SYSTEM["othello"],
    }
    named = {code for codes in re.findall(r"`([A-Z][A-Za-z0-9%/,-]+)`", text) for code in codes.split(",")}
    for code in named - {"PTS"}:
        TIEBREAKS.find(code)


def test_the_glossary_has_every_term_once_in_alphabetical_order() -> None:
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    for section in text.split("\n## ")[1:]:
        terms = [row.casefold() for row in re.findall(r"^### (.+)$", section, re.M)]
        assert len(terms) > 10
        assert terms == sorted(set(terms)), section.partition("\n")[0]


def test_every_promise_names_tests_that_are_there() -> None:
    text = (DOCS / "trust.md").read_text(encoding="utf-8")
    named = [name for name in re.findall(r"`([a-z_0-9*/]+(?:\.py|/))`", text) if name != "tests/"]
    assert len(named) > 20
    assert [name for name in named if not list((DOCS.parent / "tests").glob(name))] == []
