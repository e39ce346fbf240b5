"""World Othello Federation: ratings, pairings and tie-breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.core.deferred import Deferred, deferred

if TYPE_CHECKING:
    from arpad.rulebooks.othello.system import WorldOthello

__all__ = ["WorldOthello"]

__getattr__: Deferred = deferred(__name__, {"WorldOthello": "arpad.rulebooks.othello.system"})
