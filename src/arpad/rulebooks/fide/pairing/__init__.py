"""FIDE's pairing systems (Handbook C.04): Dutch, Burstein, Dubov, Lim, Double-Swiss, teams."""

from arpad.rulebooks.fide.pairing.dutch.system import DUTCH_2017, DUTCH_2026, Dutch

__all__ = ["DUTCH_2017", "DUTCH_2026", "Dutch"]
