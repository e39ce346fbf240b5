"""Where people play online: Lichess; placement, tiers, decay and skill points of games."""

from arpad.rulebooks.online.elo import OnlineElo
from arpad.rulebooks.online.lichess import Lichess
from arpad.rulebooks.online.placement import Decay, Placement, Tiers
from arpad.rulebooks.online.skill_points import SkillPoints

__all__ = ["Decay", "Lichess", "OnlineElo", "Placement", "SkillPoints", "Tiers"]
