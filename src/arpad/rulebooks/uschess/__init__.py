"""US Chess, the United States Chess Federation."""

from arpad.rulebooks.uschess.system import UsChess

__all__ = ["UsChess"]
