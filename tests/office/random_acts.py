"""Single acts of the desk drawn at random, with what a log has to offer: numbers, boards, rounds; or has not.

Where :mod:`office.random_events` makes an open of them, from its first round to its last, they come here in any
order, as from several people who do not know of each other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction

from arpad.office import desk
from arpad.office.desk import ParticipantEntry, TeamEntry
from arpad.office.log.event_log import EventLog

TITLES = ("", "", "", "CM", "FM", "IM", "GM")
RESULTS = (*("1-0",) * 8, *("0-1",) * 6, *("½-½",) * 6, "+-", "-+", "--")

Change = Callable[[EventLog], EventLog]


def someone(log: EventLog, lots: random.Random) -> int:
    """Return a pairing number; sometimes one that nobody has."""
    return lots.randint(1, max(len(log.by_number) + (lots.random() < 0.02), 1))


def a_round(log: EventLog, lots: random.Random) -> int:
    """Return a round, the last one more often than others."""
    played = log.tournament().played
    return played if lots.random() < 0.7 else lots.randint(1, max(played, 1))


def a_board(log: EventLog, at: int, lots: random.Random) -> int:
    rounds = log.tournament().rounds
    return lots.randint(1, max(len(rounds[at - 1].pairings), 1)) if 1 <= at <= len(rounds) else 1


def enter(log: EventLog, lots: random.Random) -> Change:
    name = f"P{log.seq}-{lots.randrange(10**6)}"
    entry_fields: dict[str, str | int] = {"rating": lots.randint(0, 2800), "title": lots.choice(TITLES)}
    by_rating = log.tournament().played > 0 and lots.random() < 0.3
    return lambda now: desk.enter(now, name, entry_fields, by_rating=by_rating)


def edit(log: EventLog, lots: random.Random) -> Change:
    entrant = someone(log, lots)
    some: list[dict[str, str | int]] = [
        {"rating": lots.randint(1, 2800)},
        {"name": f"E{lots.randrange(10**6)}"},
        {"club": "Rook"},
    ]
    changes = lots.choice(some)
    return lambda now: desk.edit(now, entrant, changes)


def remove(log: EventLog, lots: random.Random) -> Change:
    entrant = someone(log, lots)
    return lambda now: desk.remove(now, entrant)


def away(log: EventLog, lots: random.Random) -> Change:
    entrant, bye = someone(log, lots), lots.choice(("half", "zero", "full"))
    coming = log.tournament().played + 1
    rounds = [] if lots.random() < 0.3 else [lots.randint(coming, coming + 2)]
    return lambda now: desk.away(now, entrant, rounds, bye)


def pair_by_hand(log: EventLog, lots: random.Random) -> Change:
    everybody = list(log.tournament().by_number)
    lots.shuffle(everybody)
    boards = list(zip(everybody[::2], everybody[1::2], strict=False))
    byes = everybody[-1:] if len(everybody) % 2 else []
    return lambda now: desk.pair_by_hand(now, boards, byes=byes)


def back(log: EventLog, lots: random.Random) -> Change:
    tournament = log.tournament()
    gone = {
        absentee for at, those in tournament.absences.items() if at > tournament.played for absentee in those
    }
    entrant = lots.choice(sorted(gone) or [1])
    return lambda now: desk.back(now, entrant)


def give_bye(log: EventLog, lots: random.Random) -> Change:
    entrant, at, bye = someone(log, lots), a_round(log, lots), lots.choice(("half", "zero", "full"))
    return lambda now: desk.give_bye(now, entrant, at, bye)


def forbid(log: EventLog, lots: random.Random) -> Change:
    a, b = someone(log, lots), someone(log, lots)
    # From a round that is named: else it is the first without a result, which the acts of others move.
    return lambda now: desk.forbid(now, a, b, first=1)


def allow(log: EventLog, lots: random.Random) -> Change:
    kept = log.tournament().prohibitions
    a, b = sorted(lots.choice(kept).numbers)[:2] if kept else (1, 2)
    return lambda now: desk.allow(now, a, b)


def colour(log: EventLog, lots: random.Random) -> Change:
    drawn = lots.choice(("white", "black"))
    return lambda now: desk.draw_colour(now, drawn)


def fix_board(log: EventLog, lots: random.Random) -> Change:
    entrant, board = someone(log, lots), lots.randint(0, 4)
    return lambda now: desk.fix_board(now, entrant, board)


def points(log: EventLog, lots: random.Random) -> Change:
    entrant, many = someone(log, lots), lots.choice((Fraction(-1), Fraction(-1, 2), Fraction(1)))
    return lambda now: desk.set_points(now, entrant, many)


def accelerate(log: EventLog, lots: random.Random) -> Change:
    first = log.tournament().played + 1
    return lambda now: desk.accelerate(now, Fraction(1), first=first, last=first + 1, numbers=(1, 3))


def plan(log: EventLog, lots: random.Random) -> Change:
    rounds = max(log.tournament().played, 1) + lots.randint(0, 4)
    return lambda now: desk.plan_rounds(now, rounds)


def tiebreaks(log: EventLog, lots: random.Random) -> Change:
    codes = lots.sample(("BH", "SB", "DE", "WIN"), 2)
    return lambda now: desk.set_tiebreaks(now, codes)


def details(log: EventLog, lots: random.Random) -> Change:
    values = {lots.choice(("city", "chief_arbiter", "name")): f"D{lots.randrange(10**6)}"}
    return lambda now: desk.set_details(now, values)


def number(log: EventLog, lots: random.Random) -> Change:
    return desk.number_by_rating


def pair(log: EventLog, lots: random.Random) -> Change:
    return desk.pair


def unpair(log: EventLog, lots: random.Random) -> Change:
    return desk.unpair


def set_board(log: EventLog, lots: random.Random) -> Change:
    board, white, black = a_board(log, log.tournament().played, lots), someone(log, lots), someone(log, lots)
    return lambda now: desk.set_board(now, board, white, black)


def swap_bye(log: EventLog, lots: random.Random) -> Change:
    entrant = someone(log, lots)
    return lambda now: desk.swap_bye(now, entrant)


def result(log: EventLog, lots: random.Random) -> Change:
    at = a_round(log, lots)
    board, text = a_board(log, at, lots), lots.choice(RESULTS)
    return lambda now: desk.enter_result(now, at, board, text)


def results(log: EventLog, lots: random.Random) -> Change:
    played = log.tournament().played
    boards = len(log.tournament().rounds[-1].pairings) if played else 0
    texts = [lots.choice(RESULTS) for _ in range(boards)]
    return lambda now: desk.enter_results(now, played, texts)


def set_reporting(log: EventLog, lots: random.Random) -> Change:
    codes = lots.choice(("slips", "everywhere", "off"))
    return lambda now: desk.set_reporting(now, codes)


def accept_report(log: EventLog, lots: random.Random) -> Change:
    waiting = [(place, side) for place, sides in log.reports.items() for side in sides]
    (at, board), entrant = lots.choice(waiting) if waiting else ((1, 1), 0)
    number = log.number_of(entrant) if entrant else someone(log, lots)
    return lambda now: desk.accept_report(now, at, board, number)


def report_result(log: EventLog, lots: random.Random) -> Change:
    at = a_round(log, lots)
    board, text = a_board(log, at, lots), lots.choice(("1-0", "1-0", "½-½"))
    played = log.tournament().rounds
    games = played[at - 1].pairings if 1 <= at <= len(played) else ()
    if 1 <= board <= len(games):
        entrant = lots.choice((games[board - 1].white, games[board - 1].black))
    else:
        entrant = someone(log, lots)
    return lambda now: desk.report_result(now, at, board, entrant, text)


def publish(log: EventLog, lots: random.Random) -> Change:
    return desk.publish


def finish(log: EventLog, lots: random.Random) -> Change:
    return desk.finish


def a_team(log: EventLog, lots: random.Random) -> tuple[int, list[int]]:
    """Return a team's number and those of its players, in any order."""
    team = someone(log, lots)
    entrants = log.tournament().by_number
    members = list(entrants[team].members) if team in entrants else []
    return team, lots.sample(members, len(members))


def enter_team(log: EventLog, lots: random.Random) -> Change:
    name = f"T{log.seq}-{lots.randrange(10**6)}"
    members = [
        ParticipantEntry(f"{name}.{at}", {"rating": lots.randint(0, 2800)})
        for at in range(lots.randint(2, 4))
    ]
    return lambda now: desk.enter_team(now, name, members)


def edit_member(log: EventLog, lots: random.Random) -> Change:
    player, rating = lots.choice(a_team(log, lots)[1] or [1]), lots.randint(1, 2800)
    return lambda now: desk.edit_member(now, player, {"rating": rating})


def remove_member(log: EventLog, lots: random.Random) -> Change:
    player = lots.choice(a_team(log, lots)[1] or [1])
    return lambda now: desk.remove_member(now, player)


def order_roster(log: EventLog, lots: random.Random) -> Change:
    team, order = a_team(log, lots)
    return lambda now: desk.order_roster(now, team, order)


def name_lineup(log: EventLog, lots: random.Random) -> Change:
    team, members = a_team(log, lots)
    return lambda now: desk.name_lineup(now, team, members[:2])


def board_result(log: EventLog, lots: random.Random) -> Change:
    at = a_round(log, lots)
    match, board, text = a_board(log, at, lots), lots.randint(1, 2), lots.choice(RESULTS)
    return lambda now: desk.enter_board_result(now, at, match, board, text)


def board_results(log: EventLog, lots: random.Random) -> Change:
    at = a_round(log, lots)
    match, texts = a_board(log, at, lots), lots.choices(RESULTS, k=2)
    return lambda now: desk.enter_board_results(now, at, match, texts)


def undo(log: EventLog, lots: random.Random) -> Change:
    return desk.undo


def undo_to(log: EventLog, lots: random.Random) -> Change:
    to = lots.choice(log.ends_of_acts()[-4:])
    return lambda now: desk.undo(now, to=to)


ACTS: Mapping[str, tuple[Callable[[EventLog, random.Random], Change], int]] = {
    "enter": (enter, 6),
    "edit": (edit, 3),
    "remove": (remove, 1),
    "away": (away, 3),
    "back": (back, 2),
    "give_bye": (give_bye, 2),
    "forbid": (forbid, 2),
    "allow": (allow, 1),
    "draw_colour": (colour, 1),
    "fix_board": (fix_board, 2),
    "set_points": (points, 2),
    "accelerate": (accelerate, 1),
    "plan_rounds": (plan, 1),
    "set_tiebreaks": (tiebreaks, 1),
    "set_details": (details, 2),
    "number_by_rating": (number, 1),
    "pair": (pair, 6),
    "pair_by_hand": (pair_by_hand, 1),
    "unpair": (unpair, 1),
    "set_board": (set_board, 3),
    "swap_bye": (swap_bye, 1),
    "enter_result": (result, 12),
    "enter_results": (results, 4),
    "set_reporting": (set_reporting, 1),
    "report_result": (report_result, 4),
    "accept_report": (accept_report, 1),
    "publish": (publish, 1),
    "finish": (finish, 1),
    "undo": (undo, 4),
    "undo to a moment": (undo_to, 1),
}
"""Acts, with how often they are drawn."""

TEAM_ACTS: Mapping[str, tuple[Callable[[EventLog, random.Random], Change], int]] = {
    "enter_team": (enter_team, 4),
    "edit_member": (edit_member, 2),
    "remove_member": (remove_member, 1),
    "order_roster": (order_roster, 3),
    "name_lineup": (name_lineup, 6),
    "enter_board_result": (board_result, 12),
    "enter_board_results": (board_results, 12),
}
"""Acts of team events beside these."""

MOST_ENTRANTS = 20
"""Above this nobody is entered, so that pairing stays quick."""


def begun_teams(lots: random.Random) -> EventLog:
    """Return an event of six teams of three players, on two boards."""
    log = desk.create("Cup", "fide-team", rounds=6, seed=lots.randrange(100), settings={"boards": 2})
    teams = [TeamEntry(team, [ParticipantEntry(f"{team}{at}") for at in range(3)]) for team in "ABCDEF"]
    return desk.enter_teams(log, teams)


def begun(lots: random.Random, entrants: int = 8) -> EventLog:
    """Return an event with some participants."""
    log = desk.create("Open", "fide-dutch", rounds=6, seed=lots.randrange(100))
    return desk.enter_all(
        log, [ParticipantEntry(f"A{at}", {"rating": 2000 - 10 * at}) for at in range(1, entrants + 1)]
    )


def draw(log: EventLog, lots: random.Random) -> tuple[str, Change]:
    """Return the name of an act and the act, drawn for a log; the desk may refuse it."""
    acts = {**ACTS, **TEAM_ACTS} if log.tournament().players else dict(ACTS)
    if len(log.by_number) >= MOST_ENTRANTS:
        acts = {
            name: act for name, act in acts.items() if not name.startswith("enter_team") and name != "enter"
        }
    if log.finished:
        acts = {"undo": acts["undo"], "publish": acts["publish"]}
    name = lots.choices(list(acts), [often for _, often in acts.values()])[0]
    return name, acts[name][0](log, lots)
