"""What all tests share: how hypothesis searches."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from hypothesis.database import DirectoryBasedExampleDatabase

# A machine that is busy is no fault of the code; and a landing must not hang on the luck of a draw, so that
# everybody tries the same examples every time.
settings.register_profile(
    "arpad",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
    database=None,
    max_examples=50,
)

FOUND = os.environ.get("ARPAD_EXPLORE", "")
"""The folder in which script/explore keeps the examples that failed; with it, examples are new ones."""

if FOUND:
    settings.register_profile(
        "explore",
        settings.get_profile("arpad"),
        derandomize=False,
        database=DirectoryBasedExampleDatabase(FOUND),
        print_blob=True,
    )
settings.load_profile("explore" if FOUND else "arpad")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to script/explore what draws examples: any other test would do the same again each round."""
    if FOUND:
        idle = [item for item in items if not _draws(item)]
        config.hook.pytest_deselected(items=idle)
        items[:] = [item for item in items if _draws(item)]


def pytest_collection_finish() -> None:
    """Keep the collector of garbage from looking through ten thousand tests again and again."""
    gc.collect()
    gc.freeze()


def _draws(item: pytest.Item) -> bool:
    return "fuzz" in item.path.parts or is_hypothesis_test(getattr(item, "obj", None))
