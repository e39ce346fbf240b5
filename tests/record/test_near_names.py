"""Names that may be one player's, and names that look alike and are not."""

from __future__ import annotations

import random

import pytest

from arpad.record.survey.comparing import one_edit, parts_of
from arpad.record.survey.near_names import near_names


def kind(one: str, two: str) -> str | None:
    found = near_names([one, two]).pairs
    return found[0].kind if found else None


def test_the_family_name_comes_first_where_one_comma_says_so() -> None:
    assert parts_of("Smith, John").words == parts_of("John Smith").words == ("john", "smith")
    assert parts_of("Kim, Min, Ji").words == ("kim", "min", "ji")


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("Kim Minji", "KIM MINJI", "spelling"),
        ("Novak Djokovic", "Novak Djokovič", "spelling"),
        ("Karl Müller", "Karl Mueller", "spelling"),
        ("Jørgen Ås", "Joergen Aas", "spelling"),
        ("Łukasz Wójcik", "Lukasz Wojcik", "spelling"),
        ("Kim Min-ji", "Kim Minji", "spelling"),
        ("Pat O’Brien", "Pat OBrien", "spelling"),
        ("Strauß, Eva", "STRAUSS, EVA", "spelling"),
        ("Smith, John", "John Smith", "order"),
        ("Kim Minji", "Minji Kim", "order"),
        ("GM Magnus Carlsen", "Carlsen, Magnus", "order"),
        ("J. Smith", "Smith, John", "initial"),
        ("Djokovic N.", "Novak Djokovic", "initial"),
        ("J. A. Smith", "John Adam Smith", "initial"),
        ("J. Smith", "J. A. Smith", "initial"),
        ("Jonathan Smith", "Jonathan Smyth", "typing"),
        ("Smith, John", "Smiht, John", "typing"),
        ("Jonathan Smith", "Smith, Jonatan", "typing"),
        ("Iohannes Bach", "Johannes Bach", "typing"),
        ("Collingwood", "Colingwood", "typing"),
        ("John Smith", "John A. Smith", "word"),
        ("FC Bayern München", "Bayern Munchen", "word"),
    ],
)
def test_names_that_may_be_one(one: str, two: str, expected: str) -> None:
    assert kind(one, two) == expected
    assert kind(two, one) == expected


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Ann", "Anna"),
        ("Team A", "Team B"),
        ("Player 1", "Player 2"),
        ("gpt-4-0613", "gpt-4-0314"),
        ("llama-2-7b", "llama-27b"),
        ("John Smith Jr.", "John Smith Sr."),
        ("Chelsea", "Chelsea Women"),
        ("Pedro II", "Pedro III"),
        ("김민지", "김민진"),
        ("Petrov A", "Petrov B"),
        ("J. Smith", "Kate Smith"),
        ("John Smith", "John Miller"),
        ("Iran", "Iraq"),
        ("...", "---"),
        ("", " "),
    ],
)
def test_names_that_are_two(one: str, two: str) -> None:
    assert kind(one, two) is None


def test_an_initial_that_fits_everybody_is_counted_and_not_listed() -> None:
    others = [f"J{name} Smith" for name in ("ohn", "ane", "ames", "ack", "ulia", "onas")]
    found = near_names(["J. Smith", *others])
    assert found.vague == 1
    assert all(pair.kind != "initial" for pair in found.pairs)


def edits(one: str, two: str) -> int:
    """Return the distance of optimal string alignment, by the table of all prefixes."""
    table = [[i + j if i * j == 0 else 0 for j in range(len(two) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(two) + 1):
            table[i][j] = min(
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
                table[i - 1][j - 1] + (one[i - 1] != two[j - 1]),
            )
            if i > 1 and j > 1 and one[i - 1] == two[j - 2] and one[i - 2] == two[j - 1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


def test_one_edit_is_a_distance_of_one() -> None:
    rng = random.Random(1)
    seen = set()
    for _ in range(3000):
        one = "".join(rng.choice("ab") for _ in range(rng.randrange(6)))
        two = "".join(rng.choice("ab") for _ in range(rng.randrange(6)))
        seen.add(edits(one, two) == 1)
        assert one_edit(one, two) == (edits(one, two) == 1), (one, two)
    assert seen == {True, False}


def test_blocks_find_what_comparing_all_pairs_finds() -> None:
    """One letter left out, added, changed or exchanged anywhere in a long word is found, in any order."""
    rng = random.Random(2)
    letters = "abcdefghij"
    for _ in range(200):
        words = ["".join(rng.choice(letters) for _ in range(rng.randrange(5, 9))) for _ in range(2)]
        which, at = rng.randrange(2), rng.randrange(4)
        word = words[which]
        changed = [
            word[:at] + word[at + 1 :],
            word[:at] + rng.choice(letters) + word[at:],
            word[:at] + rng.choice(letters) + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        ][rng.randrange(4)]
        other = words.copy()
        other[which] = changed
        if rng.random() < 0.5:
            other.reverse()
        one, two = " ".join(words), " ".join(other)
        if changed != word and changed not in words:
            assert kind(one, two) == "typing", (one, two)
