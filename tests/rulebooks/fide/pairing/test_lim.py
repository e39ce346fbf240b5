"""Lim (C.04.4.3): the text's tables and examples, one case per rule, and everything tried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.rulebooks.fide.legality import rules_of
from arpad.rulebooks.fide.pairing.lim.explanation import round_explanation
from arpad.rulebooks.fide.pairing.lim.groups import Floater, Scoregroup
from arpad.rulebooks.fide.pairing.lim.players import DOWN, UP, CompletionReach, Direction, LimRules, Member
from arpad.rulebooks.fide.pairing.lim.procedure import LimRound
from arpad.rulebooks.fide.pairing.lim.system import Lim
from arpad.rulebooks.pairing_catalogue import pairing_system
from arpad.tournament import Bye, Entrant, NoLegalRound, Tournament
from arpad.tournament.checking import differences, illegal
from arpad.tournament.generator import Chances, generate
from rulebooks.fide.pairing import enumeration


def member(number: int, score: int = 4, colours: str = "", **more: object) -> Member:
    made = Member(number, number, 2500 - 10 * number, score, colours, frozenset())
    return replace(made, **more)  # type: ignore[arg-type]


def group(size: int, *met: str) -> list[Member]:
    """1 to n; ``1-4`` have met."""
    pairs = [tuple(map(int, one.split("-"))) for one in met]
    return [
        member(n, opponents=frozenset(a + b - n for a, b in pairs if n in (a, b))) for n in range(1, size + 1)
    ]


PLAIN = LimRules()


class TriedOut:
    """What can still be paired, by trying all of it."""

    def __init__(self, rules: LimRules) -> None:
        self.rules = rules

    def pairs(self, members: Sequence[Member]) -> int:
        if len(members) < 2:
            return 0
        one, *rest = members
        best = self.pairs(rest)
        for other in rest:
            if self.rules.compatible(one, other):
                best = max(best, 1 + self.pairs(enumeration.without(rest, [other])))
        return best

    def without(self, members: Sequence[Member], gone: Member, pairs: int) -> bool:
        return self.pairs(enumeration.without(members, [gone])) == pairs

    def first(self, members: Sequence[Member], one: Member, candidates: Sequence[Member]) -> Member | None:
        for other in candidates:
            rest = enumeration.without(members, [one, other])
            if self.rules.compatible(one, other) and enumeration.possible(rest, self.rules.compatible):
                return other
        return None


def paired(
    members: Sequence[Member],
    adjacent: Sequence[Member] = (),
    *,
    rules: LimRules = PLAIN,
    direction: Direction = DOWN,
    incoming: Sequence[Floater] = (),
) -> tuple[str, list[int]]:
    everybody = [*members, *(one.member for one in incoming)]
    found = Scoregroup(
        rules, CompletionReach(everybody, rules), tuple(members), tuple(incoming), tuple(adjacent), direction
    ).paired()
    pairs = sorted(tuple(sorted((a.number, b.number))) for a, b in found.pairs)
    return " ".join(f"{a}-{b}" for a, b in pairs), sorted(one.number for one in found.floaters)


@pytest.mark.parametrize(
    ("column", "pairs"),
    list(enumerate(["1-4 2-5 3-6", "1-5 2-4 3-6", "1-6 2-4 3-5", "1-3 2-5 4-6", "1-2 3-5 4-6"])),
)
def test_the_table_of_4_2(column: int, pairs: str) -> None:
    # 1 tries 4, 5, 6, 3, 2.
    met = [f"1-{other}" for other in (4, 5, 6, 3)[:column]]
    assert paired(group(6, *met)) == (pairs, [])


@pytest.mark.parametrize(
    ("column", "pairs"),
    list(enumerate(["1-6 2-4 3-5", "1-6 2-5 3-4", "1-6 2-3 4-5", "1-3 2-6 4-5", "1-2 3-5 4-6"])),
)
def test_the_table_of_4_3(column: int, pairs: str) -> None:
    # 1 has found 6; 2 tries 4, 5, 3, then 6, which moves 1, then 1.
    met = [f"2-{other}" for other in (4, 5, 3, 6)[:column]]
    assert paired(group(6, "1-4", "1-5", *met)) == (pairs, [])


ONE_AND_TWO = [f"{a}-{b}" for a in (1, 2) for b in (3, 4, 5)] + ["1-2"]


def test_the_examples_of_4_4() -> None:
    # 1 and 2 have met all but 6: 1-6 stays, and 2 floats with the lowest numbered.
    assert paired(group(6, *ONE_AND_TWO), [member(7, 2), member(8, 2)]) == ("1-6 3-4", [2, 5])
    # Of seven, 7 would float to make the number even; 2, without an opponent, is exchanged for it.
    assert paired(group(7, *ONE_AND_TWO, "2-6", "2-7"), [member(8, 2), member(9, 2)])[1] == [2]


BELOW = [member(6, 2), member(7, 2)]
DUE = [member(n, 4, colours) for n, colours in enumerate("bwbbw", 1)]


def test_a_floater_of_the_colour_that_more_are_due() -> None:
    # Three are due White: of these the lowest numbered floats down, the highest up (3.2.2, 3.2.4).
    assert paired(DUE, BELOW)[1] == [4]
    assert paired(DUE, [member(6, 6), member(7, 6)], direction=UP)[1] == [1]


def test_a_maxi_tournament_chooses_within_100_points() -> None:
    far = [replace(one, rating=(2500, 2400, 2300, 2200, 2050)[at]) for at, one in enumerate(DUE)]
    assert paired(far, BELOW)[1] == [4]
    assert paired(far, BELOW, rules=LimRules(maxi=True))[1] == [5]
    near = [*far[:4], replace(far[4], rating=2100)]
    assert paired(near, BELOW, rules=LimRules(maxi=True))[1] == [4]
    assert paired([*far[:4], replace(far[4], rating=2099)], BELOW, rules=LimRules(maxi=True))[1] == [5]


def test_a_floater_that_did_not_float_before_and_finds_an_opponent() -> None:
    five = [member(n, floated=n == 5) for n in range(1, 6)]
    assert paired(five, BELOW)[1] == [4]
    # 3 has met both below: a floater of type c gives way to one of type d (3.9).
    three = [member(1), member(2), member(3, opponents=frozenset({6, 7}))]
    assert paired(three, BELOW)[1] == [2]


def test_incoming_floaters_are_paired_first() -> None:
    floaters = [Floater(member(9, 6, "w")), Floater(member(8, 8, "b"))]
    # 8 is due White: 2 is the first who is due Black. 9 is due Black: 1 is the first who is due White.
    four = [member(1, 4, "b"), member(2, 4, "w"), member(3, 4, "b"), member(4, 4, "w")]
    assert paired(four, incoming=floaters)[0] == "1-9 2-8 3-4"
    # From behind, in the median, they come after the others.
    late = [Floater(member(9, 2, "w"), ahead=False), Floater(member(8, 8, "w"))]
    assert paired(four, incoming=late)[0] == "1-8 2-4 3-9"


def test_the_median_undoes_a_pairing() -> None:
    # 2.6.1: all of 2 points have met 4, the median's only one; 3 floats down, and 5-6 is undone.
    members = [
        member(1, 4, "wb", opponents=frozenset({4})),
        member(2, 4, "bw", opponents=frozenset({4})),
        member(3, 4, "wb", opponents=frozenset({4})),
        member(4, 2, "bw", opponents=frozenset({1, 2, 3})),
        member(5, 0, "wb"),
        member(6, 0, "bw"),
    ]
    done = LimRound(LimRules(), 4, CompletionReach(members, LimRules())).pair(members)
    assert sorted(sorted((one.white, one.black)) for one in done.boards) == [[1, 2], [3, 6], [4, 5]]
    assert [(one.score, one.way) for one in done.stages] == [
        (8, "paired downward"),
        (0, "paired upward"),
        (4, "the median, paired last"),
    ]
    median = round_explanation(done, 5, str).parts[2]
    assert median.steps[0].line() == "undone: 6–5   [C.04.4.3, 2.6.1]"


@pytest.mark.parametrize(
    ("one", "two", "upper", "expected"),
    [
        ("", "", True, ("w", "7.2")),
        ("bb", "wb", True, ("w", "5.3")),
        ("wb", "bw", True, ("w", "5.1")),
        ("", "w", True, ("w", "5.1")),
        ("wb", "wb", True, ("w", "5.4")),
        ("wb", "wb", False, ("b", "5.4")),
        ("bwb", "wbb", True, ("b", "5.3")),
        ("bwwb", "wbwb", True, ("b", "5.4")),
    ],
)
def test_colours(one: str, two: str, upper: bool, expected: tuple[str, str]) -> None:
    procedure = LimRound(LimRules(), 4, TriedOut(LimRules()))
    assert procedure.colour(member(3, 2, one), member(7, 2, two), upper=upper) == expected


def test_the_last_round_puts_the_score_before_the_colour() -> None:
    one, two = member(1, 4, "bww"), member(2, 4, "wbww")
    assert not LimRules().compatible(one, two)
    assert LimRules(last=True).compatible(one, two)
    # Of other scores the limits still hold.
    assert not LimRules(last=True).compatible(one, replace(two, score=3))


def field(players: int, initial: str = "w") -> Tournament:
    return Tournament(
        tuple(Entrant(n, str(n), 2600 - n) for n in range(1, players + 1)),
        system="fide-lim",
        planned=9,
        initial_colour=initial,  # type: ignore[arg-type]
    )


def test_the_forty_players_of_7_2() -> None:
    white = [(one.white, one.black) for one in Lim().pair(field(40)).round.pairings]
    assert (white[:4], white[-1]) == ([(1, 21), (22, 2), (3, 23), (24, 4)], (40, 20))
    black = [(one.white, one.black) for one in Lim().pair(field(40, "b")).round.pairings]
    assert (black[:4], black[-1]) == ([(21, 1), (2, 22), (23, 3), (4, 24)], (20, 40))


def test_the_first_bye_goes_to_the_lowest_rated() -> None:
    event = field(39)
    entrants = [replace(one, rating=1000) if one.number == 11 else one for one in event.entrants]
    assert Lim().pair(replace(event, entrants=tuple(entrants))).round.byes == (Bye(11),)
    unrated = [replace(one, rating=0) if one.number == 2 else one for one in entrants]
    assert Lim().pair(replace(event, entrants=tuple(unrated))).round.byes == (Bye(2),)


def test_it_says_why() -> None:
    event = generate(Lim(), players=21, rounds=7, play=4, seed=5)
    text = "\n".join(Lim().pair(event).explain().lines())
    assert "bye: " in text
    assert "scoregroup 2: the median, paired last" in text
    assert "paired upward" in text
    assert "floater: " in text
    assert "[C.04.4.3, 5." in text
    assert pairing_system("fide-lim", maxi=True) == Lim(maxi=True)


def test_what_cannot_be_paired() -> None:
    four = generate(Lim(), players=4, rounds=9, seed=1)
    with pytest.raises(NoLegalRound) as caught:
        Lim().pair(replace(four, planned=0))
    assert caught.value.article == "C.04.4.3, 2.1"
    assert caught.value.players


@st.composite
def rounds(draw: st.DrawFn) -> list[Member]:
    n = draw(st.integers(2, 9))
    met: dict[int, set[int]] = {number: set() for number in range(1, n + 1)}
    for a in range(1, n + 1):
        for b in range(a + 1, n + 1):
            if draw(st.integers(0, 9)) < 3:
                met[a].add(b)
                met[b].add(a)
    colours = st.sampled_from(["", "w", "b", "bb", "wb", "bw", "wbb", "bww", "wbw"])
    return [
        member(
            number,
            draw(st.integers(0, 4)),
            draw(colours),
            opponents=frozenset(met[number]),
            rating=draw(st.integers(20, 24)) * 100,
            floated=draw(st.booleans()),
            may_bye=draw(st.integers(0, 3)) > 0,
        )
        for number in range(1, n + 1)
    ]


@settings(max_examples=150)
@given(rounds(), st.booleans(), st.booleans())
def test_everything_tried_out_gives_the_same(members: list[Member], last: bool, maxi: bool) -> None:
    rules = LimRules(last, maxi)
    slow, fast = LimRound(rules, 4, TriedOut(rules)), LimRound(rules, 4, CompletionReach(members, rules))
    try:
        expected = slow.pair(members)
    except NoLegalRound:
        # Then no bye and no pairing would do.
        may = [one for one in members if one.may_bye] if len(members) % 2 else [None]
        rests = [enumeration.without(members, [bye]) for bye in may]
        assert not any(enumeration.possible(rest, rules.compatible) for rest in rests)
        with pytest.raises(NoLegalRound):
            fast.pair(members)
        return
    assert fast.pair(members) == expected


@settings(max_examples=25)
@given(st.integers(3, 40), st.integers(2, 9), st.integers(0, 10**6), st.booleans())
def test_tournaments_are_legal_and_repeatable(players: int, planned: int, seed: int, maxi: bool) -> None:
    happens = Chances(0.05, 0.03, 0.03, 0.01, late=0.05, prohibition=0.05)
    made = generate(Lim(maxi=maxi), players=players, rounds=planned, seed=seed, happens=happens)
    assert not list(illegal(made, rules_of("fide-lim")))
    assert not list(differences(made, Lim(maxi=maxi)))
