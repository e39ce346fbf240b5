"""The database of an organisation: SQLite in one file, or PostgreSQL, with the same tables.

* :mod:`~arpad.office.store.opening`: the way in, which says which packages are missing.
* :mod:`~arpad.office.store.database`: connections, transactions, and what a database refuses, in words.
* :mod:`~arpad.office.store.tables`: the tables; :mod:`~arpad.office.store.migrations` makes them.
* :mod:`~arpad.office.store.streams`: append-only streams of events, each line chained to the one before.
* :mod:`~arpad.office.store.acts`: acts of an organisation, which are events of such a stream.
* :mod:`~arpad.office.store.kept_files`: files that are kept with what was published.
* :mod:`~arpad.office.store.notices`: what processes tell each other that something has changed.
* :mod:`~arpad.office.store.tournaments`: the event log of a tournament in the database.

The package ``arpad[web]`` has what this room needs. No command of ratings loads it.
"""
