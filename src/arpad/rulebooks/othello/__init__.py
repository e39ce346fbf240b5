"""World Othello Federation: ratings."""

from arpad.rulebooks.othello.system import WorldOthello

__all__ = ["WorldOthello"]
