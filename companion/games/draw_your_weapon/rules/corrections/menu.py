"""What the Dealer puts right by hand: numbers of a character, conditions, weapons, and where a card lies. All in the menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from companion.engine import Rule, choose, count, words, write
from companion.games.draw_your_weapon.facts import (
    NUMBER_NAMES,
    CardMoved,
    ConditionGained,
    ConditionRemoved,
    G,
    HandCounted,
    Number,
    NumberSet,
    WeaponLost,
)
from companion.games.draw_your_weapon.rules.cards import cards_of, deck_name, holders, unseen, whereabouts
from companion.games.draw_your_weapon.rules.combat import fall, rise
from companion.games.draw_your_weapon.rules.options import Way
from companion.games.draw_your_weapon.rules.weapons_in_hand import gain_weapon, new_weapon
from companion.games.draw_your_weapon.state import BROKEN, DOWN, RESTRICTED, State
from companion.schema import DEALER, Faces, Option, Prompt, Refusal, Seat

MOST = 99  # of a number
CONDITIONS = (BROKEN, DOWN, RESTRICTED)
Told: TypeAlias = Callable[[G], Rule[None]]


def correction_ways(s: State) -> Iterator[Way]:
    """One list, for the Dealer."""
    yield Way(choose(DEALER, "Dealer: put something right", list(_options(s)), rule="", at="menu"), _take)


def _take(g: G, values: Faces) -> Rule[None]:
    yield from TOLD[values[0]](g)


def _options(s: State) -> Iterator[Option]:
    """What can be told, with what stands against it."""
    for number, name in NUMBER_NAMES.items():
        yield Option(number, f"{name} of a character")
    yield Option("hand", "How many cards a hand holds")
    yield Option("condition", "Somebody has a condition")
    mended = None if any(c.conditions for c in s.characters.values()) else Refusal("NO_CONDITION", "Nobody has one.")
    yield Option("cure", "Somebody has a condition no more", mended)
    yield Option("weapon", "Somebody has another weapon")
    armed = None if any(c.weapons for c in s.characters.values()) else Refusal("NO_WEAPON", "Nobody has a weapon.")
    yield Option("disarm", "Somebody has a weapon no more", armed)
    yield Option("card", "A card lies elsewhere")


def _number(number: Number) -> Told:
    def set_number(g: G) -> Rule[None]:
        who = yield from whose(g, NUMBER_NAMES[number])
        name = g.state.characters[who].name
        least = 1 if number == "level" else 0
        to = yield from g.number(
            count(DEALER, f"Dealer: {NUMBER_NAMES[number]} of {name}", least, _most(g, who, number))
        )
        g.emit(NumberSet(who, number, to))
        if number == "hp":
            stand_or_fall(g, who)

    return set_number


def _most(g: G, who: str, number: Number) -> int:
    most = g.state.characters[who].max_hp
    return most if number == "hp" and most else MOST


def stand_or_fall(g: G, who: str) -> None:
    """Without HP somebody is down, with HP not (of a figure that cannot be hurt nothing is said)."""
    rise(g, who)
    if not g.state.characters[who].hp and g.state.characters[who].max_hp and not g.state.characters[who].is_down:
        fall(g, who)


def whose(g: G, what: str, able: Callable[[State, str], bool] = lambda _, __: True) -> Rule[str]:
    """Which character."""
    names = [Option(n, c.name) for n, c in g.state.characters.items() if able(g.state, n)]
    return (yield from g.one(choose(DEALER, f"Dealer: {what} of whom?", names)))


def _hand(g: G) -> Rule[None]:
    """The other cards are in the Library then: no card is lost."""
    s = g.state
    there = {seat: deck for deck in s.decks for seat in holders(s, deck)}
    names = [Option(seat, _holder(s, seat)) for seat in there]
    seat = yield from g.one(choose(DEALER, "Dealer: the hand of whom?", names))
    hand, known = cards_of(g.state, seat)
    most = hand + max(0, g.state.decks[there[seat]].library)
    cards = yield from g.number(count(DEALER, f"Dealer: cards in the hand of {_holder(s, seat)}", len(known), most))
    g.emit(HandCounted(seat, cards))


def _holder(s: State, seat: Seat) -> str:
    return s.characters[seat].name if seat in s.characters else "the Dealer"


def _condition(g: G) -> Rule[None]:
    who = yield from whose(g, "the condition")
    title = f"Dealer: which condition has {g.state.characters[who].name}?"
    name = yield from g.one(write(DEALER, title, CONDITIONS))
    g.emit(ConditionGained(who, name))


def _cure(g: G) -> Rule[None]:
    who = yield from whose(g, "the condition", lambda s, n: bool(s.characters[n].conditions))
    title = f"Dealer: which condition has {g.state.characters[who].name} no more?"
    name = yield from g.one(choose(DEALER, title, g.state.characters[who].conditions))
    g.emit(ConditionRemoved(who, name))


def _weapon(g: G) -> Rule[None]:
    """One that somebody in the story has, or a new one: its name, its range and its suit."""
    who = yield from whose(g, "the weapon")
    name = g.state.characters[who].name
    known = {w.name: w for c in g.state.characters.values() for w in c.weapons}
    called = yield from g.one(write(DEALER, f"Dealer: which weapon has {name} now?", known))
    if called in known:
        gain_weapon(g, who, known[called])
        return
    gain_weapon(g, who, (yield from new_weapon(g, called)))


def _disarm(g: G) -> Rule[None]:
    who = yield from whose(g, "the weapon", lambda s, n: bool(s.characters[n].weapons))
    names = [w.name for w in g.state.characters[who].weapons]
    title = f"Dealer: which weapon has {g.state.characters[who].name} no more?"
    g.emit(WeaponLost(who, (yield from g.one(choose(DEALER, title, names)))))


def _card(g: G) -> Rule[None]:
    """A card whose place nobody knew lay in the Library or in a hand: that is asked, for a count goes with it."""
    deck = yield from _which_deck(g)
    cards = [Option(card, words(card)) for card in dict.fromkeys(g.state.decks[deck].cards)]
    card = yield from g.one(choose(DEALER, "Dealer: which card?", cards))
    lies = whereabouts(g.state, deck, card)
    source = lies or (
        yield from g.one(_where(g.state, deck, f"Dealer: where did the {words(card)} come from?", hidden=True))
    )
    to = yield from g.one(_where(g.state, deck, f"Dealer: where does the {words(card)} lie?", but=source))
    g.emit(CardMoved(deck, card, source, to))


def _which_deck(g: G) -> Rule[str]:
    names = [Option(name, deck_name(g.state, name)) for name in g.state.decks]
    if len(names) == 1:
        return names[0].id
    return (yield from g.one(choose(DEALER, "Dealer: a card of which deck?", names)))


def _where(s: State, deck: str, title: str, *, hidden: bool = False, but: str = "") -> Prompt:
    """The places of a deck. `hidden`: only those where a card can be that nobody saw."""
    empty = Refusal("LIBRARY_EMPTY", "The Library has no card that nobody saw.", "DYW-X-ZONES-4")
    off = empty if hidden and not (s.decks[deck].library and unseen(s, deck)) else None
    places = [Option("library", "In the Library", off)]
    places += [] if hidden else [Option("pile", "On the Pile"), Option("void", "In the Void")]
    for seat in holders(s, deck):
        hand, known = cards_of(s, seat)
        full = Refusal("HAND_KNOWN", "All cards of this hand are known.") if hidden and len(known) >= hand else None
        places.append(Option(seat, f"In the hand of {_holder(s, seat)}", full))
    return choose(DEALER, title, [place for place in places if place.id != but])


TOLD: Mapping[str, Told] = MappingProxyType(
    {
        **{number: _number(number) for number in NUMBER_NAMES},
        "hand": _hand,
        "condition": _condition,
        "cure": _cure,
        "weapon": _weapon,
        "disarm": _disarm,
        "card": _card,
    }
)
