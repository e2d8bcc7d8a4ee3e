"""Stored states at rest, to open a long table fast; and the request id of each entry, to find a repeated request."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

OF_JSON = {  # a corrupt row closes its own table alone
    "sqlite": ("json_extract(data, '$.answer.id')", "json_extract(data, '$.id')", "json_valid(data)"),
    "postgresql": ("data -> 'answer' ->> 'id'", "data ->> 'id'", "true"),
}


def upgrade() -> None:
    op.create_table(
        "resting_states",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("made_by", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("question", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.add_column("entries", sa.Column("request", sa.Text, nullable=True))
    of_answer, of_request, sound = OF_JSON[op.get_bind().dialect.name]
    with_all_rows("entries", f"UPDATE entries SET request = {of_answer} WHERE kind = 'answer' AND {sound}")  # noqa: S608
    undone = f"UPDATE entries SET request = {of_request} WHERE kind IN ('undo', 'redo') AND {sound}"  # noqa: S608 - ours
    with_all_rows("entries", undone)
    given = sa.text("request IS NOT NULL")
    op.create_index("entries_request", "entries", ["table_id", "request"], sqlite_where=given, postgresql_where=given)


def with_all_rows(table: str, statement: str) -> None:
    """Execute it on the rows of all tables: in PostgreSQL row security applies even to the owner."""
    connection = op.get_bind()
    is_divided = connection.dialect.name == "postgresql" and connection.scalar(
        sa.text("SELECT relforcerowsecurity FROM pg_class WHERE oid = to_regclass(:table)"), {"table": table}
    )
    if is_divided:
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    op.execute(statement)
    if is_divided:
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")


def downgrade() -> None:
    op.drop_index("entries_request", "entries")
    with op.batch_alter_table("entries") as batch:
        batch.drop_column("request")
    op.drop_table("resting_states")
