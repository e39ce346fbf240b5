"""How a published file holds its manifest, and what is left of the file without it.

* ``.json``: the manifest is the first member of the object.
* ``.html``: it stands, escaped, in the element ``<pre id="manifest">``.
* ``.parquet``: it is the entry ``arpad`` of the metadata, in the footer.
* ``.csv``: it is a file of its own beside the table, ``list.csv.manifest.json``.

The *content* of a file is what the manifest's hashes are taken of: the bytes before and after the manifest;
of Parquet the bytes before the footer.
"""

from __future__ import annotations

import hashlib
import html
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arpad.core import BadInput

CSV, JSON, PARQUET, HTML = ".csv", ".json", ".parquet", ".html"

FORMATS = (CSV, PARQUET, JSON, HTML)

BESIDE = ".manifest.json"
"""What the name of the manifest beside a CSV file adds to that of the table."""

MANIFEST_KEY = "arpad"
"""Under which a Parquet file's metadata holds the manifest, as JSON."""

MARK = "arpad manifest"
"""The first key of a manifest; its value is the version of the manifest's form."""

VERSION = 1

JSON_HEAD = b'{"manifest": '
HTML_HEAD, HTML_TAIL = b'<pre id="manifest">', b"</pre>"
MAGIC = b"PAR1"


@dataclass(frozen=True)
class Content:
    """A published file without its manifest.

    Args:
        head: the bytes before the manifest.
        tail: the bytes after it.
    """

    head: bytes
    tail: bytes = b""

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return len(self.head) + len(self.tail)

    @property
    def sha256(self) -> str:
        """The SHA-256 of the bytes, 64 hexadecimal digits."""
        digest = hashlib.sha256(self.head)
        digest.update(self.tail)
        return digest.hexdigest()


@dataclass(frozen=True)
class PublishedFile:
    """A published file, taken apart.

    Args:
        path: the file.
        format: its suffix.
        data: all its bytes.
        content: the file without its manifest.
        text: the manifest as it is written.
        manifest: the manifest.
    """

    path: Path
    format: str
    data: bytes
    content: Content
    text: str
    manifest: dict[str, Any]


def manifest_path(path: Path) -> Path:
    """Return where the manifest of a CSV file is."""
    return path.with_name(path.name + BESIDE)


def manifest_text(manifest: dict[str, Any]) -> str:
    """Return a manifest as text, in ASCII: nobody's name can turn the direction of what follows."""
    return json.dumps(manifest, allow_nan=False, indent=1)


def enclosed(content: Content, text: str, form: str) -> bytes:
    """Return a JSON file or a page with its manifest."""
    inside = html.escape(text, quote=False) if form == HTML else text
    return content.head + inside.encode() + content.tail


def open_published(path: Path) -> PublishedFile:
    """Take a published file apart.

    Raises:
        BadInput: the file is not a publication of arpad, or its manifest is missing or damaged.
        OSError: it cannot be read.
    """
    form = path.suffix.lower()
    if form not in FORMATS:
        raise BadInput(
            "only a published list or history can be verified",
            file=str(path),
            remedy=f"Expected {', '.join(FORMATS)}.",
        )
    data = path.read_bytes()
    content, text = {CSV: _split_csv, JSON: _split_json, HTML: _split_page, PARQUET: _split_parquet}[form](
        path, data
    )
    return PublishedFile(path, form, data, content, text, parse_manifest(text, path))


def parse_manifest(text: str, path: Path) -> dict[str, Any]:
    """Read a manifest.

    Raises:
        BadInput: it is not one of arpad's, a key stands in it twice, or its form is newer than this program.
    """
    try:
        manifest = json.loads(text, object_pairs_hook=_unique_members, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"the manifest is damaged: {error}", file=str(path)) from None
    if not isinstance(manifest, dict) or MARK not in manifest:
        raise BadInput("the manifest is not one that can be verified", file=str(path), remedy=AGAIN)
    if manifest[MARK] != VERSION:
        raise BadInput(
            f"the manifest has the form {manifest[MARK]!r}, and this program knows {VERSION}",
            file=str(path),
            remedy="Verify it with the version of arpad that it names, or a later one.",
        )
    return manifest


AGAIN = "Publish the list again with this version of arpad."


def _unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"it says {twice!r} twice")
    return members


def _refuse_constant(text: str) -> Any:
    raise ValueError(f"it holds {text}")


def _missing_manifest(path: Path, where: str) -> BadInput:
    return BadInput(f"the manifest is missing: {where}", file=str(path), remedy=AGAIN)


def _split_csv(path: Path, data: bytes) -> tuple[Content, str]:
    manifest = manifest_path(path)
    if not manifest.is_file():
        raise BadInput(
            f"the manifest is missing: there is no {manifest.name} beside it",
            file=str(path),
            remedy="Put the two files into one folder, or publish the list again.",
        )
    return Content(data), _utf8_text(manifest.read_bytes(), manifest)


def _split_json(path: Path, data: bytes) -> tuple[Content, str]:
    if not data.startswith(JSON_HEAD):
        raise _missing_manifest(path, 'the file does not begin with {"manifest": …')
    rest = _utf8_text(data[len(JSON_HEAD) :], path)
    try:
        _, end = json.JSONDecoder().raw_decode(rest)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"the manifest is damaged: {error}", file=str(path)) from None
    return Content(JSON_HEAD, rest[end:].encode()), rest[:end]


def _split_page(path: Path, data: bytes) -> tuple[Content, str]:
    if data.count(HTML_HEAD) != 1:
        raise _missing_manifest(path, 'the page does not have one element <pre id="manifest">')
    head, _, rest = data.partition(HTML_HEAD)
    inside, end, tail = rest.partition(HTML_TAIL)
    if not end or not inside:
        raise _missing_manifest(path, 'the element <pre id="manifest"> is empty')
    return Content(head + HTML_HEAD, HTML_TAIL + tail), html.unescape(_utf8_text(inside, path))


def before_footer(data: bytes) -> bytes:
    """Return the bytes of a Parquet file before its footer.

    Raises:
        ValueError: it is not a Parquet file.
    """
    length = int.from_bytes(data[-8:-4], "little")
    if len(data) < 12 or data[:4] != MAGIC or data[-4:] != MAGIC or length > len(data) - 12:
        raise ValueError("this is not a whole Parquet file")
    return data[: len(data) - 8 - length]


def _split_parquet(path: Path, data: bytes) -> tuple[Content, str]:
    import polars as pl

    try:
        content = Content(before_footer(data))
        text = pl.read_parquet_metadata(io.BytesIO(data)).get(MANIFEST_KEY)
    except (ValueError, pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise BadInput(f"the file is damaged: {str(error)[:200]}", file=str(path)) from None
    if text is None:
        raise _missing_manifest(path, f"the metadata has no entry {MANIFEST_KEY!r}")
    return content, text


def _utf8_text(data: bytes, path: Path) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise BadInput(f"the file is not UTF-8: {error.reason}", file=str(path)) from None
