"""FIDE, the International Chess Federation: its ratings (B.02), its norms and titles (B.01)."""

from arpad.rulebooks.fide.rapid import FideBlitz, FideRapid
from arpad.rulebooks.fide.system import Fide

__all__ = ["Fide", "FideBlitz", "FideRapid"]
