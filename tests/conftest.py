"""What all tests share: how hypothesis searches."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# A machine that is busy is no fault of the code; and a landing must not hang on the luck of a draw, so that
# CI tries the same examples every time.
settings.register_profile(
    "arpad",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
    database=None,
)
settings.load_profile("arpad")
