"""Glicko, Glicko-2, Glicko-Boost and Stephenson: a rating and how sure it is, by rating periods or live."""
