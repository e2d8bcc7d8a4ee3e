"""State of a table apart from its log. For older tables it is derived from their readings."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "session_states",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.add_column("boards", sa.Column("seq", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("boards") as batch:
        batch.drop_column("seq")
    op.drop_table("session_states")
