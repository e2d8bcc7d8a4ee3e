"""What enemies do: attack, engage, move, and be evaded, hurt and defeated."""

from __future__ import annotations

from typing import Literal

from companion.games.arkham.events import (
    EnemyAttacked,
    EnemyDamaged,
    EnemyDefeated,
    EnemyEngaged,
    EnemyEvaded,
    EnemyMoved,
    G,
    Hurt,
)
from companion.games.arkham.places import move_refused
from companion.games.arkham.state import State
from companion.rules.play import Rule, choose
from companion.wire.prompt import Option, Refusal, Refused, Seat


def enemies_at(s: State, location: str) -> tuple[str, ...]:
    """The enemies in play at a location."""
    return tuple(name for name, e in s.enemies.items() if e.location == location and not e.defeated)


def engaged_with(s: State, seat: Seat) -> tuple[str, ...]:
    return tuple(name for name, e in s.enemies.items() if seat in e.engaged and not e.defeated)


def target_refused(s: State, seat: Seat, enemy: str) -> Refusal | None:
    """Why an enemy cannot be the target of an action at this place, or None."""
    if enemy not in s.enemies or s.enemies[enemy].defeated:
        return Refusal("UNKNOWN_TARGET", "There is no such enemy in play.")
    if s.enemies[enemy].location != s.seats[seat].location:
        return Refusal("NOT_SAME_PLACE", f"{s.enemies[enemy].title} is not where {s.seats[seat].name} is.")
    return None


def opportunity(g: G, seat: Seat) -> None:
    """Each ready engaged enemy attacks once, after the costs and before the effect. AH-X-AOO-1, AH-X-AOO-2."""
    for name in engaged_with(g.state, seat):
        if not g.state.enemies[name].exhausted:
            attack(g, name, seat, "opportunity")


def attack(g: G, enemy: str, seat: Seat, why: Literal["opportunity", "retaliate"]) -> None:
    """An enemy without attack values attacks nobody."""
    foe = g.state.enemies[enemy]
    if foe.attack_damage or foe.attack_horror:
        g.emit(EnemyAttacked(enemy, seat, foe.attack_damage, foe.attack_horror, why))


def hurt_enemy(g: G, enemy: str, damage: int) -> None:
    """AH-ACT-FIGHT-3, AH-X-DEFEAT-1."""
    g.emit(EnemyDamaged(enemy, damage))
    foe = g.state.enemies[enemy]
    if foe.health is not None and foe.damage >= foe.health:
        g.emit(EnemyDefeated(enemy))


def missed(g: G, seat: Seat, enemy: str, damage: int) -> None:
    """A failed attack hits the one other investigator the enemy is engaged with. AH-ACT-FIGHT-7, AH-ACT-FIGHT-8."""
    foe = g.state.enemies[enemy]
    if len(foe.engaged) == 1 and seat not in foe.engaged:
        g.emit(Hurt(foe.engaged[0], damage, 0))
    if foe.retaliate and not foe.exhausted:  # AH-X-RETALIATE-1
        attack(g, enemy, seat, "retaliate")


def evade_refused(s: State, seat: Seat, enemy: str) -> Refusal | None:
    """Only an enemy engaged with the investigator is evaded. AH-ACT-EVADE-10."""
    if enemy not in s.enemies or s.enemies[enemy].defeated:
        return Refusal("UNKNOWN_TARGET", "There is no such enemy in play.")
    if seat not in s.enemies[enemy].engaged:
        foe, who = s.enemies[enemy].title, s.seats[seat].name
        return Refusal("ENEMY_NOT_ENGAGED_WITH_YOU", f"{foe} is not engaged with {who}.")
    return None


def automatically_evade(g: G, seat: Seat, enemy: str) -> None:
    """No test is made. AH-ACT-EVADE-5, AH-X-AUTO-2."""
    refusal = evade_refused(g.state, seat, enemy)
    if refusal is not None:
        raise refusal.error()
    g.emit(EnemyEvaded(enemy, seat, automatic=True))


def engage_those_here(g: G, seat: Seat) -> None:
    """Ready enemies that are free and not aloof engage whoever comes in. AH-X-ENGAGED-1."""
    for name in enemies_at(g.state, g.state.seats[seat].location):
        if free(g.state, name):
            g.emit(EnemyEngaged(name, seat))


def free(s: State, enemy: str) -> bool:
    """Would this enemy engage somebody who is there?"""
    foe = s.enemies[enemy]
    return not (foe.exhausted or foe.aloof or foe.engaged or foe.defeated)


def move_enemy(g: G, enemy: str, to: str) -> Rule[None]:
    """To a connecting location, which stays as it is (AH-ACT-MOVE-11); there it engages (AH-X-ENGAGED-1)."""
    if enemy not in g.state.enemies:
        raise Refused("UNKNOWN_TARGET", "There is no such enemy in play.")
    refusal = move_refused(g.state, g.state.enemies[enemy].location, to)
    if refusal is not None:
        raise refusal.error()
    g.emit(EnemyMoved(enemy, g.state.enemies[enemy].location, to))
    prey = [seat for seat, who in g.state.seats.items() if who.location == to and not who.defeated]
    if prey and free(g.state, enemy):
        seat = prey[0] if len(prey) == 1 else (yield from _prey(g, enemy, prey))
        g.emit(EnemyEngaged(enemy, seat))


def _prey(g: G, enemy: str, prey: list[Seat]) -> Rule[Seat]:
    title = f"{g.state.enemies[enemy].title} comes in: whom does it engage?"
    asked = choose(
        g.state.active, title, [Option(seat, g.state.seats[seat].name) for seat in prey], rule="AH-X-ENGAGED-1"
    )
    return (yield from g.one(asked))
