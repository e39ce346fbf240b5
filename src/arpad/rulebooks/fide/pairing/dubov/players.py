"""What Dubov's system knows of a player (C.04.4.1, 1.5 to 1.8): colour due, opponents' ratings, upfloats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from arpad.core import BadInput, worded, worded_count
from arpad.rulebooks.fide.pairing.common.bye_first import ByeFirstField, ColourDue, declared_rounds
from arpad.rulebooks.fide.pairing.common.colours import MILD
from arpad.rulebooks.fide.pairing.common.players import PairingPlayer, state_of
from arpad.tournament.model import Colour, Tournament

CODE = "C.04.4.1"


@dataclass(frozen=True)
class Seeker:
    """A player who is to be paired.

    Args:
        player: score, colours, opponents.
        aro: the average rating of the opponents (1.7).
        upfloats: in how many rounds the player has upfloated.
        just_upfloated: whether in the previous one.
    """

    player: PairingPlayer
    aro: int
    upfloats: int
    just_upfloated: bool

    @property
    def number(self) -> int:
        """The pairing number (TPN)."""
        return self.player.number

    @property
    def score(self) -> int:
        """The score for pairing, in units of the state."""
        return self.player.score

    @cached_property
    def due(self) -> Colour:
        """The colour due (1.6): who has not played is due Black, mildly (1.6.4)."""
        return self.player.colours.preference or "b"

    @property
    def as_due(self) -> ColourDue:
        """Return the player for the allocation of colours."""
        player = self.player
        return ColourDue(player.colours, self.due, player.colours.strength or MILD, player.place)

    @property
    def fresh(self) -> bool:
        """Whether the player has yet to play a game."""
        return not self.player.colours.colours


@dataclass(frozen=True)
class DubovField(ByeFirstField):
    """Everybody who is to be paired.

    Args:
        seekers: the players, in the state's order.
        most_upfloats: MaxT (1.8.2).
        last: whether it is the last round, in which C8 to C10 do not count.
    """

    seekers: tuple[Seeker, ...] = ()
    most_upfloats: int = 0
    last: bool = False

    def exhausted(self, vertex: int) -> bool:
        """Return whether somebody is a maximum upfloater (1.8.1)."""
        return self.seekers[vertex].upfloats >= self.most_upfloats


def average(ratings: list[int]) -> int:
    """Return the ARO (1.7.1): the mean in whole points, the half upwards; 0 without games (1.7.3)."""
    n = len(ratings)
    return (2 * sum(ratings) + n) // (2 * n) if n else 0


def field_of(tournament: Tournament, provisional: int) -> DubovField:
    """Return the players before the next round.

    Args:
        tournament: with complete rounds.
        provisional: the rating of a player who has none (1.1.2); 0 if the Chief Arbiter has assigned none.

    Raises:
        BadInput: a player without a rating, no number of rounds, or a result still to come.
    """
    state = state_of(tournament)
    rounds = declared_rounds(tournament, CODE, "1.8.2")
    ratings = {entrant.number: entrant.rating or provisional for entrant in tournament.entrants}
    without = [number for number, rating in ratings.items() if not rating]
    if without:
        raise BadInput(
            worded_count(
                "{without} has no rating, nor have {count} other",
                "{without} has no rating, nor have {count} others",
                len(without) - 1,
                without=without[0],
            )
            if len(without) > 1
            else worded("{without} has no rating", without=without[0]),
            article=f"{CODE}, 1.1.2",
            remedy="The Chief Arbiter assigns a provisional one: to the player, or to all by 'provisional'.",
        )
    upfloats = _upfloats(tournament)
    seekers = []
    for player in state.players:
        opponent_ratings = [
            ratings[entry.opponent]
            for entry in tournament.history[player.number]
            if entry.opponent and entry.result.played
        ]
        rose = upfloats[player.number]
        seekers.append(Seeker(player, average(opponent_ratings), sum(rose), bool(rose) and rose[-1]))
    return DubovField(state, CODE, tuple(seekers), 2 + rounds // 5, state.at >= rounds)


def _upfloats(tournament: Tournament) -> Mapping[int, list[bool]]:
    """Return for everybody in which rounds they upfloated: played somebody who had the higher score then.

    A game that was not played is not an upfloat, as in C.04.3, 1.4.2: such a pairing may be made again.
    """
    rose: dict[int, list[bool]] = {number: [] for number in tournament.by_number}
    for at in range(tournament.played):
        scores = {player.number: player.score for player in state_of(tournament.until(at)).players}
        for number, line in tournament.history.items():
            entry = line[at]
            played = bool(entry.opponent) and entry.result.played
            rose[number].append(played and scores.get(number, 0) < scores.get(entry.opponent, 0))
    return rose
