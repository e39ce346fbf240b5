"""Who belongs to an organisation and what they may do: its people, and the register of its players.

* :mod:`~arpad.office.club.people`, :mod:`~arpad.office.club.rights`: users, their roles, tokens of programs.
* :mod:`~arpad.office.club.attempts`: whoever guesses passwords or codes has to wait.
* :mod:`~arpad.office.club.report_codes`: the codes with which players report results.
* :mod:`~arpad.office.club.register`: the organisation's players; :mod:`~arpad.office.club.attributes`: what
  the register knows of the players of a list.
* :mod:`~arpad.office.club.final_standings`: the standings of finished tournaments, frozen with their files.
* :mod:`~arpad.office.club.audit_log`: who did what, in words.
"""
