"""US Chess, the United States Chess Federation: ratings and tie-breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.core.deferred import Deferred, deferred

if TYPE_CHECKING:
    from arpad.rulebooks.uschess.system import UsChess

__all__ = ["UsChess"]

__getattr__: Deferred = deferred(__name__, {"UsChess": "arpad.rulebooks.uschess.system"})
