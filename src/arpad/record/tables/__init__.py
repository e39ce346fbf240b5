"""From text to a table: the header, the columns by their roles, and the rows, each with its line.

The names of columns that people use stand in :mod:`.column_names`; :mod:`.header` matches a header with them.
A row that is not one of the table (ragged, not UTF-8…) is a fault with its line (:mod:`.faults`).
"""
