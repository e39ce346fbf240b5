"""Duplicate bridge: Ioffe's Bayesian Elo for the players of pairs."""

from arpad.rulebooks.bridge.system import Bridge, fitted

__all__ = ["Bridge", "fitted"]
