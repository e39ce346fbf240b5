"""The teams of a tournament while its events are read: players, line-ups and results on boards.

Teams and players are known by their ``entrant`` numbers. What is nested is never changed in place, so that a
copy of the outer level is a copy.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from arpad.tournament.boards import Both, by_default
from arpad.tournament.model import Entrant, Round, Tournament
from arpad.tournament.team_rounds import TeamRound, team_round, with_team_rounds

Ids = tuple[int, ...]


@dataclass
class Teams:
    """The teams of a tournament; empty where participants have no players.

    Args:
        players: by ``entrant``, with their numbers among the players.
        rosters: team → its players, top board first.
        named: round → team → the line-up that the team named.
        seated: round that is paired → team → its players by board, 0 for nobody.
        resting: round that is paired → team without a match → the players who share its bye.
        results: round → match → board → what both players have.
        matches: round → its matches as they were paired, and their results; dropped where one changes.
    """

    players: dict[int, Entrant] = field(default_factory=dict)
    rosters: dict[int, Ids] = field(default_factory=dict)
    named: dict[int, dict[int, Ids]] = field(default_factory=dict)
    seated: dict[int, dict[int, Ids]] = field(default_factory=dict)
    resting: dict[int, dict[int, Ids]] = field(default_factory=dict)
    results: dict[int, dict[int, dict[int, Both]]] = field(default_factory=dict)
    matches: dict[int, tuple[Round, TeamRound]] = field(default_factory=dict)

    def copy(self) -> Teams:
        """Return teams that can be changed apart from these."""
        return Teams(
            dict(self.players),
            dict(self.rosters),
            dict(self.named),
            dict(self.seated),
            dict(self.resting),
            dict(self.results),
            dict(self.matches),
        )

    def boards(self, settings: Mapping[str, object]) -> int:
        """Return on how many boards a match is played: as set, else as many as the smallest team has."""
        boards = settings.get("boards", 0)
        if isinstance(boards, int) and boards:
            return boards
        return min((len(members) for members in self.rosters.values() if members), default=0)

    def team_of(self, player: int) -> int:
        """Return the team of a player."""
        return next(team for team, members in self.rosters.items() if player in members)

    def leave(self, team: int) -> None:
        """Forget a team that is in no round, and its players."""
        for player in self.rosters.pop(team, ()):
            del self.players[player]
        for at, lineups in self.named.items():
            self.named[at] = {other: members for other, members in lineups.items() if other != team}

    def sit_down(self, at: int, teams: Collection[int], boards: int) -> None:
        """Seat teams for a round as they have named, or in their order; who is seated stays so."""
        seated = dict(self.seated.get(at, {}))
        for team in teams:
            if team not in seated and self.rosters.get(team):
                seated[team] = self.named.get(at, {}).get(team) or by_default(self.rosters[team], boards)
        self.seated[at] = seated
        self.matches.pop(at, None)

    def name(self, at: int, team: int, members: Ids) -> None:
        """Take the line-up that a team names; results on boards whose players change are dropped."""
        self.named[at] = {**self.named.get(at, {}), team: members}
        if at in self.seated:
            self.seated[at] = {**self.seated[at], team: members}
            self.matches.pop(at, None)

    def rest(self, at: int, team: int, members: Ids) -> None:
        """Take the players who share the bye of their team."""
        self.resting[at] = {**self.resting.get(at, {}), team: members}
        self.matches.pop(at, None)

    def enter(self, at: int, match: int, board: int, both: Both) -> None:
        """Take a result on a board."""
        of_round = self.results.get(at, {})
        self.results[at] = {**of_round, match: {**of_round.get(match, {}), board: both}}
        self.matches.pop(at, None)

    def results_of(self, at: int, match: int) -> Mapping[int, Both]:
        """Return the results on the boards of a match, by board; none without teams."""
        return self.results.get(at, {}).get(match, {})

    def drop(self, at: int, match: int, boards: Collection[int] | None = None) -> None:
        """Drop results of a match: of some boards, or of all."""
        of_round = dict(self.results.get(at, {}))
        of_match = of_round.pop(match, {})
        dropped = of_match if boards is None else boards
        kept = {board: both for board, both in of_match.items() if board not in dropped}
        self.results[at] = {**of_round, match: kept} if kept else of_round
        self.matches.pop(at, None)

    def take_back(self, at: int) -> None:
        """Take back what was entered of a round; the line-ups that were named stay."""
        self.seated.pop(at, None)
        self.resting.pop(at, None)
        self.results.pop(at, None)
        self.matches.pop(at, None)

    def add_to(self, tournament: Tournament, teams: Mapping[int, int]) -> Tournament:
        """Return the tournament with the players, and with what the boards brought.

        Args:
            tournament: of the teams, with their pairing numbers, and the results of whole matches.
            teams: the pairing numbers by ``entrant``.
        """
        if not self.players:
            return tournament
        number = {entrant: player.number for entrant, player in self.players.items()} | {0: 0}

        def numbered(lineups: Mapping[int, Ids]) -> dict[int, Ids]:
            return {
                teams[team]: tuple(number[player] for player in members) for team, members in lineups.items()
            }

        members = numbered(self.rosters)
        colours = tournament.details.get("board_colours", "").lower()
        rounds: list[TeamRound] = []
        for at, round_ in enumerate(tournament.rounds, 1):
            matches = self.matches.get(at)
            if matches is None or matches[0] is not round_:
                lineups = numbered(self.seated.get(at, {}))
                matches = (
                    round_,
                    team_round(
                        round_,
                        lineups,
                        self.results.get(at, {}),
                        resting=numbered(self.resting.get(at, {})),
                        colours=colours,
                    ),
                )
                self.matches[at] = matches
            rounds.append(matches[1])
        coming = {at: lineups for at, lineups in self.named.items() if at > tournament.played}
        return with_team_rounds(
            replace(
                tournament,
                entrants=tuple(
                    replace(team, members=members.get(team.number, ())) for team in tournament.entrants
                ),
            ),
            Tournament(tuple(sorted(self.players.values(), key=lambda player: player.number))),
            rounds,
            {at: numbered(lineups) for at, lineups in (self.seated | coming).items()},
            max(self.boards(tournament.settings), *map(_longest, self.seated.values()), 0),
        )


def _longest(lineups: Mapping[int, Sequence[int]]) -> int:
    return max(map(len, lineups.values()), default=0)
