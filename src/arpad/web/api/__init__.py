"""The office for programs: JSON under ``/api``, described by ``/api/openapi.json``.

* :mod:`~arpad.web.api.application`: all addresses, and what stands around every answer.
* :mod:`~arpad.web.api.door`: who asks, by a token, and whether that is allowed.
* :mod:`~arpad.web.api.problems`: what is answered where something is refused.
* :mod:`~arpad.web.api.pools`, :mod:`~arpad.web.api.results`, :mod:`~arpad.web.api.stream`,
  :mod:`~arpad.web.api.players`, :mod:`~arpad.web.api.corrections`: pools of rated games, and what is posted.
* :mod:`~arpad.web.api.queues`: players who wait for a match.
* :mod:`~arpad.web.api.throttle`: how many requests are answered.
* :mod:`~arpad.web.api.quick`: the shortest way for one result, posted as usual.
* :mod:`~arpad.web.api.details`: crosstable, one participant, the log.
* :mod:`~arpad.web.api.tournaments`, :mod:`~arpad.web.api.desk`: tournaments, and the arbiter's acts in them.

Each module has its router and the shapes of what it reads and answers.
"""
