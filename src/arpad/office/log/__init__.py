"""The event log of a tournament: replayed, kept in a file, done by one act after the other.

* :mod:`~arpad.office.log.event_log`: the log as a value.
* :mod:`~arpad.office.log.replay`: what its events add up to.
* :mod:`~arpad.office.log.event_format`: the log as text.
* :mod:`~arpad.office.log.event_file`: the file, and acts on it.
"""
