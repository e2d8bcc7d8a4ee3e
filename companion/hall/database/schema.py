"""Tables apart from the rows of each lamp: the lamps, how far each was published, events and summaries."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    DateTime,
    Float,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    func,
    inspect,
    text,
)
from sqlalchemy.schema import CreateColumn

HERE, THERE = "here", "there"
"""Values of `plays`: a worker serves the table, or the table's own machine does."""
HELPED_WISH = "helped"
"""Value of `wish` for a table at its own machine: a staff member is there."""

metadata = MetaData()

lamps = Table(
    "hall_lamps",
    metadata,
    Column("name", String(32), primary_key=True),  # as topics name it
    Column("plays", String(8), nullable=False),  # HERE or THERE
    Column("rev", Integer, nullable=False, server_default="1"),  # rises with each transaction that writes for the table
    Column(
        "era", Integer, nullable=False, server_default="0"
    ),  # rises when the table is wiped or moved, which invalidates older state
    Column("told", Integer, nullable=False, server_default="0"),  # the revision that the broker has retained; 0 = none
    Column("told_of", String(32), nullable=False, server_default=""),  # the game under the lamp at that time
    Column("told_seq", Integer, nullable=False, server_default="0"),  # its newest entry then
    Column("lights", JSON, nullable=False, server_default="{}"),  # topic -> checksum of the light that was sent last
    Column("said", Integer, nullable=False, server_default="0"),  # the `rev` of the public state that was sent last
    Column("told_anew", DateTime(timezone=True), nullable=False, server_default=text("'epoch'")),  # `told` was reset
    Column(
        "called", Float, nullable=False, server_default="0"
    ),  # s, Unix, when the table called the staff. 0 = no call
    Column("kept", DateTime(timezone=True), nullable=False, server_default=func.now()),  # when it was looked after last
    Column("key", String(64)),  # SHA-256 of the key of its own machine, hex
    Column("seen", DateTime(timezone=True)),  # last report of that machine, by PostgreSQL's clock
    Column("wish", String(8), nullable=False, default="", server_default=""),  # of the staff: HELPED or ""
    Column("report", JSON),  # report for the staff, without hidden content
    postgresql_with={"fillfactor": "50"},  # a change finds room in the same page, and no index is touched
)

events = Table(
    "hall_events",
    metadata,
    Column(
        "id", Integer, primary_key=True, autoincrement=False
    ),  # from the clock, so that a new database does not repeat a number
    Column("title", Text, nullable=False),
    Column("goal", Integer, nullable=False),
    Column("ended", DateTime(timezone=True)),  # NULL: not ended
)

hits = Table(
    "hall_hits",
    metadata,
    Column("event", Integer, primary_key=True),
    Column("lamp", String(32), primary_key=True),
    Column("total", Integer, nullable=False),  # count of that table
    Column("version", Integer, nullable=False),  # of that number: a newer one is the truth
)

summaries = Table(
    "hall_summaries",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of the token in the address, hex
    Column("lamp", String(32), nullable=False),
    Column("at", Float, nullable=False),  # s, Unix; when it was made
    Column("told", JSON, nullable=False),
)


def create_tables(connection: Connection) -> None:
    """Create missing tables and columns, and drop columns of older versions."""
    metadata.create_all(connection)
    for statement in _changes(connection):
        connection.execute(text(statement))


def _changes(connection: Connection) -> Iterator[str]:
    there = {column["name"] for column in inspect(connection).get_columns(lamps.name)}
    for column in lamps.columns:
        if column.name not in there:
            definition = CreateColumn(column).compile(dialect=connection.dialect)
            yield f"ALTER TABLE {lamps.name} ADD COLUMN {definition}"
    for name in sorted({"worker", "turn"} & there):
        yield f"ALTER TABLE {lamps.name} DROP COLUMN {name}"
    if "worker" in there:
        yield f"UPDATE {lamps.name} SET wish = '' WHERE wish <> '{HELPED_WISH}'"  # noqa: S608 - names of ours
        yield "DROP TABLE IF EXISTS hall_workers"
