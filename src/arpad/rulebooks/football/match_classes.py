"""The class of every match of a record: by its ``stage``, else by the name of its competition.

The name of the competition is the record's ``event``. A class that is found so is counted and told
(:attr:`MatchClasses.note`); a name that is not known is an error that lists all such names, for a match is
never taken for something without a word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, counted
from arpad.core.interface import option, setting
from arpad.record import Games, Labels
from arpad.rulebooks.football.competitions import QUALIFICATIONS, is_qualifying, kind_of, plain
from arpad.rulebooks.football.importance import (
    KNOCK_OUT,
    ORDINARY,
    PLAIN_KNOCK_OUT,
    MatchClass,
    importance_setting,
    word,
)
from arpad.rulebooks.football.match_calendar import in_window

ENTRIES = 1 << 20
"""Up to how many combinations of words of the three columns a table holds all of them."""

NAMED = 12
"""How many competitions an error names."""

GROUP = (
    r"(first |second |third |final )?(group|pool|groupe|gruppe|grupo)( (stage|phase|play offs?|\w{1,2}))?"
    r"|(first|second|third|fourth|final|preliminary) round|(matchday|round|gameweek) \d+"
    r"|league( (phase|stage|\w))?"
)
KNOCK_OUT_ROUND = (
    r"knock ?out( (stage|phase|rounds?))?|(round of|last) (16|32)|1 (8|16)( finals?)?|eighth ?finals?"
)
QUARTER_FINAL = r"quarter ?finals?|1 4( finals?)?"
LAST_FOUR = (
    r"semi ?finals?|1 2( finals?)?|finals?|(match for )?third place( (match|play ?off))?"
    r"|third place play ?off|(bronze|gold)( medal)?( match)?"
)
PLAY_OFF = r"play ?offs?"


class Weighing(NamedTuple):
    """How a body weighs competitions.

    Args:
        classes: its classes of matches.
        of_kind: kind of competition -> class.
        of_name: name of a competition -> class, where it is not that of its kind.
        windows: whether a friendly within FIFA's windows is of the class ``friendly in window``.
    """

    classes: Mapping[str, MatchClass]
    of_kind: Mapping[str, str]
    of_name: Mapping[str, str] = MappingProxyType({})
    windows: bool = False

    def of_stage(self, text: str) -> str | None:
        """Return the class that a ``stage`` says: itself, a kind of competition, or one by its name."""
        stage = word(text)
        if stage in self.classes:
            return stage
        return self.of_kind.get(stage) or self.of_competition(text)

    def of_competition(self, name: str, rounds: Iterable[str] = ()) -> str | None:
        """Return the class of a competition by its name and what is said of the round; None if unknown."""
        own = next(
            (name_of_class for other, name_of_class in self.of_name.items() if plain(other) == plain(name)),
            None,
        )
        if own is not None:
            return own
        kind = kind_of(name)
        plain_rounds = [plain(each) for each in rounds]
        if kind is not None and any(map(is_qualifying, plain_rounds)):
            kind = QUALIFICATIONS.get(kind, kind)
        name_of_class = None if kind is None else self.of_kind.get(kind)
        return None if name_of_class is None else self._in_round(name_of_class, plain_rounds)

    def _in_round(self, name: str, rounds: Iterable[str]) -> str:
        """Return a class, or the one that its matches of a round have, where it has such."""
        for each in rounds:
            for pattern, names in (
                (QUARTER_FINAL, ("quarter-final", "knock-out", "play-off")),
                (LAST_FOUR, ("quarter-final", "knock-out", "finals")),
                (KNOCK_OUT_ROUND, ("knock-out", "play-off")),
                (PLAY_OFF, ("play-off",)),
            ):
                if re.fullmatch(pattern, each):
                    names_in_round = (f"{name} {ending}" for ending in names)
                    return next((ending for ending in names_in_round if ending in self.classes), name)
        return name

    def has_rounds(self, name: str) -> bool:
        """Tell whether matches of a class count otherwise in knock-out rounds."""
        return any(
            match_class.knock_out and other.startswith(f"{name} ")
            for other, match_class in self.classes.items()
        )


def is_round(text: str) -> bool:
    """Tell whether a word of a ``stage`` column is a round of a competition, not a class of matches."""
    name = plain(text)
    patterns = "|".join((GROUP, KNOCK_OUT_ROUND, QUARTER_FINAL, LAST_FOUR, PLAY_OFF))
    return is_qualifying(name) or re.fullmatch(patterns, name) is not None


class _MatchWords(NamedTuple):
    """What a row says of its match: the words of three columns."""

    stage: str | None
    competition: str | None
    round: str | None


class _ClassOfMatch(NamedTuple):
    """The class of a match; None if it is unknown.

    Args:
        name: of the class.
        by_name: whether the name of the competition has told it.
        round_told: whether a round beside it is known.
    """

    name: str | None
    by_name: bool = False
    round_told: bool = False


def _class_of(words: _MatchWords, weighing: Weighing) -> _ClassOfMatch:
    """Return the class of a match by what its row says."""
    rounds = [each for each in (words.stage, words.round) if each is not None and is_round(each)]
    if words.stage is not None:
        if (own := weighing.of_stage(words.stage)) is not None:
            stage = word(words.stage)
            return _ClassOfMatch(own, stage not in weighing.classes and stage not in weighing.of_kind)
        if words.stage not in rounds:
            return _ClassOfMatch(None)
    if words.competition is None:
        return _ClassOfMatch(None)
    return _ClassOfMatch(weighing.of_competition(words.competition, rounds), True, bool(rounds))


@dataclass(frozen=True)
class MatchClasses:
    """The classes of a record's matches under the rules of a body.

    Args:
        games: the record.
        weighing: how the body weighs.
    """

    games: Games
    weighing: Weighing

    @cached_property
    def _columns(self) -> tuple[Labels | None, ...]:
        return self.games.stage, self.games.event, self.games.round

    @cached_property
    def _combined(self) -> tuple[list[_MatchWords], NDArray[np.int64]]:
        """Return what rows say, each once, and which of these each row says."""
        key = np.zeros(len(self.games), dtype=np.int64)
        span = 1
        for column in self._columns:
            if column is not None:
                key = key * (len(column.names) + 1) + column.codes + 1
                span *= len(column.names) + 1
            if span > ENTRIES:  # sorting takes long, and is left to records of many events and rounds
                values, key = np.unique(key, return_inverse=True)
                span = len(values)
        row_of = np.full(span, -1, dtype=np.int64)
        row_of[key] = np.arange(len(key))
        there = row_of >= 0
        words = [
            _MatchWords(*(None if column is None else column.word(row) for column in self._columns))
            for row in row_of[there].tolist()
        ]
        return words, (np.cumsum(there) - 1)[key]

    @cached_property
    def _matches(self) -> list[_ClassOfMatch]:
        return [_class_of(words, self.weighing) for words in self._combined[0]]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The classes of the body, in their order."""
        return tuple(self.weighing.classes)

    @cached_property
    def codes(self) -> NDArray[np.int64]:
        """int64 over games: which of :attr:`names` it is; −1 if that is unknown."""
        place = {name: at for at, name in enumerate(self.names)}
        table = [-1 if match.name is None else place[match.name] for match in self._matches]
        codes = np.array([*table, -1], dtype=np.int64)[self._combined[1]]
        if self.weighing.windows and self.games.time is not None and self.games.time.dtype.kind == "M":
            friendly = (codes == place["friendly"]) & self.by_name
            codes[friendly & in_window(self.games.time)] = place["friendly in window"]
        return codes

    @cached_property
    def by_name(self) -> NDArray[np.bool_]:
        """Bool over games: whether the name of the competition has told the class."""
        by_name = [match.by_name and match.name is not None for match in self._matches]
        return np.array([*by_name, False], dtype=np.bool_)[self._combined[1]]

    def are(self, name: str) -> NDArray[np.bool_]:
        """Return bool over games: which are of a class."""
        rows: NDArray[np.bool_] = self.codes == self.names.index(name)
        return rows

    def importances(self, system: str) -> NDArray[np.float64]:
        """Return float64 over games: the importance of their classes.

        Raises:
            BadInput: the class of a match is unknown; with all competitions that are, and their games.
        """
        if (self.codes < 0).any():
            raise self._unknown(system)
        table = np.array([match_class.importance for match_class in self.weighing.classes.values()])
        return table[self.codes]

    def knock_outs(self) -> NDArray[np.bool_]:
        """Return bool over games: which are knock-out matches of a final competition."""
        table = np.array([*(match_class.knock_out for match_class in self.weighing.classes.values()), False])
        rows: NDArray[np.bool_] = table[self.codes]
        return rows

    @property
    def note(self) -> str | None:
        """What was made of the names of competitions, with the number of games; None where nothing was."""
        rows = self.by_name & (self.codes >= 0)
        if not rows.any():
            return None
        counts = Counter(self.codes[rows].tolist())
        parts = ", ".join(f"{self.names[code]} {counted(n, 'game')}" for code, n in counts.most_common())
        return f"stages by the name of the competition: {parts}{self._on_rounds}"

    @property
    def _on_rounds(self) -> str:
        """Say of how many games nothing tells whether they are of a knock-out round."""
        open_rounds = [
            match.by_name
            and not match.round_told
            and match.name is not None
            and self.weighing.has_rounds(match.name)
            for match in self._matches
        ]
        games = int(np.count_nonzero(np.array([*open_rounds, False])[self._combined[1]]))
        if not games:
            return ""
        return f"; nothing tells the rounds of {counted(games, 'game')} of finals: none counts as a knock-out"

    def _unknown(self, system: str) -> BadInput:
        """Return what is wrong where the class of a match is unknown."""
        words, which = self._combined
        lacking = self.codes < 0
        row = int(np.flatnonzero(lacking)[0])
        first = words[which[row]]
        table = ""
        if first.stage is not None and not is_round(first.stage):
            problem = f"{first.stage!r} is not a known class of match"
        elif first.competition is None:
            teams = " – ".join(
                self.games.players.names[side[row]] for side in (self.games.first, self.games.second)
            )
            problem = f"nothing says how important {teams} is"
        else:
            games = Counter[str]()
            for at, n in enumerate(np.bincount(which[lacking], minlength=len(words)).tolist()):
                games[words[at].competition or "(blank)"] += n
            problem = f"not known by name: {_listed(+games)}"
            table = (
                f"Say it in a table with the header competition,stage, {option('stages', 'FILE')}; or give"
            )
        return BadInput(
            f"{system} needs the importance of every match: {problem}",
            remedy=f"{table or 'Give'} a weight column, a stage column ({', '.join(self.names)}), "
            f"or {setting(importance_setting(self.weighing.classes))}.",
        )


def _listed(games: Counter[str]) -> str:
    """Return the competitions with the number of their games, the most frequent first."""
    shown = [f"{name!r} ({counted(n, 'game')})" for name, n in games.most_common(NAMED)]
    more = len(games) - len(shown)
    return ", ".join(shown) + (f" and {counted(more, 'more competition')}" if more > 0 else "")


def kinds(games: Games, weighing: Weighing, classes: MatchClasses | None) -> NDArray[np.int8]:
    """Return int8 over games: whether it is a knock-out match of a final competition.

    Args:
        games: the record.
        weighing: how the body weighs.
        classes: of the matches; None where it is said otherwise how important they are: then only the stage
            tells of knock-out rounds.
    """
    kinds_of_games = np.full(len(games), ORDINARY, dtype=np.int8)
    if games.stage is not None:
        named = [word(name) for name in games.stage.names]
        match_classes = weighing.classes
        out = [
            name == PLAIN_KNOCK_OUT or (name in match_classes and match_classes[name].knock_out)
            for name in named
        ]
        kinds_of_games[np.array([*out, False])[games.stage.codes]] = KNOCK_OUT
    if classes is not None:
        kinds_of_games[classes.knock_outs()] = KNOCK_OUT
    return kinds_of_games
