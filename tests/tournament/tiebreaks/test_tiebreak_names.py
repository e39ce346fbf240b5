"""Tie-breaks by their names in words. The names are those of C.07 (2024 and 2026), articles 6 to 10."""

from __future__ import annotations

import pytest

from arpad.core import BadInput
from arpad.rulebooks.standings import TIEBREAKS

C07 = {
    "Direct Encounter": "DE",
    "Number of Wins": "WIN",
    "Number of Games Won": "WON",
    "Number of Games played with Black": "BPG",
    "Number of Games Won with Black": "BWG",
    "Progressive Scores": "PS",
    "Rounds one elected to play in": "REP",
    "Standard Points": "STD",
    "Pairing Number": "TPN",
    "Buchholz": "BH",
    "Average of Opponents' Buchholz": "AOB",
    "Fore Buchholz": "FB",
    "Sonneborn-Berger": "SB",
    "Koya System": "KS",
    "Average Rating of Opponents": "ARO",
    "Tournament Performance Rating": "TPR",
    "Perfect Tournament Performance": "PTP",
    "Average Performance Rating of Opponents": "APRO",
    "Average Perfect Performance of Opponents": "APPO",
}


@pytest.mark.parametrize("name", C07)
def test_the_names_of_the_handbook(name: str) -> None:
    assert str(TIEBREAKS.find(name)) == C07[name]
    assert str(TIEBREAKS.find(name.casefold().replace("-", " "))) == C07[name]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("Buchholz cut 1", "BH/C1"),
        ("buchholz Cut-2", "BH/C2"),
        ("Buchholz minus 1", "BH/C1"),
        ("Median Buchholz", "BH/M1"),
        ("Buchholz median 2", "BH/M2"),
        ("Sonneborn-Berger cut 1", "SB/C1"),
        ("Median", "MED"),
        ("Solkoff", "SOLK"),
        ("Goal difference", "GD"),
        ("Berger", "SB"),
    ],
)
def test_cuts_in_words_and_other_usual_names(words: str, code: str) -> None:
    assert str(TIEBREAKS.find(words)) == code


def test_every_code_is_still_its_own() -> None:
    for kind in TIEBREAKS.kinds.values():
        assert TIEBREAKS.find(kind.name).kind is kind
        assert TIEBREAKS.as_code(kind.name) == kind.name


def test_a_name_spelt_alike_is_suggested() -> None:
    with pytest.raises(BadInput, match=r"Spelt alike: .*Buchholz.*\(BH\)"):
        TIEBREAKS.find("Buchholtz")
    with pytest.raises(BadInput, match="Known are PTS"):
        TIEBREAKS.find("XYZ")
    with pytest.raises(BadInput, match="has no modifier C"):
        TIEBREAKS.find("Direct encounter cut 1")
