"""The larger collection of reports and positions that other programs paired, which is no part of the package.

It is the folder ``shared`` beside the checkout. Who does not have it runs the other tests; CI must have it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

COLLECTION = Path(__file__).parents[2] / "shared"


def larger(path: str = ".") -> Path:
    """Return a file or folder of the collection; skip the test where it is not, and fail in CI (CI is true)."""
    found = COLLECTION / path
    if found.exists():
        return found
    missing = f"the larger collection of reports is not here: no {found}"
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(f"{missing}, and CI must have it")
    pytest.skip(missing)
