"""A publication that is fetched from an address, with its manifest and the files that the manifest names."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from urllib.error import URLError
from urllib.parse import quote, unquote, urljoin, urlsplit
from urllib.request import Request, urlopen

from arpad._version import __version__
from arpad.core import BadInput
from arpad.core.writing import exclusive
from arpad.office.publishing import file_kinds
from arpad.office.publishing.containers import CSV, FORMATS, manifest_path, open_published

ADDRESS = re.compile(r"https?://", re.IGNORECASE)

LARGEST = 512 * 2**20
"""The largest file that is fetched, in bytes."""

PATIENCE = 60.0
"""Seconds without an answer."""


def is_address(file: str) -> bool:
    """Tell whether what is named is an address on the web, not a file."""
    return ADDRESS.match(file) is not None


def fetch(address: str, folder: Path) -> Path:
    """Fetch a publication, its manifest, and the files that the manifest names, which lie beside it.

    Args:
        address: of the publication, ``http://`` or ``https://``.
        folder: empty: where the files go, by their own names.

    Returns:
        The publication in the folder.

    Raises:
        BadInput: the address does not answer, or a file is too large or no publication.
    """
    name = unquote(PurePosixPath(urlsplit(address).path).name)
    if PurePosixPath(name).suffix.lower() not in FORMATS or set(name) & set("/\\\0"):
        raise BadInput(
            f"{address} is not the address of a list",
            code="verify.address",
            remedy=f"Name a file that ends with {', '.join(FORMATS)}.",
        )
    published = _fetch_file(address, folder / name)
    if published.suffix.lower() == CSV:
        besides = manifest_path(published)
        _fetch_file(urljoin(address, quote(besides.name)), besides)
    for entry in open_published(published).manifest.get("inputs", ()):
        input_name = str(entry.get("name", ""))
        if input_name in ("", ".", "..") or set(input_name) & set("/\\\0") or (folder / input_name).exists():
            continue
        if entry.get("sha256"):
            _fetch_file(urljoin(address, quote(input_name)), folder / input_name)
    return published


def _fetch_file(address: str, path: Path) -> Path:
    """Fetch a file.

    Raises:
        BadInput: the address does not answer, or the file is too large.
    """
    request = Request(address, headers={"user-agent": f"arpad/{__version__}"})
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            content = answer.read(LARGEST + 1)
    except (URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise BadInput(
            f"{address} cannot be fetched: {reason}",
            code="verify.fetch",
            remedy="Look whether the address opens in a browser.",
        ) from error
    if len(content) > LARGEST:
        raise BadInput(
            f"{address} has more than {LARGEST // 2**20} MB",
            code="verify.large",
            remedy="Save the files, and verify them in their folder.",
        )
    with exclusive(path, file_kinds.LIST) as stream:
        stream.write(content)
    return path
