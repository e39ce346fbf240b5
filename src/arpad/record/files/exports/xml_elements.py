"""XML as a list of elements with their attributes and lines, safely: without entities, and nothing fetched.

XML 1.0 (https://www.w3.org/TR/xml/), 4.4: a declared entity may stand for any text, also for a file or for
itself many times over. A file that declares one is refused; a DOCTYPE that names a DTD is not followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from xml.parsers import expat

from arpad.core import BadInput


class Element(NamedTuple):
    """The beginning of an element.

    Args:
        name: without a prefix.
        attributes: as they stand in the element.
        line: on which it stands.
    """

    name: str
    attributes: Mapping[str, str]
    line: int


def elements(text: bytes, file: str) -> list[Element]:
    """Return the elements of an XML text, in their order.

    Args:
        text: in the encoding that it declares.
        file: its name, for errors.

    Raises:
        BadInput: it is not XML, or declares an entity; with the line.
    """
    found: list[Element] = []
    parser = expat.ParserCreate()

    def begin(name: str, attributes: dict[str, str]) -> None:
        found.append(Element(name.rpartition(":")[2], attributes, parser.CurrentLineNumber))

    parser.StartElementHandler = begin
    refuse_entities(parser, file)
    try:
        parser.Parse(text, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise unreadable(parser, error, file) from error
    return found


def refuse_entities(parser: expat.XMLParserType, file: str) -> None:
    """Let a parser refuse a text that declares an entity.

    Args:
        parser: before it has read anything.
        file: the name of the file, for the error.
    """

    def refuse(*_: object) -> None:
        raise BadInput(
            "the XML declares an entity, which is not read",
            file=file,
            row=parser.CurrentLineNumber,
            remedy="Save it without a document type that declares entities.",
        )

    parser.EntityDeclHandler = refuse


def unreadable(parser: expat.XMLParserType, error: Exception, file: str) -> BadInput:
    """Return the error for a text that is not XML, or in an encoding that is not known."""
    said = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else str(error)
    return BadInput(
        f"the XML cannot be read ({said})",
        file=file,
        row=parser.ErrorLineNumber,
        remedy="It may be cut off; save it anew, or fetch it again.",
    )
