"""Queues of a game in the database: who waits, rounds of matching, and the matches that were found.

* :mod:`~arpad.office.matchmaking.settings`: what a queue is told to do.
* :mod:`~arpad.office.matchmaking.queues`: queues are made, changed and listed.
* :mod:`~arpad.office.matchmaking.tickets`: players come into a queue, alone or as a party, and leave it.
* :mod:`~arpad.office.matchmaking.rounds`: those who wait are matched.
* :mod:`~arpad.office.matchmaking.figures`: how long players wait, and how even their matches are.

Who may meet whom is decided by :mod:`arpad.rulebooks.online.matchmaking`, which the laboratory simulates.
"""
