"""The order in which readings were taken in, and which table is lit: after a restart neither hangs on a clock that was set."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

IN_TURN = """
UPDATE inbox SET place = ranked.place
FROM (
  SELECT source, epoch, seq, row_number() OVER (PARTITION BY table_id ORDER BY at, seq, source) AS place FROM inbox
) AS ranked
WHERE inbox.source = ranked.source AND inbox.epoch = ranked.epoch AND inbox.seq = ranked.seq
"""


def upgrade() -> None:
    """Until now the newest reading was that of the latest time, and the table that was opened last was lit."""
    op.add_column("inbox", sa.Column("place", sa.Integer, nullable=False, server_default="0"))
    op.execute(IN_TURN)
    op.create_index("inbox_place", "inbox", ["table_id", "place"])
    op.add_column("boards", sa.Column("lit", sa.Boolean, nullable=False, server_default=sa.false()))
    boards = sa.table("boards", *map(sa.column, ("table_id", "opened_at", "closed", "lit")))
    newest = sa.select(boards.c.table_id).where(sa.not_(boards.c.closed)).order_by(boards.c.opened_at.desc()).limit(1)
    op.execute(boards.update().where(boards.c.table_id == newest.scalar_subquery()).values(lit=sa.true()))


def downgrade() -> None:
    op.drop_index("inbox_place", "inbox")
    with op.batch_alter_table("inbox") as batch:
        batch.drop_column("place")
    with op.batch_alter_table("boards") as batch:
        batch.drop_column("lit")
