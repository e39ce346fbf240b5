"""FIDE, the International Chess Federation: its ratings (B.02), its norms and titles (B.01)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.core.deferred import Deferred, deferred

if TYPE_CHECKING:
    from arpad.rulebooks.fide.rapid import FideBlitz, FideRapid
    from arpad.rulebooks.fide.system import Fide

__all__ = ["Fide", "FideBlitz", "FideRapid"]

_RAPID = "arpad.rulebooks.fide.rapid"

# Who pairs a round, or breaks ties, loads no rating system.
__getattr__: Deferred = deferred(
    __name__, {"Fide": "arpad.rulebooks.fide.system", "FideBlitz": _RAPID, "FideRapid": _RAPID}
)
