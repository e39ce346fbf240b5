"""Germany: the Deutscher Schachbund's DWZ, and the Ingo system before it."""

from arpad.rulebooks.germany.dwz import Dwz
from arpad.rulebooks.germany.ingo import Ingo

__all__ = ["Dwz", "Ingo"]
