"""What a player's character may do in free play. An action refuses with the sentence of its grey button."""

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
from companion.games.draw_your_weapon.rules.options import Action
from companion.i18n import _

ACTIONS: tuple[Action, ...] = (
    Action("defend", _("Defend"), "DYW-DEFEND-1", cannot_defend, defend),
    Action("simple_strike", _("Simple Strike"), "DYW-STRIKE-1", cannot_strike, simple_strike),
    Action("weapon_attack", _("Weapon Attack"), "DYW-WEAPON-1", cannot_use_weapon, weapon_attack),
    Action("combat_move", _("Combat Move"), "DYW-CMOVE-2", cannot_combat_move, combat_move),
    Action("free_move", _("Move, using up Speed"), "DYW-CMOVE-1", cannot_free_move, free_move),
    Action("dash", _("Dash"), "DYW-DASH-1", cannot_dash, dash),
    Action("feature", _("Use a Feature"), "DYW-ABILITY-1", cannot_act, feature),
    Action("breather", _("Breather"), "DYW-BREATH-1", cannot_breathe, breather),
    Action("breather_trade", _("Breather: trade"), "DYW-BTRADE-1", cannot_trade, breather_trade),
    Action("rest", _("Rest"), "DYW-REST-1", cannot_rest, rest),
    Action("end_turn", _("End the turn"), "DYW-X-COMBAT-1", cannot_end_turn, end_turn),
)
"""What a player's character may do. Walking slowly is no Action and needs nobody's leave (DYW-MOVE-2)."""
