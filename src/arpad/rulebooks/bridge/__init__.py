"""Duplicate bridge: Ioffe's Bayesian Elo for the players of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.core.deferred import Deferred, deferred

if TYPE_CHECKING:
    from arpad.rulebooks.bridge.system import Bridge, fitted

__all__ = ["Bridge", "fitted"]

__getattr__: Deferred = deferred(__name__, dict.fromkeys(__all__, "arpad.rulebooks.bridge.system"))
