"""Libraries that some tests need and a checkout may lack; CI must have them."""

from __future__ import annotations

import importlib
import os
from typing import Any

import pytest


def installed(module: str) -> Any:
    """Return a module; skip the test where it is not installed, and fail in CI (CI is true)."""
    try:
        return importlib.import_module(module)
    except ImportError:
        missing = f"{module} is not installed: script/setup dev"
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(f"{missing}, and CI must have it")
        pytest.skip(missing)
