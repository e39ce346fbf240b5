"""``arpad tournament status``: how far an event is, what is outstanding, what can be done next."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arpad.cli.acts import file_argument, read_book
from arpad.cli.options import encoding_option, json_option

if TYPE_CHECKING:
    from arpad.office.reports.status import NextStep, Status

COMMANDS = {
    "enter": "arpad tournament add {file} NAME",
    "publish": "arpad tournament publish {file}",
    "result": "arpad tournament result {file} --round {round} --board N RESULT",
    "pair": "arpad tournament pair {file}",
    "finish": "arpad tournament finish {file}",
    "print": "arpad tournament print {file} standings",
}
"""The command of each step."""


@click.command("status", short_help="Say how far the tournament is, and what can be done next.")
@file_argument
@encoding_option("a report")
@json_option
def status(file: Path, encoding: str | None, as_json: bool) -> None:
    """Print the state of FILE: rounds, results to come, who is here, boards set by hand, the next steps.

    FILE may be a tournament report (.trf) too.
    """
    from arpad.cli.events import read_event
    from arpad.office.event_report import check_not_encoded, is_logbook
    from arpad.office.reports.status import status as status_of

    own = is_logbook(str(file))
    if own:
        check_not_encoded(str(file), encoding)
        book = read_book(file)
        state = status_of(book.tournament(), published=book.published, finished=book.finished)
    else:
        state = status_of(read_event(str(file), encoding=encoding))
    if as_json:
        from arpad.cli.tables import as_json as print_json

        print_json(state.as_dict())
        return
    _show(state, file, own)


def _show(state: Status, file: Path, own: bool) -> None:
    from arpad.cli.tables import padded, shown, strong

    click.echo(strong(state.tournament.name or file.name))
    facts = _facts(state)
    widest = max(len(word) for word, _ in facts)
    for word, text in facts:
        click.echo(shown(f"{padded(word, widest)}  {text}"))
    if not state.steps:
        return
    click.echo()
    click.echo(strong("Next"))
    for step in state.steps:
        click.echo(shown(f"  {step.text}"))
        if own:
            click.echo(shown(f"      {_command(step, file)}"))


def _command(step: NextStep, file: Path) -> str:
    import shlex

    command = COMMANDS[step.code].format(file=shlex.quote(str(file)), round=step.round)
    return command.replace("--board N", f"--board {step.board}") if step.board else command


def _facts(state: Status) -> list[tuple[str, str]]:
    from arpad.core import counted, numbered_as
    from arpad.office.reports.entries import ranges

    tournament, by_number = state.tournament, state.tournament.by_number
    planned = f" of {tournament.planned}" if tournament.planned else ""
    rounds = f"{tournament.played}{planned} paired"
    if state.published is not None and tournament.played:
        missing = sorted(set(range(1, tournament.played + 1)) - set(state.published))
        some = f"{numbered_as('round', missing)} not published" if missing else "all published"
        rounds += f", {some if state.published else 'none published'}"
    if state.finished:
        rounds += ", finished"
    people = counted(len(by_number), "participant")
    if state.here is not None:
        people += f", {state.here} to be paired in round {state.coming}"
    facts = [("system", state.system), ("rounds", rounds), ("entered", people)]
    boards: dict[int, list[int]] = {}
    for result in state.outstanding:
        boards.setdefault(result.round, []).append(result.board)
    facts += [("results to come", f"round {at}: {numbered_as('board', them)}") for at, them in boards.items()]
    away: dict[tuple[int, str], list[int]] = {}
    for absence in state.absences:
        away.setdefault((absence.number, absence.bye), []).append(absence.round)
    for (number, bye), them in away.items():
        many = "rounds" if len(them) > 1 else "round"
        facts.append(("not paired", f"{by_number[number].name} ({number}), {many} {ranges(them)}: {bye}"))
    facts += [("by hand", f"round {decision.round}: {decision.text}") for decision in state.set_by_hand]
    return [
        (word if at == 0 or facts[at - 1][0] != word else "", text) for at, (word, text) in enumerate(facts)
    ]
