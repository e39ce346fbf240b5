"""A tournament as one self-contained page: standings, crosstable, rounds, and why it all came out so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from arpad._version import __version__
from arpad.core import ArpadError, BadInput, Explanation
from arpad.office.document import document, footer
from arpad.office.eventtables import crosstable, is_square, round_table, standings_table
from arpad.office.explained import explained
from arpad.office.markup import count, name, text
from arpad.office.standingtables import dropped
from arpad.rulebooks.pairings import SYSTEMS, system_of
from arpad.rulebooks.pairingsettings import at_defaults
from arpad.rulebooks.standings import Edition, edition_for, ranked_apart, standings
from arpad.tournament.checking import Stood, stood_by_rounds
from arpad.tournament.model import Entrant, Round, Tournament
from arpad.tournament.points import FIDE_POINTS, Points
from arpad.tournament.results import Result
from arpad.tournament.standings import Standings
from arpad.tournament.tiebreaks.value import said

STYLES = ("page.css", "event.css")

TERMS = 120_000
"""Terms (participants × values × rounds) up to which every value unfolds: some 10 MB of page."""


@dataclass(frozen=True)
class Origin:
    """What a page was made from.

    Args:
        file: the file's name.
        digest: the SHA-256 of its bytes.
        command: what makes the page again.
    """

    file: str
    digest: str
    command: str

    @classmethod
    def of(cls, path: Path, command: str) -> Origin:
        """Return the origin of a page that is made from a file."""
        return cls(path.name, sha256(path.read_bytes()).hexdigest(), command)


def event_page(
    tournament: Tournament,
    *,
    tiebreaks: Sequence[str] | None = None,
    edition: Edition = None,
    terms: bool = True,
    pairings: bool = True,
    title: str = "",
    origin: Origin | None = None,
    stood: Sequence[Stood] | None = None,
) -> str:
    """Return a tournament as a page.

    Args:
        tournament: the tournament as it is.
        tiebreaks: codes in order; None for its own, or what its system commonly uses.
        edition: whose tie-break rules; None for those in force when it began.
        terms: whether the values of the standings unfold into their terms.
        pairings: whether every round is paired again, and explained.
        title: the heading; the tournament's name if empty.
        origin: what the tournament was read from.
        stood: each round with the tournament as it stood when the round was paired; None for what the rounds
            themselves tell.

    Raises:
        BadInput: a code is not known, or lacks what it needs.
    """
    rules = edition_for(tournament, edition)
    apart = ranked_apart(tournament)
    tables = {group: standings(one, tiebreaks, rules) for group, one in apart.items()}
    made = next(iter(tables.values()))
    unfolds = terms and len(tournament.entrants) * max(tournament.played, 1) * len(made.order) <= TERMS
    heading = title or tournament.name or "Tournament"
    listed = tournament.system in SYSTEMS
    kicker = SYSTEMS[tournament.system].title if listed else tournament.system
    ranked = "".join(_group(group) + standings_table(one, terms=unfolds) for group, one in tables.items())
    parts = [
        f'<section id="table">\n<h2>Standings</h2>\n{ranked}{_notes(tables, unfolds, terms)}</section>\n'
    ]
    again = (stood_by_rounds(tournament) if stood is None else stood) if pairings else ()
    if tournament.played:
        crossed = "".join(_group(group) + crosstable(apart[group], one) for group, one in tables.items())
        key = _key(next(iter(apart.values())))
        parts.append(f'<section id="cross">\n<h2>Crosstable</h2>\n{crossed}{key}</section>\n')
        parts.append(
            f'<section id="rounds">\n<h2>Rounds</h2>\n{_rounds(tournament, made, again)}</section>\n'
        )
    how = _how(tournament, made, rules.name, origin, pairings)
    parts.append(f'<section id="how">\n<h2>Method and settings</h2>\n{how}</section>\n')
    body = (
        f'<header>\n<p class="kicker">{text(kicker)}</p>\n<h1>{name(heading)}</h1>\n'
        f'<p class="lede">{_lede(tournament)}</p>\n{_contents(tournament)}</header>\n'
        f"<main>\n{''.join(parts)}</main>\n{footer()}"
    )
    return document(heading, body, STYLES)


def explanation_page(
    told: Explanation, *, title: str, kicker: str = "", lede: str = "", entrants: Iterable[Entrant] = ()
) -> str:
    """Return an explanation as a page of its own; all of it is printed, unfolded or not.

    Args:
        told: the explanation.
        title: the heading.
        kicker: what stands above it.
        lede: what stands below it.
        entrants: who the numbers are, for a list at the end.
    """
    items = "".join(f"<li><b>{one.number}</b> {name(one.name)}</li>\n" for one in entrants)
    who = f'<section>\n<h2>Numbers</h2>\n<ul class="who">\n{items}</ul>\n</section>\n' if items else ""
    body = (
        f'<header>\n<p class="kicker">{text(kicker)}</p>\n<h1>{name(title)}</h1>\n'
        f'<p class="lede">{text(lede)}</p>\n</header>\n'
        f'<main>\n<section class="why">\n{explained(told, unfolded=2)}</section>\n{who}</main>\n{footer()}'
    )
    return document(title, body, STYLES)


def _lede(tournament: Tournament) -> str:
    """Return where and when it was, how many took part, and how far it has come."""
    known = tournament.details
    place = ", ".join(text(known[key]) for key in ("city", "federation") if known.get(key))
    days = [text(known[key].replace("/", "-")) for key in ("start", "end") if known.get(key)]
    when = " to ".join(dict.fromkeys(days))
    where = ", ".join(part for part in (place, when) if part)
    rounds = f"{tournament.played} of {tournament.planned}" if tournament.planned else str(tournament.played)
    done = count(tournament.planned or tournament.played, "round")
    if tournament.planned != tournament.played:
        done = f"{rounds} rounds"
    pending = tournament.rounds[-1].pending if tournament.rounds else ()
    waiting = f"; {count(len(pending), 'result')} of the last one to come" if pending else ""
    start = f"{where}. " if where else ""
    return f"{start}{count(len(tournament.entrants), 'participant')}, {done}{waiting}."


def _contents(tournament: Tournament) -> str:
    links = [("table", "Standings")]
    if tournament.played:
        links += [("cross", "Crosstable"), ("rounds", "Rounds")]
    links.append(("how", "Method and settings"))
    items = "".join(f'<li><a href="#{key}">{label}</a></li>' for key, label in links)
    return f'<nav aria-label="On this page"><ul>{items}</ul></nav>\n'


def _group(letter: str) -> str:
    return f"<h3>Group {text(letter)}</h3>\n" if letter else ""


def _notes(tables: Mapping[str, Standings], unfolds: bool, wanted: bool) -> str:
    """Return how to read the standings, and which tie-breaks were left out."""
    notes = [
        "“Decided by” names the criterion that separates a player from the place above; "
        "players tied on everything share the place."
    ]
    if wanted and not unfolds:
        notes.append("The field is too large for values to unfold here; arpad standings --explain has them.")
    notes += [f"{text(code)} is left out: {text(why)}." for code, why in dropped(tables)]
    told = "".join(f'<p class="note">{each}</p>\n' for each in notes)
    return told + ('<p class="note screen">Open a value to see what it is made of.</p>\n' if unfolds else "")


def _key(tournament: Tournament) -> str:
    """Return how to read the crosstable."""
    entries = [entry for line in tournament.history.values() for entry in line]
    if is_square(tournament):
        shown = "Each cell is the result against the place at the head of the column."
    elif any(entry.colour for entry in entries):
        shown = "Each cell is the opponent’s number, the colour (w or b) and the result."
    else:
        shown = "Each cell is the opponent’s number and the result."
    if any(entry.result.forfeit for entry in entries):
        shown += " + and − are a win and a loss by forfeit."
    return f'<p class="note">{shown}</p>\n'


def _rounds(tournament: Tournament, made: Standings, stood: Sequence[Stood]) -> str:
    listed = tournament.system in SYSTEMS
    black_first = listed and SYSTEMS[tournament.system].black_first
    scores = str(made.order[0]) == "PTS"
    parts = []
    for at in range(1, tournament.played + 1):
        table = round_table(tournament, at, black_first=black_first, scores=scores)
        why = _why(tournament, *stood[at - 1]) if stood else ""
        parts.append(
            f'<section class="round" id="round-{at}">\n<h3>Round {at}</h3>\n{table}{why}</section>\n'
        )
    return "".join(parts)


def _why(tournament: Tournament, state: Tournament, one: Round) -> str:
    """Return why a round was paired as it was; where the rules give another one, that too is said.

    Args:
        tournament: as it is now.
        state: as it stood when the round was paired.
        one: the round, with the numbers of then.
    """
    try:
        paired = system_of(state).pair(state)
        told = paired.explain()
    except ArpadError as error:
        return f'<p class="note">This round cannot be paired again: {text(error.problem)}.</p>\n'
    note = ""
    numbers = {entrant.name: entrant.number for entrant in tournament.entrants}
    if any(numbers.get(entrant.name) != entrant.number for entrant in state.entrants):
        note = '<p class="note">The numbers in the explanation are those when the round was paired.</p>\n'
    if _meetings(paired.round) != _meetings(one):
        note += (
            '<p class="note warning">The round that was played is another one than the system gives; '
            "the explanation is that of the system’s.</p>\n"
        )
    return note + explained(told, unfolded=0, heading="Why these pairings")


def _meetings(one: Round) -> set[frozenset[int]]:
    """Return who meets whom, and who has the pairing's bye."""
    free = {frozenset((bye.number,)) for bye in one.byes if bye.result is Result.PAIRING_BYE}
    return {frozenset((game.white, game.black)) for game in one.pairings} | free


def _how(tournament: Tournament, made: Standings, rules: str, origin: Origin | None, pairings: bool) -> str:
    """Return system, tie-breaks, points, lots and file: what is needed to come to the same page."""
    facts = [("Pairing", _pairing(tournament, pairings)), ("Points", _points(tournament.points))]
    orders = [f"{text(str(one))} <span>({text(one.kind.title)})</span>" for one in made.order]
    facts.append(("Order", ", then ".join(orders)))
    facts.append(("Tie-break rules", text(rules)))
    facts.append(("Lots drawn from seed", str(tournament.seed)))
    usual = at_defaults(tournament.system, tournament.settings) if tournament.system in SYSTEMS else set()
    chosen = [
        f"{key} = {value}"
        for key, value in sorted(tournament.settings.items())
        if isinstance(value, str | int | float) and key not in usual
    ]
    if chosen:
        facts.append(("Settings", text("; ".join(chosen))))
    for key, label in (("chief_arbiter", "Chief arbiter"), ("time_control", "Time control")):
        if tournament.details.get(key):
            facts.append((label, text(tournament.details[key])))
    if origin is not None:
        facts.append(
            ("File", f"{text(origin.file)} <code>{text(origin.digest)}</code> <span>(SHA-256)</span>")
        )
    facts.append(("Program", f"arpad {text(__version__)}"))
    listed = _list(facts)
    if origin is None:
        return listed
    return (
        f"{listed}<p>The same file and version give the same page:</p>\n"
        f"<pre><code>{text(origin.command)}</code></pre>\n"
    )


def _list(facts: Iterable[tuple[str, str]]) -> str:
    rows = "".join(f"<dt>{term}</dt><dd>{fact}</dd>\n" for term, fact in facts)
    return f"<dl>\n{rows}</dl>\n"


def _pairing(tournament: Tournament, explained_too: bool) -> str:
    """Return the system, with the edition that the explanations follow."""
    if tournament.system not in SYSTEMS:
        return text(tournament.system)
    names = [tournament.system]
    if explained_too:
        try:
            names.append(system_of(tournament).edition.name)
        except BadInput as error:
            names.append(error.problem)
    return f"{text(SYSTEMS[tournament.system].title)} <span>({text(', '.join(names))})</span>"


def _points(points: Points) -> str:
    if points == FIDE_POINTS:
        return "1 for a win, ½ for a draw, 0 for a loss"
    return f"{said(points.win)} for a win, {said(points.draw)} for a draw, {said(points.loss)} for a loss"
