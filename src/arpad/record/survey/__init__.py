"""A look at games before they are rated: what was read as what, likely mistakes, and near-equal names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.core.deferred import Deferred, deferred

if TYPE_CHECKING:
    from arpad.record.survey.survey import Survey, look

__all__ = ["Survey", "look"]

__getattr__: Deferred = deferred(__name__, dict.fromkeys(__all__, "arpad.record.survey.survey"))
