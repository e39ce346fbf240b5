"""What contradicts itself in a report: an error, or passed over."""

from __future__ import annotations

from fractions import Fraction

from arpad.core import BadInput


class Judge:
    """Takes contradictions: raises the first, or keeps them all.

    Args:
        lenient: whether they are kept.
        points: whether those of points with results are kept, whatever else is; None for as ``lenient`` says.
    """

    def __init__(self, lenient: bool, points: bool | None = None) -> None:
        self.lenient = lenient
        self.points: bool = lenient if points is None else points
        self.warnings: list[BadInput] = []

    def __call__(self, fault: BadInput) -> None:
        """Take what is wrong.

        Raises:
            BadInput: nobody is lenient.
        """
        if not self.lenient:
            raise fault
        self.warnings.append(fault)

    def of_points(self, fault: BadInput) -> None:
        """Take points that do not fit the results.

        Raises:
            BadInput: nobody is lenient about them.
        """
        if not self.points:
            raise fault
        self.warnings.append(fault)


def written(points: Fraction) -> str:
    """Return points for a message."""
    return f"{float(points):g}"
