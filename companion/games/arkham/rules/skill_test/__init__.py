"""A skill test, ST.1 to ST.8."""

from __future__ import annotations

from companion.games.arkham.rules.skill_test.consequences import *  # noqa: F403
from companion.games.arkham.rules.skill_test.odds import *  # noqa: F403
from companion.games.arkham.rules.skill_test.player_windows import *  # noqa: F403
from companion.games.arkham.rules.skill_test.skill_values import *  # noqa: F403
from companion.games.arkham.rules.skill_test.steps import *  # noqa: F403
