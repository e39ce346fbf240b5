"""England: the English Chess Federation, its monthly ratings and the grades before them."""

from arpad.rulebooks.england.ecf import Ecf

__all__ = ["Ecf"]
