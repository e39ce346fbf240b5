"""What a file can hold, a module for each kind: games, contests, players, ranks, fixtures, aliases, stages.

Each names the columns of its kind and gives the record. :mod:`.games` is the door for games: it decides which
reader a file needs, and weighs the columns where their names do not tell.
"""
