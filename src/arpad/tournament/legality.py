"""Whether a round is legal: judged from the tournament's lines alone.

Nothing here is shared with the engines that pair: each condition is read off the rounds as an arbiter with
the crosstable would. Articles are those of FIDE's basic rules for Swiss systems (C.04.1, 2026) where a system
does not say its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from arpad.core import counted
from arpad.tournament.model import Round, Tournament
from arpad.tournament.results import Result


@dataclass(frozen=True)
class RuleFinding:
    """Something that a check found.

    Args:
        round: which round, from 1; 0 for the tournament as a whole.
        article: the rule that is breached.
        wording: what is wrong, as a sentence without a full stop; ``{}`` (:meth:`str.format`) stands for a
            participant: the players, then the others.
        players: whose numbers it concerns.
        difference: whether it is not a breach, but another answer than the rules give.
        pair: the participants who were paired otherwise than by the rules; 0 for the bye.
        others: further participants whom the sentence names.
        about: of a difference, what the rules give otherwise; ``refused`` where they give no pairing.
        code: the kind of finding, as ``docs/codes.md`` lists it.
    """

    round: int
    article: str
    wording: str
    players: tuple[int, ...] = ()
    difference: bool = False
    pair: tuple[int, int] | None = None
    others: tuple[int, ...] = ()
    about: Literal["", "pair", "bye", "colours", "refused"] = ""
    code: str = ""

    @property
    def text(self) -> str:
        """The sentence with the participants' numbers: ``4 and 7 have met in round 1``."""
        return self.sentence(str)

    def sentence(self, named: Callable[[int], str]) -> str:
        """Return the sentence.

        Args:
            named: gives what a participant is called, by number.
        """
        wording = self.wording if named is str else self.wording.replace("}–{", "} – {")
        return wording.format(*map(named, (*self.players, *self.others)))

    @property
    def rule(self) -> str:
        """The rule in words: ``article C.04.1, 2``; empty if there is none."""
        return f"article {self.article}" if is_article(self.article) else self.article

    def line(self) -> str:
        """Return it as a line: ``round 3, article 2: 4 and 7 have met in round 1``."""
        place = f"round {self.round}" if self.round else "tournament"
        return f"{place}, {self.rule}: {self.text}" if self.rule else f"{place}: {self.text}"


def literal(text: str) -> str:
    """Return a text as the wording of a finding that names no participant in it."""
    return text.replace("{", "{{").replace("}", "}}")


def is_article(text: str) -> bool:
    """Whether a rule is an article by its number, such as ``C.04.3`` or ``2.4``, and no other name of it."""
    return re.match(r"[A-Z]?\.?\d", text) is not None


Rule = Callable[[Tournament, int, Round], Iterator[RuleFinding]]
"""A condition that round ``at`` has to meet, given the tournament before it."""


def once_each(before: Tournament, at: int, round_: Round) -> Iterator[RuleFinding]:
    """Everybody who is here is paired or free, once; a participant who is away is not paired."""
    away = before.absent(at)
    seen: dict[int, int] = {}
    for number in _everybody(round_):
        seen[number] = seen.get(number, 0) + 1
    for number in before.by_number:
        times = seen.get(number, 0)
        if times > 1:
            text = f"{{}} has {times} games or byes"
            yield RuleFinding(at, "C.04.1, 1", text, (number,), code="check.twice")
        if not times and number not in away:
            text = "{} is here and has no game and no bye"
            yield RuleFinding(at, "C.04.1, 1", text, (number,), code="check.left-out")
    for game in round_.pairings:
        for number in (game.white, game.black):
            if number in away:
                yield RuleFinding(at, "C.04.2", "{} is away and was paired", (number,), code="check.away")


def no_rematch(before: Tournament, at: int, round_: Round) -> Iterator[RuleFinding]:
    """Two who have played each other do not meet again; a forfeited game was not played."""
    for game in round_.pairings:
        for r, line in enumerate(before.history[game.white], 1):
            if line.opponent == game.black and line.result.played:
                text = f"{{}} and {{}} have met in round {r}"
                both = (game.white, game.black)
                yield RuleFinding(at, "C.04.1, 2", text, both, code="check.rematch")


def no_prohibited_pair(before: Tournament, at: int, round_: Round) -> Iterator[RuleFinding]:
    """Who must not meet does not meet."""
    for game in round_.pairings:
        for rule in before.prohibitions:
            if rule.first <= at <= rule.last and {game.white, game.black} <= rule.numbers:
                both = (game.white, game.black)
                article = "the tournament's prohibitions"
                yield RuleFinding(at, article, "{} and {} must not meet", both, code="check.forbidden-pair")


def pairing_byes(before: Tournament, at: int, round_: Round) -> Iterator[RuleFinding]:
    """One bye is given if the number of players is odd, none if it is even, and not to everybody."""
    free = [bye.number for bye in round_.byes if bye.result is Result.PAIRING_BYE]
    here = len(before.by_number) - len(before.absent(at))
    if len(free) != here % 2:
        yield RuleFinding(
            at,
            "C.04.1, 3",
            f"{counted(here, 'player')} {'is' if here == 1 else 'are'} here, and "
            f"{counted(len(free), 'bye')} {'is' if len(free) == 1 else 'are'} given",
            tuple(free),
            code="check.byes",
        )
    win = before.points.of(Result.WIN)
    for number in free:
        for r, line in enumerate(before.history[number], 1):
            if line.result is Result.PAIRING_BYE:
                text = f"{{}} had the bye in round {r} already"
                yield RuleFinding(at, "C.04.1, 4", text, (number,), code="check.second-bye")
            elif not line.result.played and before.points.of(line.result) >= win:
                text = f"{{}} has the points of a win without playing from round {r}, and gets the bye"
                yield RuleFinding(at, "C.04.1, 4", text, (number,), code="check.second-bye")


def colours_of(before: Tournament, number: int) -> str:
    """Return the colours of a participant's played games, such as ``wbwwb``."""
    return "".join(line.colour for line in before.history[number] if line.result.played)


def colour_limits(
    before: Tournament, at: int, round_: Round, free: frozenset[int] = frozenset()
) -> Iterator[RuleFinding]:
    """Nobody has a colour three times oftener than the other, or three times in a row.

    Args:
        before: the tournament before the round.
        at: the round.
        round_: its pairings.
        free: whom the limits do not bind.
    """
    for game in round_.pairings:
        for number, colour in ((game.white, "w"), (game.black, "b")):
            if number in free or not game.coloured:
                continue
            line = colours_of(before, number) + colour
            lead = abs(line.count("w") - line.count("b"))
            if lead > 2:
                text = f"{{}} has one colour {lead} times oftener: {line}"
                yield RuleFinding(at, "C.04.1, 6", text, (number,), code="check.colour-difference")
            if line.endswith(3 * colour):
                text = f"{{}} has one colour three times in a row: {line}"
                yield RuleFinding(at, "C.04.1, 7", text, (number,), code="check.colour-sequence")


BASIC: tuple[Rule, ...] = (once_each, no_rematch, no_prohibited_pair, pairing_byes)
"""What holds in every Swiss system of FIDE's, but for colours, from which systems make exceptions."""


def _everybody(round_: Round) -> Iterator[int]:
    for game in round_.pairings:
        yield game.white
        yield game.black
    for bye in round_.byes:
        yield bye.number
