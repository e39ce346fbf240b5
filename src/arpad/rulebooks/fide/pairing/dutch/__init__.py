"""FIDE's Dutch system (C.04.3)."""
