"""How results become ratings: one file per rating system, and what they share.

* What systems speak of is in :mod:`~arpad.ratings.model`; a record in order is a
  :mod:`~arpad.ratings.timeline`, and a :mod:`~arpad.ratings.run` over it is every game as a player sees it.
* A system is a frozen dataclass (:mod:`~arpad.ratings.system`) with described parameters
  (:mod:`~arpad.ratings.parameters`); its maths are kernels (:mod:`~arpad.compiled.specialising`).
* :func:`arpad.ratings.rate.rate` puts a record in order (:mod:`~arpad.ratings.timeline`), runs a system over
  it and returns :class:`arpad.ratings.result.Ratings`.
* :func:`arpad.ratings.explain.explain` and :func:`arpad.ratings.whatif.what_if` call the same functions.
"""
