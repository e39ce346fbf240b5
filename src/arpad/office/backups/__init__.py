"""A whole organisation in one file: backed up while it runs, restored into an empty database of either kind.

* :mod:`~arpad.office.backups.archive`: the file, a ZIP archive of JSON Lines and reports.
* :mod:`~arpad.office.backups.rows`: rows of tables as lines of JSON, and back.
* :mod:`~arpad.office.backups.making`: the backup.
* :mod:`~arpad.office.backups.restoring`: the database that is made of it.
* :mod:`~arpad.office.backups.verifying`: whether what is in a database is as it was written.
"""
