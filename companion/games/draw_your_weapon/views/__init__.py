"""Views of each seat."""

from __future__ import annotations

from companion.games.draw_your_weapon.views.knowledge import *  # noqa: F403
from companion.games.draw_your_weapon.views.seat_view import *  # noqa: F403
from companion.games.draw_your_weapon.views.test_result import *  # noqa: F403
