"""The steps by which a database comes to have its tables, a module each in ``versions``, in Alembic's way."""

HEAD = "0013"
"""The last step."""
