"""Listens for PostgreSQL's notifications of changed tables. They say only what to read; the data are in the
database.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from companion.errors import StoreError
from companion.hall.database import NOTIFY_CHANNEL, WORKER_APPLICATION

logger = logging.getLogger(__name__)

STOP_CHECK, RECONNECT_AFTER = 1.0, 0.5
"""s between checks for the stop; s before reconnecting."""


class ChangeListener:
    """Listen to one worker's notifications, in a separate thread."""

    def __init__(self, engine: Engine, changed: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Set up the listener. `changed` gets a table and its revision. `missed` is called when notifications may have
        been lost.
        """
        self._engine, self._changed, self._missed = engine, changed, missed
        self.is_listening = False

    def listen(self, stopping: threading.Event) -> None:
        """Until the worker stops."""
        while not stopping.is_set():
            try:
                self._listen(stopping)
            except (StoreError, DBAPIError, psycopg.Error) as error:
                if self.is_listening:
                    logger.warning("the database is lost, and asked again: %s", error)
                self.is_listening = False
                stopping.wait(RECONNECT_AFTER)

    def _listen(self, stopping: threading.Event) -> None:
        pooled = self._engine.raw_connection()
        raw = pooled.driver_connection
        pooled.detach()  # the pool must not reuse it
        assert isinstance(raw, psycopg.Connection), type(raw)
        with raw:
            raw.autocommit = True
            raw.execute(f"SET application_name = '{WORKER_APPLICATION}'")
            raw.execute(f"LISTEN {NOTIFY_CHANNEL}")
            self.is_listening = True
            self._missed()
            while not stopping.is_set():
                for note in raw.notifies(timeout=STOP_CHECK):
                    self._dispatch(note.payload)

    def _dispatch(self, payload: str) -> None:
        name, _, rev = payload.rpartition(" ")
        self._changed(name, int(rev) if rev.isdecimal() else 0)
