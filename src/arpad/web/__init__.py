"""The office in a browser: pages for people, rendered on the server, that work without JavaScript.

* :mod:`~arpad.web.application`: the addresses, and what stands around every page.
* :mod:`~arpad.web.site`: what all pages share: the database, the key that signs, who watches what.
* :mod:`~arpad.web.context`: a request with its actor, its language and its form.
* :mod:`~arpad.web.answers`: a view returns a typed context; it becomes HTML, or the same as JSON.
* :mod:`~arpad.web.connections`: how many connections a client may hold, and how long.
* :mod:`~arpad.web.security`: sessions, forged requests, headers.
* :mod:`~arpad.web.tournaments`: the pages of a tournament, from its creation to its final standings.
* :mod:`~arpad.web.lists`: the pages of ranking lists.
* :mod:`~arpad.web.players`: the pages of players.

Every act is a function of :mod:`arpad.office.desk`; nothing of it is written again here.
"""
