"""What damage takes away, and what mends it. Chapter 5 deals the damage; the table decides on what (`Rules.damage`)."""

from __future__ import annotations

from companion.games.draw_your_weapon.facts.events import (
    ConditionGained,
    ConditionRemoved,
    DefenceEnded,
    G,
    HarmSuffered,
    StatRegained,
)
from companion.games.draw_your_weapon.state import BROKEN, DOWN, Character, State


def harm(g: G, target: str, damage: int) -> None:
    """Guard first, then HP: without Guard somebody is Broken, without HP down. A thing is harmed in the story only."""
    if target not in g.state.characters:
        return
    before = g.state.characters[target]
    guard, hp = taken_away(g.state, before, damage)
    if not guard and not hp:
        return
    g.emit(HarmSuffered(target, guard, hp))
    if guard and guard == before.guard:
        g.emit(ConditionGained(target, BROKEN))
    if hp and hp == before.hp:
        fall(g, target)


def taken_away(s: State, character: Character, damage: int) -> tuple[int, int]:
    """Of Guard and of HP."""
    if s.book.damage == "by_hand" or damage <= 0:
        return 0, 0
    guard = min(max(0, character.guard), damage) if s.book.damage == "guard_first" else 0
    return guard, min(max(0, character.hp), damage - guard)


def fall(g: G, who: str) -> None:
    """Out of the fight; nobody who is down is on guard."""
    g.emit(ConditionGained(who, DOWN))
    if g.state.characters[who].defending:
        g.emit(DefenceEnded(who))


def heal(g: G, who: str, by: int) -> None:
    """HP regained; with one at least, nobody is down any more."""
    g.emit(StatRegained(who, "hp", by))
    rise(g, who)


def rise(g: G, who: str) -> None:
    if g.state.characters[who].is_down and g.state.characters[who].hp > 0:
        g.emit(ConditionRemoved(who, DOWN))
