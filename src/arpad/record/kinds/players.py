"""The players file: what the rules need to know of each player, beside the games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from arpad.core import BadInput
from arpad.core.hostile import unguarded
from arpad.core.interface import option
from arpad.record.assembly.identity import NO_ID, Named, attributes_of, identified, ids_of, listed_as
from arpad.record.cells.decimal_marks import Mark, decimal_mark, plain_numbers
from arpad.record.cells.interning import composed
from arpad.record.files.source_file import FORMATS, WORKBOOKS, Stored, stored
from arpad.record.kinds.aliases import Aliases
from arpad.record.kinds.ranking_list import OF_LISTS, entering, is_json_list, is_list
from arpad.record.kinds.ranking_list import WORDS as WORDS_OF_LISTS
from arpad.record.players import Attribute, Players
from arpad.record.tables.above_header import below_title
from arpad.record.tables.column_names import normal
from arpad.record.tables.row_reader import Row, columns_of, text_rows
from arpad.record.tables.titles import Titles

NAME = (
    *("player", "name", "team", "player_name", "team_name", "spieler", "spielername", "joueur", "nom"),
    *("jugador", "nombre", "giocatore", "nome", "speler", "naam", "jogador", "игрок", "имя", "선수", "이름"),
    *("full_name", "nominativo", "navn", "namn", "nama", "фио", "name,vorname"),
    *("id", "player_id"),
)
"""The column of the name; the first that is there is taken."""

IDS = (
    *("id", "player_id", "fide_id", "fide_number", "uscf_id", "ecf_code", "pid", "relatienummer", "id_fsi"),
    *("cfc#", "unique_no", "id_no", "fide_no"),
)
"""The column of the id, where the record has ids; the first that is there is taken."""

NUMBERS: dict[str, tuple[str, ...]] = {
    "rating": (
        "rating",
        "elo",
        "entry_rating",
        "initial_rating",
        "rtg",
        "wertung",
        "wertungszahl",
        "dwz",
        "рейтинг",
        "레이팅",
        *("rtg_nat", "revised_standard", "selo", "standar"),
    ),
    "deviation": ("deviation", "rd", "rating_deviation"),
    "volatility": ("volatility",),
    "games": ("games", "games_played", "partien", "parties", "partidas", "partite", "partijen", "партии"),
    "peak": ("peak", "peak_rating", "highest_rating", "high"),
}
"""Attribute -> the names of its column; a finite number."""

ASKED = ("standard", "age", "index", "wins", "draws", "losses", "events", "floor")
"""What single rulebooks ask beside; such a column is known in any case of its letters."""

NAME_PARTS = (
    ("last_name", "first_name"),
    ("surname", "first_name"),
    ("family_name", "given_name"),
    ("nachname", "vorname"),
    ("nom", "prénom"),
    ("apellido", "nombre"),
    ("apellidos", "nombre"),
    ("cognome", "nome"),
    ("achternaam", "voornaam"),
    ("фамилия", "имя"),
    ("last", "first"),
    ("sukunimi", "etunimi"),
    ("efternavn", "fornavn"),
    ("efternamn", "förnamn"),
)
"""Names of the two columns of a name in parts, the family's first."""

BIRTH = (
    *("birth_year", "birthday", "birth_date", "date_of_birth", "year_of_birth", "born", "dob", "yob"),
    *("geburtsjahr", "geburtsdatum", "geburtstag", "jahrgang", "année_de_naissance", "date_de_naissance"),
    *("año_de_nacimiento", "fecha_de_nacimiento", "anno_di_nascita", "data_di_nascita", "geboortejaar"),
    *("geboortedatum", "ano_de_nascimento", "data_de_nascimento", "год_рождения", "дата_рождения"),
    *("출생연도", "생년월일", "geboren", "anno_nascita", "data_nascita", "bdate", "født", "född"),
)
"""The names of the column of the year of birth: a year, or a date that has one."""

WORDS: dict[str, tuple[str, ...]] = {
    "federation": (
        *("federation", "fed", "country", "nation", "föderation", "verband", "land", "fédération", "pays"),
        *("federación", "país", "federazione", "paese", "federatie", "federação", "федерация", "страна"),
        *("연맹", "국가", "maa"),
    ),
    "sex": ("sex", "gender", "geschlecht", "sexe", "sexo", "sesso", "geslacht", "пол", "성별"),
    "title": ("title", "titel", "titre", "título", "titolo", "звание", "칭호"),
    "grade": ("grade",),
}
"""Attribute -> the names of its column; a word."""

WITHOUT_DECIMALS = ("rating", "peak")
"""Attributes of which three decimals are unlikely: 1.650 is rather 1650."""

SUFFIXES_OF_WORKBOOKS = tuple(ending for ending, form in FORMATS.items() if form in WORKBOOKS)

YEAR = re.compile(r"(?P<first>\d{4})([-/.]\d{1,2}){0,2}([T ].*)?|\d{1,2}[-/.]\d{1,2}[-/.](?P<last>\d{4})")
YEARS = range(1700, 2200)

NAMED = 5
"""How many columns a note names."""

NEAR = 0.8
"""How alike an unknown column's name and a known one are, as difflib measures it, for the one to be meant."""


@dataclass(frozen=True)
class _Field:
    """One column of the file that becomes an attribute."""

    attribute: str
    place: int
    header: str
    parse: Callable[[str], float] | None


def read_players(
    path: str | Path,
    players: Players | None = None,
    *,
    pool: str | None = None,
    aliases: Aliases | None = None,
    sheet: str | None = None,
    decimal: str | None = None,
) -> Players:
    """Read what is known of a record's players from CSV, TSV, JSON (Lines or an array) or Parquet.

    A ranking list that arpad wrote (CSV, Parquet or JSON) is the state from which rating goes on
    (:mod:`arpad.record.kinds.ranking_list`): all its players come along, behind those of the record.

    Players whose ids the record has are found by the column ``id`` (``player_id``, ``fide_id``…), where the
    file has one, and the others by their names. Where the names of a record are such ids, the players get the
    names that the file has for them.

    The column of the name is ``player``, ``name``, ``team`` or ``id``, or two are those of its parts
    (``last_name``, ``first_name``); ``rating`` (``elo``), ``deviation``
    (``rd``), ``volatility``, ``games``, ``peak``, ``birth_year`` (or a date of birth), ``federation``,
    ``sex``, ``title`` and ``grade`` are known, and any other column is kept under its own name: as numbers if
    all its values are numbers (and none begins with a superfluous zero, as identifiers do), else as words.

    Args:
        path: the file.
        players: the players of the record; others in the file do not count, unless it is a ranking list.
            Without them, those of the file.
        pool: of a list of several pools, the pool whose state is read (:func:`pools_of_list`).
        aliases: the other spellings of players' names by which the record was read.
        sheet: the sheet of a workbook; None for the first that has names of players.
        decimal: the decimal mark of numbers, ``point`` or ``comma``; None where the column settles it.

    Returns:
        The same players, in their order, with these attributes: float64 with NaN, or object with None, where
        nothing is known.

    Raises:
        BadInput: a player is there twice, a number is none, no name is one of the record's, or a list holds
            several pools and none is chosen.
    """
    file = stored_players(path, sheet)
    if file.format == "pgn":
        raise BadInput("a players file cannot be PGN", file=file.name, remedy="Expected CSV or Parquet.")
    header, rows = _with_whole_names(*player_rows(file), players)
    place, known = _fields(file, header)
    of_list = is_list(header)
    if players is not None and not of_list:
        players = _named(header, place, rows, players)
    search = _Search.of(header, place, None if of_list else players)
    if search.column is not None:
        known = [field for field in known if field.place != search.column]
    if pool is not None:
        rows = [row for row, name in zip(rows, _pools(header, rows), strict=True) if name == pool]
    _check_one_pool(file, header, rows)
    known_as = Aliases() if aliases is None else aliases
    if players is None or of_list:
        names = [known_as.name_of(composed((row[place] or "").strip())) for _, row in rows]
    else:
        names = list(players.names)
    of_player, absent = search.found(file, header[place], rows, names, known_as)
    if not of_player and names:
        raise BadInput(
            f"none of the file's {len(absent)} players is in the record",
            file=file.name,
            column=header[place],
            remedy=f"The record has names such as {names[0]!r}.",
        )
    mark = decimal_mark(decimal)
    values = {field.attribute: _column(file, field, rows, of_player, len(names), mark) for field in known}
    if of_list:
        listed = entering(names, values)
        return listed if players is None else players.after(listed_as(listed, players))
    return (Players(names) if players is None else players).with_attributes(values)


def _named(header: Sequence[str], place: int, rows: Sequence[tuple[int, Row]], players: Players) -> Players:
    """Return the players of a record whose names are ids under the names that a file has for these.

    Args:
        header: the names of the file's columns.
        place: of the column of the name.
        rows: with their lines.
        players: those of the record.
    """
    column = Titles(header).first_of(IDS)
    if column is None or column == place or ids_of(players):
        return players
    names = {composed((row[column] or "").strip()): composed((row[place] or "").strip()) for _, row in rows}
    by_id = sum(name in names for name in players.names)
    by_name = len(set(names.values()).intersection(players.names))
    if by_id <= by_name or 2 * by_id < len(players):
        return players
    words = [Named(name if name in names else "", names.get(name) or name) for name in players.names]
    found = identified(words, [1] * len(words), (), {})
    named = Players(found.names, players.attributes, continued=players.continued)
    return named.with_attributes(attributes_of(found.names, found.ids))


def note_of_names(before: Players, after: Players) -> str | None:
    """Return the note that players have the names of a players file; None where they have their own.

    Args:
        before: the players of the record.
        after: the same with what a file knows of them, and perhaps others behind them.
    """
    count = sum(mine != other for mine, other in zip(before.names, after.names, strict=False))
    if not count:
        return None
    have = "player has the name" if count == 1 else "players have the names"
    return f"{count:,} {have} of the players file, where the games have ids"


def stored_players(path: str | Path, sheet: str | None) -> Stored:
    """Return a players file; the sheet is of the workbooks among several files."""
    file = stored(path, sheet=sheet if Path(path).suffix.lower() in SUFFIXES_OF_WORKBOOKS else None)
    table = below_title(file, names_players)
    if file.sheets is None or names_players(columns_of(table)):
        return table
    # Of a workbook that has the games on its first sheet, another one may have the players.
    others = (below_title(other, names_players) for other in file.other_sheets())
    return next((other for other in others if names_players(columns_of(other))), table)


def names_players(header: Sequence[str]) -> bool:
    """Tell whether words are a header of players: a column of their names, or two of its parts."""
    return Titles(header).first_of(NAME) is not None or _parts_in(header) is not None


def _parts_in(header: Sequence[str]) -> tuple[int, int] | None:
    """Return where the family and the given name stand; None where the name is not in two parts."""
    titles = Titles(header)
    for parts in NAME_PARTS:
        family, given = (titles.first_of([part]) for part in parts)
        if family is not None and given is not None:
            return family, given
    return None


def _with_whole_names(
    header: Sequence[str], rows: Sequence[tuple[int, Row]], players: Players | None
) -> tuple[list[str], list[tuple[int, Row]]]:
    """Return a table with one column of the name where it has one of the family and one of the given name.

    Args:
        header: the names of the columns.
        rows: with their lines.
        players: those of the record: who is ``Ann Lee`` there is not ``Lee, Ann``.
    """
    parts = _parts_in(header)
    if parts is None:
        return list(header), list(rows)
    known = frozenset(() if players is None else players.names)

    def whole(row: Row) -> str:
        family, given = ((row[at] or "").strip() for at in parts)
        spoken = f"{given} {family}".strip()
        return spoken if not (family and given) or composed(spoken) in known else f"{family}, {given}"

    others = [at for at in range(len(header)) if at not in parts]
    return (
        [NAME[0], *(header[at] for at in others)],
        [(line, [whole(row), *(row[at] for at in others)]) for line, row in rows],
    )


def _spoken(name: str) -> str:
    """Return ``Ann Lee`` of ``Lee, Ann``; any other name as it is."""
    family, mark, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if mark and given.strip() and "," not in given else name


def without_games(
    path: str | Path, players: Players, aliases: Aliases | None = None, sheet: str | None = None
) -> list[str]:
    """Return the players of a file who are not in a record, by their names, in the order of the file.

    Args:
        path: the file.
        players: the players of the record.
        aliases: as of :func:`read_players`, like ``sheet``.
        sheet: of a workbook.

    Raises:
        BadInput: as of :func:`read_players`.
    """
    file = stored_players(path, sheet)
    header, rows = _with_whole_names(*player_rows(file), players)
    place, _ = _fields(file, header)
    search = _Search.of(header, place, players)
    return search.found(file, header[place], rows, players.names, aliases or Aliases())[1]


@dataclass(frozen=True)
class _Search:
    """How the players of the record are found in a players file.

    Args:
        place: of the column of the name.
        column: the place of the column of ids; None where there is none, or the record has no ids.
        ids: id -> name of the player, as far as the record has ids.
        spoken: whether ``Lee, Ann`` is looked for as ``Ann Lee`` too: where a record says who is looked for.
    """

    place: int
    column: int | None
    ids: Mapping[str, str]
    spoken: bool = False

    @classmethod
    def of(cls, header: Sequence[str], place: int, players: Players | None) -> _Search:
        """Return how players are found by a header.

        Args:
            header: the names of the columns.
            place: of the column of the name.
            players: those of the record.
        """
        column = Titles(header).first_of(IDS)
        ids = {} if players is None else {number: name for name, number in ids_of(players).items()}
        return cls(place, column if ids and column != place else None, ids, players is not None)

    def found(
        self,
        file: Stored,
        title: str,
        rows: Sequence[tuple[int, Row]],
        names: Sequence[str],
        aliases: Aliases,
    ) -> tuple[dict[int, tuple[int, Row]], list[str]]:
        """Return the row of every player, and the names of the rows that are about nobody of the record.

        Args:
            file: for errors.
            title: of the column of the name.
            rows: with their lines.
            names: of the players of the record.
            aliases: other spellings of their names.

        Raises:
            BadInput: a name is missing, or a player is there twice.
        """
        index = {name: i for i, name in enumerate(names)}
        identified = frozenset(self.ids.values())
        of_player: dict[int, tuple[int, Row]] = {}
        seen: dict[tuple[str, str], int] = {}
        absent = []
        for line, row in rows:
            name = aliases.name_of(composed((row[self.place] or "").strip()))
            if not name:
                raise BadInput("the name is missing", file=file.name, row=line, unit=file.unit, column=title)
            number = self._id_of(row)
            if number in self.ids:
                at = index.get(self.ids[number])
            else:
                # One who has another id is another player.
                at = None if number and name in identified else index.get(name)
            if at is None and self.spoken and "," in name and not number:
                at = index.get(_spoken(name))
            if at is None:
                absent.append(name)  # a list of a federation has namesakes, of whom none plays here
                continue
            first = min(seen.setdefault((name, number), line), of_player.setdefault(at, (line, row))[0])
            if first != line:
                raise BadInput(
                    f"{name!r} is given twice, first on {file.unit} {first}",
                    file=file.name,
                    row=line,
                    unit=file.unit,
                    column=title,
                    remedy="Keep one of the two.",
                )
        return of_player, absent

    def _id_of(self, row: Row) -> str:
        """Return the id of a row; empty where there is none, or none counts."""
        number = "" if self.column is None else composed((row[self.column] or "").strip())
        return "" if number.lower() in NO_ID else number


def read_players_files(
    paths: Sequence[str | Path],
    players: Players,
    aliases: Aliases | None = None,
    sheet: str | None = None,
    decimal: str | None = None,
) -> Players:
    """Read what is known of a record's players from no file, a file, or a ranking list and a file.

    The list decides for the players on it; what is known of newcomers comes from the file.

    Args:
        paths: the files, in any order.
        players: the players of the record.
        aliases: the other spellings of players' names by which the record was read.
        sheet: the sheet of those that are workbooks; None for the first that has names of players.
        decimal: the decimal mark of numbers, as of :func:`read_players`.

    Raises:
        BadInput: two of the files are ranking lists, or two are not; or one cannot be read.
    """
    found = [read_players(path, players, aliases=aliases, sheet=sheet, decimal=decimal) for path in paths]
    for of_list, thing in ((True, "a ranking list"), (False, "a players file")):
        alike = [
            Path(path).name for path, each in zip(paths, found, strict=True) if each.continued == of_list
        ]
        if len(alike) > 1:
            raise BadInput(
                f"{alike[0]} and {alike[1]} are each {thing}",
                remedy="Give one ranking list at most, and one file of what is known of newcomers at most.",
            )
    if len(found) < 2:
        return found[0] if found else players
    (ranking,) = (path for path, each in zip(paths, found, strict=True) if each.continued)
    (beside,) = (each for each in found if not each.continued)
    return read_players(ranking, beside, aliases=aliases, sheet=sheet, decimal=decimal)


def is_list_file(path: str | Path) -> bool:
    """Tell whether a file is a ranking list that arpad wrote, by its columns; no row is read.

    Raises:
        BadInput: it cannot be read.
    """
    if str(path) == "-":
        return False
    file = stored(path)
    if file.format == "pgn":
        return False
    if file.format == "jsonl":
        return is_json_list(file.head) and b'"players":' in file.head
    return is_list(columns_of(file))


def pools_of_list(path: str | Path, sheet: str | None = None) -> list[str] | None:
    """Return the names of the pools that a ranking list holds, in their order; None if it is not a list.

    Args:
        path: the file; the standard input, which is read once only, is taken for no list.
        sheet: of a workbook.

    Raises:
        BadInput: it cannot be read.
    """
    if str(path) == "-":
        return None
    file = stored_players(path, sheet)
    if file.format == "pgn":
        return None
    header, rows = player_rows(file)
    return list(dict.fromkeys(_pools(header, rows))) if is_list(header) else None


def _pools(header: Sequence[str], rows: Sequence[tuple[int, Row]]) -> list[str]:
    """Return the pool of every row of a list; nothing where the list has no pools."""
    if "pool" not in header:
        return []
    at = list(header).index("pool")
    return [row[at] or "" for _, row in rows]


def _check_one_pool(file: Stored, header: Sequence[str], rows: Sequence[tuple[int, Row]]) -> None:
    """Refuse a list of several pools: it holds a state for each.

    Raises:
        BadInput: it is one.
    """
    if is_list(header):
        pools = list(dict.fromkeys(_pools(header, rows)))
        if len(pools) > 1:
            raise BadInput(
                f"the list holds {len(pools)} pools ({', '.join(pools[:3])}…), each with a state of its own"
                if len(pools) > 3
                else f"the list holds the pools {', '.join(pools)}, each with a state of its own",
                file=file.name,
                column="pool",
                remedy=f"Go on with every pool ({option('by', 'pool')}), "
                "or keep the rows of one pool and rate its games.",
            )


def unused(players: Players, asked: Sequence[str] = ()) -> list[str]:
    """Return the columns of a players file that are not known, in their order.

    Args:
        players: the players, as :func:`read_players` returns them.
        asked: what a rating system asks for beside.
    """
    known = {*NUMBERS, "birth_year", *WORDS, *ASKED, *NAME, *asked}
    if players.continued:
        known |= {*OF_LISTS, "pool"}
    return [name for name in players.attributes if name not in known]


def told_unused(name: str, columns: Sequence[str]) -> str | None:
    """Return the note about columns of a players file that nothing uses; None where there are none.

    Args:
        name: of the file.
        columns: as :func:`unused` returns them.
    """
    if not columns:
        return None
    shown = ", ".join(map(_with_suggestion, columns[:NAMED]))
    more = f" and {len(columns) - NAMED} more" if len(columns) > NAMED else ""
    are = "column is" if len(columns) == 1 else "columns are"
    return f"{name}: the {are} not known and not used: {shown}{more}"


def _with_suggestion(column: str) -> str:
    """Return an unknown column with the known one that its name is near to."""
    titles = [title for table in (NUMBERS, WORDS) for names in table.values() for title in names]
    known = {normal(title): title for title in (*BIRTH, *titles, *ASKED)}
    near = get_close_matches(normal(column), known, n=1, cutoff=NEAR)
    return f"{column} (did you mean {known[near[0]]}?)" if near else column


def player_rows(file: Stored) -> tuple[list[str], list[tuple[int, Row]]]:
    """Return the rows of a file as text; those of a list published as JSON are its ``players``.

    Raises:
        BadInput: a row cannot be read, or the list holds several pools.
    """
    if file.format != "jsonl" or not is_json_list(file.head):
        header, rows = text_rows(file)
        if file.format in ("csv", "tsv"):
            # A cell that a spreadsheet would run stands behind an apostrophe in what arpad writes.
            rows = [(line, [cell and unguarded(cell) for cell in row]) for line, row in rows]
        return header, rows
    with file.open() as stream:
        try:
            listed = json.load(stream)["players"]
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput("this is not a list that arpad wrote", file=file.name) from error
    header = list(dict.fromkeys(key for row in listed for key in row))
    return header, [(i, [_text(row.get(key)) for key in header]) for i, row in enumerate(listed, start=1)]


def _text(value: Any) -> str | None:
    return None if value is None else value if isinstance(value, str) else json.dumps(value)


def _fields(file: Stored, header: Sequence[str]) -> tuple[int, list[_Field]]:
    """Return where the name stands, and the columns that become attributes."""
    columns = Titles(header, file.name)
    for title in header:
        if normal(title) in _known_titles():
            columns.find(title)  # refuses a known title that stands twice
    place = columns.one_of(NAME, "player's name", f"Expected one of {', '.join(NAME)}.")
    tables: list[tuple[str, tuple[str, ...], Callable[[str], float] | None]] = [
        *((name, titles, _count if name == "games" else _number) for name, titles in NUMBERS.items()),
        ("birth_year", BIRTH, _year),
        *((attribute, titles, None) for attribute, titles in WORDS.items()),
    ]
    fields = []
    taken = {place}
    for attribute, titles, parse in tables:
        hits = [at for at in map(columns.find, titles) if at is not None and at not in taken]
        if len(hits) > 1 and parse is not None:
            raise BadInput(
                f"both {header[hits[0]]!r} and {header[hits[1]]!r} could be the {attribute}",
                file=file.name,
                remedy="Rename or remove one of them.",
            )
        fields += [_Field(attribute, hit, header[hit], parse) for hit in hits[:1]]
        taken.update(hits[:1])
    # The others keep their names; what they hold is seen when they are read.
    others = [
        (i, title)
        for i, title in enumerate(header)
        if i not in taken and title.strip() and columns.first_of([title]) == i
    ]
    words = WORDS_OF_LISTS if is_list(header) else ()
    return place, fields + [
        _Field(_own_name(title), i, title, None if title in words else _unknown) for i, title in others
    ]


@lru_cache(1)
def _known_titles() -> frozenset[str]:
    """Return the titles of columns that may be the name, an id or an attribute, as they are compared."""
    tables = (NAME, IDS, BIRTH, *NUMBERS.values(), *WORDS.values())
    return frozenset(normal(name) for names in tables for name in names)


def _own_name(title: str) -> str:
    """Return the attribute that a column of no table becomes: its own name, as the rulebooks write it."""
    return normal(title) if normal(title) in ASKED else title.strip()


def _column(
    file: Stored,
    field: _Field,
    rows: Sequence[tuple[int, Row]],
    of_player: dict[int, tuple[int, Row]],
    height: int,
    mark: Mark | None,
) -> Attribute:
    """Return an attribute over the players; every row of the file is checked, also of unknown players."""
    parse = field.parse
    if parse is _unknown:
        words = [word for _, row in rows if (word := (row[field.place] or "").strip())]
        parse = _number if words and all(map(_is_number, words)) else None
    if parse is None:
        column: Any = np.full(height, None, dtype=object)
        for i, (_, row) in of_player.items():
            column[i] = (row[field.place] or "").strip() or None
        return column  # type: ignore[no-any-return]
    texts = _plain(file, field, [(row[field.place] or "").strip() for _, row in rows], mark)
    numbers = {}
    for (line, _), text in zip(rows, texts, strict=True):
        if text:
            numbers[line] = _parsed(file, field, parse, line, text)
    column = np.full(height, np.nan)
    for i, (line, _) in of_player.items():
        column[i] = numbers.get(line, np.nan)
    return column  # type: ignore[no-any-return]


def _plain(file: Stored, field: _Field, texts: list[str], mark: Mark | None) -> list[str]:
    """Return numbers without marks between thousands, and with points as decimal marks.

    Raises:
        BadInput: the column does not settle what its points are.
    """
    if field.parse not in (_number, _count) or file.format not in ("csv", "tsv"):
        return texts
    return plain_numbers(field.header, texts, file.name, mark, unlikely=field.attribute in WITHOUT_DECIMALS)


def _parsed(file: Stored, field: _Field, parse: Callable[[str], float], line: int, text: str) -> float:
    try:
        return parse(text)
    except ValueError:
        problem, remedy = SAID[parse]
        raise BadInput(
            f"{text!r} is {problem}",
            file=file.name,
            row=line,
            unit=file.unit,
            column=field.header,
            remedy=remedy,
        ) from None


def _number(text: str) -> float:
    value = float(text)
    if not np.isfinite(value) or "_" in text:
        raise ValueError(text)
    return value


def _count(text: str) -> float:
    value = _number(text)
    if value < 0.0:
        raise ValueError(text)
    return value


def _year(text: str) -> float:
    found = YEAR.fullmatch(text.removesuffix(".0"))
    year = int(found["first"] or found["last"]) if found else 0
    if year not in YEARS:
        raise ValueError(text)
    return float(year)


def _is_number(text: str) -> bool:
    try:
        _number(text)
    except ValueError:
        return False
    return re.match(r"[+-]?0\d", text) is None


def _unknown(text: str) -> float:
    """Stand for the reading of a column whose kind is not known yet."""
    raise NotImplementedError(text)


SAID: dict[Callable[[str], float], tuple[str, str]] = {
    _number: ("not a number", "Expected a number; leave the cell empty where none is known."),
    _count: ("not a number of games", "Expected a number, 0 or more."),
    _year: ("not a year of birth", "Expected a year (1990) or a date (1990-05-14)."),
}
"""What is wrong with a text that cannot be read, and what to write."""
