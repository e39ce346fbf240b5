"""How large a graph is searched as plain Python, without loading numba."""

from __future__ import annotations

from arpad.compiled.numba_start import can_compile

INTERPRETED_TO = 60
"""Vertices up to which the search runs interpreted."""


def is_small(n: int) -> bool:
    """Return whether a graph of ``n`` vertices is searched interpreted: without numba, any graph."""
    return n <= INTERPRETED_TO or not can_compile()
