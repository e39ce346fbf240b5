"""What can happen to a tournament: typed events, each a line of its event file, each kind one class.

* :mod:`~arpad.office.events.event`: what every class has: fields, what it does, what it concerns, its words.
* :mod:`~arpad.office.events.beginning`: how a tournament begins.
* :mod:`~arpad.office.events.entries`: who takes part, and in which rounds.
* :mod:`~arpad.office.events.rounds`: pairings, boards and byes set by hand, results.
* :mod:`~arpad.office.events.decisions`: who may meet, colours, points, the plan.
* :mod:`~arpad.office.events.teams`: players of teams, line-ups, results on boards.
* :mod:`~arpad.office.events.reports`: results that players report themselves.
* :mod:`~arpad.office.events.undoing`: that others no longer stand.
* :mod:`~arpad.office.events.kinds`: all of them, and how one is read.
* :mod:`~arpad.office.events.state`: the tournament that the events add up to.
* :mod:`~arpad.office.events.stored_event`: fields and their codecs, which events of all streams have.
"""
