"""Do ratings inflate, where do the points come from, and what would stop it: ``arpad inflation``."""

from arpad.lab.inflation.measures import MEASURES, Measure, measure_of
from arpad.lab.inflation.study import Effect, Inflation, inflation

__all__ = ["MEASURES", "Effect", "Inflation", "Measure", "inflation", "measure_of"]
