"""Pages of the notebooks in ``docs``: their text, their code, and what it gave when the notebook was run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"

CHART = "alt."
"""With what altair's word for a chart begins."""


def pages() -> dict[str, str]:
    """Return the page of each notebook, by its path in the site."""
    return {name: page_of(DOCS / name.replace(".md", ".ipynb")) for name in names()}


def names() -> list[str]:
    """Return the paths of the pages."""
    return [f"{path.stem}.md" for path in sorted(DOCS.glob("*.ipynb"))]


def page_of(path: Path) -> str:
    """Return a notebook as Markdown, with the way to the notebook itself after its heading."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    head, *rest = [_markdown(cell) for cell in cells]
    return "\n\n".join([head, f"[The notebook itself]({path.name}) can be opened in Jupyter.", *rest, ""])


def _markdown(cell: dict[str, Any]) -> str:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return source
    return "\n\n".join([f"```python\n{source}\n```", *map(_shown, cell["outputs"])])


def _shown(output: dict[str, Any]) -> str:
    """Return what a cell gave; a chart is drawn only where the notebook runs."""
    text = "".join(output["data"]["text/plain"])
    return "*Here the notebook shows the chart.*" if text.startswith(CHART) else f"```text\n{text}\n```"
