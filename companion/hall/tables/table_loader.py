"""Load a table of the hall from its log: with its part in an event of many tables, and its call for the staff."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sqlalchemy import Engine

from companion.hall.database.event_repository import change_count, read_standing
from companion.hall.database.row_security import log_of_table
from companion.hall.settings import HallSettings
from companion.hall.tables.report_writer import stored_call
from companion.hall.tables.served_table import ServedHooks, ServedTable
from companion.i18n import Languages
from companion.messaging import Bus
from companion.ops.health.metrics import Metrics


class TableLoader:
    """Of one worker. Safe for threads."""

    def __init__(
        self, engine: Engine, settings: HallSettings, languages: Languages, metrics: Metrics, hooks: ServedHooks
    ) -> None:
        """`hooks` are those of every table; each keeps its part in an event in the database."""
        self._engine, self._settings, self._hooks = engine, settings, hooks
        self._languages, self._metrics = languages, metrics

    def load(self, name: str, bus: Bus) -> ServedTable:
        """Read it in one transaction. Raises StoreError."""
        settings = self._settings.of(name)
        log = log_of_table(self._engine, name, wrote=self._metrics.wrote)
        hooks = replace(self._hooks, keep=partial(change_count, self._engine, name))
        with log.reading_together():
            table = ServedTable(settings, log, bus, self._languages, self._metrics, hooks)
            with log.database.connect() as connection:
                table.calling.since = stored_call(connection, name)
                found = read_standing(connection)
            table.sharing.update_event(found.of(name) if found is not None else None)
        return table
