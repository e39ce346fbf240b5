"""What ``arpad check`` finds in one file: a tournament report, or an event's file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arpad.cli.events import check_not_encoded, guessed, is_logbook, unknown_system
from arpad.core import BadInput

if TYPE_CHECKING:
    from datetime import date

    from arpad.tournament import Tournament
    from arpad.tournament.checking import Stood
    from arpad.tournament.legality import Finding
    from arpad.tournament.trf import Document


@dataclass(frozen=True)
class CheckOptions:
    """What the command line says of how to judge.

    Args:
        system: the pairing system; None for the file's own.
        edition: the day whose rules hold; None for the file's own.
        seed: what lots are drawn from; None where nobody has said.
        settings: of the system, ``NAME=VALUE``.
        only_legal: pair nothing again.
        lenient: take a report whose lines contradict each other.
        encoding: of reports; None for UTF-8 or a guess.
    """

    system: str | None = None
    edition: date | None = None
    seed: int | None = None
    settings: tuple[str, ...] = ()
    only_legal: bool = False
    lenient: bool = False
    encoding: str | None = None

    def applied(self, tournament: Tournament) -> Tournament:
        """Return a tournament with what was asked for.

        Raises:
            BadInput: a setting is none of the system's, or cannot be.
        """
        from arpad.cli.tournament_settings import settings_of

        chosen = replace(
            tournament,
            system=self.system or tournament.system,
            edition=self.edition or tournament.edition,
            seed=tournament.seed if self.seed is None else self.seed,
        )
        if not self.settings:
            return chosen
        found = settings_of(chosen.system, self.settings, chosen.planned, chosen.edition)
        if "acceleration" in found:
            raise BadInput(
                "a report states its own acceleration (250)", remedy="Leave acceleration out of --set."
            )
        return replace(chosen, settings={**chosen.settings, **found})

    def check_event(self, file: str) -> None:
        """Refuse what only reports have to be told.

        Raises:
            BadInput: there is a seed, a setting or an encoding.
        """
        check_not_encoded(file, self.encoding)
        if self.seed is not None or self.settings:
            raise BadInput(
                "an event file has its own seed and settings", file=file, remedy="Leave out --seed and --set."
            )


class Judged(NamedTuple):
    """What a check came to.

    Args:
        tournament: the tournament as it is.
        stood: each round with the tournament as it stood when the round was paired.
        findings: by round.
        notes: what the findings rest on, or what could not be judged.
        again: whether the rounds were paired again.
        by_hand: the rounds that the arbiter paired, which are not paired again.
    """

    tournament: Tournament
    stood: list[Stood]
    findings: list[Finding]
    notes: list[str]
    again: bool
    by_hand: frozenset[int] = frozenset()

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return self.tournament.played

    def named(self, finding: Finding) -> str:
        """Return the sentence of a finding with the participants' names beside their numbers."""
        state = self.stood[finding.round - 1][0] if finding.round else self.tournament
        return finding.told(state.named)


def judge(file: str, asked: CheckOptions) -> Judged:
    """Judge a file.

    Raises:
        BadInput: it cannot be read, or is neither a report nor an event.
    """
    return _event(file, asked) if is_logbook(file) else _report(file, asked)


def _report(file: str, asked: CheckOptions) -> Judged:
    from arpad.rulebooks.fide.legality import rules_of
    from arpad.rulebooks.pairing_catalogue import system_of
    from arpad.tournament.checking import differences, illegal, stood_by_rounds
    from arpad.tournament.legality import Finding, literal
    from arpad.tournament.trf import read_document

    document = read_document(Path(file), asked.encoding)
    told = document.teams(lenient=True) if document.of_teams else document.tournament(lenient=True)
    tournament = asked.applied(told)
    unknown = unknown_system(tournament, file, asked.encoding)
    stood = stood_by_rounds(tournament)
    findings = [Finding(0, "", literal(warning.problem)) for warning in document.warnings]
    findings += _of_scoring(tournament)
    findings += illegal(tournament, rules_of(tournament.system), stood)
    notes = guessed(document, "the report", asked.encoding)
    if unknown is not None:
        place = f"line {unknown.row}: " if unknown.row else ""
        notes.append(f"{place}{unknown.problem}: its rounds were not paired again. {unknown.remedy}")
    elif not asked.only_legal:
        differing = list(differences(tournament, system_of(tournament), stood))
        findings += differing
        if differing and asked.seed is None:
            notes += _by_lot(tournament, differing)
    findings += _misplaced(document, tournament, known=unknown is None)
    if not asked.system and not told.details.get("encoded_type") and any(one.difference for one in findings):
        notes.append(
            f"it names no system (192), and was judged by {tournament.system}: --system chooses another"
        )
    findings.sort(key=lambda finding: finding.round)
    return Judged(tournament, stood, findings, notes, again=unknown is None and not asked.only_legal)


def _of_scoring(tournament: Tournament) -> list[Finding]:
    """Return the finding that nothing can be ranked by the points of a report (162, 362, 320)."""
    from arpad.tournament.legality import Finding, literal
    from arpad.tournament.points import check_scoring

    try:
        check_scoring(tournament.points)
    except BadInput as error:
        return [Finding(0, "", literal(error.problem))]
    return []


def _event(file: str, asked: CheckOptions) -> Judged:
    """Judge an event.

    A round is paired again as things stood when it was paired: a result that was corrected since, or numbers
    that changed with a late entry, are no fault of it. What the arbiter set by hand since is noted, with the
    rules that it departs from.
    """
    from arpad.office.hand_decisions import by_hand
    from arpad.office.log.event_file import EventFile
    from arpad.rulebooks.fide.legality import rules_of
    from arpad.rulebooks.pairing_catalogue import system_of
    from arpad.tournament.checking import before, differences, illegal

    asked.check_event(file)
    book = EventFile(Path(file)).read()
    tournament = asked.applied(book.tournament())
    stood = [(asked.applied(one.before), one.round) for one in book.all_as_paired()]
    # A round that the arbiter paired or changed is judged as it is now, and not paired again.
    own = {
        at
        for at, ((_, one), now) in enumerate(zip(stood, tournament.rounds, strict=True), 1)
        if any(game.by_hand for game in (*one.pairings, *now.pairings))
    }
    stood = [
        (before(tournament, at), tournament.rounds[at - 1]) if at in own else each
        for at, each in enumerate(stood, 1)
    ]
    findings = list(illegal(tournament, rules_of(tournament.system), stood))
    if not asked.only_legal:
        again = differences(tournament, system_of(tournament), stood)
        findings += [finding for finding in again if finding.round not in own]
    notes = [finding.line() for finding in by_hand(tournament)]
    findings.sort(key=lambda finding: finding.round)
    return Judged(tournament, stood, findings, notes, not asked.only_legal, frozenset(own))


def _by_lot(tournament: Tournament, differing: list[Finding]) -> list[str]:
    """Say which rounds another seed pairs otherwise, if that may be why they differ."""
    from arpad.rulebooks.pairing_catalogue import SYSTEMS, system_of
    from arpad.tournament.checking import rests_on_lots

    system = system_of(tournament)
    if SYSTEMS[tournament.system].ranked:
        # FIDE's draw nothing but the first colour, which a report tells (152).
        return []
    rounds = sorted({finding.round for finding in differing})
    drawn = [at for at in rounds if rests_on_lots(tournament, system, at)]
    if not drawn:
        return []
    which = f"{'round' if len(drawn) == 1 else 'rounds'} {', '.join(map(str, drawn))}"
    rest = "rests" if len(drawn) == 1 else "rest"
    return [
        f"by {system.name}, {which} {rest} on lots, and a report has no place for the seed that they are "
        "drawn from: --seed gives it"
    ]


def _misplaced(document: Document, tournament: Tournament, *, known: bool) -> list[Finding]:
    """Return whose rank is not that of the tie-breaks that the report names, or contradicts the points.

    Where a report names none, any order among those with the same points is right, and so is a shared rank.
    Nothing is found in systems that do not rank by points in the first place.
    """
    from arpad.rulebooks.standings import by_points, edition_for, standings
    from arpad.tournament.legality import Finding, literal

    if not tournament.rounds or tournament.rounds[-1].pending:
        return []
    if not tournament.tiebreaks and not (known and by_points(tournament)):
        return []
    made = standings(tournament, None if tournament.tiebreaks else (), edition_for(tournament))
    teams = tournament.players is not None
    code, numbers, ranks = ("310", (4, 7), (68, 71)) if teams else ("001", (4, 8), (85, 89))
    said = [
        (line.text[slice(*numbers)].strip(), line.text[slice(*ranks)].strip()) for line in document.of(code)
    ]
    # 0 and blank are no rank.
    held = [
        (int(number), int(rank)) for number, rank in said if number.isdigit() and rank.isdigit() and int(rank)
    ]
    if not tournament.tiebreaks and all(number == rank for number, rank in held):
        # Files that are made for pairing repeat the starting numbers there.
        return []
    sharing = Counter(place.rank for place in made.places)
    found = []
    for number, rank in held:
        if number not in made.by_number:
            continue
        place = made.by_number[number]
        if place.rank is None:
            continue
        last = place.rank + sharing[place.rank] - 1
        if place.rank <= rank <= last:
            continue
        if tournament.tiebreaks:
            article, why = "C.07", f"by {', '.join(made.codes)} it is {place.rank}"
        else:
            among = f"{place.rank}" if last == place.rank else f"between {place.rank} and {last}"
            points = float(place.points.key[0])
            article, why = "", f"with {points:g} {'point' if points == 1 else 'points'} it is {among}"
        text = literal(f" has the rank {rank}; {why}")
        found.append(Finding(0, article, "{}" + text, (number,), difference=True))
    return found
