"""X is ...: what cards count, and what they ask to be so."""

from __future__ import annotations

from companion.games.arkham.content.cards import Enemy
from companion.games.arkham.content.effects import Condition, Counted, Effect, Subject
from companion.games.arkham.rules.enemies import enemies_at, engaged_with
from companion.games.arkham.state import State
from companion.schema.prompt import Seat

MOST_TIMES = 20
"""Effects that count what they give themselves would else grow without end, and the table with them."""


def many(s: State, seat: Seat, what: Subject, of: str = "") -> int:
    """How many there are, as this investigator sees it; `of`: with this trait, or at this location."""
    who = s.seats[seat]
    match what:
        case "enemies_here":
            return sum(_is(s.enemies[name], of) for name in enemies_at(s, who.location))
        case "enemies_in_play":
            return sum(_is(enemy, of) for enemy in s.enemies.values() if enemy.location and not enemy.defeated)
        case "enemies_engaged":
            return sum(_is(s.enemies[name], of) for name in engaged_with(s, seat))
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
    """X times what each is worth."""
    number = many(s, seat, counted.what, counted.of)
    return counted.each * (number if counted.most is None else min(number, counted.most))


def holds(s: State, seat: Seat, condition: Condition | None) -> bool:
    """Whether what a card asks for is so."""
    if condition is None:
        return True
    number = many(s, seat, condition.what, condition.of)
    return condition.least <= number and (condition.most is None or number <= condition.most)


def times(s: State, seat: Seat, effect: Effect) -> int:
    """How often the numbers of an effect count: not at all, up to MOST_TIMES."""
    return 1 if effect.times is None else min(MOST_TIMES, max(0, worth(s, seat, effect.times)))


def _is(enemy: Enemy, trait: str) -> bool:
    return not trait or trait in enemy.traits
