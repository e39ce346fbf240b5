"""Ratings that fit the whole record at once: Bradley–Terry, Plackett–Luce, WHR, TrueSkill Through Time."""
