"""Actions of a player's character in free play. A refusal is the sentence of a grey button."""

from __future__ import annotations

from companion.games.draw_your_weapon.rules.actions.abilities import feature
from companion.games.draw_your_weapon.rules.actions.attacks import (
    cannot_strike,
    cannot_use_weapon,
    simple_strike,
    weapon_attack,
)
from companion.games.draw_your_weapon.rules.actions.breather import (
    breather,
    breather_trade,
    cannot_breathe,
    cannot_trade,
)
from companion.games.draw_your_weapon.rules.actions.defend_and_move import (
    cannot_act,
    cannot_combat_move,
    cannot_dash,
    cannot_defend,
    cannot_free_move,
    combat_move,
    dash,
    defend,
    free_move,
)
from companion.games.draw_your_weapon.rules.actions.rest import cannot_rest, rest
from companion.games.draw_your_weapon.rules.combat import cannot_end_turn, end_turn
from companion.games.draw_your_weapon.state import Action
from companion.i18n import _

ACTIONS: tuple[Action, ...] = (
    Action("defend", _("Defend"), defend, cannot_defend, "DYW-DEFEND-1"),
    Action("simple_strike", _("Simple Strike"), simple_strike, cannot_strike, "DYW-STRIKE-1"),
    Action("weapon_attack", _("Weapon Attack"), weapon_attack, cannot_use_weapon, "DYW-WEAPON-1"),
    Action("combat_move", _("Combat Move"), combat_move, cannot_combat_move, "DYW-CMOVE-2"),
    Action("free_move", _("Move, using up Speed"), free_move, cannot_free_move, "DYW-CMOVE-1"),
    Action("dash", _("Dash"), dash, cannot_dash, "DYW-DASH-1"),
    Action("feature", _("Use a Feature"), feature, cannot_act, "DYW-ABILITY-1"),
    Action("breather", _("Breather"), breather, cannot_breathe, "DYW-BREATH-1"),
    Action("breather_trade", _("Breather: trade"), breather_trade, cannot_trade, "DYW-BTRADE-1"),
    Action("rest", _("Rest"), rest, cannot_rest, "DYW-REST-1"),
    Action("end_turn", _("End the turn"), end_turn, cannot_end_turn, "DYW-X-COMBAT-1"),
)
"""Walking slowly is not an Action and needs no option (DYW-MOVE-2)."""
