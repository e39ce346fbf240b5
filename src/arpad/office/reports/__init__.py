"""What is printed of a tournament for players, arbiters and federations: one function for each printed thing.

Each takes a :class:`~arpad.tournament.model.Tournament` and returns a
:class:`~arpad.office.reports.table.Report`: typed columns and rows, nothing printed. Text, HTML, CSV and JSON
are made of that value.
"""
