"""Every published number that we know of, from the tables beside this file; how many there are is asserted."""

from __future__ import annotations

import pytest

from oracles.rulebook_runners import RULEBOOK_RUNNERS
from oracles.runners import RUNNERS
from oracles.table import Oracle, agrees, oracles


@pytest.mark.parametrize("oracle", oracles(), ids=lambda oracle: oracle.name)
def test_published(oracle: Oracle) -> None:
    found = {**RUNNERS, **RULEBOOK_RUNNERS}[oracle.kind](oracle.row)
    wrong = {
        name: (found[name], printed)
        for name, printed in oracle.expect.items()
        if not agrees(found[name], printed)
    }
    assert not wrong, f"ours and printed by {oracle.source}"
    for name, printed in oracle.misprint.items():
        assert not agrees(found[name], printed), f"{name} is no misprint"
