"""What stands in the columns of a report, as messages call it."""

from __future__ import annotations

from arpad.core import worded

MATCH_POINTS = worded("a number of match points")
POINTS = worded("a number of points")
GAME_POINTS = worded("a number of game points")
ROUND = worded("a round")
PAIRING_NUMBER = worded("a pairing number")
TEAM_NUMBER = worded("a team's number")
PLAYER = worded("a player")
STRENGTH = worded("a strength")
STARTING_RANK = worded("a starting rank")
RATING = worded("a rating")
RANK = worded("a rank")
