"""FIDE, the International Chess Federation."""

from arpad.rulebooks.fide.system import Fide

__all__ = ["Fide"]
