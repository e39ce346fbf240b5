"""Tournaments of OpenGotha: XML files with ``Players``, ``Games`` and ``ByePlayers``.

The form is that of OpenGotha's own ``tournament.dtd`` (data versions 200 and 201;
http://vannier.info/jeux/opengotha). A game names its players by a key: name and first name in capitals,
without blanks. The results are ``RESULT_WHITEWINS``, ``RESULT_BLACKWINS``, ``RESULT_EQUAL``,
``RESULT_BOTHWIN``, ``RESULT_BOTHLOSE``, each of them also with ``_BYDEF`` (by forfeit), and
``RESULT_UNKNOWN``.

Decisions: the games stand in any order, and count in that of the rounds. A tournament has the days on which
it begins and ends, and no game has one: the games have no time. A result that both won or both lost is
decided by an arbiter and counts with the forfeits. Where the colours of a game are not known, nobody has the
advantage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arpad.core.wording import counted
from arpad.record.files.exports.export import Cell, Export, ExportRow
from arpad.record.files.exports.xml_elements import Element, elements

RESULTS = {"WHITEWINS": "1-0", "BLACKWINS": "0-1", "EQUAL": "½-½", "UNKNOWN": "*"}
"""Results of OpenGotha as White sees them."""

BY_FORFEIT = {
    "WHITEWINS": "1-0F",
    "BLACKWINS": "0-1F",
    "EQUAL": "0-0F",
    "BOTHWIN": "0-0F",
    "BOTHLOSE": "0-0F",
}
"""Those without play."""

UNKNOWN = "RESULT_UNKNOWN"


def read_opengotha(text: bytes, file: str) -> Export | None:
    """Return the games of a tournament of OpenGotha, with the byes; None where the XML is something else.

    Args:
        text: the whole file.
        file: its name, for errors.

    Raises:
        BadInput: it is not XML.
    """
    found = elements(text, file)
    if not found or found[0].name != "Tournament":
        return None
    names = _names(found)
    games = [each for each in found if each.name == "Game"]
    byes = [each for each in found if each.name == "ByePlayer"]
    if not games and not byes:
        return None if not names else Export("an OpenGotha tournament without a game", ())
    event = next((_event(each.attributes) for each in found if each.name == "GeneralParameterSet"), "")
    told = any(game.attributes.get("knownColor") == "false" for game in games)
    rows = [_row(each, names, event, told=told) for each in (*games, *byes)]
    rows.sort(key=lambda row: _number(row.cells["round"]))
    rounds = len({row.cells["round"] for row in rows})
    what = f"an OpenGotha tournament of {counted(len(games), 'game')} in {counted(rounds, 'round')}"
    return Export(what, rows)


def _names(found: Sequence[Element]) -> dict[str, str]:
    """Return the name of each key; a name without a first name stands alone."""
    names = {}
    for each in found:
        if each.name == "Player":
            parts = [each.attributes.get(part, "").strip() for part in ("name", "firstName")]
            names["".join(parts).replace(" ", "").upper()] = " ".join(filter(None, parts))
    return names


def _event(attributes: Mapping[str, str]) -> str:
    return (attributes.get("name") or attributes.get("shortName") or "").strip()


def _row(each: Element, names: Mapping[str, str], event: str, *, told: bool) -> ExportRow:
    """Return a game or a bye as a row.

    Args:
        each: the element.
        names: key -> name; a key that is not there stays as it is.
        event: the name of the tournament.
        told: whether a column says who had the advantage.
    """

    def name(role: str) -> str:
        key = each.attributes.get(role, "").strip()
        return names.get(key.replace(" ", "").upper(), key)

    game = each.name == "Game"
    cells: dict[str, Cell] = {
        "white": name("whitePlayer" if game else "player"),
        "black": name("blackPlayer") if game else "",
        "result": _result(each.attributes.get("result", UNKNOWN)) if game else "",
        "handicap": each.attributes.get("handicap", "0") if game else "0",
        "round": each.attributes.get("roundNumber", ""),
        "event": event,
    }
    if told:
        cells["advantage"] = "0" if each.attributes.get("knownColor") == "false" else "1"
    return ExportRow(each.line, cells)


def _result(word: str) -> str:
    """Return a result as White sees it; a word that is none of OpenGotha's as it stands."""
    kind = word.strip().removeprefix("RESULT_")
    plain = kind.removesuffix("_BYDEF")
    if plain != kind or plain not in RESULTS:
        return BY_FORFEIT.get(plain, word)
    return RESULTS[plain]


def _number(round_number: Cell) -> int:
    text = str(round_number)
    return int(text) if text.isdecimal() else 0
