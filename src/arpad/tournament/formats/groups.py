"""Groups, everybody against everybody within each, and the draw that makes them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from string import ascii_uppercase

from arpad.core import BadInput, Edition, Explanation, Step, worded, worded_count
from arpad.tournament.formats.berger import berger_cycles
from arpad.tournament.model import Bye, Pairing, Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import NoLegalRound, Paired

EDITION = Edition(date(1900, 1, 1), "groups")

Groups = Mapping[str, tuple[int, ...]]
"""The numbers in each group, by its letter."""

TRIES = 20_000
"""Partial draws looked at before a lot's place is given up: a draw of 32 takes some hundreds."""


def dealt(numbers: Sequence[int], groups: int) -> dict[str, tuple[int, ...]]:
    """Deal numbers to groups in a snake: 1 to A, 2 to B, …, and back, so that the groups are equally strong.

    Raises:
        BadInput: a group would be empty.
    """
    if not 1 <= groups <= min(len(numbers), len(ascii_uppercase)):
        raise BadInput(
            worded_count(
                "{count} participant cannot make {groups}",
                "{count} participants cannot make {groups}",
                len(numbers),
                groups=worded_count("{count} group", "{count} groups", groups),
            )
        )
    out: list[list[int]] = [[] for _ in range(groups)]
    for at, number in enumerate(numbers):
        lap, place = divmod(at, groups)
        out[place if lap % 2 == 0 else groups - 1 - place].append(number)
    return dict(zip(ascii_uppercase, map(tuple, out), strict=False))


def draw_groups(
    pots: Sequence[Sequence[int]],
    allowed: Callable[[tuple[int, ...], int], bool] = lambda group, number: True,
    *,
    seed: int,
    fixed: Mapping[int, str] = {},
) -> dict[str, tuple[int, ...]]:
    """Draw groups from pots: one of each pot to every group.

    Lots are drawn pot after pot, as at a World Cup: the participant drawn goes to the first group that still
    lacks one of this pot, that may take them, and after which the draw can be completed. So no lot has ever
    to be taken back.

    Args:
        pots: the numbers in each; all of one size.
        allowed: whether a group as it stands may take one more: no two of one confederation, say. A group
            that may not must not be allowed to once it has grown.
        seed: what is drawn from.
        fixed: the participants whose group is set beforehand, as that of the hosts.

    Raises:
        BadInput: the pots differ in size, or somebody is fixed who or where nobody can be.
        NoLegalRound: no draw meets the constraints.
    """
    letters = _letters(pots, fixed)
    lots = random.Random(seed)
    waiting: list[list[int]] = []
    for pot in pots:
        order = list(pot)
        lots.shuffle(order)
        waiting.append(sorted(order, key=lambda number: number not in fixed))
    draw = _Draw(waiting, allowed, fixed, dict.fromkeys(letters, ()))
    for depth, pot in enumerate(waiting):
        for place, number in enumerate(pot, 1):
            draw.place(number, depth, pot[place:])
    return draw.groups


def _letters(pots: Sequence[Sequence[int]], fixed: Mapping[int, str]) -> str:
    """Return the letters of the groups that pots make, one for each participant of a pot.

    Raises:
        BadInput: the pots differ in size, or somebody is fixed who or where nobody can be.
    """
    size = len(pots[0]) if pots else 0
    if not size or any(len(pot) != size for pot in pots) or size > len(ascii_uppercase):
        raise BadInput("the pots are not of one size", remedy="Put as many in each as there are groups.")
    letters = ascii_uppercase[:size]
    numbers = {number for pot in pots for number in pot}
    for number, letter in fixed.items():
        if number not in numbers or letter not in letters:
            raise BadInput(
                worded("{number} cannot be fixed in group {letter}", number=number, letter=letter),
                remedy=worded(
                    "Fix those who are in a pot, in groups {first} to {last}.",
                    first=letters[0],
                    last=letters[-1],
                ),
            )
    return letters


@dataclass
class _Draw:
    """A draw of groups that is under way.

    Args:
        pots: the numbers of each pot, in the order in which they are drawn.
        allowed: whether a group as it stands may take one more.
        fixed: the participants whose group is set beforehand.
        groups: the numbers in each group so far.
        tries: how many partial draws were looked at for the present lot.
    """

    pots: Sequence[Sequence[int]]
    allowed: Callable[[tuple[int, ...], int], bool]
    fixed: Mapping[int, str]
    groups: dict[str, tuple[int, ...]]
    tries: int = 0

    def place(self, number: int, depth: int, rest: Sequence[int]) -> None:
        """Put a participant of a pot into the first group after which the draw can be completed.

        Raises:
            NoLegalRound: there is no such group, or none was found in ``TRIES`` partial draws.
        """
        for letter in self._vacancies(number, depth):
            before = self.groups[letter]
            self.groups[letter] = (*before, number)
            self.tries = 0
            if self._completes(depth, rest):
                return
            self.groups[letter] = before
        raise NoLegalRound(
            worded("no group can take {number}", number=number),
            article="the draw's constraints",
            players=(number,),
        )

    def _candidates(self, number: int, depth: int) -> list[str]:
        """Return the groups that could take one of this pot as they stand, filled from this pot or not."""
        groups = [
            letter
            for letter, members in self.groups.items()
            if len(members) <= depth and self.allowed(members, number)
        ]
        return [letter for letter in groups if letter == self.fixed.get(number, letter)]

    def _vacancies(self, number: int, depth: int) -> list[str]:
        """Return those of them that still lack one of this pot."""
        return [letter for letter in self._candidates(number, depth) if len(self.groups[letter]) == depth]

    def _hopeless(self, depth: int) -> bool:
        """Whether a later pot already cannot be spread over the groups, one to each."""
        return any(
            _unmatched({number: self._candidates(number, later) for number in self.pots[later]})
            for later in range(depth + 1, len(self.pots))
        )

    def _completes(self, depth: int, rest: Sequence[int]) -> bool:
        """Whether the rest of this pot, and all pots after it, can be placed; fewest groups first."""
        self.tries += 1
        if self.tries > TRIES:
            raise NoLegalRound(
                worded("no draw that meets the constraints was found in {tries} tries", tries=TRIES),
                article="the draw's constraints",
                remedy="Loosen a constraint, or move somebody to another pot.",
            )
        if not rest:
            return depth + 1 == len(self.pots) or self._completes(depth + 1, self.pots[depth + 1])
        vacancies = {number: self._vacancies(number, depth) for number in rest}
        if _unmatched(vacancies) or self._hopeless(depth):
            return False
        number = min(rest, key=lambda candidate: len(vacancies[candidate]))
        others = [other for other in rest if other != number]
        for letter in vacancies[number]:
            before = self.groups[letter]
            self.groups[letter] = (*before, number)
            done = self._completes(depth, others)
            self.groups[letter] = before
            if done:
                return True
        return False


def _unmatched(places: Mapping[int, Sequence[str]]) -> bool:
    """Tell whether they cannot all have a place of their own (augmenting paths)."""
    taken: dict[str, int] = {}

    def seated(number: int, seen: set[str]) -> bool:
        for letter in places[number]:
            if letter not in seen:
                seen.add(letter)
                if letter not in taken or seated(taken[letter], seen):
                    taken[letter] = number
                    return True
        return False

    return not all(seated(number, set()) for number in places)


@dataclass(frozen=True)
class GroupStage:
    """Round robins side by side. The tournament's setting ``groups`` says who plays where: letter → numbers.

    If it is a number, that many groups are dealt in a snake.

    Args:
        cycles: how often two of a group meet.
        size: how large groups are where the settings say nothing: then numbers are dealt in a snake.
    """

    cycles: int = 1
    size: int = 4
    name: str = "groups"
    edition: Edition = EDITION

    def groups(self, tournament: Tournament) -> dict[str, tuple[int, ...]]:
        """Return the groups.

        Raises:
            BadInput: somebody stands in two groups or in none, or the setting is not such a thing.
        """
        setting = tournament.settings.get("groups")
        numbers = sorted(tournament.by_number)
        if setting is None:
            if self.size < 2:
                raise BadInput(
                    worded_count(
                        "a group cannot have {count} member", "a group cannot have {count} members", self.size
                    ),
                    remedy="Set size=4.",
                )
            return dealt(numbers, max(1, -(-len(numbers) // self.size)))
        if isinstance(setting, int):
            if not 1 <= setting <= max(1, len(numbers) // 2):
                raise BadInput(
                    worded_count(
                        "{count} participant cannot make {groups} of two or more",
                        "{count} participants cannot make {groups} of two or more",
                        len(numbers),
                        groups=worded_count("{count} group", "{count} groups", setting),
                    )
                )
            return dealt(numbers, setting)
        try:
            groups = {str(letter): tuple(int(n) for n in members) for letter, members in setting.items()}
        except (AttributeError, TypeError, ValueError):
            raise BadInput(
                worded("the setting groups cannot be {found!r}", found=setting),
                remedy='Write how many, or groups={"A": [1, 4], "B": [2, 3]}.',
            ) from None
        if sorted(n for members in groups.values() for n in members) != numbers:
            raise BadInput(
                "every participant must be in exactly one group", remedy="Correct the setting groups."
            )
        return groups

    def pair(self, tournament: Tournament) -> Paired:
        """Return the next round of every group.

        Raises:
            BadInput: all rounds are paired.
        """
        at = tournament.played + 1
        games: list[Pairing] = []
        free: list[Bye] = []
        steps = []
        for letter, members in self.groups(tournament).items():
            table = [] if len(members) < 2 else berger_cycles(len(members), self.cycles)
            row = [(members[a - 1], members[b - 1]) for a, b in table[at - 1]] if at <= len(table) else []
            games += [Pairing(a, b) for a, b in row]
            players = {number for pair in row for number in pair}
            free += [Bye(number, Result.ZERO_BYE) for number in members if number not in players]
            text = ", ".join(f"{a}–{b}" for a, b in row)
            steps.append(
                Step(
                    worded("group {letter}", letter=letter),
                    text or worded("has finished"),
                    source="C.05, Annex 1",
                )
            )
        if not games:
            raise BadInput("all groups have finished")
        return Paired(
            Round(tuple(games), tuple(free)),
            lambda: Explanation(
                worded("Round {round}", round=at),
                steps=tuple(steps),
                outcome=worded_count("{count} game", "{count} games", len(games)),
            ),
        )


def of_group(tournament: Tournament, members: Sequence[int]) -> Tournament:
    """Return a group as a tournament of its own: its members, and the games between them."""
    inside = set(members)
    rounds = []
    for round_ in tournament.rounds:
        games = tuple(game for game in round_.pairings if {game.white, game.black} <= inside)
        byes = tuple(bye for bye in round_.byes if bye.number in inside)
        rounds.append(replace(round_, pairings=games, byes=byes))
    entrants = tuple(entrant for entrant in tournament.entrants if entrant.number in inside)
    return replace(tournament, entrants=entrants, rounds=tuple(rounds))


def across(groups: int, going_on: int = 2) -> list[tuple[str, str]]:
    """Return who meets whom after the groups, by places: ``("A1", "B2"), ("C1", "D2"), …, ("B1", "A2")``.

    Winners meet the seconds of the neighbouring group, and two of one group meet again in the final at the
    earliest: the scheme of the World Cups from 1998 to 2022.

    Raises:
        BadInput: the number of groups is odd, or other than two go on.
    """
    if groups % 2 or going_on != 2:
        raise BadInput("the scheme is known for an even number of groups of which two go on")
    letters = ascii_uppercase[:groups]
    first = [(f"{a}1", f"{b}2") for a, b in zip(letters[::2], letters[1::2], strict=True)]
    second = [(f"{b}1", f"{a}2") for a, b in zip(letters[::2], letters[1::2], strict=True)]
    return first + second
