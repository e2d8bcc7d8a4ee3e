"""What a seat answers with may differ by the kind of things: real dice, and tokens by the app."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # a new table and not a new column: SQLite cannot change a primary key
    op.create_table(
        "sources_by_kind",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(64), primary_key=True),
        sa.Column("source", sa.String(16), nullable=False),
    )
    op.execute(
        "INSERT INTO sources_by_kind (table_id, seat, kind, source) SELECT table_id, seat, '', source FROM sources"
    )
    op.drop_table("sources")
    op.rename_table("sources_by_kind", "sources")


def downgrade() -> None:
    op.create_table(
        "sources_by_seat",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(16), primary_key=True),
        sa.Column("source", sa.String(16), nullable=False),
    )
    op.execute(
        "INSERT INTO sources_by_seat (table_id, seat, source) SELECT table_id, seat, source FROM sources WHERE kind = ''"
    )
    op.drop_table("sources")
    op.rename_table("sources_by_seat", "sources")
