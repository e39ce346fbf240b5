"""An audit of a ranking: which questions are asked of the games, and what is answered.

The questions are those of arenakit 0.1.1 (Mohammadi 2026), a program that audits leaderboards of models;
the statistics and limits are stated in :mod:`arpad.lab.audit.order`, :mod:`arpad.lab.audit.sides`,
:mod:`arpad.lab.audit.cycles` and :mod:`arpad.lab.audit.clusters`. Those that chance could answer wrongly
share the level: if the games have no fault, any of them finds one with that probability, at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.core import BadInput, NotProvided, worded, worded_count
from arpad.lab.audit.board import FittedGroup, among, groups
from arpad.lab.audit.clusters import check_clusters, check_one_cluster
from arpad.lab.audit.cycles import check_cycles
from arpad.lab.audit.order import check_few_games, check_groups, check_schedule
from arpad.lab.audit.sides import check_draws, check_first_side
from arpad.lab.audit.verdict import TESTED, AuditVerdict
from arpad.record import Games
from arpad.record.kinds.games import read_games
from arpad.record.winner_first import without_order

if TYPE_CHECKING:
    from arpad.record.kinds.games import Readable

LEVEL = 0.05
"""How often an audit of games without a fault may find one."""


@dataclass(frozen=True, eq=False)
class Audit:
    """What an audit says.

    Args:
        games: the games that were looked at.
        board: the fitted strengths of the largest group.
        verdicts: the answers, in the order of :data:`arpad.lab.audit.CODES`.
        level: how often an audit of games without a fault finds one, at most.
    """

    games: Games
    board: FittedGroup
    verdicts: Sequence[AuditVerdict]
    level: float

    def __repr__(self) -> str:
        """Return the audit in a line."""
        codes = ", ".join(verdict.code for verdict in self.findings) or "nothing found"
        return f"<Audit of {self.games!r}: {codes}>"

    def __getitem__(self, code: str) -> AuditVerdict:
        """Return the answer to a question by its code."""
        return next(verdict for verdict in self.verdicts if verdict.code == code)

    @property
    def headline(self) -> str:
        """What was audited: so many games, players and clusters."""
        board = self.board
        games = worded_count("{count} game", "{count} games", len(board.games))
        players = worded_count("{count} player", "{count} players", board.players)
        if board.clusters is None:
            return worded("{games} of {players}", games=games, players=players)
        clusters = worded_count("{count} cluster", "{count} clusters", int(board.clusters.max()) + 1)
        return worded("{games} of {players} in {clusters}", games=games, players=players, clusters=clusters)

    @property
    def findings(self) -> list[AuditVerdict]:
        """What was found."""
        return [verdict for verdict in self.verdicts if verdict.fault]

    @property
    def notes(self) -> list[str]:
        """What a reader of the audit should know."""
        prior = worded("A player won, or lost, every game: strengths are held by a prior of 350 points.")
        return [*self.games.source.notes, *([prior] if self.board.prior else [])]

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        clusters = self.board.clusters
        return {
            "games": len(self.board.games),
            "players": self.board.players,
            "clusters": None if clusters is None else int(clusters.max()) + 1,
            "level": self.level,
            "findings": [verdict.code for verdict in self.findings],
            "verdicts": [verdict.as_dict() for verdict in self.verdicts],
            "notes": self.notes,
        }


def audit(games: Games | Readable, *, level: float = LEVEL) -> Audit:
    """Ask what the games support of a ranking, and what distorts it.

    Args:
        games: a record, or what :func:`arpad.read_games` reads. With a ``cluster`` of each game (the voter,
            the event), what clusters do is asked too.
        level: how often an audit of games without a fault may find one.

    Raises:
        BadInput: the level is not between 0 and 1.
        NotProvided: there are no games, or more than 2,000 players in the largest group.
    """
    if not 0.0 < level < 1.0:
        raise BadInput(f"the level {level:g} is not between 0 and 1", remedy="Expected such as 0.05.")
    record = games if isinstance(games, Games) else read_games(games)
    if not isinstance(record, Games):
        raise NotProvided("an audit is for games of two sides, and these are contests of several")
    if record.weight is not None and not record.weight.all():
        record = record.take(np.flatnonzero(record.weight > 0.0))
    if not len(record):
        raise NotProvided("there is no game to audit")
    record = without_order(record)
    apart = groups(record)
    board = FittedGroup.of(among(record, apart[0]))
    test_level = level / len(TESTED)
    verdicts = [
        check_groups(record, apart),
        check_few_games(board),
        check_schedule(board),
        check_first_side(board, test_level),
        check_draws(board, test_level),
        check_cycles(board, test_level),
        check_clusters(board, test_level),
        check_one_cluster(board, test_level),
    ]
    return Audit(record, board, verdicts, level)
