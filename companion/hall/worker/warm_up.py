"""Before a worker serves anybody it opens each game for itself, where nobody sees it: what is read or worked out once is there then."""

from __future__ import annotations

import logging
import time

from companion import games
from companion.errors import LamplightError
from companion.presentation import expect_of, state_of, view_of
from companion.schema import TABLE, codec
from companion.sessions import GameTable, TableSession, snapshot_of, to_entry, to_row

logger = logging.getLogger(__name__)


def warm_up_games() -> None:
    """A second or so of a processor."""
    began = time.monotonic()
    for name in games.names():
        try:
            _open(name)
        except LamplightError as error:  # it is still played, only its first table waits
            logger.info("the game %s could not be opened: %s", name, error)
    logger.info("every game was opened in %.1f s", time.monotonic() - began)


def _open(name: str) -> None:
    game = games.find(name)
    table = GameTable.begin(game, game.sample)
    picture = snapshot_of(TableSession(name, table), "left")
    view_of(picture, TABLE), expect_of(picture), state_of(picture, 1, (), "en")
    for entry in table.log:
        to_entry(game, to_row(entry))
    for event in game.events:
        codec.adapter(event)
