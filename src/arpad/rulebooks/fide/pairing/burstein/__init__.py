"""The Burstein system (C.04.4.2)."""
