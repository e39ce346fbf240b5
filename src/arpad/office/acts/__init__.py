"""What an arbiter may do: one class for each act, and what is made from the list of all of them.

The classes stand in modules by what they are about (participants, rounds, results, decisions, the plan,
teams, reports of players); :mod:`registry` lists them. The command line, the pages, the API and
:class:`arpad.Tournament` take the names, the fields and the texts of an act from its class, so that whatever
can be done can be done at each of these doors.
"""
