"""Which players come up to complete a scoregroup in Dubov's system (C.04.4.1, 3.2.1, 3.2.2 and 4.2).

The minimum number of upfloaters (C5), the best scores for them (C6), colours (C7), those who have upfloated
often (C8, C9) or just now (C10), and at last their order (4.2) are one least-cost matching: criteria are the
digits of one whole number. The matching covers everybody who is not yet paired, so that the rest can be
paired (C4). Mostly less will do: where the residents need somebody and enough players of the next score can
meet them, nobody else can do better by C5 and C6, and it remains to see that the rest can be paired.
"""

from __future__ import annotations

from collections.abc import Sequence

from arpad.rulebooks.fide.pairing.dubov.players import DubovField
from arpad.tournament.matching import Completion, maximum_cardinality_matching, maximum_weight_matching


def chosen(
    field: DubovField, completion: Completion, residents: Sequence[int], lower: Sequence[int]
) -> tuple[int, ...]:
    """Return the upfloaters, in the order of 4.2.2.

    Args:
        field: everybody.
        completion: with all of these present, and all of these can be paired.
        residents: of the bracket.
        lower: everybody below, by score and then by pairing number.
    """
    if completion.complete_without(lower) and completion.complete_without(residents):
        return ()
    alone = (maximum_cardinality_matching(len(residents), field.edges(residents)) < 0).sum()
    near = [v for v in lower if field.seekers[v].score == field.seekers[lower[0]].score]
    upfloaters = _from_next_score(field, residents, near)
    if (
        upfloaters is not None
        and len(upfloaters) == alone
        and completion.complete_without([*residents, *upfloaters])
    ):
        return upfloaters
    return _from_all(field, residents, lower)


def costs(field: DubovField, vertex: int) -> tuple[int, int, int]:
    """Return what an upfloater costs by C8, C9 and C10."""
    if field.last:
        return 0, 0, 0
    seeker = field.seekers[vertex]
    exhausted = field.exhausted(vertex)
    return int(exhausted), seeker.upfloats if exhausted else 0, int(seeker.just_upfloated)


class _Digits:
    """Costs as digits of one number, none of which a matching can overflow."""

    def __init__(self, field: DubovField, residents: Sequence[int], pool: Sequence[int]) -> None:
        self.field = field
        self.pool = {v: i for i, v in enumerate(pool)}
        self.scores = sorted({field.seekers[v].score for v in pool})
        self.width = len(pool)
        many = len(residents) + 1
        rounds = field.state.at + 1
        sizes = {"C10": many, "C9": many * rounds, "C8": many, "C7": many}
        unit, units = 1 << self.width, {}
        for name, size in sizes.items():
            units[name] = unit
            unit *= size
        levels = []
        for _ in self.scores:
            levels.append(unit)
            unit *= many
        # C6 takes the lowest score first: it is the largest difference.
        self.level = dict(zip(self.scores, reversed(levels), strict=True))
        self.units = units
        self.upfloater = unit
        self.total = unit * many

    def resident(self, a: int, b: int) -> int:
        """Return what a pair of residents costs."""
        return self.units["C7"] * (self.field.seekers[a].due == self.field.seekers[b].due)

    def rising(self, a: int, v: int) -> int:
        """Return what it costs that somebody comes up to meet a resident."""
        c8, c9, c10 = costs(self.field, v)
        units = self.units
        return (
            self.upfloater
            + self.level[self.field.seekers[v].score]
            + self.resident(a, v)
            + units["C8"] * c8
            + units["C9"] * c9
            + units["C10"] * c10
            - (1 << (self.width - 1 - self.pool[v]))
        )


def _upfloaters_of(residents: Sequence[int], pool: Sequence[int], mate: Sequence[int]) -> tuple[int, ...]:
    """Return who of a pool meets a resident."""
    first = len(residents)
    rising = sorted(mate[i] for i in range(first) if mate[i] >= first)
    return tuple(pool[i - first] for i in rising)


def _from_next_score(
    field: DubovField, residents: Sequence[int], near: Sequence[int]
) -> tuple[int, ...] | None:
    """Return the best upfloaters of the next score, the others' completion left aside; None if too few."""
    digits = _Digits(field, residents, near)
    vertices = [*residents, *near]
    first = len(residents)
    edges, weights = [], []
    for i, a in enumerate(residents):
        for j in range(i + 1, len(vertices)):
            b = vertices[j]
            if field.may_meet(a, b):
                edges.append((i, j))
                weights.append(
                    2 * digits.total - digits.resident(a, b)
                    if j < first
                    else digits.total - digits.rising(a, b)
                )
    mate = maximum_weight_matching(len(vertices), edges, weights)
    if (mate[:first] < 0).any():
        return None
    return _upfloaters_of(residents, near, mate.tolist())


def _from_all(field: DubovField, residents: Sequence[int], lower: Sequence[int]) -> tuple[int, ...]:
    """Return the best upfloaters of all."""
    digits = _Digits(field, residents, lower)
    vertices = [*residents, *lower]
    first = len(residents)
    edges = field.edges(vertices)
    weights = []
    for i, j in edges:
        a, b = vertices[i], vertices[j]
        cost = 0 if i >= first else digits.resident(a, b) if j < first else digits.rising(a, b)
        weights.append(-cost)
    mate = maximum_weight_matching(len(vertices), edges, weights, perfect=True)
    return _upfloaters_of(residents, lower, mate.tolist())
