"""What a soak does, and when: all of it follows from its length, the database and a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

SQLITE, POSTGRESQL = "sqlite", "postgresql"

LONG = 600.0
"""Seconds from which faults are as long as they are in life; in a shorter soak they are shorter."""


class Planned(NamedTuple):
    """A fault that is planned.

    Args:
        fault: its name, as of :data:`soak.faults.FAULTS`.
        share: when it begins, as a share of the length of the soak.
        seconds: how long it lasts, in a long soak.
    """

    fault: str
    share: float
    seconds: float


# The first and the last process are killed early and late: the others live through the second and the last
# quarter, whose memory is compared.
FAULTS = (
    Planned("kill", 0.05, 0.0),
    Planned("receiver", 0.14, 20.0),
    Planned("workers", 0.28, 10.0),
    Planned("database", 0.40, 8.0),
    Planned("disk", 0.53, 15.0),
    Planned("items", 0.63, 10.0),
    Planned("database", 0.72, 25.0),
    Planned("delivering", 0.82, 0.0),
)
"""The last two of them are what is worst: a long outage, and the death of a process that is delivering."""

SHORT_FAULTS = ("kill", "workers", "database", "disk", "receiver", "items")
"""Those of a soak of a minute, one right after the other."""


@dataclass(frozen=True)
class Plan:
    """A soak.

    Args:
        database: ``sqlite`` or ``postgresql``.
        seconds: its length; the faults may take longer.
        seed: of all that is drawn.
        only_losses: whether latencies and memory are told and not judged.
        workers: processes that serve.
    """

    database: str
    seconds: float
    seed: int = 1
    only_losses: bool = False
    workers: int = 2

    @property
    def faults(self) -> tuple[Planned, ...]:
        """The faults in their order."""
        if self.seconds >= LONG:
            return FAULTS
        step = 0.9 / (len(SHORT_FAULTS) + 1)
        usual = {one.fault: one.seconds for one in reversed(FAULTS)}
        return tuple(
            Planned(name, 0.1 + at * step, min(usual[name], 3.0)) for at, name in enumerate(SHORT_FAULTS)
        )

    def quarter(self, number: int) -> tuple[float, float]:
        """Return when a quarter of the soak begins and ends, in seconds: 1 to 4."""
        return self.seconds * (number - 1) / 4, self.seconds * number / 4
