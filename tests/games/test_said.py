"""German is complete: no text of golden or random games stays English.

`python -m tests.games.said de GAME 50` plays more of them and prints what is missing.
"""

from __future__ import annotations

import os

import pytest

from companion import games
from tests.games.said import listen

pytestmark = pytest.mark.slow  # whole games

EVENINGS = int(os.environ.get("LAMPLIGHT_GAMES", "2"))


@pytest.mark.parametrize("game", games.names())
def test_german_covers_whole_games(game: str) -> None:
    found = listen("de", game, EVENINGS)
    assert found.heard > 1000
    assert found.lacks == []
