"""The actions of an investigator, and what may be tapped on the map."""

from __future__ import annotations

from companion.games.mansions.rules.actions.barricades_and_fire import OTHER_ACTIONS
from companion.games.mansions.rules.actions.costs_and_moves import (
    MOVE_ACTIONS,
    Action,
    action_refused,
    headline,
    perform,
)
from companion.games.mansions.rules.actions.monster_drawer import FOE, drawer_ways
from companion.games.mansions.rules.actions.push_steal_trade import FIGURE_ACTIONS
from companion.games.mansions.rules.actions.tokens import does_something, tappable_components, token_refused, token_ways
