"""A simulated population of known strengths, and rating systems judged against the truth."""

from arpad.lab.population.drawing import Simulated, drawn
from arpad.lab.population.model import Population
from arpad.lab.population.study import Simulation, simulate

__all__ = ["Population", "Simulated", "Simulation", "drawn", "simulate"]
