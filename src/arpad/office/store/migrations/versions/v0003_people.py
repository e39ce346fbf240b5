"""People who may come in, of which tournaments they are arbiters, tokens of programs, and invitations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "users",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("password", sa.String(300), nullable=False, comment="hashed by Argon2"),
        sa.Column("closed", sa.Boolean(), nullable=False, comment="whether the user may no longer come in"),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("name", name="uq_users_name"),
    )
    op.create_table(
        "grants",
        sa.Column("user", NUMBER, nullable=False),
        sa.Column("tournament", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("user", "tournament", name="pk_grants"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_grants_user"),
        sa.ForeignKeyConstraint(["tournament"], ["streams.id"], name="fk_grants_tournament"),
    )
    op.create_table(
        "secrets",
        sa.Column("id", sa.String(32), nullable=False, comment="the part of it that is no secret"),
        sa.Column("kind", sa.String(20), nullable=False, comment="token, invitation or session"),
        sa.Column("digest", sa.String(64), nullable=False, comment="SHA-256 of the secret"),
        sa.Column("user", NUMBER, comment="whose token it is"),
        sa.Column("name", sa.String(200), nullable=False, comment="what it is for"),
        sa.Column(
            "rights", sa.Text(), nullable=False, comment="of a token its scopes, of an invitation the role"
        ),
        sa.Column("until", sa.BigInteger(), nullable=False, comment="seconds since 1970 UTC"),
        sa.Column("spent", sa.Boolean(), nullable=False, comment="used, or revoked"),
        sa.PrimaryKeyConstraint("id", name="pk_secrets"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_secrets_user"),
    )
