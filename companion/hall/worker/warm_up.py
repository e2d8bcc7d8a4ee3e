"""Before a worker serves anybody it opens each game for itself, where nobody sees it: what is read or worked out once is there then."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from companion import games
from companion.errors import LamplightError
from companion.hall.settings import HallSettings
from companion.i18n import Languages
from companion.messaging import MemoryBus
from companion.ops.health.metrics import Metrics
from companion.sessions import SqlEventLog
from companion.table_runtime import TableRuntime

logger = logging.getLogger(__name__)

PLACE = "warm-up"


def warm_up_games(settings: HallSettings, languages: Languages) -> None:
    """At most some seconds of a processor."""
    began = time.monotonic()
    with TemporaryDirectory(prefix="lamplight-warm-up-") as folder:
        own = settings.of(PLACE).model_copy(update={"data": Path(folder)})
        log = SqlEventLog(f"sqlite:///{folder}/log.db", time.time)
        try:
            _open_all(TableRuntime(own, log, MemoryBus(), languages, Metrics()))
        finally:
            log.close()
    logger.info("every game was opened in %.1f s", time.monotonic() - began)


def _open_all(table: TableRuntime) -> None:
    for name in games.names():
        try:
            table.sessions.open(name)
            table.publisher.publish_initial()
        except LamplightError as error:  # it is still played, only its first table waits
            logger.info("the game %s could not be opened: %s", name, error)
