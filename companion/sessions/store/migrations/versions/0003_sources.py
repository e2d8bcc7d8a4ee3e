"""Answer source of each seat: a reader, its own hand, or the app."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sources",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(16), primary_key=True),
        sa.Column("source", sa.String(16), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("sources")
