"""FIDE's lists of players, as text of fixed widths and as XML, where ``--players`` reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.record.kinds.players import read_players

# The form of https://ratings.fide.com/download_lists.phtml; the names are invented.
ALL = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
MONTH = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA JAN24 Gms K  B-day Flag"
XML = """<?xml version="1.0" encoding="utf-8"?>
<playerslist>
<player>
<fideid>1000001</fideid>
<name>Ash, Ann &amp; Co</name>
<country>SWE</country>
<sex>F</sex>
<title>WFM</title>
<w_title>WFM</w_title>
<rating>2100</rating>
<games>4</games>
<birthday>1990</birthday>
</player>
<player>
<fideid>1000002</fideid>
<name>Birch, Bob</name>
<country>NOR</country>
<sex>M</sex>
<title></title>
<rating>0</rating>
<birthday></birthday>
</player>
</playerslist>
"""


def line(header: str, **values: str) -> str:
    """Return a line with each value where its column begins."""
    text = [" "] * (len(header) + 6)
    for name, value in values.items():
        at = header.index({"ID_Number": "ID Number", "B_day": "B-day"}.get(name, name))
        text[at : at + len(value)] = value
    return "".join(text)


def told(path: Path) -> list[tuple[object, ...]]:
    players = read_players(path)
    columns = [players.attributes[name] for name in ("rating", "federation", "sex", "title", "birth_year")]
    return list(zip(players.names, *(map(str, column) for column in columns), strict=True))


@pytest.mark.parametrize(("header", "rating"), [(ALL, "SRtng"), (MONTH, "JAN24")])
def test_a_list_of_fixed_widths(tmp_path: Path, header: str, rating: str) -> None:
    ann = {
        "ID_Number": "1000001",
        "Name": "Ash, Ann",
        "Fed": "SWE",
        "Sex": "F",
        "Tit": "WFM",
        "B_day": "1990",
    }
    bob = {"ID_Number": "1000002", "Name": "Birch, Bob", "Fed": "NOR", "Sex": "M", "B_day": "0000"}
    path = tmp_path / "players_list_foa.txt"
    lines = [header, line(header, **ann, **{rating: "2100"}), line(header, **bob, **{rating: "0"})]
    path.write_text("\r\n".join(lines) + "\r\n", encoding="utf-8", newline="")
    assert told(path) == [
        ("Ash, Ann", "2100.0", "SWE", "F", "WFM", "1990.0"),
        ("Birch, Bob", "nan", "NOR", "M", "None", "nan"),
    ]


def test_a_list_in_xml(tmp_path: Path) -> None:
    path = tmp_path / "players.xml"
    path.write_text(XML, encoding="utf-8")
    assert told(path) == [
        ("Ash, Ann & Co", "2100.0", "SWE", "F", "WFM", "1990.0"),
        ("Birch, Bob", "nan", "NOR", "M", "None", "nan"),
    ]


def test_a_list_in_xml_that_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "players.xml"
    path.write_text(XML[:300], encoding="utf-8")
    with pytest.raises(BadInput, match="the XML cannot be read"):
        read_players(path)
