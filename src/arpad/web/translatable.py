"""The texts that catalogues translate, read out of the templates, the code and the tables of words."""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from babel.messages.catalog import Catalog
from jinja2.ext import babel_extract

from arpad.web.words import words

ROOMS = ("arpad.web", "arpad.office.pages")
SHARED = (
    *("backtest.html.j2", "event_tables.html.j2", "lab_report.html.j2", "macros.html.j2"),
    *("report.html.j2", "slips.html.j2"),
)
"""The templates of :mod:`arpad.office.pages` that a site uses too."""

STEP_MODULES = (
    "ratings/elo/family.py",
    "ratings/elo/system.py",
    "ratings/glicko/family.py",
    "ratings/glicko/glicko.py",
    "ratings/glicko/glicko2.py",
    "ratings/odds.py",
    "ratings/system.py",
    "rulebooks/bridge/swiss_teams.py",
    "rulebooks/clubs/",
    "rulebooks/fide/pairing/",
    "rulebooks/fide/system.py",
    "rulebooks/fide/tiebreaks/",
    "rulebooks/go/pairing.py",
    "rulebooks/go/weights.py",
    "rulebooks/information/pairing.py",
    "rulebooks/othello/",
    "rulebooks/shogi/pairing.py",
    "rulebooks/tiebreaks_by_system.py",
    "tournament/formats/",
    "tournament/standings.py",
    "tournament/tiebreaks/",
    "tournament/weighted/",
)
"""The modules whose steps are said in every language: what visitors open first."""

STEPS: dict[str, tuple[int, ...]] = {
    "Step": (0, 1),
    "Explanation": (0,),
    "Criterion": (1,),
    "Ban": (0,),
    "Rung": (0,),
    "CostTerm": (0,),
    "TieBreakTerm": (0,),
}
"""In which places calls have texts."""

REFUSALS = (
    "office/acts/",
    "office/club/",
    "office/desk/",
    "office/events/event.py",
    "office/log/event_log.py",
    "office/log/rebasing.py",
    "office/log/replay.py",
    "office/log/store.py",
    "office/pools/",
    "office/reports/",
    "office/store/database.py",
    "office/store/refusals.py",
    "office/store/tournaments.py",
    "ratings/parameters.py",
    "rulebooks/fide/pairing/",
    "rulebooks/go/grades.py",
    "rulebooks/go/scores.py",
    "rulebooks/othello/discs.py",
    "rulebooks/pairing_catalogue.py",
    "tournament/entry.py",
    "tournament/formats/",
    "tournament/model.py",
    "tournament/participants.py",
    "tournament/weighted/",
    "web/account.py",
    "web/application.py",
    "web/context.py",
    "web/lists/",
    "web/people.py",
    "web/players/",
    "web/sign_in.py",
    "web/tournaments/",
    "web/uploads.py",
)
"""The modules whose refusals pages show: an arbiter, an officer or a player meets them."""

ERRORS = (
    *("ArpadError", "BadInput", "NotProvided", "NotAllowed", "NoLegalRound", "Refused", "Unknown"),
    *("ActConflict", "Busy"),
)
"""The classes of refusals."""

FUNCTIONS = ("_", "gettext", "ngettext")
OPTIONS = {"silent": "false", "newstyle_gettext": "true", "trimmed": "true"}


def catalogue() -> Catalog:
    """Return all texts of the pages, untranslated."""
    messages = Catalog(project="arpad", charset="utf-8")
    for room in ROOMS:
        folder = files(room).joinpath("templates")
        for each in sorted(folder.iterdir(), key=lambda file: file.name):
            if not each.name.endswith(".j2") or (room != ROOMS[0] and each.name not in SHARED):
                continue
            source = io.BytesIO(each.read_bytes())
            for _, function, message, _ in babel_extract(source, FUNCTIONS, (), OPTIONS):
                texts = [message] if isinstance(message, str) else [text for text in message or () if text]
                if texts:
                    messages.add(tuple(texts[:2]) if function == "ngettext" else texts[0])
    for forms in code_texts():
        messages.add(forms if len(forms) > 1 else forms[0])
    for word in words():
        messages.add(word)
    return messages


def code_texts() -> Iterator[tuple[str, ...]]:
    """Yield the texts of the code: templates, steps of :data:`STEP_MODULES`, those of :data:`REFUSALS`."""
    home = Path(str(files("arpad")))
    for path in sorted(home.rglob("*.py")):
        code = path.read_text("utf-8")
        name = path.relative_to(home).as_posix()
        steps = name.startswith(STEP_MODULES)
        refusals = name.startswith(REFUSALS)
        if not steps and not refusals and "worded" not in code:
            continue
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from _texts(node, node.func.id, steps=steps)
                if refusals and node.func.id in ERRORS:
                    yield from ((text,) for each in sentences(node) for text in _plain(each))


def sentences(call: ast.Call) -> Iterator[ast.expr]:
    """Yield what a refusal says: the problem and the remedy."""
    yield from call.args[:1]
    yield from (each.value for each in call.keywords if each.arg in ("problem", "remedy"))


def _plain(node: ast.expr) -> Iterator[str]:
    """Yield the sentences without anything to fill in, of which one is chosen."""
    if isinstance(node, ast.IfExp):
        yield from (*_plain(node.body), *_plain(node.orelse))
    elif text := _text(node):
        yield text


def _texts(call: ast.Call, function: str, *, steps: bool) -> Iterator[tuple[str, ...]]:
    """Yield the texts that a call writes out."""
    if function == "worded_count":
        singular, many = (_text(each) for each in call.args[:2])
        yield (singular, many)
    elif function == "worded" and call.args:
        if text := _text(call.args[0]):
            yield (text,)
    elif steps and function in STEPS:
        written = [*(call.args[at] for at in STEPS[function] if at < len(call.args))]
        written += [
            each.value
            for each in call.keywords
            if each.arg in ("label", "meaning", "note", "outcome", "unit")
        ]
        for each in written:
            if len(text := _text(each)) > 2:  # a letter of a formula is the same in every language
                yield (text,)


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
