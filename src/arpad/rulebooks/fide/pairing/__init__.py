"""FIDE's pairing systems (Handbook C.04): Dutch, Burstein, Dubov, Lim, Double-Swiss, teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.core.deferred import Deferred, deferred

if TYPE_CHECKING:
    from arpad.rulebooks.fide.pairing.dutch.system import DUTCH_2017, DUTCH_2026, Dutch

__all__ = ["DUTCH_2017", "DUTCH_2026", "Dutch"]

# Who asks for a player's colours loads no engine.
__getattr__: Deferred = deferred(
    __name__, dict.fromkeys(__all__, "arpad.rulebooks.fide.pairing.dutch.system")
)
