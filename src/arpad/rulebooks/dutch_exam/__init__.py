"""The Dutch school exam in mathematics on a ranking list of all chess players."""

from arpad.rulebooks.dutch_exam.system import Exam

__all__ = ["Exam"]
