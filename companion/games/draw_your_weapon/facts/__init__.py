"""The facts of Draw Your Weapon. Each holds its change to the state, its log line and its cue."""

from __future__ import annotations

from companion.engine import facts_in
from companion.games.draw_your_weapon.facts import cards, characters, story, tests
from companion.games.draw_your_weapon.facts.cards import *  # noqa: F403
from companion.games.draw_your_weapon.facts.characters import *  # noqa: F403
from companion.games.draw_your_weapon.facts.story import *  # noqa: F403
from companion.games.draw_your_weapon.facts.tests import *  # noqa: F403

EVENTS = facts_in(tests, cards, characters, story)
