"""Names that may be one person's: found by what they share, so that no name is held against all others.

Every name goes into blocks: by its letters, by its words in the order of the alphabet, by its words with one
letter left out (so two words one letter apart share a block), by a word with an initial, and by its words
without one of them. Only names of one block are compared. 200,000 names take seconds (``bench/names.py``).

Reference:
    Garbe, W. (2012), symmetric delete spelling correction: words within an edit of each other share a form
    with one letter left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arpad.record.survey.comparing import Parts, expanded, joined, one_edit, parts_of

KINDS = ("spelling", "order", "initial", "typing", "word")
"""What two names differ in, the likelier one person's first: capitals, accents, punctuation or blanks only;
the order of the words, or a title; an initial for a name; one letter; one word more."""

COMPARED = 100_000
"""How many names are compared before a record is rated; of more, the first in the order of the alphabet."""

LARGEST_BLOCK = 20
"""How many names a block may have; those of a larger one share nothing that tells."""

MOST_FITS = 5
"""How many names an initial may fit, for any of them to be worth naming."""

SHORT_WORD, SHORT_NAME, SHORT_REST = 4, 6, 8
"""How many letters a word needs for one of them to be a typing error; the only word of a name; and what is
left of a name without one of its words."""

MASK = (1 << 64) - 1
NOTHING = np.zeros(0, dtype=np.uint64)


@dataclass(frozen=True)
class NearPair:
    """Two names that may be one player's.

    Args:
        one: an index of the names.
        two: the other, larger.
        kind: one of :data:`KINDS`.
    """

    one: int
    two: int
    kind: str


@dataclass(frozen=True)
class NearNames:
    """The names that may be one player's.

    Args:
        pairs: by kind, then in the order of the names.
        vague: how many names with an initial fit more than :data:`MOST_FITS` others, and are left out.
        until: where not all names were compared, the last one that was, in the order of the alphabet.
    """

    pairs: list[NearPair]
    vague: int
    until: str | None = None


def near_names_among(names: Sequence[str], most: int) -> NearNames:
    """Find the names that may be one player's, among the first in the order of the alphabet.

    Args:
        names: as given, each once.
        most: how many are compared.
    """
    if len(names) <= most:
        return near_names(names)
    order = sorted(range(len(names)), key=lambda at: names[at].casefold())
    among = sorted(order[:most])
    near = near_names([names[at] for at in among])
    pairs = [NearPair(among[pair.one], among[pair.two], pair.kind) for pair in near.pairs]
    return NearNames(pairs, near.vague, names[order[most - 1]])


def near_names(names: Sequence[str]) -> NearNames:
    """Find the names that may be one player's.

    Args:
        names: as given, each once.
    """
    parts = [parts_of(name) for name in names]
    found: dict[tuple[int, int], str] = {}

    def take(pairs: Iterable[tuple[int, int]], kind: str) -> None:
        for one, two in pairs:
            key = (one, two) if one < two else (two, one)
            if key not in found and parts[one].marks == parts[two].marks:
                found[key] = kind

    alike = list(_of_blocks(_spellings(names, parts)))
    take((pair for pair in alike if ("," in names[pair[0]]) == ("," in names[pair[1]])), "spelling")
    take(alike, "order")
    take(_of_blocks((" ".join(part.sorted), i) for i, part in enumerate(parts)), "order")
    fits = _initials(parts)
    vague = sum(len(those) > MOST_FITS for those in fits.values())
    take(((i, j) for i, those in fits.items() if len(those) <= MOST_FITS for j in those), "initial")
    take(_typing_errors(parts), "typing")
    take(_one_word_more(parts), "word")
    pairs = [NearPair(one, two, kind) for (one, two), kind in found.items()]
    return NearNames(sorted(pairs, key=lambda pair: (KINDS.index(pair.kind), pair.one, pair.two)), vague)


def _of_blocks(keyed: Iterable[tuple[str, int]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of those who share a key, if it is not the key of too many."""
    blocks: dict[str, list[int]] = defaultdict(list)
    for key, i in keyed:
        block = blocks[key]
        if key and (not block or block[-1] != i):
            block.append(i)
    for block in blocks.values():
        if len(block) > 1:
            yield from _pairs(block)


def _pairs(block: Sequence[int]) -> Iterator[tuple[int, int]]:
    if 1 < len(block) <= LARGEST_BLOCK:
        for at, one in enumerate(block):
            for two in block[at + 1 :]:
                if one != two:
                    yield one, two


def _spellings(names: Sequence[str], parts: Sequence[Parts]) -> Iterator[tuple[str, int]]:
    for i, (name, part) in enumerate(zip(names, parts, strict=True)):
        yield part.letters, i
        if not name.isascii():
            yield parts_of(name, expanded).letters, i


def _initials(parts: Sequence[Parts]) -> dict[int, list[int]]:
    """Return, of every name with an initial, the names that it can stand for."""
    wanted: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i, part in enumerate(parts):
        if part.initials:
            wanted[max(part.long, key=len), part.initials[0]].append(i)
    fits: dict[int, list[int]] = defaultdict(list)
    if not wanted:
        return fits
    surnames = {word for word, _ in wanted}
    for j, part in enumerate(parts):
        for word in surnames.intersection(part.words):
            for letter in {other[0] for other in part.words if other != word}:
                for i in wanted.get((word, letter), ()):
                    if i != j and _stands_for(parts[i], part) and len(fits[i]) <= MOST_FITS:
                        fits[i].append(j)
    return fits


def _stands_for(short: Parts, full: Parts) -> bool:
    """Tell whether a name has the words of another, some of them as initials."""
    rest = Counter(full.words)
    rest.subtract(short.long)
    if min(rest.values()) < 0:
        return False
    given = [word for word in rest.elements() if len(word) > 1]
    others = [word for word in rest.elements() if len(word) == 1]
    for letter in short.initials:
        match = next((word for word in given if word[0] == letter), None)
        if match is not None:
            given.remove(match)
        elif letter in others:
            others.remove(letter)
        else:
            return False
    # A single letter against a single letter is no initial of anything.
    return len(short.initials) > sum(len(w) == 1 for w in full.words) or len(full.words) > len(short.words)


def _typing_errors(parts: Sequence[Parts]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of names that one letter, or two exchanged ones, of one word make the same."""
    hashes, who = _forms(parts)
    order = np.argsort(hashes, kind="stable")
    bounds = np.flatnonzero(np.append(np.append(True, np.diff(hashes[order]) != 0), True))
    who = who[order]
    seen: set[tuple[int, int]] = set()
    for at in np.flatnonzero(np.diff(bounds) > 1).tolist():
        block = list(dict.fromkeys(who[bounds[at] : bounds[at + 1]].tolist()))
        for pair in _pairs(block):
            if pair not in seen:
                seen.add(pair)
                if _one_letter_apart(parts[pair[0]], parts[pair[1]]):
                    yield pair


def _forms(parts: Sequence[Parts]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return what stands for every name as it is, and with each letter left out; and whose each is.

    The sum of the hashes of its words stands for a name, so that their order does not count.
    """
    changes: dict[str, NDArray[np.uint64]] = {}
    found = []
    for part in parts:
        whole = sum(map(hash, part.words)) & MASK
        for word in part.words:
            if word not in changes:
                changes[word] = _changes(word)
        forms = [changes[word] for word in part.words]
        found.append(np.concatenate(forms) + np.uint64(whole) if forms else NOTHING)
    sizes = [len(forms) for forms in found]
    return np.concatenate([NOTHING, *found]).astype(np.int64), np.repeat(np.arange(len(parts)), sizes)


def _changes(word: str) -> NDArray[np.uint64]:
    """Return by how much a name's sum changes as a letter of a word is left out; 0 for the whole word."""
    shorter = [word]
    if len(word) >= SHORT_WORD:
        shorter += [word[:at] + word[at + 1 :] for at in range(len(word))]
    return np.array([(hash(form) - hash(word)) & MASK for form in shorter], dtype=np.uint64)


def _one_letter_apart(one: Parts, two: Parts) -> bool:
    if len(one.words) != len(two.words) or one.marks != two.marks:
        return False
    mine, others = Counter(one.words), Counter(two.words)
    a, b = list((mine - others).elements()), list((others - mine).elements())
    if len(a) != 1 or len(b) != 1:
        return False
    longer = max(len(a[0]), len(b[0]))
    enough = SHORT_WORD if len(one.words) > 1 else SHORT_NAME
    return longer >= enough and a[0].isalpha() and b[0].isalpha() and one_edit(a[0], b[0])


def _one_word_more(parts: Sequence[Parts]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of which one name has all words of the other, and one more."""
    whole: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i, part in enumerate(parts):
        if len(part.words) > 1:
            whole[part.sorted].append(i)
    for j, part in enumerate(parts):
        if len(part.words) > 2:
            for at in range(len(part.words)):
                rest = part.sorted[:at] + part.sorted[at + 1 :]
                if len(joined(rest)) >= SHORT_REST:
                    block = whole.get(rest, ())
                    if len(block) <= LARGEST_BLOCK:
                        yield from ((i, j) for i in block if i != j)
