"""What a study of formats says in plain sentences."""

from __future__ import annotations

from collections.abc import Callable

from arpad.core import counted
from arpad.lab.formats.catalogue import LeagueFormat, SwissFormat
from arpad.lab.formats.study import FormatStudy, FormatWorth

CERTAIN = 0.9
"""Of the league's rank correlation: a Swiss that reaches so much of it ranks nearly as truly."""


def advice(study: FormatStudy) -> list[str]:
    """Return sentences: which format ranks most truly and finds the best player, how many rounds suffice.

    One format is called better than another only where the 95 % interval of their difference, on the same
    fields and luck, is above zero.
    """
    sentences = []
    played = [at for at, worth in enumerate(study.formats) if worth.format.plays]
    if len(played) > 1:
        sentences.append(
            _best(study, played, "tau", "ranks most truly", lambda figure: f"Kendall's tau {figure:.3f}")
        )
        sentences.append(
            _best(
                study,
                played,
                "best_wins",
                "finds the strongest player most often",
                lambda figure: f"{figure:.1%}",
            )
        )
    sentences += _ratings(study)
    rounds = _rounds(study)
    if rounds:
        sentences.append(rounds)
    repeated = [worth for worth in study.formats if worth.figures["repeated"].mean > 0]
    sentences += [
        f"{worth.format.label}: the fast pairing rule found no round without players who meet again in "
        f"{worth.figures['repeated'].mean:.2g} games of a tournament."
        for worth in repeated
    ]
    return sentences


def _best(
    study: FormatStudy, played: list[int], measure: str, words: str, wording: Callable[[float], str]
) -> str:
    """Return which format is the best by a measure, and which are not certainly worse."""
    order = sorted(played, key=lambda at: -study.formats[at].figures[measure].mean)
    best = order[0]
    level = [at for at in order[1:] if study.difference(measure, best, at).low <= 0.0]
    first = study.formats[best]
    sentence = f"{_name(first)} {words} ({wording(first.figures[measure].mean)})"
    if not level:
        return f"{sentence}."
    others = "; ".join(_name(study.formats[at]) for at in level)
    return f"{sentence}; not certainly less: {others}."


def _ratings(study: FormatStudy) -> list[str]:
    """Return whether some tournament ranks more truly than the ratings did before it."""
    alone = [at for at, worth in enumerate(study.formats) if not worth.format.plays]
    if not alone:
        return []
    others = [at for at in range(len(study.formats)) if at not in alone]
    if any(study.difference("tau", at, alone[0]).low > 0.0 for at in others):
        return []
    tau = study.formats[alone[0]].figures["tau"].mean
    return [
        f"None certainly ranks more truly than the ratings did before it (Kendall's tau {tau:.3f}): they err "
        f"by {study.field.noise:g} points, which is little beside the luck of so few games."
    ]


def _name(worth: FormatWorth) -> str:
    """Return a format's label with a capital letter."""
    return worth.format.label[0].upper() + worth.format.label[1:]


def _rounds(study: FormatStudy) -> str | None:
    """Return how many rounds of a Swiss come near the league's rank correlation, where both were played."""
    leagues = [worth for worth in study.formats if isinstance(worth.format, LeagueFormat)]
    by_rounds: dict[int, FormatWorth] = {}
    for worth in study.formats:
        if type(worth.format) is SwissFormat and worth.format.rule == "fold":
            by_rounds[worth.format.rounds] = worth
    if not leagues or len(by_rounds) < 2:
        return None
    whole = leagues[0].figures["tau"].mean
    shares = {rounds: by_rounds[rounds].figures["tau"].mean / whole for rounds in sorted(by_rounds)}
    players = counted(study.field.players, "player")
    enough = next((rounds for rounds, share in shares.items() if share >= CERTAIN), None)
    if enough is None:
        most = max(shares)
        return (
            f"For {players}, {counted(most, 'round')} of a Swiss reach {shares[most]:.0%} of the league's "
            "rank correlation."
        )
    return (
        f"For {players}, {counted(enough, 'round')} of a Swiss reach {shares[enough]:.0%} of the league's "
        f"rank correlation, with {by_rounds[enough].figures['games'].mean:,.0f} games instead of "
        f"{leagues[0].figures['games'].mean:,.0f}."
    )
