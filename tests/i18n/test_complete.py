"""German is complete: nothing that people meet in golden games and evenings of chance stays English.

`python -m tests.i18n.met de GAME 50` plays more of them, and names what is missing.
"""

from __future__ import annotations

import os

import pytest

from companion import games
from tests.i18n.met import lacks

pytestmark = pytest.mark.slow  # whole evenings

EVENINGS = int(os.environ.get("LAMPLIGHT_GAMES", "3"))


@pytest.mark.parametrize("game", games.names())
def test_whole_evenings_are_said_in_german(game: str) -> None:
    missing = lacks("de", game, evenings=EVENINGS)
    assert missing.heard > 250
    assert {piece: missing.example[piece] for piece in (*missing.open, *missing.unknown)} == {}
