"""Attacks, engagement, moves, evasion, damage and defeat of enemies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from companion.engine import Rule, choose, require_allowed
from companion.games.arkham.content import Enemy
from companion.games.arkham.facts import (
    EnemyAttacked,
    EnemyDamaged,
    EnemyDefeated,
    EnemyEngaged,
    EnemyEntered,
    EnemyEvaded,
    EnemyMoved,
)
from companion.games.arkham.rules.in_play.investigators import assign_harm, suffer
from companion.games.arkham.rules.in_play.locations import first_steps, move_refused
from companion.games.arkham.state import G, State
from companion.i18n import _, from_data
from companion.schema import TABLE, Option, Refusal, Refused, Seat

Why: TypeAlias = Literal["opportunity", "retaliate", "alert", "enemy phase", "card"]


def enemies_at(s: State, location: str) -> tuple[str, ...]:
    """Return the enemies at a location."""
    return tuple(name for name, e in s.enemies.items() if location and e.location == location and not e.defeated)


def engaged_with(s: State, seat: Seat) -> tuple[str, ...]:
    """Return enemies in the threat area, and ready massive ones at the location. AH-X-MASSIVE-1."""
    here = s.seats[seat].location
    return tuple(
        name
        for name, e in s.enemies.items()
        if not e.defeated and (seat in e.engaged or (is_massive(e) and here and e.location == here))
    )


def is_massive(enemy: Enemy) -> bool:
    """Return whether it counts as engaged with all investigators here. An exhausted enemy does not."""
    return enemy.has("massive") and not enemy.exhausted


def is_here(s: State, seat: Seat, enemy: str) -> bool:
    foe = s.enemies.get(enemy)
    return foe is not None and not foe.defeated and bool(foe.location) and foe.location == s.seats[seat].location


def target_refusal(s: State, seat: Seat, enemy: str, rule: str) -> Refusal | None:
    """Return why an enemy cannot be a target at this location, or None. `rule` is the clause of the place."""
    if enemy not in s.enemies or s.enemies[enemy].defeated:
        return Refusal("UNKNOWN_TARGET", _("There is no such enemy in play."))
    if s.enemies[enemy].location != s.seats[seat].location:
        foe = from_data(s.enemies[enemy].title)
        sentence = _("{enemy} is not where {who} is.", enemy=foe, who=s.seats[seat].name)
        return Refusal("NOT_SAME_PLACE", sentence, rule)
    return None


def opportunity(g: G, seat: Seat) -> Rule[None]:
    """Let each ready engaged enemy attack once, after the costs and before the effect. AH-X-AOO-1, AH-X-AOO-2."""
    for name in attackers_of_opportunity(g.state, seat):
        if not g.state.enemies[name].exhausted and not g.state.seats[seat].defeated:
            yield from attack(g, name, seat, "opportunity")


def attackers_of_opportunity(s: State, seat: Seat) -> tuple[str, ...]:
    """Return the enemies that would make an attack of opportunity."""
    if "AH-X-AOO" in s.without:
        return ()
    foes = ((name, s.enemies[name]) for name in engaged_with(s, seat))
    return tuple(name for name, foe in foes if not foe.exhausted and (foe.attack_damage or foe.attack_horror))


def attack(g: G, enemy: str, seat: Seat, why: Why) -> Rule[None]:
    """Attack, unless the enemy has no attack values."""
    foe = g.state.enemies[enemy]
    if foe.attack_damage or foe.attack_horror:
        g.emit(EnemyAttacked(enemy, seat, foe.attack_damage, foe.attack_horror, why))
        yield from assign_harm(g, seat, foe.attack_damage, foe.attack_horror)


def hurt_enemy(g: G, enemy: str, damage: int) -> None:
    """AH-ACT-FIGHT-3, AH-X-DEFEAT-1."""
    g.emit(EnemyDamaged(enemy, damage))
    foe = g.state.enemies[enemy]
    if foe.health is not None and foe.damage >= health(g.state, foe):
        g.emit(EnemyDefeated(enemy))


def health(s: State, enemy: Enemy) -> int:
    """Return the printed health, with that for each investigator at the start. AH-X-SETUP-1."""
    return (enemy.health or 0) + enemy.per_investigator * len(s.seats)


def misses_hurt(foe: Enemy, seat: Seat) -> bool:
    """Return whether a failed attack has a result, so that the performer orders the results."""
    return bool(_bystander(foe, seat)) or foe.has("retaliate")


def _bystander(foe: Enemy, seat: Seat) -> Seat:
    """Return the one other investigator engaged with an enemy, or "". AH-ACT-FIGHT-8, AH-X-MASSIVE-1."""
    is_one_other = len(foe.engaged) == 1 and seat not in foe.engaged and not foe.has("massive")
    return foe.engaged[0] if is_one_other else ""


def miss_attack(g: G, seat: Seat, enemy: str, damage: int) -> Rule[None]:
    """Deal a missed attack to the one other engaged investigator. AH-ACT-FIGHT-7, AH-ACT-FIGHT-8."""
    foe = g.state.enemies[enemy]
    if foe.defeated:  # a card may have defeated it during the test
        return
    bystander = _bystander(foe, seat)
    if bystander:
        yield from suffer(g, bystander, damage, 0)
    foe = g.state.enemies[enemy]
    if foe.has("retaliate") and not foe.exhausted:  # AH-X-RETALIATE-1
        yield from attack(g, enemy, seat, "retaliate")


def fail_evasion(g: G, seat: Seat, enemy: str) -> Rule[None]:
    """Let an alert enemy attack after a failed evasion. AH-X-RETALIATE-1."""
    foe = g.state.enemies[enemy]
    if foe.has("alert") and not foe.exhausted and not foe.defeated:
        yield from attack(g, enemy, seat, "alert")


def evade_refusal(s: State, seat: Seat, enemy: str) -> Refusal | None:
    """Refuse an enemy that is not engaged with the investigator. AH-ACT-EVADE-10."""
    if enemy not in s.enemies or s.enemies[enemy].defeated:
        return Refusal("UNKNOWN_TARGET", _("There is no such enemy in play."))
    if enemy not in engaged_with(s, seat):
        foe = from_data(s.enemies[enemy].title)
        sentence = _("{enemy} is not engaged with {who}.", enemy=foe, who=s.seats[seat].name)
        return Refusal("ENEMY_NOT_ENGAGED_WITH_YOU", sentence, "AH-ACT-EVADE-10")
    return None


def automatically_evade(g: G, seat: Seat, enemy: str) -> None:
    """Evade without a test. AH-ACT-EVADE-5, AH-X-AUTO-2."""
    require_allowed(evade_refusal(g.state, seat, enemy))
    g.emit(EnemyEvaded(enemy, seat, automatic=True))


def engage_those_here(g: G, seat: Seat) -> None:
    """Engage ready, free enemies with the arriving investigator, unless they are aloof. AH-X-ENGAGED-1."""
    for name in enemies_at(g.state, g.state.seats[seat].location):
        if free(g.state, name):
            g.emit(EnemyEngaged(name, seat))


def free(s: State, enemy: str) -> bool:
    """Return whether this enemy would engage an investigator here."""
    foe = s.enemies[enemy]
    keeps_off = foe.exhausted or foe.has("aloof") or foe.has("massive")
    return not (keeps_off or foe.engaged or foe.defeated or not foe.location)


def people_at(s: State, location: str) -> list[Seat]:
    return [seat for seat, who in s.seats.items() if who.location == location and not who.defeated]


def engage_somebody(g: G, enemy: str) -> Rule[None]:
    """Engage a free enemy with an investigator at its location. AH-X-ENGAGED-1."""
    prey = people_at(g.state, g.state.enemies[enemy].location)
    if prey and free(g.state, enemy):
        seat = prey[0] if len(prey) == 1 else (yield from _prey(g, enemy, prey))
        g.emit(EnemyEngaged(enemy, seat))


def move_enemy(g: G, enemy: str, to: str) -> Rule[None]:
    """Move to a connecting location without revealing it (AH-ACT-MOVE-11), and engage there (AH-X-ENGAGED-1)."""
    if enemy not in g.state.enemies:
        raise Refused("UNKNOWN_TARGET", _("There is no such enemy in play."))
    require_allowed(move_refused(g.state, g.state.enemies[enemy].location, to))
    g.emit(EnemyMoved(enemy, g.state.enemies[enemy].location, to))
    yield from engage_somebody(g, enemy)


def hunt(g: G, enemy: str) -> Rule[None]:
    """Move a ready, free hunter one location towards the nearest investigator."""
    there = g.state.enemies[enemy].location
    people = {who.location for who in g.state.seats.values() if not who.defeated}
    steps = first_steps(g.state, there, people)
    if there in people or not steps:
        yield from engage_somebody(g, enemy)
        return
    to = steps[0] if len(steps) == 1 else (yield from _way(g, enemy, steps))
    yield from move_enemy(g, enemy, to)


def enter_play(g: G, name: str, seat: Seat) -> Rule[str]:
    """Bring an enemy or a copy of it into play, engaged with the drawing seat or at its spawn location."""
    printed = g.state.enemies[name]
    copy = name if not printed.location and not printed.defeated else _next_copy(g.state, name)
    spawn = g.state.locations.get(printed.spawn)
    where = g.state.seats[seat].location if spawn is None or spawn.hidden else printed.spawn
    body = None if copy == name else _fresh(printed, name)
    g.emit(EnemyEntered(copy, where, body))
    if g.state.seats[seat].location == where and free(g.state, copy) and not g.state.seats[seat].defeated:
        g.emit(EnemyEngaged(copy, seat))
    else:
        yield from engage_somebody(g, copy)
    return copy


def _next_copy(s: State, name: str) -> str:
    return next(f"{name}.{n}" for n in range(2, 1000) if f"{name}.{n}" not in s.enemies)


def _fresh(printed: Enemy, name: str) -> Enemy:
    """Return the card as printed, for another copy."""
    return replace(printed, location="", damage=0, exhausted=False, engaged=(), defeated=False, story="", of=name)


def _prey(g: G, enemy: str, prey: Sequence[Seat]) -> Rule[Seat]:
    title = _("{enemy} comes in: whom does it engage?", enemy=from_data(g.state.enemies[enemy].title))
    people = [Option(seat, g.state.seats[seat].name) for seat in prey]
    chooser = g.state.active or TABLE
    return (yield from g.one(choose(chooser, title, people, rule="AH-X-ENGAGED-1", key="enemy.prey", about=enemy)))


def _way(g: G, enemy: str, steps: Sequence[str]) -> Rule[str]:
    foe = from_data(g.state.enemies[enemy].title)
    title = _("{enemy}: it hunts, and two ways are equally short. Which?", enemy=foe)
    places = [Option(name, from_data(g.state.locations[name].title)) for name in steps]
    return (yield from g.one(choose(TABLE, title, places, rule="Hunter", key="hunt.way", about=enemy)))


def loose_enemy(s: State) -> str:
    """Return an enemy that must engage at once, or "". AH-X-ENGAGED-1."""
    return next(iter(ready_and_free(s)), "")


def ready_and_free(s: State) -> tuple[str, ...]:
    """Return the enemies that engage at once, in the order of the seats."""
    places = dict.fromkeys(
        s.seats[seat].location for seat in s.remaining
    )  # in the order of the seats, as on every replay
    return tuple(name for place in places for name in enemies_at(s, place) if free(s, name))
