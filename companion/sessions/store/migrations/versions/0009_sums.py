"""Checksum of each entry, to detect disk corruption. Older entries have none."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("sum", sa.String(16), nullable=True))


def downgrade() -> None:
    op.drop_column("entries", "sum")
