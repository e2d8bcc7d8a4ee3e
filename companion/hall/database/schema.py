"""What a hall knows beside its tables' own rows: which lamps there are, and which worker serves each."""

from __future__ import annotations

from sqlalchemy import JSON, Column, DateTime, Float, Identity, Integer, MetaData, String, Table, Text, func

HERE, THERE = "here", "there"
"""Where a table is played, in the column `plays`: a worker serves it; the table's own machine does."""
HELPED, WIPE = "helped", "wipe"
"""What the staff wishes of a table, in the column `wish`: somebody is there; whoever serves it is to wipe it."""

metadata = MetaData()

lamps = Table(
    "hall_lamps",
    metadata,
    Column("name", String(32), primary_key=True),  # as topics name it
    Column("plays", String(8), nullable=False),  # HERE or THERE
    Column("worker", Integer),  # who serves it, NULL = nobody
    Column("turn", Integer, nullable=False, default=0),  # rises each time that it goes to a worker
    Column("key", String(64)),  # SHA-256 of what its own machine knows itself by, hex
    Column("seen", DateTime(timezone=True)),  # when that machine told of it, by PostgreSQL's clock
    Column("wish", String(8), nullable=False, default="", server_default=""),  # of the staff: HELPED, WIPE or ""
    Column("report", JSON),  # how it is, for the staff; nothing that is hidden
)

workers = Table(
    "hall_workers",
    metadata,
    Column("id", Integer, Identity(), primary_key=True),
    Column("where", Text, nullable=False),  # the address of its pages, for people
    Column("seen", DateTime(timezone=True), nullable=False, server_default=func.now()),  # by PostgreSQL's clock
)

events = Table(
    "hall_events",
    metadata,
    Column(
        "id", Integer, primary_key=True, autoincrement=False
    ),  # of the clock: no hall gives one twice, however often it begins anew
    Column("title", Text, nullable=False),
    Column("goal", Integer, nullable=False),
    Column("ended", DateTime(timezone=True)),  # NULL: it goes on
)

hits = Table(
    "hall_hits",
    metadata,
    Column("event", Integer, primary_key=True),
    Column("lamp", String(32), primary_key=True),
    Column("total", Integer, nullable=False),  # what that table has done
    Column("version", Integer, nullable=False),  # of that number: a newer one is the truth
)

summaries = Table(
    "hall_summaries",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of what stands in the address, hex
    Column("lamp", String(32), nullable=False),
    Column("at", Float, nullable=False),  # s, Unix; when it was made
    Column("told", JSON, nullable=False),
)
