"""The command line: one command, one function of the public face, and its rendering.

The command is imported where it is asked for, so that a process may settle what holds from its start
(:mod:`arpad.cli.process`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.core.deferred import Deferred, deferred

if TYPE_CHECKING:
    from arpad.cli.app import main

__all__ = ["main"]

__getattr__: Deferred = deferred(__name__, {"main": "arpad.cli.app"})
