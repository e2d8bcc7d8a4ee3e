"""Carrying out what a card says: each sentence of the vocabulary of `games/arkham/content/effects.py`, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.engine import Rule, choose
from companion.games.arkham.content import Effect
from companion.games.arkham.facts import (
    NAMELESS,
    ActionsLost,
    CardDiscarded,
    CardsDrawn,
    CluesFound,
    DeckRenewed,
    DoomPlaced,
    G,
    ResourcesChanged,
    Told,
)
from companion.games.arkham.rules.damage_and_horror import suffer
from companion.games.arkham.rules.endings import end
from companion.games.arkham.rules.enemies import enemies_at, engage_those_here, enter_play, hurt_enemy
from companion.games.arkham.rules.locations import enter
from companion.games.arkham.rules.skill_values import holdable, holds, names_are_secret, times
from companion.games.arkham.state import State, Verdict
from companion.schema import Option, Seat


def carry_out(g: G, seat: Seat, effects: Iterable[Effect]) -> Rule[None]:
    """All of them in their order, each where its condition holds when its turn comes."""
    for effect in effects:
        if not holds(g.state, seat, effect.condition):
            continue
        for who in _concerned(g.state, seat, effect):
            yield from _on(g, who, effect)
        if effect.doom:
            g.emit(DoomPlaced(effect.doom * times(g.state, seat, effect)))
        if effect.text:
            g.emit(Told(effect.text))
        if effect.ending:
            end(g, effect.ending)
            return


def due(effects: Iterable[Effect], verdict: Verdict) -> tuple[Effect, ...]:
    """The sentences about success or failure that this result brings. AH-X-FAILBY-1."""
    when = "success" if verdict.passed else "failure"
    return tuple(e for e in effects if e.when == when and verdict.by >= e.by)


def words(effects: Iterable[Effect]) -> str:
    """What they do, in a few words for a button: "1 horror, discover 1 clue"."""
    return "; ".join(filter(None, map(_words, effects)))


def draw_cards(g: G, seat: Seat, number: int) -> Rule[None]:
    """From the own deck; an empty one is made of the discard pile first, and that hurts. AH-X-DRAW-1."""
    for _ in range(number):
        if g.state.seats[seat].left:
            return
        empty = g.state.seats[seat].deck == 0
        if empty:
            g.emit(DeckRenewed(seat))
        if g.state.seats[seat].deck != 0:
            g.emit(CardsDrawn(seat, 1))
        if empty:
            yield from suffer(g, seat, 0, 1)


def discard(g: G, seat: Seat, number: int, rule: str = "") -> Rule[None]:
    """Cards of the hand, as its owner chooses; those we do not know are as good as any."""
    who = g.state.seats[seat]
    number = min(number, len(who.hand) + who.unknown)
    if not number:
        return
    hand = [Option(card, card) for card in holdable(g.state, seat)]
    hand += [Option(NAMELESS, "another card of the hand") for _ in range(min(number, who.unknown))]
    title = f"{who.name}: discard {number} card{'' if number == 1 else 's'}"
    chosen = yield from g.some(choose(seat, title, hand, number, number, rule, secret=names_are_secret(g.state)))
    while sum((Counter(chosen) - Counter(who.hand)).values()) > who.unknown:
        again = choose(
            seat, f"{title}, no more than the hand holds", hand, number, number, rule, secret=names_are_secret(g.state)
        )
        chosen = yield from g.some(again)
    for card in chosen:
        g.emit(CardDiscarded(seat, card))


def _concerned(s: State, seat: Seat, effect: Effect) -> tuple[Seat, ...]:
    people = tuple(s.seats) if effect.all else (seat,)
    return tuple(who for who in people if not s.seats[who].defeated)


def _on(g: G, seat: Seat, effect: Effect) -> Rule[None]:
    """One sentence upon one investigator."""
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
    """Nothing goes below zero, and no more clues are found than lie there."""
    who = g.state.seats[seat]
    resources = max(-who.resources, effect.resources * often)
    if resources:
        g.emit(ResourcesChanged(seat, resources))
    here = g.state.locations.get(who.location)
    clues = max(-who.clues, min(here.clues if here else 0, effect.clues * often))
    if clues:
        g.emit(CluesFound(seat, who.location, clues))
    if effect.actions < 0 and who.actions:
        g.emit(ActionsLost(seat, min(who.actions, -effect.actions * often)))  # AH-ACT-TURN-5
    elif effect.actions > 0:
        g.emit(ActionsLost(seat, -effect.actions * often))


def _hit(g: G, seat: Seat, damage: int) -> Rule[None]:
    """One enemy in the place takes it; which, its owner says where there are several."""
    here = enemies_at(g.state, g.state.seats[seat].location)
    if not here:
        return
    enemy = here[0]
    if len(here) > 1:
        title = f"{g.state.seats[seat].name}: {damage} damage to which enemy?"
        enemy = yield from g.one(choose(seat, title, [Option(name, g.state.enemies[name].title) for name in here]))
    hurt_enemy(g, enemy, damage)


def _words(effect: Effect) -> str:
    counted = {
        "damage": effect.damage,
        "horror": effect.horror,
        "doom": effect.doom,
        "damage to an enemy": effect.hit,
    }
    parts = [f"{n} {what}" if n > 0 else f"heal {-n} {what}" for what, n in counted.items() if n]
    moved = {"resource": effect.resources, "card": effect.cards, "clue": effect.clues, "action": effect.actions}
    parts += [
        f"{'gain' if n > 0 else 'lose'} {abs(n)} {what}{'' if abs(n) == 1 else 's'}" for what, n in moved.items() if n
    ]
    parts += [effect.text.rstrip(".")] if effect.text else []
    return ", ".join(parts)
