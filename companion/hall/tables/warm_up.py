"""Before a worker serves anybody it plays a little of each game for itself, where nobody sees it.

What is read or worked out once and kept, sheets, odds, the addresses of the page, takes a second a game: at the first tables
after a start people would wait for it, and with them whoever was just taken over from a worker that died.
"""

from __future__ import annotations

import logging
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.hall.settings import HallSettings
from companion.hall.tables.sample_play import play_all_games
from companion.hall.tables.served_table import ServedTable
from companion.i18n import Languages
from companion.messaging import MemoryBus
from companion.ops.health.metrics import Metrics
from companion.sessions import SqlEventLog

logger = logging.getLogger(__name__)

PLACE = "rehearsal"


def warm_up_games(settings: HallSettings, languages: Languages) -> None:
    """At most some seconds of a processor."""
    began = time.monotonic()
    with TemporaryDirectory(prefix="lamplight-rehearsal-") as folder:
        own = settings.of(PLACE).model_copy(update={"data": Path(folder)})
        log = SqlEventLog(f"sqlite:///{folder}/log.db", time.time)
        try:
            play_all_games(ServedTable(own, log, MemoryBus(), languages, Metrics()))
        finally:
            log.close()
    logger.info("every game was rehearsed in %.1f s", time.monotonic() - began)
