"""The check of a report: every round judged by itself, and paired again by the rules of its system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from arpad.core import BadInput, counted
from arpad.core.interface import argument
from arpad.rulebooks.fide.legality import rules_of
from arpad.rulebooks.pairing_catalogue import SYSTEMS, system_of
from arpad.rulebooks.standings import by_points, edition_for, standings
from arpad.rulebooks.tournament_report.pairing import unknown_system
from arpad.rulebooks.tournament_report.report import TournamentReport
from arpad.rulebooks.tournament_report.rules import ChosenRules
from arpad.tournament.checking import Stood, differences, illegal, rests_on_lots
from arpad.tournament.legality import RuleFinding, is_article, literal
from arpad.tournament.model import Tournament
from arpad.tournament.points import check_scoring

if TYPE_CHECKING:
    import polars as pl

    from arpad.tournament.frames import Library

COLUMNS: dict[str, type] = {
    "round": int,
    "severity": str,
    "code": str,
    "article": str,
    "message": str,
    "players": list,
}
"""The columns of the table of findings."""


class CheckFinding(NamedTuple):
    """Something that a check found.

    Args:
        round: the round, from 1; 0 for the report as a whole.
        code: the kind of finding (``docs/codes.md``), such as ``check.rematch``.
        severity: ``error`` for a breach of a rule or a contradiction, ``warning`` where the report only
            departs from what the rules give.
        article: the article, or the pairing system with its edition; empty for none.
        message: the sentence, with names and numbers.
        players: the numbers of whom it concerns.
        text: the sentence with numbers only.
        about: of a difference in the pairing, what differs: ``pair``, ``bye`` or ``colours``; ``refused``
            where the rules give no pairing; otherwise empty.
    """

    round: int
    code: str
    severity: Literal["error", "warning"]
    article: str
    message: str
    players: tuple[int, ...]
    text: str
    about: str = ""

    @property
    def difference(self) -> bool:
        """Whether it is no breach, but another answer than the rules give."""
        return self.severity == "warning"

    @property
    def rule(self) -> str:
        """The rule in words: ``article C.04.1, 2``; empty if there is none."""
        return f"article {self.article}" if is_article(self.article) else self.article

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON, as ``arpad check --json`` prints it."""
        return {
            "round": self.round,
            "code": self.code,
            "severity": self.severity,
            "article": self.article,
            "text": self.text,
            "named": self.message,
            "players": list(self.players),
            "difference": self.difference,
        }


@dataclass(frozen=True)
class RoundVerdict:
    """What a check came to in one round.

    Args:
        round: which; 0 for what concerns the report as a whole, such as its ranks.
        games: how many games the round has.
        breaches: what is illegal.
        differing: where the rules give another pairing.
        again: whether the round was paired again.
        by_hand: whether the arbiter paired it.
    """

    round: int
    games: int
    breaches: Sequence[CheckFinding]
    differing: Sequence[CheckFinding]
    again: bool
    by_hand: bool

    @property
    def legal(self) -> bool:
        """Whether no rule is breached."""
        return not self.breaches

    @property
    def refused(self) -> bool:
        """Whether the rules give no pairing for the round."""
        return any(finding.about == "refused" for finding in self.differing)

    @property
    def as_paired(self) -> bool | None:
        """Whether the rules give the same round; None where that was not asked, or the rules give none."""
        return None if not self.again or self.refused or self.by_hand else not self.differing

    @property
    def findings(self) -> tuple[CheckFinding, ...]:
        """All of them, the breaches first."""
        return (*self.breaches, *self.differing)

    def words(self) -> str:
        """Return it in words, such as ``legal, paired by the rules``."""
        if not self.round:
            return counted(len(self.findings), "finding")
        if self.by_hand:
            return (
                "paired by the arbiter" if not self.breaches else f"paired by the arbiter; {self._breached()}"
            )
        legal = self._breached() if self.breaches else "legal"
        if not self.again:
            return legal
        if self.refused:
            return f"{legal}; cannot be paired again"
        if self.differing:
            legal += ";" if self.breaches else ", but"
            return f"{legal} not paired by {self.differing[0].article}: {self._otherwise()}"
        return f"{legal}{';' if self.breaches else ','} paired by the rules"

    def _breached(self) -> str:
        return f"not legal: {counted(len(self.breaches), 'breach', 'breaches')}"

    def _otherwise(self) -> str:
        """Return how much of a round the rules pair otherwise."""
        count = Counter(finding.about for finding in self.differing)
        parts = []
        if count["pair"]:
            parts.append(f"{count['pair']} of {counted(self.games, 'game')}")
        if count["bye"]:
            parts.append("the bye")
        if count["colours"]:
            parts.append(f"the colours of {counted(count['colours'], 'game')}")
        return ", ".join(parts)

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON, as ``arpad check --json`` prints it."""
        return {
            "round": self.round,
            "games": self.games,
            "legal": self.legal,
            "as_paired": self.as_paired,
            "by_hand": self.by_hand,
            "findings": len(self.findings),
        }


@dataclass(frozen=True, eq=False, repr=False)
class ReportCheck:
    """What the check of a report came to; :func:`arpad.check` returns it. Iterating gives the findings.

    Args:
        tournament: the tournament as it is.
        findings: in the order of the rounds, what concerns the report as a whole first.
        notes: what the findings rest on, or what could not be judged, a sentence each.
        again: whether the rounds were paired again.
        by_hand: the rounds that the arbiter paired, which are not paired again.
    """

    tournament: Tournament
    findings: tuple[CheckFinding, ...]
    notes: tuple[str, ...]
    again: bool
    by_hand: frozenset[int] = frozenset()

    def __repr__(self) -> str:
        """Return the check in a line: how many rounds, how many findings."""
        rounds, findings = counted(self.rounds, "round"), counted(len(self.findings), "finding")
        return f"<ReportCheck: {rounds} checked, {findings if self.findings else 'nothing found'}>"

    def __len__(self) -> int:
        return len(self.findings)

    def __iter__(self) -> Iterator[CheckFinding]:
        return iter(self.findings)

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return self.tournament.played

    @property
    def verdicts(self) -> tuple[RoundVerdict, ...]:
        """The verdict on every round, and last on the report as a whole (round 0) if that has findings."""
        verdicts = []
        for at in [*range(1, self.rounds + 1), 0]:
            own = self.of_round(at)
            if not at and not own:
                continue
            verdicts.append(
                RoundVerdict(
                    at,
                    len(self.tournament.rounds[at - 1].pairings) if at else 0,
                    [finding for finding in own if not finding.difference],
                    [finding for finding in own if finding.difference],
                    self.again,
                    at in self.by_hand,
                )
            )
        return tuple(verdicts)

    def of_round(self, at: int) -> list[CheckFinding]:
        """Return the findings of a round; of 0 those of the report as a whole."""
        return [finding for finding in self.findings if finding.round == at]

    @overload
    def to_frame(self) -> pl.DataFrame: ...

    @overload
    def to_frame(self, library: Library) -> Any: ...

    def to_frame(self, library: Library = "polars") -> Any:
        """Return the findings as a table.

        Columns: ``round``, ``severity``, ``code``, ``article`` (null for none), ``message`` and ``players``
        (a list of numbers).

        Args:
            library: ``polars``, ``pandas``, ``pyarrow`` or ``narwhals``.

        Raises:
            BadInput: there is no such library (``frame.library``).
            NotProvided: it is not installed.
        """
        from arpad.tournament.frames import frame_of

        rows = [
            [
                finding.round,
                finding.severity,
                finding.code,
                finding.article or None,
                finding.message,
                list(finding.players),
            ]
            for finding in self.findings
        ]
        return frame_of(COLUMNS, rows, library)

    def as_dict(self, at: int | None = None) -> dict[str, Any]:
        """Return the check for JSON, as ``arpad check --json`` prints it.

        Args:
            at: the one round that is asked for; None for all.

        Returns:
            ``rounds``, ``verdicts``, ``findings``, and ``notes`` where there are any.
        """
        row: dict[str, Any] = {
            "rounds": self.rounds,
            "verdicts": [verdict.as_dict() for verdict in self.verdicts if at in (None, verdict.round)],
            "findings": [finding.as_dict() for finding in self.findings if at in (None, finding.round)],
        }
        return row | ({"notes": list(self.notes)} if self.notes else {})


def check_report(
    report: TournamentReport, rules: ChosenRules | None = None, *, only_legal: bool = False
) -> ReportCheck:
    """Judge every round of a report, pair it again, and compare points and places with the results.

    Whether a round is legal is judged from the crosstable alone, by code that shares nothing with the
    pairing.

    Args:
        report: the report.
        rules: what the caller says of the rules; None for the report's own.
        only_legal: pair nothing again.

    Raises:
        BadInput: a setting cannot be, or the report has its own.
    """
    rules = rules or ChosenRules()
    report.check_rules(rules)
    tournament = rules.applied(report.tournament)
    stood = [(rules.applied(state), round_) for state, round_ in report.stood_before_rounds()]
    system_is_known = tournament.system in SYSTEMS
    findings = [
        RuleFinding(0, "", literal(warning.problem), code="check.contradiction")
        for warning in report.warnings
    ]
    findings += _scoring_findings(tournament)
    findings += illegal(tournament, rules_of(tournament.system), stood)
    notes = list(report.check_notes)
    if not system_is_known:
        unknown = unknown_system(report)
        place = f"line {unknown.row}: " if unknown.row else ""
        notes.append(f"{place}{unknown.problem}: its rounds were not paired again. {unknown.remedy}")
    elif not only_legal:
        again = differences(tournament, system_of(tournament), stood)
        differing = [finding for finding in again if finding.round not in report.rounds_by_hand]
        findings += differing
        if differing and rules.seed is None:
            notes += _notes_on_lots(report, tournament, differing)
    findings += _rank_findings(report, tournament, system_is_known=system_is_known)
    if not rules.system and not report.names_system and any(finding.difference for finding in findings):
        notes.append(
            f"it names no system (192), and was judged by {tournament.system}: "
            f"{argument('system')} chooses another"
        )
    findings.sort(key=lambda finding: finding.round)
    return ReportCheck(
        tournament,
        tuple(_check_finding(finding, tournament, stood) for finding in findings),
        tuple(notes),
        again=system_is_known and not only_legal,
        by_hand=report.rounds_by_hand,
    )


def _check_finding(finding: RuleFinding, tournament: Tournament, stood: Sequence[Stood]) -> CheckFinding:
    """Return a finding with its sentence, which has the names of then beside the numbers."""
    state = stood[finding.round - 1][0] if finding.round else tournament
    return CheckFinding(
        finding.round,
        finding.code,
        "warning" if finding.difference else "error",
        finding.article,
        finding.sentence(state.named),
        finding.players,
        finding.text,
        finding.about,
    )


def _scoring_findings(tournament: Tournament) -> list[RuleFinding]:
    """Return the finding that nothing can be ranked by the points of a report (162, 362, 320)."""
    try:
        check_scoring(tournament.points)
    except BadInput as error:
        return [RuleFinding(0, "", literal(error.problem), code="check.scoring")]
    return []


def _notes_on_lots(
    report: TournamentReport, tournament: Tournament, differing: Sequence[RuleFinding]
) -> list[str]:
    """Say which rounds another seed pairs otherwise, if that may be why they differ."""
    system = system_of(tournament)
    if SYSTEMS[tournament.system].ranked or report.keeps_seed:
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
        f"drawn from: {argument('seed')} gives it"
    ]


def _rank_findings(
    report: TournamentReport, tournament: Tournament, *, system_is_known: bool
) -> list[RuleFinding]:
    """Return whose rank is not that of the tie-breaks that the report names, or contradicts the points.

    Where a report names none, any order among those with the same points is right, and so is a shared rank.
    Nothing is found in systems that do not rank by points in the first place.
    """
    written = report.written_ranks
    if not written or not tournament.rounds or tournament.rounds[-1].pending:
        return []
    if not tournament.tiebreaks and not (system_is_known and by_points(tournament)):
        return []
    if not tournament.tiebreaks and all(number == rank for number, rank in written):
        # Files that are made for pairing repeat the starting numbers there.
        return []
    ranking = standings(tournament, None if tournament.tiebreaks else (), edition_for(tournament))
    sharing = Counter(place.rank for place in ranking.places)
    findings = []
    for number, rank in written:
        place = ranking.by_number.get(number)
        if place is None or place.rank is None:
            continue
        last = place.rank + sharing[place.rank] - 1
        if place.rank <= rank <= last:
            continue
        if tournament.tiebreaks:
            article, why = "C.07", f"by {', '.join(ranking.codes)} it is {place.rank}"
        else:
            among = f"{place.rank}" if last == place.rank else f"between {place.rank} and {last}"
            points = float(place.points.key[0])
            article, why = "", f"with {points:g} {'point' if points == 1 else 'points'} it is {among}"
        text = "{}" + literal(f" has the rank {rank}; {why}")
        findings.append(RuleFinding(0, article, text, (number,), difference=True, code="check.rank"))
    return findings
