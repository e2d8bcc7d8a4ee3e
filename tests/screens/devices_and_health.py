"""Devices and health of the server of the screens, and its page for strangers."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete

from companion.ops.health.conditions import conditions
from companion.ops.health.inputs import BackupState, HealthInputs
from companion.presentation.responses import HealthFigures, ProblemLine, ReaderSummary
from companion.schema import DEALER
from companion.sessions import Device, DeviceRepository, SqlEventLog, claims

NIGHT = 1_763_841_600.0  # s, Unix; an evening in November
CAMERA = ReaderSummary(
    "vision-cam0", "Tray camera", "retrying", "The camera sends no pictures any more. Is its cable loose?"
)
ILL = HealthInputs(
    connected=False,
    senses=(CAMERA,),
    met=frozenset({"vision-cam0"}),
    backups=BackupState(behind=30 * 3600.0),
    is_old=True,
)


class ShownHealth:
    """`is_ill` chooses the health of the next page."""

    token = ""

    def __init__(self) -> None:
        self.is_ill = False

    def wrong(self) -> tuple[ProblemLine, ...]:
        found = conditions(ILL if self.is_ill else HealthInputs())
        return tuple(
            ProblemLine(one.code, one.severity, one.sentence, one.remedy, one.about, NIGHT - 900.0 * k)
            for k, one in enumerate(found)
        )

    def figures(self) -> HealthFigures:
        return HealthFigures(
            began=NIGHT - 9 * 3600,
            tables=3,
            away=27,
            free=18_400_000_000,
            log=41_300_000,
            memory=182_000_000,
            pages=5,
            most_pages=40,
            backup_at=NIGHT - 3600,
            version="0.1.0",
        )

    def metrics(self) -> bytes:
        return b""

    def count_response(self, code: int) -> None:
        """Count nothing."""


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
