"""Devices have a role, a name and an end; invitations are stored; an installation is claimed by its first tablet once."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

MONTH = 30 * 24 * 3600  # s for which a cookie was given before


def upgrade() -> None:
    """Create a new table, since SQLite cannot add columns without a default."""
    by_role = op.create_table(
        "devices_by_role",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
        sa.UniqueConstraint("id", name="devices_id"),
    )
    before = sa.table("devices", *map(sa.column, ("key", "table_id", "seat")), sa.column("at", sa.Float))
    named = sa.func.substr(before.c.key, 1, 16)  # a part of a hash does not reveal a key
    every = sa.select(
        before.c.key, named, before.c.seat, before.c.table_id, sa.literal(""), before.c.at, before.c.at, before.c.at + MONTH
    )  # fmt: skip
    op.execute(by_role.insert().from_select([column.name for column in by_role.c], every))
    op.drop_table("devices")
    op.rename_table("devices_by_role", "devices")
    op.create_table(
        "invitations",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
    )
    op.create_table(
        "claims", sa.Column("what", sa.String(16), primary_key=True), sa.Column("at", sa.Float, nullable=False)
    )


def downgrade() -> None:
    """Devices of the whole installation did not exist before: they are admitted again."""
    op.drop_table("claims")
    op.drop_table("invitations")
    by_seat = op.create_table(
        "devices_by_seat",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    before = sa.table("devices", *map(sa.column, ("key", "table_id", "role", "at")))
    every = sa.select(before.c.key, before.c.table_id, before.c.role, before.c.at).where(before.c.table_id != "")
    op.execute(by_seat.insert().from_select(["key", "table_id", "seat", "at"], every))
    op.drop_table("devices")
    op.rename_table("devices_by_seat", "devices")
