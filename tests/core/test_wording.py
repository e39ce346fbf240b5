from __future__ import annotations

import pytest

from arpad.core import counted


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (1964, "1,964 games")]
)
def test_counts_have_their_number(count: int, said: str) -> None:
    assert counted(count, "game") == said


def test_a_plural_of_its_own() -> None:
    assert [counted(n, "loss", "losses") for n in (1, 2)] == ["1 loss", "2 losses"]
