"""Rounds of combat, and damage."""

from __future__ import annotations

from companion.games.draw_your_weapon.facts import (
    CombatChanged,
    ConditionGained,
    ConditionRemoved,
    DefenceEnded,
    HarmSuffered,
    StatRegained,
    TurnBegan,
)
from companion.games.draw_your_weapon.state import BROKEN, DOWN, Character, G, State, visible_characters
from companion.i18n import _
from companion.schema import Refusal, Seat


def combat(g: G, _seat: Seat) -> None:
    """Begin or end a combat."""
    begin_combat(g, on=not g.state.in_combat)


def begin_combat(g: G, *, on: bool) -> None:
    """Begin or end a combat. The first turn is a marker: other seats may still act."""
    g.emit(CombatChanged(on))
    if on and (there := fighters(g.state)):
        g.emit(TurnBegan(there[0], 1))


def fighters(s: State) -> tuple[str, ...]:
    """Return all characters in the scene that are not down, players first."""
    return tuple(name for name in visible_characters(s) if not s.characters[name].is_down)


def next_turn(g: G, _seat: Seat) -> None:
    """Move the marker, and begin a round after the last character."""
    there = fighters(g.state)
    all_ = visible_characters(g.state)
    later = all_[all_.index(g.state.turn) + 1 :] if g.state.turn in all_ else ()
    following = [name for name in later if name in there]
    if following:
        g.emit(TurnBegan(following[0], g.state.round))
    else:
        g.emit(TurnBegan(there[0], g.state.round + 1 if g.state.turn else max(1, g.state.round)))


def end_turn(g: G, who: Seat) -> None:
    next_turn(g, who)


def cannot_end_turn(s: State, who: Seat) -> Refusal | None:
    if not s.in_combat or s.turn != who:
        sentence = _("It is not {who}’s turn.", who=s.characters[who].display_name)
        return Refusal("NOT_YOUR_TURN", sentence, "DYW-X-COMBAT-1")
    return cannot_go_on(s, who)


def cannot_go_on(s: State, _seat: Seat) -> Refusal | None:
    if not s.in_combat:
        return Refusal("IN_COMBAT_ONLY", _("Turns are counted in combat only."), "DYW-X-COMBAT-1")
    return None if fighters(s) else Refusal("NOBODY_STANDS", _("Nobody is left in the fight."))


def harm(g: G, target: str, damage: int) -> None:
    """Remove Guard, then HP. A character without Guard is Broken, one without HP is down. Objects have neither."""
    if target not in g.state.characters:
        return
    before = g.state.characters[target]
    guard, hp = losses(g.state, before, damage)
    if not guard and not hp:
        return
    g.emit(HarmSuffered(target, guard, hp))
    if guard and guard == before.guard:
        g.emit(ConditionGained(target, BROKEN))
    if hp and hp == before.hp:
        set_down(g, target)


def losses(s: State, character: Character, damage: int) -> tuple[int, int]:
    """Return the lost Guard and HP."""
    if s.book.damage == "by_hand" or damage <= 0:
        return 0, 0
    guard = min(max(0, character.guard), damage) if s.book.damage == "guard_first" else 0
    return guard, min(max(0, character.hp), damage - guard)


def set_down(g: G, who: str) -> None:
    """Set a character down, which ends its defence."""
    g.emit(ConditionGained(who, DOWN))
    end_defence(g, who)


def end_defence(g: G, who: str) -> None:
    if g.state.characters[who].defending:
        g.emit(DefenceEnded(who))


def heal(g: G, who: str, by: int) -> None:
    """Regain HP. A character with HP is not down."""
    g.emit(StatRegained(who, "hp", by))
    rise(g, who)


def rise(g: G, who: str) -> None:
    if g.state.characters[who].is_down and g.state.characters[who].hp > 0:
        g.emit(ConditionRemoved(who, DOWN))
