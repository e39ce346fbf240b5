"""The register of players, and the files of published lists.

A trigger refuses to change or remove a file, whoever asks.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")

SQLITE = tuple(
    f"CREATE TRIGGER list_files_{name} BEFORE {what} ON list_files "
    "BEGIN SELECT RAISE(ABORT, 'a published list is never changed'); END"
    for name, what in (("stay", "UPDATE"), ("remain", "DELETE"))
)
POSTGRESQL = (
    "CREATE TRIGGER list_files_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON list_files "
    "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_publications()",
)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "list_files",
        sa.Column("pool", NUMBER, nullable=False),
        sa.Column("list", sa.String(100), nullable=False, comment="the name of the published list"),
        sa.Column("name", sa.String(200), nullable=False, comment="of the file"),
        sa.Column("content", sa.LargeBinary(), nullable=False, comment="compressed by zlib"),
        sa.Column("size", sa.BigInteger(), nullable=False, comment="bytes, not compressed"),
        sa.Column("digest", sa.String(64), nullable=False, comment="SHA-256, not compressed"),
        sa.PrimaryKeyConstraint("pool", "list", "name", name="pk_list_files"),
        sa.ForeignKeyConstraint(["pool"], ["streams.id"], name="fk_list_files_pool"),
    )
    op.create_table(
        "register",
        sa.Column("number", sa.BigInteger(), nullable=False, autoincrement=False, comment="it never changes"),
        sa.Column("name", sa.String(500), nullable=False, comment="by which pools know the player"),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("federation", sa.Text(), nullable=False),
        sa.Column("sex", sa.Text(), nullable=False, comment="m, w or empty"),
        sa.Column("identity", sa.Text(), nullable=False, comment="the federation's number"),
        sa.Column("birth", sa.Text(), nullable=False, comment="1990/05/17, 1990 or empty"),
        sa.Column("club", sa.Text(), nullable=False),
        sa.Column("grade", sa.Text(), nullable=False, comment="a Go rank"),
        sa.PrimaryKeyConstraint("number", name="pk_register"),
        sa.UniqueConstraint("name", name="uq_register_name"),
    )
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)
