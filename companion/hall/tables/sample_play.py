"""A little of each game, played by whatever answers first, with the page looked at after each answer."""

from __future__ import annotations

import logging

from werkzeug.test import Client

from companion import games
from companion.errors import LamplightError
from companion.hall.tables.served_table import ServedTable
from companion.hall.tables.table_page import create_table_page
from companion.schema import TABLE, Answer, Prompt
from companion.web.request import cookie

logger = logging.getLogger(__name__)

STEPS = 4
"""Answers at each game."""


def play_all_games(lamp: ServedTable) -> None:
    """Open and play each at this table, which is thrown away afterwards."""
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
