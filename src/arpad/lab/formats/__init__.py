"""Tournament formats judged by simulation: who wins, how true the ranking is, what it costs in games."""

from arpad.lab.formats.advice import advice
from arpad.lab.formats.catalogue import (
    FORMATS,
    DoubleElimination,
    Format,
    GroupsAndKnockout,
    Knockout,
    League,
    McMahon,
    RatingsAlone,
    Swiss,
    format_of,
)
from arpad.lab.formats.face import formats, formats_for
from arpad.lab.formats.fields import Field
from arpad.lab.formats.judgement import Judged
from arpad.lab.formats.study import Figure, FormatStudy, FormatWorth, format_study

__all__ = [
    "FORMATS",
    "DoubleElimination",
    "Field",
    "Figure",
    "Format",
    "FormatStudy",
    "FormatWorth",
    "GroupsAndKnockout",
    "Judged",
    "Knockout",
    "League",
    "McMahon",
    "RatingsAlone",
    "Swiss",
    "advice",
    "format_of",
    "format_study",
    "formats",
    "formats_for",
]
