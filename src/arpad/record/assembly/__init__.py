"""From columns to a record: who is who, and the games of a table batch after batch, with their account.

:mod:`.build_games` reads the columns of a table; :mod:`.fast_reader` feeds it the rows of long files, at the
speed of memory; :mod:`.selection` makes the record of the rows that are games.
"""
