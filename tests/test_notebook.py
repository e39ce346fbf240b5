"""The notebook of the documentation runs, and gives what stands in it."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

import notebook_pages
from extras import installed

DOCS = Path(__file__).parents[1] / "docs"
NOTEBOOKS = sorted(DOCS.glob("*.ipynb"))


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_gives_what_stands_in_it(path: Path) -> None:
    nbformat, nbclient = installed("nbformat"), installed("nbclient")
    installed("ipykernel")
    installed("altair")
    book = nbformat.read(path, as_version=4)
    before = copy.deepcopy(book)
    nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(DOCS)}}).execute()
    for cell, known in zip(book.cells, before.cells, strict=True):
        if cell.cell_type == "code":
            said = [output["data"]["text/plain"] for output in cell.outputs]
            assert said == [output["data"]["text/plain"] for output in known.outputs], cell.source


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_the_page_shows_text_code_and_what_it_gave(path: Path) -> None:
    page = notebook_pages.page_of(path)
    assert page.startswith("# ")
    assert f"]({path.name})" in page
    assert "```python\nimport polars as pl" in page
    assert "```text\nshape: " in page
    assert page.count("*Here the notebook shows the chart.*") == 2
    assert "alt.LayerChart" not in page


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_holds_no_pictures_and_no_trace_of_a_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text) < 50_000
    assert "image/png" not in text
    assert "/home/" not in text
    assert '"execution"' not in text
