"""Which column of a stranger's table means what, by evidence: the words of the header, the values below it.

The names that :mod:`arpad.record.tables.column_names` lists are looked for first, and a table that they
explain is read by them. Any other table is weighed here: which columns can name the two sides, who won, and
when (:mod:`.candidates`), each judged by its words (:mod:`.words`) and by its values (:mod:`.values`); the
best assignment is tried on the first rows by the readers themselves and taken if it wins clearly
(:mod:`.reading`). Else both readings are told, and nothing is read.
"""
