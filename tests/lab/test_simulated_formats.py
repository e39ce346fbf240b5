"""Simulated formats against closed forms, a slow second telling, and what others have published."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arpad
from arpad.core import ArpadError, BadInput
from arpad.lab.formats import (
    DoubleEliminationFormat,
    Format,
    FormatStudy,
    GroupsAndKnockoutFormat,
    KnockoutFormat,
    LeagueFormat,
    McMahonFormat,
    MeanFigure,
    RatingsAlone,
    SimulatedField,
    SwissFormat,
    TournamentFigures,
    format_of,
    format_study,
)
from arpad.lab.formats.games import SimulatedGames, TournamentRecord, Work
from arpad.lab.formats.judgement import judge, places
from arpad.lab.formats.swiss import ADJACENT, FOLD, NEAREST, RANDOM, _pair


def difference_of(p: float) -> float:
    """Rating points at which Elo's logistic curve expects p."""
    return 400.0 * math.log10(p / (1.0 - p))


def one_better(players: int, p: float) -> SimulatedField:
    """One player expects p against each of the others, who are equal; nobody knows who it is."""
    return SimulatedField.of([difference_of(p), *[0.0] * (players - 1)], noise=0.0)


def about(found: MeanFigure, exact: float) -> None:
    """A mean of simulated tournaments is within four standard errors of the exact one."""
    error = (found.high - found.low) / (2 * 1.96)
    assert abs(found.mean - exact) <= 4.0 * error + 1e-12, (found, exact)


def first(study: FormatStudy) -> MeanFigure:
    return study.formats[0].figures["best_wins"]


# Closed forms


@pytest.mark.parametrize(("players", "p"), [(2, 0.6), (4, 0.6), (8, 0.75)])
@pytest.mark.parametrize("seeded", [True, False])
def test_the_best_of_2_to_the_k_wins_a_knockout_with_p_to_the_k(players: int, p: float, seeded: bool) -> None:
    study = format_study(one_better(players, p), [KnockoutFormat(seeded)], tournaments=1000)
    about(first(study), p ** int(math.log2(players)))


@pytest.mark.parametrize(("best_of", "p"), [(1, 0.6), (3, 0.6), (5, 0.7), (7, 0.55)])
def test_two_players_best_of_n(best_of: int, p: float) -> None:
    """The chance of a majority of n games: Σ C(n, k) pᵏ (1 − p)ⁿ⁻ᵏ over k > n/2."""
    exact = sum(
        math.comb(best_of, wins) * p**wins * (1 - p) ** (best_of - wins)
        for wins in range(best_of // 2 + 1, best_of + 1)
    )
    study = format_study(one_better(2, p), [KnockoutFormat(best_of=best_of)], tournaments=2000)
    about(first(study), exact)
    # The match ends when it is decided: the mean length of a best of three is 2 + 2p(1 − p).
    if best_of == 3:
        about(study.formats[0].figures["games"], 2 + 2 * p * (1 - p))


@pytest.mark.parametrize("p", [0.5, 0.7, 0.85])
def test_four_players_with_two_lives(p: float) -> None:
    """Worked by hand: p³(1 + q) if never beaten before the final, q p⁴ by each of the two other ways."""
    q = 1.0 - p
    study = format_study(one_better(4, p), [DoubleEliminationFormat()], tournaments=2000)
    about(first(study), p**3 * (1 + q) + 2 * q * p**4)


def test_a_league_of_two_and_of_equals() -> None:
    about(first(format_study(one_better(2, 0.7), [LeagueFormat()], tournaments=2000)), 0.7)
    # Among equals everybody is as likely to be first, and shared places share the first one.
    study = format_study(SimulatedField.of([0.0] * 6, noise=0.0), [LeagueFormat()], tournaments=2000)
    about(first(study), 1 / 6)


@pytest.mark.parametrize("draws", [0.0, 0.25, 0.5])
def test_draws_keep_the_expected_score(draws: float) -> None:
    """In a league of two the mean rank follows points; a drawn pair shares the place."""
    p = 0.7
    study = format_study(one_better(2, p), [LeagueFormat()], tournaments=2000, draws=draws)
    drawn = 4.0 * draws * p * (1 - p)
    about(first(study), (p - drawn / 2) + drawn / 2)  # a shared first place counts half
    knockout = format_study(one_better(2, p), [KnockoutFormat()], tournaments=2000, draws=draws)
    about(first(knockout), p - drawn / 2 + drawn * p)  # a draw is followed by a game that is not drawn


# What each format costs


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 32])
def test_games_of_each_format(players: int) -> None:
    field = SimulatedField(players)
    formats = [LeagueFormat(), LeagueFormat(2), KnockoutFormat(), DoubleEliminationFormat(seeded=False)]
    league, double, knockout, two_lives = format_study(field, formats, tournaments=8).formats
    pairs = players * (players - 1) / 2
    assert league.figures["games"] == MeanFigure(pairs, pairs, pairs)
    assert double.figures["games"].mean == 2 * pairs
    assert (league.figures["least"].mean, league.figures["most"].mean, league.figures["unmet"].mean) == (
        players - 1,
        players - 1,
        0,
    )
    assert knockout.figures["games"].mean == players - 1
    # Everybody but the winner loses twice; the winner not at all, or once.
    assert set(two_lives.judged.games) <= {2 * players - 2, 2 * players - 1}


def test_the_world_cup_of_32_teams() -> None:
    """64 games from 1998 to 2022, one of them for the third place, which no simulation plays."""
    study = format_study(SimulatedField(32), [GroupsAndKnockoutFormat()], tournaments=40)
    assert study.formats[0].figures["games"].mean == 63
    assert (study.formats[0].figures["least"].mean, study.formats[0].figures["most"].mean) == (3, 7)


def test_the_ratings_alone_rank_as_truly_as_they_are_exact() -> None:
    """Two strengths and two errors, all normal: Kendall's tau is 2/π · arcsin of the correlation (Greiner 1909)."""
    for noise in (0.0, 100.0, 200.0):
        study = format_study(SimulatedField(12, spread=200.0, noise=noise), [RatingsAlone()], tournaments=400)
        correlation = 200.0 / math.hypot(200.0, noise)
        about(study.formats[0].figures["tau"], 2.0 / math.pi * math.asin(correlation))
        assert study.formats[0].figures["games"].mean == 0


@pytest.mark.parametrize(("players", "rounds"), [(9, 4), (16, 5), (31, 7)])
@pytest.mark.parametrize("kind", [SwissFormat, McMahonFormat])
def test_games_of_a_swiss(players: int, rounds: int, kind: type[SwissFormat]) -> None:
    for rule in ("fold", "random", "adjacent", "nearest"):
        one = format_study(SimulatedField(players), [kind(rounds, rule)], tournaments=5).formats[0]
        assert one.figures["games"].mean == rounds * (players // 2)
        assert one.figures["repeated"].mean == 0
        assert one.figures["most"].mean == rounds
        assert one.figures["least"].mean >= rounds - 1


# The fast rule of pairing, told slowly


def slowly_paired(
    order: list[int], points: Sequence[float], met: np.ndarray, rule: int
) -> list[tuple[int, int]] | None:
    """The first complete round in the order of preferences, by recursion."""
    if not order:
        return []
    i, rest = order[0], order[1:]
    group = [j for j in rest if points[j] == points[i] or rule == NEAREST]
    below = [j for j in rest if j not in group]
    if rule == FOLD:
        half = (len(group) + 1) // 2 - 1 if group else 0
        group = group[half:] + group[:half][::-1]
    for j in group + below:
        if not met[i, j]:
            after = slowly_paired([one for one in rest if one != j], points, met, rule)
            if after is not None:
                return [(i, j), *after]
    return None


@given(
    players=st.integers(2, 11),
    rule=st.sampled_from([FOLD, RANDOM, ADJACENT, NEAREST]),
    lots=st.integers(0, 2**32),
    share=st.floats(0.0, 0.6),
)
def test_the_fast_rule_finds_the_first_round_in_the_order_of_preferences(
    players: int, rule: int, lots: int, share: float
) -> None:
    rng = np.random.default_rng(lots)
    record = TournamentRecord.empty(1, players)
    record.meetings[0] = np.triu(rng.random((players, players)) < share, 1)
    record.meetings[0] += record.meetings[0].T
    record.keys[0, :, 0] = np.sort(rng.integers(0, 3, players))[::-1]
    even = players - players % 2
    work = room(players)
    _pair(record, work, 0, rule)
    found = sorted((i, int(work.mate[i])) for i in range(players) if work.mate[i] > i)
    slow = slowly_paired(list(range(even)), list(record.keys[0, :, 0]), record.meetings[0], rule)
    if slow is not None and not any(record.meetings[0, i, j] for i, j in found):
        assert found == sorted(tuple(sorted(pair)) for pair in slow)
    if slow is None:
        assert len(found) == even // 2  # everybody plays, though somebody again


def room(players: int) -> Work:
    """Room for one tournament whose order is that of the numbers."""
    work = Work.room(np.zeros((1, players)), np.zeros((1, 2, players)), np.zeros((1, players)))
    return work._replace(order=np.arange(players))


# What the ranking is worth, told slowly


@given(players=st.integers(2, 7), top=st.integers(1, 7), lots=st.integers(0, 2**32))
def test_the_figures_of_a_ranking_told_slowly(players: int, top: int, lots: int) -> None:
    rng = np.random.default_rng(lots)
    strength = rng.normal(0.0, 200.0, (1, players))
    keys = rng.integers(0, 3, (1, players, 3)).astype(float)
    record = TournamentRecord.empty(1, players)
    record.meetings[0] = np.triu(rng.integers(0, 3, (players, players)), 1)
    record.meetings[0] += record.meetings[0].T
    top = min(top, players)
    judged = TournamentFigures.empty(1)
    place = places(keys)
    judge(SimulatedGames(strength, None, 400.0, 0.0), record, place, top, judged)

    ahead = {(i, j): tuple(keys[0, i]) > tuple(keys[0, j]) for i in range(players) for j in range(players)}
    for i in range(players):
        assert place[0, i] == 1 + sum(ahead[j, i] for j in range(players))
    agree, wrong, bound, unmet = 0, 0.0, 0.0, 0
    for i, j in itertools.combinations(range(players), 2):
        E = 1.0 / (1.0 + 10.0 ** ((strength[0, j] - strength[0, i]) / 400.0))
        if ahead[i, j] or ahead[j, i]:
            agree += 1 if ahead[i, j] == (strength[0, i] > strength[0, j]) else -1
        if not record.meetings[0, i, j]:
            unmet += 1
            bound += min(E, 1 - E)
            wrong += 1 - E if ahead[i, j] else E if ahead[j, i] else 0.5
    pairs = players * (players - 1) / 2
    assert judged.tau[0] == pytest.approx(agree / pairs)
    assert judged.unmet[0] == pytest.approx(unmet / pairs)
    if unmet:
        assert judged.misjudged[0] == pytest.approx(wrong / unmet)
        assert judged.bound[0] == pytest.approx(bound / unmet)
        assert judged.bound[0] <= judged.misjudged[0] + 1e-12
    strongest = set(np.argsort(-strength[0])[:top])
    # Over all orders of those who share places, the mean share of the strongest among the first.
    share = 0.0
    for i in strongest:
        level = [j for j in range(players) if place[0, j] == place[0, i]]
        share += min(1.0, max(0, top + 1 - place[0, i]) / len(level))
    assert judged.top[0] == pytest.approx(share / top)
    assert judged.games[0] == record.meetings[0].sum() / 2


# What others have found


def compared(field: SimulatedField, formats: list[Format], measure: str, **more: float) -> MeanFigure:
    return format_study(field, formats, tournaments=120, **more).difference(measure, 0, 1)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_swiss_ranks_more_truly_than_groups_or_a_knockout() -> None:
    """Sziklai, Biró and Csató (2022), The efficacy of tournament designs, Computers & Operations Research 144.

    32 players: "the Swiss-system is the most accurate, especially in its ability to rank all participants".
    """
    field = SimulatedField(32, spread=200.0, noise=200.0)
    others = [
        GroupsAndKnockoutFormat(),
        KnockoutFormat(),
        KnockoutFormat(seeded=False),
        DoubleEliminationFormat(),
    ]
    study = format_study(field, [SwissFormat(5, "random"), *others], tournaments=120)
    for other in range(1, 5):
        assert study.difference("tau", 0, other).low > 0.0


def test_seeding_helps_little_unless_the_ratings_are_good() -> None:
    """The same: the influence of seeding is marginal unless the estimate of the true ranking is very good."""
    formats: list[Format] = [KnockoutFormat(True), KnockoutFormat(False)]
    good = compared(SimulatedField(32, noise=20.0), formats, "tau")
    poor = compared(SimulatedField(32, noise=1000.0), formats, "tau")
    assert good.low > 0.1
    assert abs(poor.mean) < 0.05


def test_to_meet_the_same_opponents_again_is_worth_less_than_to_meet_others() -> None:
    """The same: comparing the same pair of alternatives several times is inefficacious.

    62 games of a knockout whose matches are best of three against 63 to 64 of a Swiss in four rounds.
    """
    field = SimulatedField(32, noise=200.0)
    assert compared(field, [SwissFormat(4, "random"), KnockoutFormat(best_of=3)], "tau").low > 0.0


@pytest.mark.slow
def test_a_double_league_finds_the_best_of_close_players_most_often() -> None:
    """Appleton (1995), May the best man win?, The Statistician 44: among close players, a league played twice."""
    field = SimulatedField(8, spread=60.0, noise=60.0)
    study = format_study(
        field,
        [LeagueFormat(2), LeagueFormat(), KnockoutFormat(), DoubleEliminationFormat(), SwissFormat(3)],
        tournaments=2000,
    )
    for other in range(1, 5):
        assert study.difference("best_wins", 0, other).low > 0.0


# Always


def test_the_same_seed_gives_the_same_figures_on_any_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arpad.lab.formats.study.AT_ONCE", 8 * 8 * 8 * 2)
    formats: list[Format] = [SwissFormat(3, "random"), KnockoutFormat()]
    found = []
    for cores in (1, 4):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        study = format_study(SimulatedField(8), formats, tournaments=30, seed=7)
        found.append([column.tolist() for one in study.formats for column in one.judged])
    assert found[0] == found[1]
    other = format_study(SimulatedField(8), formats, tournaments=30, seed=8)
    assert [column.tolist() for one in other.formats for column in one.judged] != found[0]


@pytest.mark.parametrize("rule", ["fold", "nearest"])
def test_a_curve_so_steep_that_e_to_the_x_overflows(rule: str) -> None:
    judged = (
        format_study(SimulatedField(4), [SwissFormat(3, rule)], tournaments=20, scale=0.01).formats[0].judged
    )
    assert all(np.isfinite(figure).all() for figure in judged)
    assert (judged.games == 6.0).all()


@pytest.mark.slow
def test_machine_code_gives_the_same_tournaments() -> None:
    from arpad.compiled.specialising import always_compiled

    formats: list[Format] = [
        LeagueFormat(),
        KnockoutFormat(best_of=3),
        DoubleEliminationFormat(),
        GroupsAndKnockoutFormat(groups=4),
        McMahonFormat(4),
        *(SwissFormat(5, rule) for rule in ("fold", "random", "adjacent", "nearest")),
    ]
    for one in formats:
        plain = format_study(SimulatedField(16), [one], tournaments=20, draws=0.3)
        with always_compiled():
            compiled = format_study(SimulatedField(16), [one], tournaments=20, draws=0.3)
        for name, interpreted, machine in zip(
            TournamentFigures._fields, plain.formats[0].judged, compiled.formats[0].judged, strict=True
        ):
            assert np.allclose(interpreted, machine, atol=1e-12), (one.label, name)


def test_mcmahon_begins_with_a_point_for_each_group() -> None:
    rating = np.array([[2500.0, 2400.0, 2350.0, 2150.0, 2149.0]])
    start = McMahonFormat(3, bar=2, width=100.0).start(rating)
    # The bar is at 2400: the two above begin level, 2350 a point lower, 2150 and 2149 three lower.
    assert start.tolist() == [[3.0, 3.0, 2.0, 0.0, 0.0]]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("league", LeagueFormat()),
        ("league,legs=2", LeagueFormat(2)),
        ("knockout,seeded=no,best_of=3", KnockoutFormat(False, 3)),
        ("double-elimination", DoubleEliminationFormat()),
        ("groups,groups=4,going_on=1", GroupsAndKnockoutFormat(4, 1)),
        ("swiss,rounds=9,rule=adjacent", SwissFormat(9, "adjacent")),
        ("mcmahon,width=50.5", McMahonFormat(width=50.5)),
    ],
)
def test_a_format_is_named_with_its_settings(text: str, meant: Format) -> None:
    assert format_of(text) == meant


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ladder", "no format is called 'ladder'"),
        ("swiss,round=3", "'round=3' is not a setting of swiss"),
        ("swiss,rounds", "'rounds' is not a setting of swiss"),
        ("swiss,rounds=x", "rounds is 'x'; it must be a number"),
        ("swiss,rounds=0", "rounds is 0; it must be a whole number from 1 to 100"),
        ("swiss,rule=dutch", "'dutch' is not a pairing rule"),
        ("knockout,seeded=1", "seeded is '1'; it must be yes or no"),
        ("knockout,best_of=2", "best_of is 2; it must be an odd number"),
        ("groups,groups=3", "groups is 3"),
        ("mcmahon,width=0", "width is 0"),
    ],
)
def test_a_format_that_cannot_be_is_refused(text: str, told: str) -> None:
    with pytest.raises(ArpadError, match=told.replace("(", r"\(")):
        format_of(text)


@pytest.mark.parametrize(
    ("players", "one", "told"),
    [
        (1, LeagueFormat(), "a tournament of 1 player cannot"),
        (6, SwissFormat(6), "6 players cannot play 6 rounds"),
        (7, SwissFormat(8), "7 players cannot play 8 rounds"),
        (30, GroupsAndKnockoutFormat(), "30 players do not make 8 equal groups"),
    ],
)
def test_a_field_that_a_format_cannot_take_is_refused(players: int, one: Format, told: str) -> None:
    with pytest.raises(ArpadError, match=told):
        format_study(SimulatedField(players), [one], tournaments=2)


def test_formats_by_name_and_those_that_fit() -> None:
    found = arpad.formats(8, ["knockout,seeded=no", "swiss", "swiss,rounds=5"], rounds=(3, 4), tournaments=20)
    assert [one.format for one in found.formats] == [
        KnockoutFormat(seeded=False),
        SwissFormat(3),
        SwissFormat(4),
        SwissFormat(5),
    ]
    alone = arpad.formats([2100.0, 2000.0, 1900.0, 1800.0], tournaments=20)
    assert alone.field.strengths == (2100.0, 2000.0, 1900.0, 1800.0)
    names = [one.format.name for one in alone.formats]
    assert names[:5] == ["ratings", "league", "knockout", "knockout", "double-elimination"]
    rounds = arpad.formats(12, rounds=range(4, 7), tournaments=20).formats
    assert [one.format.label for one in rounds[2:]] == [f"Swiss, {n} rounds, fold" for n in (4, 5, 6)]
    with pytest.raises(BadInput, match="no number of rounds"):
        arpad.formats(8, rounds=())
