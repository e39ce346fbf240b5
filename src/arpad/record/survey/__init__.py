"""A look at games before they are rated: what was read as what, likely mistakes, and near-equal names."""

from arpad.record.survey.survey import Survey, look

__all__ = ["Survey", "look"]
