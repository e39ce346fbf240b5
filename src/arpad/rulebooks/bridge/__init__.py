"""Duplicate bridge: Ioffe's Bayesian Elo for the players of pairs."""

from arpad.rulebooks.bridge.fitting import fitted
from arpad.rulebooks.bridge.system import Bridge

__all__ = ["Bridge", "fitted"]
