"""What a cell says: a number, a day or moment, a result, a word that tells of no game, a name.

Each module reads one kind of column and knows nothing of files: it takes the cells, and gives values and the
rows that it cannot read.
"""
