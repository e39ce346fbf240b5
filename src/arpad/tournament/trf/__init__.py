"""FIDE's tournament report file: TRF16, TRF26, and the extensions of JaVaFo and bbpPairings."""

from arpad.tournament.trf.document import Document, looks_like_trf, parse, read_document, read_trf, write_trf

__all__ = ["Document", "looks_like_trf", "parse", "read_document", "read_trf", "write_trf"]
