"""The final standings of tournaments, frozen with their files.

A trigger refuses to change or remove one, whoever asks.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")

SQLITE = tuple(
    f"CREATE TRIGGER final_files_{name} BEFORE {what} ON final_files "
    "BEGIN SELECT RAISE(ABORT, 'published standings are never changed'); END"
    for name, what in (("stay", "UPDATE"), ("remain", "DELETE"))
)
POSTGRESQL = (
    "CREATE TRIGGER final_files_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON final_files "
    "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_publications()",
)


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "final_files",
        sa.Column("stream", NUMBER, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False, comment="the last event that counts"),
        sa.Column("name", sa.String(200), nullable=False, comment="of the file"),
        sa.Column("at", sa.String(200), nullable=False, comment="UTC, as 2026-02-01T09:30:00Z"),
        sa.Column("author", sa.String(200), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False, comment="compressed by zlib"),
        sa.Column("size", sa.BigInteger(), nullable=False, comment="bytes, not compressed"),
        sa.Column("digest", sa.String(64), nullable=False, comment="SHA-256, not compressed"),
        sa.PrimaryKeyConstraint("stream", "seq", "name", name="pk_final_files"),
        sa.ForeignKeyConstraint(["stream"], ["streams.id"], name="fk_final_files_stream"),
    )
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)
