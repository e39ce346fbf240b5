"""What if a federation had used another rating system since a day: the two lists and the two losses."""

from arpad.lab.scenario.study import Scenario, scenario

__all__ = ["Scenario", "scenario"]
