"""Whatever a file holds, it is read or refused: no other error, and no byte lost."""

from __future__ import annotations

from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from arpad.core import ArpadError, BadInput
from arpad.tournament.as_json import from_json
from arpad.tournament.trf import Document, parse, write_trf

FILES = [path.read_bytes() for path in sorted((Path(__file__).parent / "files").glob("*.trf"))]
NUMBERS = (
    "001 012 013 022 062 092 132 142 152 162 172 192 202 212 222 240 250 260 299 300 310 320 330 352 362 802"
)
LETTERS = "XXR XXC XXZ XXS XXA XXP BBW BBD BBL BBZ BBF BBU ### IND"
CODES = (NUMBERS + " " + LETTERS).split()


def refused_or_read(document: Document) -> None:
    """Read it both ways, and write what was read."""
    faults: list[ArpadError] = []
    for lenient in (False, True):
        for read in (document.tournament, document.teams):
            try:
                tournament = read(lenient=lenient)
            except ArpadError as error:
                faults.append(error)
                continue
            tournament.scores()
            try:
                text = write_trf(tournament)
            except ArpadError:
                continue
            back = parse(text)
            again = back.tournament if read == document.tournament else back.teams
            assert again(lenient=True).scores() == tournament.scores()
    # Every refusal says where; but of a file that is none, or has no teams, there is no line to show.
    whole = ("not a tournament report", "no teams")
    assert [
        str(one) for one in faults if one.row is None and not any(word in one.problem for word in whole)
    ] == []


@given(st.binary(max_size=400))
@example(b"\xfaA\xbd")  # Shift-JIS has two codes for ii
def test_random_bytes(content: bytes) -> None:
    document = parse(content)
    assert bytes(document) == content
    refused_or_read(document)


@given(
    st.sampled_from(FILES),
    st.lists(
        st.tuples(st.integers(0, 2000), st.integers(0, 12), st.binary(max_size=6)), min_size=1, max_size=4
    ),
)
def test_files_with_pieces_replaced(content: bytes, pieces: list[tuple[int, int, bytes]]) -> None:
    for at, length, new in pieces:
        content = content[:at] + new + content[at + length :]
    document = parse(content)
    assert bytes(document) == content
    refused_or_read(document)


@given(st.sampled_from(FILES), st.data())
def test_files_with_lines_cut_doubled_or_lost(content: bytes, data: st.DataObject) -> None:
    lines = content.splitlines(keepends=True)
    at = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(("cut", "double", "lose", "shift")))
    line = lines[at]
    cut = data.draw(st.integers(0, len(line)))
    lines[at : at + 1] = {
        "cut": [line[:cut]],
        "double": [line, line],
        "lose": [],
        "shift": [line[:cut] + b" " + line[cut:]],
    }[change]
    refused_or_read(parse(b"".join(lines)))


@given(
    st.lists(
        st.tuples(
            st.sampled_from(CODES),
            st.text(st.sampled_from(" 0123456789.,-+=wbWDLFHUZ\u00e9:/PX"), max_size=60),
        ),
        max_size=8,
    )
)
def test_known_codes_with_anything_behind(lines: list[tuple[str, str]]) -> None:
    players = "".join(f"001 {number:4}\n" for number in (1, 2, 3))
    refused_or_read(parse(players + "".join(f"{code} {text}\n" for code, text in lines)))


@given(st.text(max_size=60))
def test_json_is_read_or_refused(text: str) -> None:
    for body in (text, '{"kind": "arpad tournament", "version": 1, "rounds": ' + text + "}"):
        try:
            from_json(body)
        except BadInput:
            continue
