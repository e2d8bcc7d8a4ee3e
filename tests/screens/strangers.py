"""Devices of the server of the screens, and its page for strangers."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete

from companion.schema import DEALER
from companion.sessions import Device, DeviceRepository, SqlEventLog, claims

HOUR, DAY = 3600.0, 86400.0
NOW = 200 * DAY  # s, by the server's clock
ELSEWHERE = "198.51.100.7"
OUTSIDE = frozenset({"/enter", "/api/entering"})
"""Requests of a device without a role."""


def let_in(log: SqlEventLog) -> None:
    """Add devices. Earlier ones are removed first."""
    store = DeviceRepository(log.database)
    store.dismiss_all()
    for n, (role, table, name, at, seen) in enumerate(
        (
            ("table", "", "Kitchen tablet", 71 * DAY, 0.0),
            ("wall", "", "Silk, TV", 64 * DAY, 8 * DAY),
            ("1", "mansions-map", "Safari, iPhone", 2 * HOUR, 0.0),
            ("2", "mansions-map", "Firefox, Android", 2 * HOUR, 11 * 60.0),
            (DEALER, "duel-scene", "Safari, iPad", 9 * DAY, 9 * DAY),
        )
    ):
        device = Device(f"{n}", role, table, name, NOW - at, NOW - seen, NOW + DAY)
        store.admit(f"key {n}", device)


def nobody_yet(log: SqlEventLog) -> None:
    """As on its first evening."""
    DeviceRepository(log.database).dismiss_all()
    with log.database.begin() as connection:
        connection.execute(delete(claims))


def outside(app: Any) -> Any:
    """Return the app and the page for strangers at /enter."""

    def serve(environ: Any, start: Any) -> Any:
        if environ["PATH_INFO"] in OUTSIDE:
            path = "/" if environ["PATH_INFO"] == "/enter" else environ["PATH_INFO"]
            environ = {**environ, "PATH_INFO": path, "REMOTE_ADDR": ELSEWHERE}
        return app(environ, start)

    return serve
