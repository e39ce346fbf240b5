"""The laboratory: what rating systems and tournament formats are worth, on games and by simulation."""
