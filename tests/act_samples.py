"""An act of every class: a tournament in which it can be done, its fields, and fields with which it is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from arpad.office import desk
from arpad.office.desk import ParticipantEntry, TeamEntry
from arpad.office.log.event_log import EventLog


class ActSample(NamedTuple):
    """An act that can be done, and one of its class that is refused.

    Args:
        tournament: in which it is done.
        fields: as programs give them.
        refused: fields with which the tournament refuses it.
        code: of the refusal; empty for an act that no tournament refuses.
        typed: fields as a form of the browser has them, where that is otherwise.
    """

    tournament: Callable[[], EventLog]
    fields: Mapping[str, Any]
    refused: Mapping[str, Any]
    code: str
    typed: Mapping[str, str] = {}


def entered() -> EventLog:
    """Return six players of a Swiss system in five rounds."""
    log = desk.create("Cup", "fide-dutch", rounds=5, seed=3)
    names = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
    return desk.enter_all(
        log, [ParticipantEntry(name, {"rating": 2000 - 50 * at}) for at, name in enumerate(names)]
    )


def unnumbered() -> EventLog:
    """Return two players whose numbers do not follow their ratings yet."""
    log = desk.create("Cup", "fide-dutch", rounds=5, seed=3)
    return desk.enter_all(
        log, [ParticipantEntry("Ann", {"rating": 1500}), ParticipantEntry("Bo", {"rating": 1900})]
    )


def paired() -> EventLog:
    """Return the six players in round 1, which is paired."""
    return desk.pair(entered())


def played() -> EventLog:
    """Return the six players after round 1."""
    return desk.enter_results(paired(), 1, ["1-0", "1-0", "½-½"])


def finished() -> EventLog:
    """Return the tournament at its end."""
    return desk.finish(played())


def away() -> EventLog:
    """Return six players of whom one misses round 2."""
    return desk.away(entered(), 2, [2])


def apart() -> EventLog:
    """Return six players of whom two may not meet."""
    return desk.forbid(entered(), 1, 2)


def odd() -> EventLog:
    """Return round 1 of five players: one has the bye."""
    return desk.pair(desk.remove(entered(), 6))


def teams() -> EventLog:
    """Return four teams of three players, on two boards, in round 1."""
    log = EventLog.new(name="League", system="fide-team", rounds=3, seed=1, settings={"boards": 2})
    entries = [
        TeamEntry(
            letter, [ParticipantEntry(f"{letter}{at}", {"rating": 2400 - 10 * at}) for at in range(1, 4)]
        )
        for letter in "ABCD"
    ]
    return desk.pair(desk.draw_colour(desk.enter_teams(log, entries), "white"))


def reporting() -> EventLog:
    """Return round 1, which is published, and players may report."""
    return desk.publish(desk.set_reporting(paired(), "slips"))


def reported() -> EventLog:
    """Return a round in which White of board 1 has reported a win."""
    log = reporting()
    return desk.report_result(log, 1, 1, log.tournament().rounds[0].pairings[0].white, "1-0")


SAMPLES: Mapping[str, ActSample] = {
    "details": ActSample(
        entered, {"place": "Budapest", "start": "2026-05-01"}, {"start": "soon"}, "detail.date"
    ),
    "rounds": ActSample(entered, {"rounds": 4}, {"rounds": 0}, "act.field"),
    "tiebreaks": ActSample(entered, {"codes": ["BH", "SB"]}, {"codes": ["XX"]}, "tiebreak.unknown", {"codes": "BH,SB"}),
    "add": ActSample(entered, {"name": "Gus", "rating": 1500}, {"name": "Ann"}, "entry.name-taken"),
    "add-table": ActSample(
        entered, {"table": "name,rating\nGus,1500\nHal,1400\n"}, {"table": "name\nAnn\n"}, "entry.name-taken"
    ),
    "edit": ActSample(
        entered, {"participant": "Bo", "name": "Bob"}, {"participant": "Bo", "name": "Ann"}, "entry.name-taken",
        {"participant": "2", "name": "Bob"},
    ),
    "remove": ActSample(entered, {"participant": 6}, {"participant": "Zoe"}, "participant.unknown"),
    "number": ActSample(unnumbered, {}, {}, ""),
    "away": ActSample(
        entered, {"participant": "Cy", "rounds": [2, 3], "bye": "half"}, {"participant": "Cy", "rounds": [9]},
        "round.not-planned", {"participant": "3", "rounds": "2, 3", "bye": "half"},
    ),
    "back": ActSample(
        away, {"participant": "Bo", "rounds": [2]}, {"participant": "Cy"}, "absence.none",
        {"participant": "2", "rounds": "2"},
    ),
    "bye": ActSample(
        entered, {"participant": "Cy", "points": "half", "round": 1},
        {"participant": "Cy", "points": "half", "round": 9}, "round.not-planned",
        {"participant": "3", "points": "half", "round": "1"},
    ),
    "lineup": ActSample(
        teams, {"team": "A", "players": ["A2", "-"]}, {"team": "A", "players": ["B1"]}, "participant.unknown",
        {"team": "1", "players": "A2\n-"},
    ),
    "roster": ActSample(
        teams, {"team": "A", "players": ["A3", "A1"]}, {"team": "A", "players": ["A1", "A1"]}, "member.twice",
        {"team": "1", "players": "A3\nA1"},
    ),
    "member": ActSample(
        teams, {"player": "A2", "rating": 2100}, {"player": "Z", "rating": 1}, "participant.unknown",
        {"player": "2", "rating": "2100"},
    ),
    "remove-member": ActSample(teams, {"player": "A3"}, {"player": "Z"}, "participant.unknown", {"player": "3"}),
    "pair": ActSample(entered, {}, {}, "pair.results-missing"),
    "pair-by-hand": ActSample(
        entered, {"boards": [["Ann", "Bo"], ["Cy", "Di"], ["Ed", "Flo"]]}, {"boards": [["Ann", "Ann"]]},
        "round.entrant-twice", {"boards": "Ann - Bo\nCy - Di\nEd – Flo"},
    ),
    "publish": ActSample(paired, {"round": 1}, {"round": 2}, "round.not-paired"),
    "unpair": ActSample(paired, {}, {}, "round.none"),
    "board": ActSample(
        paired, {"board": 1, "white": "Flo", "black": "Ann"}, {"board": 9, "white": 1, "black": 2},
        "board.unknown", {"board": "1", "white": "6", "black": "1"},
    ),
    "result": ActSample(
        paired, {"results": ["1-0"], "board": 2}, {"results": ["7-5"], "board": 2}, "result.not-valid",
        {"results": "1-0", "board": "2"},
    ),
    "reporting": ActSample(paired, {"codes": "everywhere"}, {"codes": "nobody"}, "act.field"),
    "report": ActSample(
        reporting, {"participant": "Ann", "result": "1-0", "board": 1},
        {"participant": "Ann", "result": "1-0", "board": 3}, "reported.not-at-board",
        {"participant": "1", "result": "1-0", "board": "1"},
    ),
    "accept": ActSample(
        reported, {"participant": "Ann", "board": 1}, {"participant": "Bo", "board": 1}, "reported.no-report",
        {"participant": "1", "board": "1"},
    ),
    "finish": ActSample(played, {}, {}, "tournament.finished"),
    "forbid": ActSample(
        entered, {"participant": "Ann", "other": "Bo", "first": 2}, {"participant": "Ann", "other": "Ann"},
        "prohibition.one-participant", {"participant": "1", "other": "2", "first": "2"},
    ),
    "allow": ActSample(
        apart, {"participant": "Ann", "other": "Bo"}, {"participant": "Cy", "other": "Di"}, "prohibition.none",
        {"participant": "1", "other": "2"},
    ),
    "colour": ActSample(entered, {"colour": "black"}, {"colour": "green"}, "act.field"),
    "fix": ActSample(
        entered, {"participant": "Ann", "board": 2}, {"participant": "Ann", "board": 0}, "board.not-kept",
        {"participant": "1", "board": "2"},
    ),
    "penalty": ActSample(
        played, {"participant": "Ann", "points": "½", "reason": "late"}, {"participant": "Ann", "points": "-1"},
        "points.not-a-number", {"participant": "1", "points": "½", "reason": "late"},
    ),
    "accelerate": ActSample(
        entered, {"points": 1, "first": 1, "last": 2, "numbers": [1, 3]},
        {"points": 1, "first": 2, "last": 1, "numbers": [1, 3]}, "acceleration.range",
        {"points": "1", "first": "1", "last": "2", "numbers": "1 3"},
    ),
    "undo": ActSample(played, {}, {"to": "999"}, "undo.unknown-moment"),
}  # fmt: skip
"""Name of the act → a sample of it."""

REFUSED_IN: Mapping[str, Callable[[], EventLog]] = {
    "pair": paired,
    "unpair": entered,
    "finish": finished,
}
"""Acts without fields that refuse → the tournament in which such an act is refused."""
