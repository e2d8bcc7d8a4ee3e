"""The tables of the database. The migrations make them; this module only names their columns."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

boards = Table(
    "boards",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("opened_at", Float, nullable=False),  # s, Unix; for display
    Column("closed", Boolean, nullable=False, default=False),
    Column(
        "rev", Integer, nullable=False, default=0
    ),  # of its newest change; no smaller revision of the public state will be sent
    Column("lit", Boolean, nullable=False, default=False),  # true for at most one table
    Column("seq", Integer, nullable=False, default=0),  # of its newest entry at its newest change
)

session_states = (
    Table(  # also rows of no table: "" holds the published revision, names that end with / hold shared pages
        "session_states",
        metadata,
        Column("table_id", String(32), primary_key=True),
        Column("data", JSON, nullable=False),  # state of a table apart from its log: the tray, a doubt
    )
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Float, nullable=False),  # s, Unix; for display
    Column("kind", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("v", Integer, nullable=False),  # version of the shape of `data`
    Column("data", JSON, nullable=False),
    Column("by", String(16), nullable=False),
    Column("rest", Boolean, nullable=False),
    Column("sum", String(16)),  # over the columns before it, see `sum_of`; NULL: it was written before there were any
    Column("request", Text),  # id of the answer, or of the request that took back or brought back
    Index("entries_request", "table_id", "request"),
)

resting_states = Table(  # made of the entries: any row may be deleted at any time
    "resting_states",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("made_by", String(32), primary_key=True),  # fingerprint of the rules
    Column("seq", Integer, primary_key=True),  # of the newest entry before it
    Column("question", Integer, nullable=False),  # the number of the question that follows
    Column("state", LargeBinary, nullable=False),  # JSON, deflated
    Column("at", Float, nullable=False),  # s, Unix
)

inbox = Table(
    "inbox",
    metadata,
    Column("table_id", String(32), nullable=False),  # which game it was for
    Column("source", String(80), primary_key=True),
    Column("epoch", String(64), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("id", String(160), nullable=False),
    Column("at", Float, nullable=False),  # s, Unix; for display
    Column("data", JSON, nullable=False),  # the reading
    Column("settled", Boolean, nullable=False, default=True),  # False: a person has still to decide
    Column("place", Integer, nullable=False),  # among those of its table, in the order in which they were taken in
    UniqueConstraint("id", name="inbox_id"),
    Index("inbox_place", "table_id", "place"),
)

devices = Table(
    "devices",
    metadata,
    Column("key", String(64), primary_key=True),  # SHA-256 of the device's token, hex
    Column("id", String(16), nullable=False),  # what people's pages call it
    Column("role", String(16), nullable=False),  # "table", "keeper", "wall", "dealer", or a seat
    Column("table_id", String(32), nullable=False),  # "" = the whole house
    Column("name", String(60), nullable=False),
    Column("at", Float, nullable=False),  # s, Unix; when it was let in
    Column("seen", Float, nullable=False),  # s, Unix; to the hour
    Column("ends", Float, nullable=False),  # s, Unix; from then on it counts for nothing
    UniqueConstraint("id", name="devices_id"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of the token, hex
    Column("role", String(16), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("at", Float, nullable=False),  # s, Unix
    Column("ends", Float, nullable=False),  # s, Unix
)

claims = Table(
    "claims",
    metadata,
    Column("what", String(16), primary_key=True),  # name of an event that happens once per installation
    Column("at", Float, nullable=False),  # s, Unix; for display
)

sources = Table(
    "sources",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", String(16), primary_key=True),
    Column("kind", String(64), primary_key=True),  # of objects, "" = all kinds without a row
    Column("source", String(16), nullable=False),  # "scan", "hand", "virtual"
)

savepoints = Table(
    "savepoints",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),  # of the entry after which it was so
    Column("name", String(60), nullable=False),  # "" = it was forgotten
    Column("at", Float, nullable=False),  # s, Unix; for display
    Column("by", String(16), nullable=False, server_default=""),  # the seat whose device named it, "" = not known
)

notes = Table(
    "notes",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),  # of the entry after which it was so
    Column("text", String(400), nullable=False),
)

sheets = Table(
    "sheets",
    metadata,
    Column("game", String(64), primary_key=True),
    Column("kind", String(32), primary_key=True),  # of the game's sheets: "investigator"
    Column("name", String(64), primary_key=True),
    Column("data", JSON, nullable=False),
    Column("at", Float, nullable=False),  # s, Unix; for the order on the page
)

brought = Table(
    "brought",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("entries", Integer, nullable=False),  # so many of its entries came as a file
    Column("at", Float, nullable=False),  # s, Unix; when they came
)

brought_readings = Table(
    "brought_readings",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("place", Integer, primary_key=True),  # in the order of arrival
    Column("id", String(160), nullable=False),  # may equal the id of a reading of this installation
    Column("at", Float, nullable=False),  # s, Unix; for display
    Column("data", JSON, nullable=False),  # the reading
    Column("settled", Boolean, nullable=False),  # False: a person has still to decide
)
