"""FIDE's tournament report file: TRF16, TRF26, and the extensions of JaVaFo and bbpPairings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.core.deferred import Deferred, deferred

if TYPE_CHECKING:
    from arpad.tournament.trf.document import (
        Document,
        looks_like_trf,
        parse,
        read_document,
        read_trf,
        write_trf,
    )

__all__ = ["Document", "looks_like_trf", "parse", "read_document", "read_trf", "write_trf"]

__getattr__: Deferred = deferred(__name__, dict.fromkeys(__all__, "arpad.tournament.trf.document"))
