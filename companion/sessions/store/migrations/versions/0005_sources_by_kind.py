"""Answer sources may differ by kind of objects: real dice, and tokens by the app."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

BY_SEAT = ("table_id", "seat", "source")


def upgrade() -> None:
    """Create a new table, since SQLite cannot change a primary key."""
    by_kind = op.create_table(
        "sources_by_kind",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(64), primary_key=True),
        sa.Column("source", sa.String(16), nullable=False),
    )
    before = sa.table("sources", *map(sa.column, BY_SEAT))
    every = sa.select(before.c.table_id, before.c.seat, sa.literal(""), before.c.source)
    op.execute(by_kind.insert().from_select(["table_id", "seat", "kind", "source"], every))
    op.drop_table("sources")
    op.rename_table("sources_by_kind", "sources")


def downgrade() -> None:
    by_seat = op.create_table(
        "sources_by_seat",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(16), primary_key=True),
        sa.Column("source", sa.String(16), nullable=False),
    )
    before = sa.table("sources", *map(sa.column, (*BY_SEAT, "kind")))
    every = sa.select(*(before.c[name] for name in BY_SEAT)).where(before.c.kind == "")
    op.execute(by_seat.insert().from_select(list(BY_SEAT), every))
    op.drop_table("sources")
    op.rename_table("sources_by_seat", "sources")
