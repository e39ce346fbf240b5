"""Tournament formats judged by simulation: who wins, how true the ranking is, what it costs in games."""

from arpad.lab.formats.advice import advice
from arpad.lab.formats.catalogue import (
    FORMATS,
    DoubleEliminationFormat,
    Format,
    GroupsAndKnockoutFormat,
    KnockoutFormat,
    LeagueFormat,
    McMahonFormat,
    RatingsAlone,
    SwissFormat,
    format_of,
)
from arpad.lab.formats.face import formats, formats_for
from arpad.lab.formats.fields import SimulatedField
from arpad.lab.formats.judgement import TournamentFigures
from arpad.lab.formats.study import FormatStudy, FormatWorth, MeanFigure, format_study

__all__ = [
    "FORMATS",
    "DoubleEliminationFormat",
    "Format",
    "FormatStudy",
    "FormatWorth",
    "GroupsAndKnockoutFormat",
    "KnockoutFormat",
    "LeagueFormat",
    "McMahonFormat",
    "MeanFigure",
    "RatingsAlone",
    "SimulatedField",
    "SwissFormat",
    "TournamentFigures",
    "advice",
    "format_of",
    "format_study",
    "formats",
    "formats_for",
]
