"""Probes of the watchdog: page, tables, database, bus and threads must answer."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeAlias

from companion.errors import StoreError
from companion.messaging import Bus, MqttBus
from companion.ops.health.collector import MonitoredParts
from companion.ops.health.watchdog import NamedProbe
from companion.sessions import SessionManager, SqlEventLog
from companion.system.monitored_thread import MonitoredThread

PATIENCE = 30.0  # s until the page answers: its threads may all wait for one table
HELD = (
    30.0  # s for which a lock may be held: 1,300 entries are mended in four here, in four times that on a small machine
)
HEARS = 2 * HELD  # s for what one message brings: it waits for a table, and for the disk
Connect: TypeAlias = Callable[[], socket.socket]
"""Opens a connection to the page."""
PAHO = "paho-mqtt-client"  # what the thread of the bus is called


def check_page(connect: Connect) -> str:
    """Check that the page answers. The connection is reserved: clients may use up all others."""
    line = http.client.HTTPConnection("localhost", timeout=PATIENCE)
    try:
        line.sock = connect()
        line.sock.settimeout(PATIENCE)
        line.request("GET", "/health")
        line.getresponse().read()
    except (OSError, http.client.HTTPException):
        return "the page"
    finally:
        line.close()
    return ""


def check_tables(hall: SessionManager) -> str:
    """Check that each table's lock can be acquired."""
    name = hall.tables.find_locked_table(HELD)
    return f"table {name}" if name else ""


def check_store(log: SqlEventLog) -> str:
    """Check that the database starts a transaction. A refusal is reported elsewhere."""
    try:
        log.check_writable()
    except StoreError:
        return ""
    return ""


def check_bus(line: Bus) -> str:
    """Check that the thread of the bus is alive and finishes its messages."""
    if not isinstance(line, MqttBus):
        return ""
    lives = any(thread.name.startswith(PAHO) for thread in threading.enumerate())
    return "" if lives and line.busy.seconds <= HEARS else "the bus"


def check_threads(threads: Iterable[MonitoredThread]) -> str:
    """Check the threads that must loop as long as the application runs."""
    return next((f"the thread {thread.name}" for thread in threads if not thread.is_well), "")


def house_probes(parts: MonitoredParts, connect: Connect) -> tuple[NamedProbe, ...]:
    """Return all probes. Call it when page and threads run."""
    lasting = [thread for thread in threading.enumerate() if isinstance(thread, MonitoredThread)]
    return (
        NamedProbe("the page", partial(check_page, connect)),
        NamedProbe("a table", partial(check_tables, parts.sessions)),
        NamedProbe("the database", partial(check_store, parts.log)),
        NamedProbe("the bus", partial(check_bus, parts.bus)),
        NamedProbe("a thread", partial(check_threads, lasting)),
    )
