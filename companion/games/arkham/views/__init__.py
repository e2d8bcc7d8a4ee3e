"""Views of each seat."""

from __future__ import annotations

from companion.games.arkham.views.knowledge import *  # noqa: F403
from companion.games.arkham.views.seat_view import *  # noqa: F403
from companion.games.arkham.views.story import *  # noqa: F403
from companion.games.arkham.views.test_result import *  # noqa: F403
