"""Every act of the arbiter in the browser: a form made from its class, and what follows before it is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from arpad.core import worded
from arpad.core.wording import Worded
from arpad.office import desk
from arpad.office.acts.act import Act, ActGroup
from arpad.office.acts.entries import EditParticipant
from arpad.office.acts.fields import (
    BooleanField,
    ChoiceField,
    CodesField,
    FieldKind,
    LinesField,
    ListField,
    PairsField,
    ParticipantField,
    TeamPlayerField,
    WholeNumberField,
)
from arpad.office.acts.outcome import ActOutcome, preview
from arpad.office.acts.plan import DETAILS, ChangeDetails, ChooseTiebreaks, PlanRounds
from arpad.office.acts.registry import ACTS
from arpad.office.acts.teams import NOBODY, EditPlayer, NameLineup, OrderRoster
from arpad.tournament.model import Entrant, Tournament
from arpad.web.answers import Page
from arpad.web.context import RequestContext, Unknown
from arpad.web.outcome import Redirect
from arpad.web.tournaments.event import TournamentHead, TournamentView, act, check_arbiter, tournament_view

GROUPS: Mapping[ActGroup, Worded] = {
    ActGroup.PLAN: worded("Plan"),
    ActGroup.PARTICIPANTS: worded("Participants"),
    ActGroup.TEAMS: worded("Teams"),
    ActGroup.ROUNDS: worded("Rounds"),
    ActGroup.RESULTS: worded("Results"),
    ActGroup.DECISIONS: worded("Decisions"),
    ActGroup.LOG: worded("Log"),
}
"""What pages call the groups of acts."""

SUBJECTS: Mapping[type[Act], str] = {
    EditParticipant: "participant",
    EditPlayer: "player",
    NameLineup: "team",
    OrderRoster: "team",
}
"""Act whose form shows what is known now → the field that says of whom, which is chosen first."""


class ActLink(NamedTuple):
    """An act in the list of acts.

    Args:
        name: of the act, in its address.
        title: what it does.
    """

    name: str
    title: Worded


@dataclass(frozen=True)
class ActsPage(Page):
    """Everything that the arbiter may do.

    Args:
        head: the tournament.
        groups: the acts, by what they are about.
    """

    TEMPLATE: ClassVar[str] = "tournament_acts.html.j2"
    head: TournamentHead
    groups: Sequence[tuple[Worded, Sequence[ActLink]]]


class FormField(NamedTuple):
    """A field of the form of an act.

    Args:
        name: of the field.
        label: what it holds, a sentence without its full stop.
        control: ``text``, ``number``, ``box`` (a box to tick), ``choice``, ``lines`` or ``table``.
        value: what it holds now.
        required: whether something must be given.
        choices: the values of a choice, each as it is shown.
        low: the lowest number; None for other fields.
        high: the highest number.
    """

    name: str
    label: str
    control: str
    value: str = ""
    required: bool = False
    choices: Sequence[tuple[str, str]] = ()
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class ActPage(Page):
    """The form of an act, or what it would do.

    Args:
        head: the tournament.
        act: its name.
        title: what it does.
        fields: of the form.
        given: the values that the form had at first, by field: what is equal is not given.
        choosing: whether somebody is chosen first, whose values the form then shows.
        outcome: what the act would do; None before the form was sent.
    """

    TEMPLATE: ClassVar[str] = "tournament_act.html.j2"
    head: TournamentHead
    act: str
    title: Worded
    fields: Sequence[FormField]
    given: Mapping[str, str]
    choosing: bool = False
    outcome: ActOutcome | None = None


def acts(context: RequestContext) -> ActsPage:
    """Show everything that the arbiter may do."""
    view = tournament_view(context)
    check_arbiter(context, view)
    groups = [
        (title, [ActLink(name, kind.TITLE) for name, kind in ACTS.items() if kind.GROUP is group])
        for group, title in GROUPS.items()
        if group is not ActGroup.TEAMS or of_teams(view.tournament)
    ]
    return ActsPage(view.head, groups)


def of_teams(tournament: Tournament) -> bool:
    """Tell whether the participants are teams with players."""
    return tournament.players is not None


def form(context: RequestContext) -> ActPage:
    """Show the form of an act; what its address says of the fields stands in them."""
    view = tournament_view(context)
    check_arbiter(context, view)
    kind = _act_of(context)
    query_values = {name: context.query(name) for name in kind.texts() if context.query(name)}
    subject = SUBJECTS.get(kind)
    if subject is not None and subject not in query_values:
        only = [field for field in _fields(kind, view.tournament, {}) if field.name == subject]
        return ActPage(view.head, kind.NAME, kind.TITLE, only, {}, choosing=True)
    now = _values_now(kind, view, query_values.get(subject or "", ""))
    fields = _fields(kind, view.tournament, {**now, **query_values})
    return ActPage(view.head, kind.NAME, kind.TITLE, fields, now)


def send(context: RequestContext) -> ActPage | Redirect:
    """Show what an act would do, or do it where that was seen and accepted.

    Raises:
        BadInput: a field is not possible, or the desk refuses the act.
    """
    view = tournament_view(context)
    check_arbiter(context, view)
    kind = _act_of(context)
    typed = {name: context.form[name].strip() for name in kind.texts() if name in context.form}
    before = {name: context.form.get(f"before-{name}", "") for name in kind.texts()}
    needed = set(kind.texts()) - set(kind.defaults())
    given = {
        name: value
        for name, value in typed.items()
        if value.replace("\r\n", "\n") != before[name].replace("\r\n", "\n") or (name in needed and value)
    }
    subject = SUBJECTS.get(kind)
    if subject is not None:
        given[subject] = typed.get(subject, "")
    new_act = kind.of(given)
    if context.text("accepted"):
        done = act(context, view, new_act.change)
        return Redirect(_after(kind, view.head, done.after.tournament()), done.after.findings)
    fields = _fields(kind, view.tournament, {**before, **typed})
    return ActPage(view.head, kind.NAME, kind.TITLE, fields, before, outcome=preview(new_act, view.log))


def _act_of(context: RequestContext) -> type[Act]:
    """Return the act that the address names.

    Raises:
        Unknown: there is none of that name.
    """
    name = str(context.request.path_params["act"])
    if name not in ACTS:
        raise Unknown(worded("there is nothing at {path}", path=context.request.url.path))
    return ACTS[name]


def _after(kind: type[Act], head: TournamentHead, tournament: Tournament) -> str:
    """Return the page that shows what an act has done."""
    if kind.GROUP in (ActGroup.PARTICIPANTS, ActGroup.TEAMS):
        return f"{head.address}/participants"
    if kind.GROUP in (ActGroup.ROUNDS, ActGroup.RESULTS) and tournament.played:
        return f"{head.address}/rounds/{tournament.played}"
    if kind.GROUP is ActGroup.DECISIONS:
        return f"{head.address}/acts"
    return f"{head.address}/log" if kind.GROUP is ActGroup.LOG else head.address


def _fields(kind: type[Act], tournament: Tournament, values: Mapping[str, str]) -> list[FormField]:
    """Return the fields of the form of an act, with values in them."""
    defaults = kind.defaults()
    return [
        _field(name, text.help, text.kind, tournament, values.get(name, ""), name not in defaults)
        for name, text in kind.texts().items()
    ]


def _field(
    name: str, text: Worded, kind: FieldKind, tournament: Tournament, value: str, required: bool
) -> FormField:
    if isinstance(kind, TeamPlayerField | ParticipantField):
        people = _players(tournament) if isinstance(kind, TeamPlayerField) else tournament.entrants
        return FormField(name, text, "choice", value, required, _people(people))
    if isinstance(kind, ChoiceField):
        shown = kind.labels or tuple(map(worded, kind.words))
        choices = list(zip(kind.words, shown, strict=True))
        return FormField(name, text, "choice", value, required, choices)
    if isinstance(kind, BooleanField):
        return FormField(name, text, "box", value)
    if isinstance(kind, WholeNumberField):
        return FormField(name, text, "number", value, required, (), kind.low, kind.high)
    if isinstance(kind, LinesField):
        return FormField(name, text, "table", value, required)
    if isinstance(kind, PairsField) or (isinstance(kind, ListField) and not isinstance(kind, CodesField)):
        whole = isinstance(kind, ListField) and isinstance(kind.kind, WholeNumberField)
        return FormField(name, text, "text" if whole else "lines", value, required)
    return FormField(name, text, "text", value, required and not isinstance(kind, CodesField))


def _people(entrants: Sequence[Entrant]) -> list[tuple[str, str]]:
    """Return participants as a choice shows them, by number."""
    return [
        (str(entrant.number), f"{entrant.number}  {entrant.name}")
        for entrant in sorted(entrants, key=lambda entrant: entrant.number)
    ]


def _players(tournament: Tournament) -> Sequence[Entrant]:
    return () if tournament.players is None else tournament.players.entrants


def _values_now(kind: type[Act], view: TournamentView, subject: str) -> dict[str, str]:
    """Return what is known now of what an act changes, as its form shows it.

    Args:
        kind: the act.
        view: the tournament.
        subject: the number of whom the act is about; empty where it is about nobody.
    """
    tournament = view.tournament
    if kind is ChangeDetails:
        details = {"name": tournament.name, **tournament.details}
        return {name: str(details.get(detail, "")) for name, detail in DETAILS.items()}
    if kind is PlanRounds:
        return {"rounds": str(tournament.planned or "")}
    if kind is ChooseTiebreaks:
        return {"codes": ",".join(tournament.tiebreaks)}
    if kind is EditParticipant:
        return _values_of(_numbered(tournament.entrants, subject), EditParticipant.DETAIL_FIELDS)
    if kind is EditPlayer:
        return _values_of(_numbered(_players(tournament), subject), EditPlayer.DETAIL_FIELDS)
    if kind in (NameLineup, OrderRoster):
        team = _numbered(tournament.entrants, subject)
        at = desk.current_round(tournament)
        seated = desk.lineup(view.log, team.number, at) if kind is NameLineup else team.members
        names = {player.number: player.name for player in _players(tournament)}
        return {"players": "\n".join(names.get(number, NOBODY) for number in seated)}
    return {}


def _values_of(entrant: Entrant, names: Sequence[str]) -> dict[str, str]:
    return {name: str(getattr(entrant, name) or "") for name in names}


def _numbered(entrants: Sequence[Entrant], number: str) -> Entrant:
    """Return whom a number of the address means.

    Raises:
        Unknown: nobody has it.
    """
    for entrant in entrants:
        if str(entrant.number) == number:
            return entrant
    raise Unknown(worded("no participant has the number {number}", number=number))
