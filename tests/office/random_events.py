"""Events drawn at random from a seed, made of the desk's own acts: what an arbiter does in an open.

An event goes on from round to round. Before each pairing and after it the arbiter does whatever the lots say:
late entries with and without renumbering, withdrawals, byes asked for and granted, returns, pairs kept apart,
boards set by hand, results corrected rounds later, another number of rounds, penalties. An act that the desk
refuses is left out, and is told among the refused.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.log.event_log import EventLog
from arpad.tournament import NoLegalRound, Result
from office import random_acts
from office.random_acts import RESULTS, TITLES


@dataclass
class Story:
    """An event, and what was done in it.

    Args:
        seed: what it is drawn from.
        log: the event so far.
        acts: what was done, in order: the name of the act.
        refused: the codes of the errors with which acts were refused.
        numbers: how many were ever entered.
    """

    seed: int
    log: EventLog
    acts: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    numbers: int = 0

    def do(self, name: str, act: Callable[[EventLog], EventLog]) -> bool:
        """Do an act; tell whether the desk did it."""
        try:
            self.log = act(self.log)
        except BadInput as error:
            self.refused.append(error.code)
            return False
        self.acts.append(name)
        return True

    @property
    def by_hand(self) -> bool:
        """Whether a board or a bye was set by hand."""
        rounds = self.log.tournament().rounds
        games = any(game.by_hand for round_ in rounds for game in round_.pairings)
        return games or any(bye.by_hand for round_ in rounds for bye in round_.byes)


def ready_to_pair(seed: int, *, penalties: bool = False) -> Iterator[Story]:
    """Yield an event drawn from a seed as often as its next round can be asked for: before round 1, 2 …

    Whoever asks pairs the round from ``log`` and leaves the story alone.

    Args:
        seed: what all is drawn from.
        penalties: whether the arbiter takes points, too.
    """
    lots = random.Random(seed)
    story = _begun(seed, lots)
    while True:
        _before_pairing(story, lots, penalties)
        tournament = story.log.tournament()
        if tournament.played >= tournament.planned or len(tournament.entrants) < 2:
            return
        yield story
        try:
            if not story.do("pair", desk.pair):
                return
        except NoLegalRound:
            return
        _after_pairing(story, lots)
        _results(story, lots)


def _begun(seed: int, lots: random.Random) -> Story:
    settings = {"acceleration": "baku"} if lots.random() < 0.3 else {}
    log = desk.create(
        f"Open {seed}",
        "fide-dutch",
        rounds=lots.randint(4, 9),
        seed=seed,
        points="football" if lots.random() < 0.15 else None,
        settings=settings,
        details={"city": "Pécs", "federation": "HUN", "start": "2026/03/07"},
        colour=lots.choice(("white", "black", "lot", "lot")),
    )
    story = Story(seed, log)
    for _ in range(lots.randint(5, 28)):
        _enter(story, lots)
    if lots.random() < 0.2:
        story.do("remove", random_acts.remove(story.log, lots))
    if lots.random() < 0.2:
        story.do("edit", random_acts.edit(story.log, lots))
    story.do("number", desk.number_by_rating)
    return story


def _enter(story: Story, lots: random.Random, *, by_rating: bool = False) -> None:
    story.numbers += 1
    entry_fields: dict[str, str | int] = {
        "rating": lots.choice((0, *(lots.randint(1000, 2700) for _ in range(6)))),
        "title": lots.choice(TITLES),
        "federation": lots.choice(("HUN", "KOR", "NED")),
        "sex": lots.choice(("m", "w", "")),
        "identity": str(700_000 + story.numbers),
        "birth": f"{lots.randint(1940, 2015)}/05/17",
    }
    name = f"Player {story.numbers:03}"
    story.do("enter", lambda log: desk.enter(log, name, entry_fields, by_rating=by_rating))


def _before_pairing(story: Story, lots: random.Random, penalties: bool) -> None:
    tournament = story.log.tournament()
    coming = tournament.played + 1
    numbers = sorted(tournament.by_number)

    def drawn_number() -> int:
        return lots.choice(numbers)

    if tournament.played and lots.random() < 0.25:
        _enter(story, lots, by_rating=lots.random() < 0.5)
    for _ in range(lots.choice((0, 0, 0, 1, 2))):
        _ask_for_bye(story, lots, drawn_number(), lots.randint(coming, max(coming, tournament.planned)))
    if lots.random() < 0.15:
        number = drawn_number()
        story.do("withdraw", lambda log: desk.away(log, number))
    if lots.random() < 0.3:
        story.do("back", random_acts.back(story.log, lots))
    if lots.random() < 0.25:
        story.do("forbid", random_acts.forbid(story.log, lots))
    if lots.random() < 0.05:
        story.do("allow", random_acts.allow(story.log, lots))
    if lots.random() < 0.1:
        rounds = tournament.planned + lots.choice((-1, 1))
        story.do("change the rounds", lambda log: desk.plan_rounds(log, rounds))
    if lots.random() < 0.1 and tournament.played > 2:
        _correct(story, lots, tournament.played - lots.choice((1, 2)))
    free = [(at, bye.number) for at, paired in enumerate(tournament.rounds, 1) for bye in paired.byes]
    if lots.random() < 0.15 and free:
        (at, number), bye = lots.choice(free), lots.choice(("half", "full", "zero"))
        story.do("grant a bye", lambda log: desk.give_bye(log, number, at, bye))
    if penalties and lots.random() < 0.2:
        story.do("penalty", random_acts.points(story.log, lots))


def _ask_for_bye(story: Story, lots: random.Random, number: int, at: int) -> None:
    bye = lots.choice(("half", "half", "zero", "full"))
    story.do("away for a round", lambda log: desk.away(log, number, [at], bye))


def _correct(story: Story, lots: random.Random, at: int) -> None:
    boards = len(story.log.tournament().rounds[at - 1].pairings)
    if boards:
        board, text = lots.randint(1, boards), lots.choice(RESULTS)
        story.do("correct", lambda log: desk.enter_result(log, at, board, text))


def _after_pairing(story: Story, lots: random.Random) -> None:
    tournament = story.log.tournament()
    boards = len(tournament.rounds[-1].pairings)
    if lots.random() < 0.05:
        story.do("unpair", desk.unpair)
        story.do("pair", desk.pair)
    if boards > 1 and lots.random() < 0.1:
        board = lots.randint(1, boards)
        white, black = lots.sample(sorted(_taking_part(story)), 2)
        story.do("set a board", lambda log: desk.set_board(log, board, white, black))
    if lots.random() < 0.05:
        number = lots.choice(sorted(_taking_part(story)))
        story.do("give the bye to another", lambda log: desk.swap_bye(log, number))
    if lots.random() < 0.3:
        story.do("publish", lambda log: desk.publish(log, log.tournament().played))


def _taking_part(story: Story) -> set[int]:
    """Return who has a game or the pairing-allocated bye in the last round."""
    round_ = story.log.tournament().rounds[-1]
    free = {bye.number for bye in round_.byes if bye.result is Result.PAIRING_BYE}
    return free | {number for game in round_.pairings for number in (game.white, game.black)}


def _results(story: Story, lots: random.Random) -> None:
    tournament = story.log.tournament()
    texts = [lots.choice(RESULTS) for _ in tournament.rounds[-1].pairings]
    story.do("results", lambda log: desk.enter_results(log, tournament.played, texts))
