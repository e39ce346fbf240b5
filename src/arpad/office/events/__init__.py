"""What can happen to a tournament: typed events, each a line of its event file.

* :mod:`~arpad.office.events.beginning`: how a tournament begins.
* :mod:`~arpad.office.events.entries`: who takes part, and in which rounds.
* :mod:`~arpad.office.events.rounds`: pairings, boards and byes set by hand, results.
* :mod:`~arpad.office.events.decisions`: who may meet, colours, points, the plan.
* :mod:`~arpad.office.events.kinds`: all of them, and how one is read.
"""
