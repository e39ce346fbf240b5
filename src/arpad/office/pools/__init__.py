"""Pools: the games of an organisation that are rated together, as they come in, and their lists.

* :mod:`~arpad.office.pools.games`: games as they are posted, by the names of their players.
* :mod:`~arpad.office.pools.rules`: what a pool rates by, from day to day.
* :mod:`~arpad.office.pools.events`: what can happen to a pool, as events.
* :mod:`~arpad.office.pools.standing`: the players of a pool, and what games make of them.
* :mod:`~arpad.office.pools.members`, :mod:`~arpad.office.pools.following`: the players in the memory of a
  process, in their order, which follow what other processes post.
* :mod:`~arpad.office.pools.pool`: the pool in the database: results are posted, ratings read.
* :mod:`~arpad.office.pools.place`, :mod:`~arpad.office.pools.statements`: where a pool stands in the
  database.
* :mod:`~arpad.office.pools.posting`: what is posted, and what is answered.
* :mod:`~arpad.office.pools.queue`: postings that are written together because they wait together.
* :mod:`~arpad.office.pools.reading`: the events as they are read from the database.
* :mod:`~arpad.office.pools.replaying`: a pool rated anew from its events.
* :mod:`~arpad.office.pools.cached_ratings`: ratings as they were known then and are known now.
* :mod:`~arpad.office.pools.corrections`: what was wrong is corrected, after a look at what follows from it.
* :mod:`~arpad.office.pools.starts`: starting ratings, with which players enter;
  :mod:`~arpad.office.pools.starts_file`: those of a file are set.
* :mod:`~arpad.office.pools.seasons`: a new season, in which ratings return part of the way to a mean.
* :mod:`~arpad.office.pools.finished`: a tournament that is over is rated into a pool;
  :mod:`~arpad.office.pools.from_file`: results of a file are added to it;
  :mod:`~arpad.office.pools.looking_ahead`: what either would make of the players.
* :mod:`~arpad.office.pools.column_choices`: how files of results were read, for the next ones of their form.
* :mod:`~arpad.office.pools.listing`: the list, kept in order;
  :mod:`~arpad.office.pools.publications`: published lists with the files from which each is computed again.
* :mod:`~arpad.office.pools.careers`, :mod:`~arpad.office.pools.explaining`: games with what each met and
  left, and the calculation of each change.
* :mod:`~arpad.office.pools.studies`: reports of the laboratory on a pool's games.

The events of a pool are a stream as those of a tournament (:mod:`arpad.office.store`); the ratings follow
from them, in the same transaction.
"""
