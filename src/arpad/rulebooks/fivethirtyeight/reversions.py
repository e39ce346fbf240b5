"""The eleven ratings of the NFL that FiveThirtyEight set by hand, instead of a return to the mean.

Reference:
    FiveThirtyEight, ``nfl-elo-game`` (MIT, © 2021 ABC News Internet Ventures), ``forecast.py``: franchises
    that returned after a break or merged for a season, and the new Cleveland of 1999.
"""

from __future__ import annotations

REVERSIONS: tuple[tuple[str, str, float], ...] = (
    ("CBD", "1925", 1502.032),
    ("RAC", "1926", 1403.384),
    ("LOU", "1926", 1307.201),
    ("CIB", "1927", 1362.919),
    ("MNN", "1929", 1306.702),
    ("BFF", "1929", 1331.943),
    ("LAR", "1944", 1373.977),
    ("PHI", "1944", 1497.988),
    ("ARI", "1945", 1353.939),
    ("PIT", "1945", 1353.939),
    ("CLE", "1999", 1300.0),
)
"""(team, season, rating at its start), for ``rate(…, given=REVERSIONS)``."""
