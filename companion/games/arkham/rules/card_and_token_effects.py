"""Apply and count effects of cards and chaos tokens. `content/effects.py` has the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine import Rule, choose
from companion.games.arkham.content import Condition, Counted, Effect, Enemy, Subject
from companion.games.arkham.facts import ActionsLost, CluesFound, DoomPlaced, ResourcesChanged, Told
from companion.games.arkham.rules.endings import end
from companion.games.arkham.rules.in_play import (
    discard,
    draw_cards,
    enemies_at,
    engage_those_here,
    engaged_with,
    enter,
    enter_play,
    hurt_enemy,
    suffer,
)
from companion.games.arkham.state import G, State, Verdict
from companion.i18n import from_data, ngettext
from companion.schema import Option, Seat


def carry_out(g: G, seat: Seat, effects: Iterable[Effect]) -> Rule[None]:
    """Apply all effects in order, each where its condition holds at that time."""
    for effect in effects:
        if not holds(g.state, seat, effect.condition):
            continue
        for who in _affected_seats(g.state, seat, effect):
            yield from _apply_effect(g, who, effect)
        if effect.doom:
            g.emit(DoomPlaced(effect.doom * times(g.state, seat, effect)))
        if effect.text:
            g.emit(Told(from_data(effect.text)))
        if effect.ending:
            end(g, effect.ending)
            return


def due(effects: Iterable[Effect], verdict: Verdict) -> tuple[Effect, ...]:
    """Return the effects for this result. AH-X-FAILBY-1."""
    when = "success" if verdict.passed else "failure"
    return tuple(e for e in effects if e.when == when and verdict.by >= e.by)


def _affected_seats(s: State, seat: Seat, effect: Effect) -> tuple[Seat, ...]:
    people = tuple(s.seats) if effect.all else (seat,)
    return tuple(who for who in people if not s.seats[who].defeated)


def _apply_effect(g: G, seat: Seat, effect: Effect) -> Rule[None]:
    """Apply one effect to one investigator."""
    often = times(g.state, seat, effect)
    yield from suffer(g, seat, effect.damage * often, effect.horror * often)
    if g.state.seats[seat].defeated:
        return
    _counters(g, seat, effect, often)
    if effect.cards > 0:
        yield from draw_cards(g, seat, effect.cards * often)
    elif effect.cards < 0:
        yield from discard(g, seat, -effect.cards * often)
    if effect.hit and often:
        yield from _hit(g, seat, effect.hit * often)
    if effect.enemy in g.state.enemies:
        yield from enter_play(g, effect.enemy, seat)
    to = g.state.locations.get(effect.to)
    if to is not None and not to.hidden and effect.to != g.state.seats[seat].location:
        enter(g, seat, effect.to)
        engage_those_here(g, seat)


def _counters(g: G, seat: Seat, effect: Effect, often: int) -> None:
    """Change counters, never below zero, and find at most the clues of the location."""
    who = g.state.seats[seat]
    resources = max(-who.resources, effect.resources * often)
    if resources:
        g.emit(ResourcesChanged(seat, resources))
    here = g.state.locations.get(who.location)
    clues = max(-who.clues, min(here.clues if here else 0, effect.clues * often))
    if clues:
        g.emit(CluesFound(seat, who.location, clues))
    if effect.actions < 0 and who.actions:
        lose_actions(g, seat, -effect.actions * often)
    elif effect.actions > 0:
        g.emit(ActionsLost(seat, -effect.actions * often))


def lose_actions(g: G, seat: Seat, number: int) -> None:
    """Lose actions of this round, at most those left. AH-ACT-TURN-4, AH-ACT-TURN-5."""
    g.emit(ActionsLost(seat, min(number, g.state.seats[seat].actions)))


def _hit(g: G, seat: Seat, damage: int) -> Rule[None]:
    """Damage one enemy at the location, chosen by the owner."""
    here = enemies_at(g.state, g.state.seats[seat].location)
    if not here:
        return
    enemy = here[0]
    if len(here) > 1:
        enemies = [Option(name, from_data(g.state.enemies[name].title)) for name in here]
        title = ngettext("{n} damage to which enemy?", "{n} damage to which enemy?", damage)
        enemy = yield from g.one(choose(seat, title, enemies, key="hit", about=str(damage)))
    hurt_enemy(g, enemy, damage)


MOST_TIMES = 20
"""Effects that count what they give themselves would else grow without end, and the table with them."""


def count_of(s: State, seat: Seat, what: Subject, of: str = "") -> int:
    """Return the count of a subject for this investigator. `of` names a trait or a location."""
    who = s.seats[seat]
    match what:
        case "enemies_here":
            return sum(_has_trait(s.enemies[name], of) for name in enemies_at(s, who.location))
        case "enemies_in_play":
            return sum(_has_trait(enemy, of) for enemy in s.enemies.values() if enemy.location and not enemy.defeated)
        case "enemies_engaged":
            return sum(_has_trait(s.enemies[name], of) for name in engaged_with(s, seat))
        case "clues_here":
            return s.locations[who.location].clues if who.location in s.locations else 0
        case "clues_held":
            return who.clues
        case "damage":
            return who.damage
        case "horror":
            return who.horror
        case "resources":
            return who.resources
        case "cards_in_hand":
            return len(who.hand) + who.unknown
        case "cards_in_play":
            return sum(not of or (card in s.cards and of in s.cards[card].traits) for card in who.in_play)
        case "doom":
            return s.doom
        case "here":
            return int(who.location == of)


def worth(s: State, seat: Seat, counted: Counted) -> int:
    """Return the count times its worth."""
    number = count_of(s, seat, counted.what, counted.of)
    return counted.each * (number if counted.most is None else min(number, counted.most))


def holds(s: State, seat: Seat, condition: Condition | None) -> bool:
    """Return whether the condition of an effect is met."""
    if condition is None:
        return True
    number = count_of(s, seat, condition.what, condition.of)
    return condition.least <= number and (condition.most is None or number <= condition.most)


def times(s: State, seat: Seat, effect: Effect) -> int:
    """Return how often the numbers of an effect count, from 0 to MOST_TIMES."""
    return 1 if effect.times is None else min(MOST_TIMES, max(0, worth(s, seat, effect.times)))


def _has_trait(enemy: Enemy, trait: str) -> bool:
    return not trait or trait in enemy.traits
