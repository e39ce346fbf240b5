"""The Dutch school exam in mathematics on a ranking list of all chess players."""

from arpad.rulebooks.exam.system import Exam

__all__ = ["Exam"]
