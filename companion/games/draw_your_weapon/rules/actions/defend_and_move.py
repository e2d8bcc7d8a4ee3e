"""Defend, move and dash: Actions without a card."""

from __future__ import annotations

from companion.engine import Rule, count
from companion.games.draw_your_weapon.facts import (
    ConditionRemoved,
    Dashed,
    DefenceTaken,
    GuardRaised,
    SpeedChanged,
)
from companion.games.draw_your_weapon.rules.combat import end_defence
from companion.games.draw_your_weapon.state import BROKEN, G, State
from companion.i18n import _, ngettext
from companion.schema import Refusal, Seat


def defend(g: G, who: Seat) -> None:
    """Defend until any other Action (DYW-DEFEND-1, -5). In combat also raise the Guard (DYW-GUARD-1, -2)."""
    character = g.state.characters[who]
    g.emit(DefenceTaken(who))
    if g.state.in_combat and BROKEN in character.conditions:
        g.emit(ConditionRemoved(who, BROKEN))  # instead of the guard
    elif g.state.in_combat and character.guard_refresh:
        g.emit(GuardRaised(who, character.guard_refresh))


def combat_move(g: G, who: Seat) -> None:
    """Set Speed to its maximum (DYW-CMOVE-2)."""
    end_defence(g, who)  # DYW-DEFEND-5
    g.emit(SpeedChanged(who, g.state.characters[who].max_speed))


def free_move(g: G, who: Seat) -> Rule[None]:
    """Use up Speed. This is not an Action, so it does not end defending (DYW-CMOVE-1)."""
    character = g.state.characters[who]
    far = yield from g.number(count(who, _("how far?"), 1, character.speed, "DYW-CMOVE-1", key="move.distance"))
    g.emit(SpeedChanged(who, g.state.characters[who].speed - far))


def dash(g: G, who: Seat) -> None:
    """DYW-DASH-1 to -3."""
    end_defence(g, who)  # DYW-DEFEND-5
    g.emit(Dashed(who))


def cannot_act(s: State, who: Seat) -> Refusal | None:
    """DYW-REST-2. A character that is down cannot act either."""
    if s.characters[who].resting:
        return Refusal(
            "RESTING", _("{who} rests and takes no Action.", who=s.characters[who].display_name), "DYW-REST-2"
        )
    if s.characters[who].is_down:
        return Refusal("DOWN", _("{who} is down and takes no Action.", who=s.characters[who].display_name))
    return None


def cannot_combat_move(s: State, who: Seat) -> Refusal | None:
    if not s.in_combat:
        return Refusal("IN_COMBAT_ONLY", _("The Combat Move is for combat."), "DYW-CMOVE-2")
    return cannot_act(s, who)


def cannot_free_move(s: State, who: Seat, distance: int = 1) -> Refusal | None:
    """DYW-CMOVE-1."""
    if not s.in_combat:
        return Refusal("IN_COMBAT_ONLY", _("Speed is counted in combat only."), "DYW-CMOVE-1")
    if s.characters[who].speed < distance:
        c = s.characters[who]
        left = ngettext("{who} has {n} Speed left.", "{who} has {n} Speed left.", c.speed, who=c.display_name)
        return Refusal("NOT_ENOUGH_SPEED", left, "DYW-CMOVE-1")
    return cannot_act(s, who)


def cannot_dash(s: State, who: Seat) -> Refusal | None:
    if s.in_combat:
        return Refusal("OUT_OF_COMBAT_ONLY", _("Dash is for outside combat."), "DYW-DASH-1")
    return cannot_act(s, who)


def cannot_defend(s: State, seat: Seat) -> Refusal | None:
    if (no := cannot_act(s, seat)) is not None:
        return no
    if s.characters[seat].defending and not s.in_combat:  # in combat it adds to the guard again (DYW-GUARD-1)
        return Refusal(
            "ALREADY_DEFENDING", _("{who} is defending already.", who=s.characters[seat].display_name), "DYW-DEFEND-5"
        )
    return None
