"""What an organisation keeps: pools of games that it rates, the register of its players, its people.

* :mod:`~arpad.office.club.games`: games as they are posted, by the names of their players.
* :mod:`~arpad.office.club.rules`: what a pool rates by, from day to day.
* :mod:`~arpad.office.club.pool_events`: what can happen to a pool, as events.
* :mod:`~arpad.office.club.standing`: the players of a pool, and what games make of them.
* :mod:`~arpad.office.club.members`, :mod:`~arpad.office.club.following`: the players in the memory of a
  process, in their order, which follow what other processes post.
* :mod:`~arpad.office.club.pools`: the pool in the database: results are posted, lists published.
* :mod:`~arpad.office.club.place`: where a pool stands in the database.
* :mod:`~arpad.office.club.posting`: what is posted, and what is answered.
* :mod:`~arpad.office.club.queue`: postings that are written together because they wait together.
* :mod:`~arpad.office.club.replaying`: a pool rated anew from its events.
* :mod:`~arpad.office.club.corrections`: what was wrong is corrected, after a look at what follows from it.
* :mod:`~arpad.office.club.finished`: a tournament that is over is rated into a pool.
* :mod:`~arpad.office.club.listing`, :mod:`~arpad.office.club.attributes`: the list, kept in order.
* :mod:`~arpad.office.club.careers`: games with what each met and left, and the calculation of each change.
* :mod:`~arpad.office.club.publications`: published lists with the files from which each is computed again;
  :mod:`~arpad.office.club.final_standings`: the standings of finished tournaments, likewise.
* :mod:`~arpad.office.club.register`: the organisation's players.
* :mod:`~arpad.office.club.people`, :mod:`~arpad.office.club.rights`: users, their roles, tokens of programs.

The events of a pool are a stream as those of a tournament (:mod:`arpad.office.store`); the ratings follow
from them, in the same transaction.
"""
