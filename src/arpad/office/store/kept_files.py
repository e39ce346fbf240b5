"""Files that the database keeps with what was published: compressed, each with its size and digest."""

from __future__ import annotations

import zlib
from hashlib import sha256
from typing import Any, NamedTuple

from arpad.core import BadInput


class KeptFile(NamedTuple):
    """A file of something that was published.

    Args:
        name: of the file.
        size: in bytes.
        digest: SHA-256.
    """

    name: str
    size: int
    digest: str


def columns_of(name: str, content: bytes) -> dict[str, Any]:
    """Return the columns in which a file is kept."""
    return {
        "name": name,
        "content": zlib.compress(content),
        "size": len(content),
        "digest": sha256(content).hexdigest(),
    }


def content_of(compressed: bytes, digest: str, what: str, *, code: str) -> bytes:
    """Return a kept file, byte for byte.

    Args:
        compressed: the file as it is kept.
        digest: its SHA-256.
        what: how the file is called in an error.
        code: of the error.

    Raises:
        BadInput: it is not as it was published.
    """
    content = zlib.decompress(compressed)
    if sha256(content).hexdigest() != digest:
        raise BadInput(f"{what} is not as it was published", code=code)
    return content
