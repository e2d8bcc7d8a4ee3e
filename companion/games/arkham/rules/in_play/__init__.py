"""Things in play: locations, enemies and investigators."""

from __future__ import annotations

from companion.games.arkham.rules.in_play.enemies import *  # noqa: F403
from companion.games.arkham.rules.in_play.investigators import *  # noqa: F403
from companion.games.arkham.rules.in_play.locations import *  # noqa: F403
