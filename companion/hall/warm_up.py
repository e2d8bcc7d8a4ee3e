"""Before a worker serves anybody it plays a little of each game for itself, where nobody sees it.

What is read or worked out once and kept, sheets, odds, the addresses of the page, takes a second a game: at the first tables
after a start people would wait for it, and with them whoever was just taken over from a worker that died.
"""

from __future__ import annotations

import logging
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from werkzeug.test import Client

from companion import games
from companion.errors import LamplightError
from companion.hall.served_table import ServedTable
from companion.hall.settings import HallSettings
from companion.hall.table_page import create_table_page
from companion.i18n import Languages
from companion.messaging import MemoryBus
from companion.ops.health.metrics import Metrics
from companion.schema import TABLE, Answer, Prompt
from companion.sessions import SqlEventLog
from companion.web.request import cookie

logger = logging.getLogger(__name__)

PLACE = "rehearsal"
STEPS = 4
"""Answers at each game."""


def warm_up_games(settings: HallSettings, languages: Languages) -> None:
    """At most some seconds of a processor."""
    began = time.monotonic()
    with TemporaryDirectory(prefix="lamplight-rehearsal-") as folder:
        own = settings.of(PLACE).model_copy(update={"data": Path(folder)})
        log = SqlEventLog(f"sqlite:///{folder}/log.db", time.time)
        try:
            _play_all(ServedTable(own, log, MemoryBus(), languages, Metrics()))
        finally:
            log.close()
    logger.info("every game was rehearsed in %.1f s", time.monotonic() - began)


def _play_all(lamp: ServedTable) -> None:
    lamp.connect()
    page = Client(create_table_page(lamp), use_cookies=False)
    _, key = lamp.devices.accept(lamp.devices.invite("", TABLE))
    head = {"Host": lamp.settings.hosts[0], "Cookie": f"{cookie(TABLE, '')}={key}"}
    for name in games.names():
        try:
            table = lamp.sessions.open(name)
            for step in range(STEPS):
                page.get(f"/api/tables/{table}/snapshot", headers=head)
                _answer(lamp, table, f"{name}-{step}")
        except LamplightError as error:  # it is still played, only its first table waits
            logger.info("the game %s could not be rehearsed: %s", name, error)
    lamp.broadcaster.close()


def _answer(lamp: ServedTable, table: str, id: str) -> None:
    """The first thing that is asked, with whatever answers it."""
    prompt = next(iter(lamp.sessions.snapshot(table).open), None)
    if prompt is None:
        return
    if prompt.kind in ("roll", "draw"):
        lamp.sessions.roll_virtually(table, prompt.id, prompt.seat, id)
    elif prompt.kind == "choose":
        lamp.sessions.answer(table, Answer(id, prompt.id, _free(prompt)[: max(1, prompt.least)], prompt.seat))


def _free(prompt: Prompt) -> tuple[str, ...]:
    return tuple(option.id for option in prompt.options if option.refused is None)
