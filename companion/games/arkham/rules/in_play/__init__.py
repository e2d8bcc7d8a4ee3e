"""Things in play: locations, enemies, hands, and the damage and horror of investigators."""

from __future__ import annotations

from companion.games.arkham.rules.in_play.damage_and_horror import *  # noqa: F403
from companion.games.arkham.rules.in_play.enemies import *  # noqa: F403
from companion.games.arkham.rules.in_play.hands import *  # noqa: F403
from companion.games.arkham.rules.in_play.locations import *  # noqa: F403
