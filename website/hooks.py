"""What the site adds to the pages in ``docs``: the references, and the pages at the head of the repository.

mkdocs calls the functions named ``on_…`` while it builds the site.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import command_pages
import notebook_pages
import python_pages

ROOT = Path(__file__).parents[1]

AT_THE_HEAD = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md"}
"""Pages of the repository outside ``docs``, and the pages of the site that they become."""

FOLDER = re.compile(r"(\]\(docs/[a-z/-]+)\)")
"""A link to a folder of ``docs``, which shows its first page in a repository."""

SEARCH_BOOST = {
    "glossary.md": 4.0,
    "reading.md": 8.0,
    "start/": 2.0,
    "reference/commands/": 4.0,
    "changes.md": 0.25,
    "reference/python/": 0.5,
}
"""How much a page, or a folder of pages, counts in the search; 1 for all others. Whoever searches for a term
wants its meaning first, and a list of changes last; an option is searched for where it is described. Every
command that reads results names the words of a bye and of a result, and one page tells how they are read."""

INLINE_CODE = re.compile(r"(?<!</span>)<code>([^<]*)</code>")
"""Code within a line; a block of code begins with an empty span."""

OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]{0,23}")
"""An option as it is typed."""

DOTTED_CODE = re.compile(r"[a-z]+(\.[a-z-]+)+")
"""A code of errors and findings, such as ``result.unknown-board``."""

ASSETS = ("arpad.css", "arpad.js")
"""What stands beside this file and is loaded by every page."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Let a folder of the navigation stand for the pages that are made in it."""
    made = {**command_pages.pages(), **python_pages.pages(), **notebook_pages.pages()}
    config.nav = [_with_folders(entry, list(made)) for entry in config.nav or []]
    config.extra["made"] = made
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    for path, text in config.extra.pop("made").items():
        files.append(File.generated(config, path, content=text))
    for name, path in AT_THE_HEAD.items():
        text = FOLDER.sub(r"\1/README.md)", (ROOT / name).read_text(encoding="utf-8")).replace(
            "](docs/", "]("
        )
        files.append(File.generated(config, path, content=text))
    for name in ASSETS:
        files.append(
            File.generated(config, f"assets/{name}", abs_src_path=str(Path(__file__).with_name(name)))
        )
    return files


def on_page_markdown(markdown: str, page: Any, config: MkDocsConfig, files: Files) -> str:
    """Weigh the page for the search, and lead links to the head of the repository to the pages made of it."""
    boost = next((much for path, much in SEARCH_BOOST.items() if page.file.src_uri.startswith(path)), 1.0)
    page.meta.setdefault("search", {})["boost"] = boost
    up = posixpath.relpath(".", posixpath.dirname(page.file.src_uri) or ".")
    for name, path in AT_THE_HEAD.items():
        outside = posixpath.normpath(posixpath.join(up, "..", name))
        markdown = markdown.replace(f"]({outside}", f"]({posixpath.normpath(posixpath.join(up, path))}")
    if page.file.src_uri not in notebook_pages.names():
        markdown = markdown.replace(".ipynb)", ".md)")  # whoever reads the site wants the page, not the file
    return markdown


def on_page_content(html: str, page: Any, config: MkDocsConfig, files: Files) -> str:
    """Mend what Markdown makes of tables and code.

    The head of a table that says nothing goes; a single cell of it that says nothing becomes a plain cell,
    since it heads no column. An option is not broken after its dashes, and a long code only after its dots.
    """
    html = re.sub(r"<thead>\s*<tr>(\s*<th( [^>]*)?></th>)+\s*</tr>\s*</thead>", "", html)
    html = re.sub(r"<th( [^>]*)?></th>", r"<td\1></td>", html)
    return INLINE_CODE.sub(lambda found: f"<code>{_broken_well(found[1])}</code>", html)


def _broken_well(code: str) -> str:
    if DOTTED_CODE.fullmatch(code):
        return code.replace(".", ".<wbr>")
    return OPTION.sub(r'<span class="option">\g<0></span>', code)


def on_post_page(output: str, page: Any, config: MkDocsConfig) -> str:
    """Name the dialog of the search, for those who hear the page."""
    return _named(output)


def on_post_template(output: str, template_name: str, config: MkDocsConfig) -> str:
    """Do the same for the page that says that there is no such page."""
    return _named(output)


def _named(html: str) -> str:
    dialog = 'data-md-component="search" role="dialog"'
    return html.replace(dialog, f'{dialog} aria-label="Search"')


def _with_folders(entry: Any, made: list[str]) -> Any:
    """Return an entry of the navigation with its folders' pages in their places."""
    if isinstance(entry, str):
        return entry
    (title, inside), *_ = entry.items()
    if isinstance(inside, str) and inside.endswith("/"):
        return {title: [_page(path) for path in made if path.startswith(inside)]}
    if isinstance(inside, list):
        return {title: [_with_folders(each, made) for each in inside]}
    return entry


def _page(path: str) -> dict[str, str]:
    """Return the entry of a page that is made, by the name of its file."""
    name = posixpath.basename(path).removesuffix(".md")
    return {"All" if name == "README" else name: path}
