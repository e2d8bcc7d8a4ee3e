"""Corrections by the Dealer: numbers, conditions, weapons, and where a card is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from companion.engine import Rule, card_text, choose, count, item_named, write
from companion.games.draw_your_weapon.facts import (
    CardMoved,
    ConditionGained,
    ConditionRemoved,
    HandCounted,
    NumberSet,
    WeaponLost,
)
from companion.games.draw_your_weapon.rules.cards import cards_of, deck_name, holders, unseen, whereabouts
from companion.games.draw_your_weapon.rules.combat import fall, rise
from companion.games.draw_your_weapon.rules.weapons_in_hand import gain_weapon, new_weapon
from companion.games.draw_your_weapon.state import (
    BROKEN,
    DOWN,
    NUMBER_NAMES,
    RESTRICTED,
    Action,
    G,
    Number,
    State,
    Way,
    owner_text,
)
from companion.i18n import Text, _, from_data
from companion.schema import DEALER, Faces, Option, Prompt, Refusal, Seat

MOST = 99  # highest corrected number
CONDITIONS = (BROKEN, DOWN, RESTRICTED)
WHOSE: Mapping[Number, Text] = MappingProxyType(
    {
        "hp": _("HP of whom?"),
        "guard": _("Guard of whom?"),
        "reserve": _("Reserve of whom?"),
        "clout": _("Clout of whom?"),
        "experience": _("Experience of whom?"),
        "level": _("Level of whom?"),
        "speed": _("Speed of whom?"),
    }
)


def correction_ways(s: State) -> Iterator[Way]:
    """Offer all corrections to the Dealer in one list."""
    options = [correction.option(s, DEALER) for correction in CORRECTIONS]
    yield Way(choose(DEALER, _("put something right"), options, at="menu", key="correct"), _correct)


def _correct(g: G, values: Faces) -> Rule[None]:
    yield from item_named(CORRECTIONS, values[0]).do(g, DEALER)


def _number(number: Number, g: G, _seat: Seat) -> Rule[None]:
    who = yield from whose(g, WHOSE[number], g.state.characters)
    name = g.state.characters[who].called
    least = 1 if number == "level" else 0
    title = _("{number} of {name}", number=NUMBER_NAMES[number], name=name)
    prompt = count(DEALER, title, least, _most(g, who, number), key="correct.number", about=number)
    to = yield from g.number(prompt)
    g.emit(NumberSet(who, number, to))
    if number == "hp":
        stand_or_fall(g, who)


def _most(g: G, who: str, number: Number) -> int:
    most = g.state.characters[who].max_hp
    return most if number == "hp" and most else MOST


def stand_or_fall(g: G, who: str) -> None:
    """Set a character down without HP, and up with HP. Figures without maximum HP do not fall."""
    rise(g, who)
    if not g.state.characters[who].hp and g.state.characters[who].max_hp and not g.state.characters[who].is_down:
        fall(g, who)


def whose(g: G, title: Text, names: Iterable[str]) -> Rule[str]:
    """Ask for one of these characters."""
    options = [Option(name, g.state.characters[name].called) for name in names]
    return (yield from g.one(choose(DEALER, title, options, key="correct.whose")))


def _hand(g: G, _seat: Seat) -> Rule[None]:
    """Correct the size of a hand. The other cards go to the Library."""
    s = g.state
    there = {seat: deck for deck in s.decks for seat in holders(s, deck)}
    names = [Option(seat, owner_text(s, seat)) for seat in there]
    seat = yield from g.one(choose(DEALER, _("the hand of whom?"), names, key="correct.hand"))
    hand, known = cards_of(g.state, seat)
    most = hand + max(0, g.state.decks[there[seat]].library)
    title = _("cards in the hand of {holder}", holder=owner_text(s, seat))
    cards = yield from g.number(count(DEALER, title, len(known), most, key="correct.cards"))
    g.emit(HandCounted(seat, cards))


def _named(name: str) -> Option:
    """Return an option for a condition or a weapon."""
    return Option(name, from_data(name))


def _condition(g: G, _seat: Seat) -> Rule[None]:
    who = yield from whose(g, _("the condition of whom?"), g.state.characters)
    title = _("which condition has {who}?", who=g.state.characters[who].called)
    name = yield from g.one(write(DEALER, title, map(_named, CONDITIONS), key="correct.condition"))
    g.emit(ConditionGained(who, name))


def _cure(g: G, _seat: Seat) -> Rule[None]:
    ill = [name for name, c in g.state.characters.items() if c.conditions]
    who = yield from whose(g, _("the condition of whom?"), ill)
    character = g.state.characters[who]
    title = _("which condition has {who} no more?", who=character.called)
    name = yield from g.one(choose(DEALER, title, map(_named, character.conditions), key="correct.cure"))
    g.emit(ConditionRemoved(who, name))


def _weapon(g: G, _seat: Seat) -> Rule[None]:
    """Give a weapon that a character in the story has, or a new one with range and suits."""
    who = yield from whose(g, _("the weapon of whom?"), g.state.characters)
    known = {w.name: w for c in g.state.characters.values() for w in c.weapons}
    title = _("which weapon has {name} now?", name=g.state.characters[who].called)
    called = yield from g.one(write(DEALER, title, map(_named, known), key="correct.weapon"))
    if called in known:
        gain_weapon(g, who, known[called])
        return
    gain_weapon(g, who, (yield from new_weapon(g, called)))


def _disarm(g: G, _seat: Seat) -> Rule[None]:
    armed = [name for name, c in g.state.characters.items() if c.weapons]
    who = yield from whose(g, _("the weapon of whom?"), armed)
    names = [_named(w.name) for w in g.state.characters[who].weapons]
    title = _("which weapon has {who} no more?", who=g.state.characters[who].called)
    g.emit(WeaponLost(who, (yield from g.one(choose(DEALER, title, names, key="correct.disarm")))))


def _card(g: G, _seat: Seat) -> Rule[None]:
    """Move a card. Ask for the source of an unknown card, because a count changes with it."""
    deck = yield from _which_deck(g)
    cards = [Option(card, card_text(card)) for card in dict.fromkeys(g.state.decks[deck].cards)]
    card = yield from g.one(choose(DEALER, _("which card?"), cards, key="correct.card"))
    lies = whereabouts(g.state, deck, card)
    source = lies or (yield from g.one(_source(g.state, deck, card)))
    to = yield from g.one(_target(g.state, deck, card, source))
    g.emit(CardMoved(deck, card, source, to))


def _which_deck(g: G) -> Rule[str]:
    names = [Option(name, deck_name(g.state, name)) for name in g.state.decks]
    if len(names) == 1:
        return names[0].id
    return (yield from g.one(choose(DEALER, _("a card of which deck?"), names, key="correct.deck")))


def _source(s: State, deck: str, card: str) -> Prompt:
    title = _("where did the {card} come from?", card=card_text(card))
    return choose(DEALER, title, _places(s, deck, hidden=True), key="correct.source")


def _target(s: State, deck: str, card: str, source: str) -> Prompt:
    places = [place for place in _places(s, deck) if place.id != source]
    return choose(DEALER, _("where does the {card} lie?", card=card_text(card)), places, key="correct.target")


def _places(s: State, deck: str, *, hidden: bool = False) -> list[Option]:
    """Return the places of a deck. `hidden` leaves only those of unseen cards."""
    empty = Refusal("LIBRARY_EMPTY", _("The Library has no card that nobody saw."), "DYW-X-ZONES-4")
    off = empty if hidden and not (s.decks[deck].library and unseen(s, deck)) else None
    places = [Option("library", _("In the Library"), off)]
    places += [] if hidden else [Option("pile", _("On the Pile")), Option("void", _("In the Void"))]
    for seat in holders(s, deck):
        hand, known = cards_of(s, seat)
        full = Refusal("HAND_KNOWN", _("All cards of this hand are known.")) if hidden and len(known) >= hand else None
        places.append(Option(seat, _("In the hand of {holder}", holder=owner_text(s, seat)), full))
    return places


def _no_condition(s: State, _seat: Seat) -> Refusal | None:
    if any(c.conditions for c in s.characters.values()):
        return None
    return Refusal("NO_CONDITION", _("Nobody has one."))


def _no_weapon(s: State, _seat: Seat) -> Refusal | None:
    if any(c.weapons for c in s.characters.values()):
        return None
    return Refusal("NO_WEAPON", _("Nobody has a weapon."))


CORRECTIONS: tuple[Action, ...] = (
    *(Action(number, name, partial(_number, number)) for number, name in NUMBER_NAMES.items()),
    Action("hand", _("How many cards a hand holds"), _hand),
    Action("condition", _("Somebody has a condition"), _condition),
    Action("cure", _("Somebody has a condition no more"), _cure, _no_condition),
    Action("weapon", _("Somebody has another weapon"), _weapon),
    Action("disarm", _("Somebody has a weapon no more"), _disarm, _no_weapon),
    Action("card", _("A card lies elsewhere"), _card),
)
