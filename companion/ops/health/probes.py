"""What must answer for a house to be alive: its page, its tables, its store, its ear."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Iterable

from companion.errors import StoreError
from companion.sessions import SessionManager, SqlEventLog
from companion.system.monitored_thread import MonitoredThread

PATIENCE = 30.0  # s until the page answers: its threads may all wait for one table
HELD = (
    30.0  # s for which a lock may be held: 1,300 entries are mended in four here, in four times that on a small machine
)


def page(host: str, port: int) -> str:
    """The page answers, whatever it says."""
    line = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    try:
        line.request("GET", "/health", headers={"Host": "localhost"})
        line.getresponse().read()
    except (ConnectionResetError, BrokenPipeError):
        return ""  # it hung up on us: this address holds lines enough, see `web.connection_limits`, and its loop runs
    except (OSError, http.client.HTTPException):
        return "the page"
    finally:
        line.close()
    return ""


def tables(hall: SessionManager) -> str:
    """Each table's lock can be had."""
    name = hall.find_locked_table(HELD)
    return f"table {name}" if name else ""


def store(log: SqlEventLog) -> str:
    """The database takes a transaction. One that refuses is not stuck: the people are told of it elsewhere."""
    try:
        log.check_writable()
    except StoreError:
        return ""
    return ""


def thread(name: str, is_alive: Callable[[], bool]) -> str:
    """A thread that must never end."""
    return "" if is_alive() else name


def workers(threads: Iterable[MonitoredThread]) -> str:
    """Threads that look after something else, and must go round as long as the house lives."""
    return next((f"the thread {one.name}" for one in threads if not one.is_well), "")
