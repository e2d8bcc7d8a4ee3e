"""The facts of Nemesis. Each holds its change to the state, its log line and its cue."""

from __future__ import annotations

from companion.engine import facts_in
from companion.games.nemesis.facts import belongings, crew, game, intruders, ship
from companion.games.nemesis.facts.belongings import *  # noqa: F403
from companion.games.nemesis.facts.crew import *  # noqa: F403
from companion.games.nemesis.facts.game import *  # noqa: F403
from companion.games.nemesis.facts.intruders import *  # noqa: F403
from companion.games.nemesis.facts.ship import *  # noqa: F403

EVENTS = facts_in(game, crew, belongings, ship, intruders)
