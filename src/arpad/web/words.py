"""The words of the pages that stand in no template: those of tables, reports, systems, tie-breaks and byes.

Catalogues of a language have them beside the words of the templates; a test says what is missing.
"""

from __future__ import annotations

from arpad.office.club.rights import Role, Task
from arpad.office.events.wording import FIELDS
from arpad.office.pages.event_tables import BYES
from arpad.office.reports.catalogue import REPORTS
from arpad.office.reports.status import LATE
from arpad.rulebooks.fide.pairing.burstein.system import BURSTEIN_2026
from arpad.rulebooks.fide.pairing.dubov.system import DUBOV_2026
from arpad.rulebooks.fide.pairing.dutch.system import DUTCH_2017, DUTCH_2026
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.rulebooks.rating_catalogue import SYSTEMS as RATING_SYSTEMS
from arpad.rulebooks.rating_catalogue import rating_system
from arpad.rulebooks.standings import TIEBREAKS
from arpad.web.account import SCOPES
from arpad.web.office_log import PEOPLE_KINDS, POOL_KINDS

TABLES = (
    *("Rank", "Name", "Points", "Decided by", "No.", "Title", "Grade", "Club", "Fed.", "Rating", "Board"),
    *("White", "Black", "First", "Second", "Result", "number", "federation", "level", "points", "to come"),
    *("Bracket", "Groups", "Winners", "Losers"),
    *("Perf.", "performance rating", "W−We", "score less expected score", "Rating ±"),
    *("rating change so far, K · (W − We)",),
    *("Due", "the colour that the system preferred before the round"),
    *("the criterion that separates the player from the place above", "free"),
)
"""Words of the tables of a tournament (:mod:`arpad.office.pages.event_tables`)."""

PRINTED = (
    *("Bd", "board", "By", "who made the pairing, where the system did not", "Stones", "Pts", "Colour"),
    *("stones given to Black", "points before the round", "Opponent", "Without a game", "Bye", "Team"),
    *("match and board", "Boards", "Born", "Sex", "ID", "From round", "Rounds", "points of each round"),
    *("To come", "Given", "hand", "Black wins", "jigo", "White wins", "½ bye", "1 bye"),
)
"""Words of printed reports (:mod:`arpad.office.reports`)."""

PAIRING_EDITIONS = (DUTCH_2017, DUTCH_2026, DUBOV_2026, BURSTEIN_2026)
"""What explanations of pairings say by which rules they are."""

CHARTS = (
    "The places round by round",
    "%(player)s: from %(first)s to %(last)s, highest %(peak)s.",
)
"""What charts say in words (:mod:`arpad.web.players.career`)."""


def words() -> list[str]:
    """Return every word of the pages that stands in no template, each once."""
    texts = [
        *TABLES,
        *PRINTED,
        *CHARTS,
        *FIELDS.values(),
        *BYES.values(),
        LATE,
        *(role.label for role in Role),
    ]
    texts += [task.value.replace("-", " ") for task in Task]
    texts += [*SCOPES.values(), *POOL_KINDS.values(), *PEOPLE_KINDS.values()]
    texts += [system.title for system in SYSTEMS.values()]
    texts += [edition.name for edition in PAIRING_EDITIONS]
    for system in (rating_system(name, {}) for name in RATING_SYSTEMS):
        texts += [system.title, *(edition.name for edition in system.editions)]
    texts += [report.title for report in REPORTS.values()]
    texts += [kind.title for kind in TIEBREAKS.kinds.values()]
    return list(dict.fromkeys(texts))
