"""A whole HTML document with its style sheets inside: it asks nothing of the network and runs no script."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from arpad._version import __version__
from arpad.office.markup import text


def document(title: str, body: str, styles: Sequence[str]) -> str:
    """Return a document.

    Args:
        title: what the window is called; escaped here.
        body: HTML.
        styles: style sheets of this package, in order.
    """
    folder = files("arpad.office")
    css = "\n".join(folder.joinpath(sheet).read_text("utf-8") for sheet in styles)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(title)}</title>\n"
        f'<meta name="generator" content="arpad {text(__version__)}">\n'
        f"<style>\n{css}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )


def footer(remark: str = "") -> str:
    """Return what every page ends with, after a remark in HTML."""
    said = f"<p>{remark}</p>" if remark else ""
    return f"<footer>{said}<p>Made by arpad {text(__version__)}.</p></footer>\n"
