"""The Lim system (C.04.4.3)."""
