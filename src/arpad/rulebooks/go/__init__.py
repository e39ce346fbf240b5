"""Go: the European Go Federation and the American Go Association."""

from arpad.rulebooks.go.aga import Aga
from arpad.rulebooks.go.egf import Egf

__all__ = ["Aga", "Egf"]
