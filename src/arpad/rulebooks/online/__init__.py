"""Where people play online: Lichess; placement, tiers and skill points of games."""

from arpad.rulebooks.online.lichess import Lichess

__all__ = ["Lichess"]
