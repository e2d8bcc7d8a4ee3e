"""Send the log of the tables at this machine to the server in the background.

The response says how far the server's copy goes, and the next request continues there. So nothing is stored here,
and after an offline night a few requests send the rest.
"""

from __future__ import annotations

import http.client
import json
import logging
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from companion.errors import CodecError, LamplightError
from companion.hall_link.shared_event import SharedEventClient
from companion.schema import EventCount, HallEvent, from_json, to_json
from companion.sessions import (
    ROWS_AT_ONCE,
    Database,
    ReplicationMark,
    ReplicationSource,
    SessionListener,
    Shipment,
    ShippedTable,
)
from companion.settings import HallLink
from companion.system.monitored_thread import MonitoredThread

logger = logging.getLogger(__name__)

SYNC_AFTER, SYNC_EVERY = 1.0, 10.0
"""s until a sync after a change, and without one."""
LONGEST_WAIT = 60.0
"""s between two tries while it cannot be reached; they begin with a second."""
ANSWER_WITHIN = 10.0
"""s for an answer."""


class HallUnreachableError(LamplightError):
    """The sync failed; the message says why."""

    code = "UNREACHED"


Send = Callable[[bytes], bytes]
Hits: TypeAlias = Annotated[Mapping[str, EventCount], Field(max_length=20)]


@dataclass(frozen=True, slots=True)
class SyncRequest:
    """Request of a table's machine."""

    parts: tuple[ShippedTable, ...] = ()
    hits: Hits = field(default_factory=dict)  # number of a shared event -> this table's count
    report: Mapping[str, Any] = field(
        default_factory=dict
    )  # JSON of a `Report`; a malformed one does not affect the rest
    gone: tuple[str, ...] = ()  # tables that the server has a copy of and this machine has not
    lit: str | None = None  # active table, "" = none, None = not sent


@dataclass(frozen=True, slots=True)
class SyncResponse:
    """Response with the marks of the server's copy."""

    marks: Mapping[str, ReplicationMark] = field(default_factory=dict)
    event: HallEvent | None = None  # the shared event, with the server's count of this table
    wish: str = ""  # from the staff: "helped" = a staff member is there

    @property
    def counted(self) -> tuple[int, EventCount] | None:
        """The newest event, and the server's count of this table."""
        return (self.event.id, self.event.own) if self.event is not None else None


class HallSyncClient(SessionListener):
    """Synchronise one machine with its server."""

    def __init__(
        self,
        database: Database,
        send: Send,
        report: Callable[[], Mapping[str, Any]] = dict,
        helped: Callable[[float], None] = lambda _since: None,
        sharing: SharedEventClient | None = None,
        most: int = ROWS_AT_ONCE,
    ) -> None:
        """`database` has the log. `send` posts a message and returns the response, or raises HallUnreachableError.
        `report` returns the report, without hidden information. `helped` is called with the time of a call that the
        staff has answered. `sharing` is the part in a shared event.
        """
        self._helped, self._sharing = helped, sharing
        self._shipping, self._send, self._report, self._most = ReplicationSource(database), send, report, most
        self._marks: Mapping[str, ReplicationMark] | None = None  # of the server's copy. None = not received yet
        self._heads: Mapping[str, ShippedTable] = {}  # of the tables, as sent last
        self._changed, self._ended = threading.Event(), threading.Event()
        self._thread = MonitoredThread(self._run, "follower")
        self.trouble = ""  # why the last sync failed, "" = it succeeded
        self.stumbled = 0  # unexpected errors, each of which cost one request

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._changed.set()
        if self._thread.is_alive():
            self._thread.join(ANSWER_WITHIN)

    def table_changed(self, table: str) -> None:  # noqa: ARG002
        """Something has changed here."""
        self._changed.set()

    def send_update(self) -> bool:
        """Send one request; return whether another one is due at once. Raises HallUnreachableError, StoreError.

        The first one only asks for the marks. Without them the logs would be sent from the beginning.
        """
        shipment, before = self._shipment(), (self._marks, self._heads)
        event, own = counted = self._own_count()
        hits = {str(event): own} if own.version else {}
        report = self._report()
        response = self._exchange(SyncRequest(shipment.parts, hits, report, shipment.gone, shipment.lit))
        self._marks = response.marks
        self._heads = {**self._heads, **{part.table: part.head for part in shipment.parts}}
        if self._sharing is not None:
            self._sharing.update_event(response.event, counted)
        if response.wish:
            self._helped(report.get("help", 0.0))
        is_behind = not shipment.is_all and (self._marks, self._heads) != before
        return is_behind or self._own_count() not in (counted, response.counted)

    def _own_count(self) -> tuple[int, EventCount]:
        return self._sharing.own if self._sharing is not None else (0, EventCount())

    def _shipment(self) -> Shipment:
        if self._marks is None:
            return Shipment(lit=None, is_all=False)
        return self._shipping.shipment(self._marks, self._heads, self._most)

    def _exchange(self, request: SyncRequest) -> SyncResponse:
        answer = self._send(json.dumps(to_json(request)).encode())
        try:
            return from_json(SyncResponse, json.loads(answer))
        except (ValueError, RecursionError, CodecError) as error:
            raise HallUnreachableError(f"What answers at the hall's address is no hall of ours ({error}).") from error

    def _run(self) -> None:
        wait = SYNC_AFTER
        while not self._ended.is_set():
            trouble = self._send_all()
            self._log_trouble(trouble)
            if trouble:
                self._ended.wait(wait)
                wait = min(2 * wait, LONGEST_WAIT)
            else:
                wait = SYNC_AFTER
                self._changed.wait(SYNC_EVERY)
                self._ended.wait(SYNC_AFTER)  # changes of this second are sent together
            self._changed.clear()

    def _send_all(self) -> str:
        """Send everything missing. Return "" or why that failed. Catches everything: only the server would notice a
        dead thread.
        """
        try:
            while self.send_update():
                pass
        except LamplightError as error:
            return str(error)
        except Exception:  # a bug
            self.stumbled += 1
            if self.stumbled == 1:
                logger.exception("the hall could not be told")
            return "Lamplight has made a mistake."
        return ""

    def _log_trouble(self, trouble: str) -> None:
        if trouble and not self.trouble:
            logger.warning("the hall is not told: %s It is tried again, and play goes on.", trouble)
        elif self.trouble and not trouble:
            logger.info("the hall is told again")
        self.trouble = trouble


def http_sender(link: HallLink, place: str) -> Send:
    """Return a function that posts to the server of the settings."""
    url = f"{link.url.rstrip('/')}/hall/tables/{link.name or place}"

    def send(message: bytes) -> bytes:
        head = {"Authorization": f"Bearer {link.key}", "Content-Type": "application/json"}
        request = urllib.request.Request(url, message, head, method="POST")  # noqa: S310 - the settings take http alone
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_WITHIN) as answer:  # noqa: S310
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            raise HallUnreachableError(_sentence(error)) from error
        except (OSError, http.client.HTTPException) as error:  # a truncated or invalid HTTP response is not an OSError
            raise HallUnreachableError(f"{link.url} is not reached ({_in_a_line(error)}).") from error

    return send


def _in_a_line(error: Exception) -> str:
    """Return the message on one line: it may contain any received bytes."""
    return " ".join(f"{error}".split())[:200]


def _sentence(error: urllib.error.HTTPError) -> str:
    """Return the error sentence in the response, where there is one."""
    try:
        return str(json.loads(error.read())["error"]["sentence"])
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return f"The hall answers {error.code}."
