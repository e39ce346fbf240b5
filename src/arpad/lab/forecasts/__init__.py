"""Forecasts of games made before them, by rating systems and by others, and how good they were."""
