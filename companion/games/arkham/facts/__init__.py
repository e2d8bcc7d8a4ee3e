"""The facts of Arkham Horror. Each holds its change to the state, its log line and its cue."""

from __future__ import annotations

from companion.engine import facts_in
from companion.games.arkham.facts import bag, board, investigators, rounds, tests
from companion.games.arkham.facts.bag import *  # noqa: F403
from companion.games.arkham.facts.board import *  # noqa: F403
from companion.games.arkham.facts.investigators import *  # noqa: F403
from companion.games.arkham.facts.rounds import *  # noqa: F403
from companion.games.arkham.facts.tests import *  # noqa: F403

EVENTS = facts_in(rounds, investigators, board, tests, bag)
