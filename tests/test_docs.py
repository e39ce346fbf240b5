"""Every command in the documentation is run, and prints what the page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from arpad.rulebooks.rating_catalogue import LISTS, SYSTEMS
from consoles import commands

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted(DOCS.rglob("*.md"))


# The arbiter's guide has fifty commands: tests/cli/test_cli_arbiter_guide.py runs them in one process.
RUN_HERE = [page for page in PAGES if page.name != "arbiter.md"]


@pytest.mark.parametrize("page", RUN_HERE, ids=lambda page: str(page.relative_to(DOCS)))
def test_the_commands_of_a_page(page: Path, tmp_path: Path) -> None:
    for command in commands(page.read_text(encoding="utf-8")):
        command.check(tmp_path)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")], ids=str
)
def test_the_python_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_promise_names_tests_that_are_there() -> None:
    text = (DOCS / "trust.md").read_text(encoding="utf-8")
    named = [name for name in re.findall(r"`([a-z_0-9*/]+(?:\.py|/))`", text) if name != "tests/"]
    assert len(named) > 20
    assert [name for name in named if not list((DOCS.parent / "tests").glob(name))] == []
