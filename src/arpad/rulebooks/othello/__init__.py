"""World Othello Federation: ratings, pairings and tie-breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.core.deferred import deferred

if TYPE_CHECKING:
    from arpad.rulebooks.othello.system import WorldOthello

__all__ = ["WorldOthello"]

__getattr__ = deferred(__name__, {"WorldOthello": "arpad.rulebooks.othello.system"})
