"""The application of a table at this machine, with the synchronisation if the settings name a server."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.app import Application
from companion.hall_link.log_sync import HallSyncClient, http_sender
from companion.hall_link.shared_event import CountFile, SharedEventClient
from companion.hall_link.table_report import report_of, with_answered
from companion.settings import Settings
from companion.system.data_dir import EVENT_FILE
from companion.web.services import HallServices, Services


class StaffCall:
    """A table's call for staff. Thread-safe."""

    def __init__(self, changed: Callable[[], None], clock: Callable[[], float] = time.time) -> None:
        """Set up the call. `changed` is called when a call begins or ends. `clock` is in s, Unix, for display."""
        self._changed, self._clock = changed, clock
        self.since = 0.0  # s, Unix. 0 = no call

    def call(self, *, on: bool) -> None:
        """Call the staff, or cancel the call."""
        if bool(self.since) != on:
            self.since = self._clock() if on else 0.0
            self._changed()

    def answer(self, since: float) -> None:
        """End the call that began at `since`. A newer call stays."""
        if self.since == since:
            self.call(on=False)


class ReportingApplication(Application):
    """The application, with a sync client for log, report, staff calls and shared events."""

    def __init__(self, settings: Settings, demo: bool = False) -> None:
        super().__init__(settings, demo)
        count_file = CountFile(settings.data / EVENT_FILE)
        self.calling = StaffCall(self.broadcaster.touch_all)
        self.sharing = SharedEventClient(self.broadcaster.touch_all, count_file, count_file.part, count_file.note)
        self.follower = self._follower() if settings.hall.url else None
        self._reported: Mapping[str, Any] = {}  # sent last

    def connect(self) -> None:
        super().connect()
        if self.follower is not None:
            self.sessions.add_listener(self.follower)
            self.follower.start()

    def stop(self) -> None:
        if self.follower is not None:
            self.follower.stop()
        super().stop()

    def services(self) -> Services:
        staff = self.calling if self.follower is not None else None
        return replace(super().services(), hall=HallServices(self.sharing, staff))

    def _follower(self) -> HallSyncClient:
        send = http_sender(self.settings.hall, self.settings.place)
        return HallSyncClient(self.log.database, send, self._report, self.calling.answer, self.sharing)

    def _report(self) -> Mapping[str, Any]:
        """Return the report for the staff."""
        sentences = [fault.sentence for fault in self.health_monitor.wrong()]
        report = report_of(self.table_runtime, self.calling.since, self._reported, sentences)
        self._reported = with_answered(report, self._reported, time.time())
        return self._reported
