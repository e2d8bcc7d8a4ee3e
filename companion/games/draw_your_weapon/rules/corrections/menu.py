"""Corrections by the Dealer: numbers, conditions, weapons, and where a card is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType

from companion.engine import Correction, CorrectionMenu, card_text, choose, count, write
from companion.games.draw_your_weapon.facts import (
    CardMoved,
    ConditionGained,
    ConditionRemoved,
    HandCounted,
    NumberSet,
    WeaponLost,
)
from companion.games.draw_your_weapon.names import NUMBER_NAMES, owner_text
from companion.games.draw_your_weapon.rules.cards import cards_of, deck_name, holders, unseen, whereabouts
from companion.games.draw_your_weapon.rules.combat import rise, set_down
from companion.games.draw_your_weapon.rules.weapons_in_hand import give_weapon, weapons_in_story
from companion.games.draw_your_weapon.state import BROKEN, DOWN, RESTRICTED, Event, G, Number, State, Way
from companion.i18n import Text, _, from_data
from companion.schema import DEALER, Option, Prompt, Refusal, Seat

MOST_NUMBER = 99  # highest corrected number
CONDITIONS = (BROKEN, DOWN, RESTRICTED)
NUMBER_TITLES: Mapping[Number, Text] = MappingProxyType(
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
    prompt = choose(DEALER, _("put something right"), CORRECTIONS.options(s), at="menu", key="correct")
    yield Way(prompt, partial(CORRECTIONS.correct, ()))


def _choose_character(title: Text, s: State, having: str = "") -> Prompt:
    """Ask for a character, if `having` is given for one that has some of it."""
    names = [name for name, character in s.characters.items() if not having or getattr(character, having)]
    return choose(DEALER, title, [Option(name, s.characters[name].display_name) for name in names], key="correct.whose")


def _name_option(name: str) -> Option:
    """Return an option for a condition or a weapon."""
    return Option(name, from_data(name))


def _number(number: Number, s: State, who: str) -> Prompt:
    character, least = s.characters[who], 1 if number == "level" else 0
    title = _("{number} of {name}", number=NUMBER_NAMES[number], name=character.display_name)
    most = character.max_hp if number == "hp" and character.max_hp else MOST_NUMBER
    return count(DEALER, title, least, most, key="correct.number", about=number)


def _set_number(number: Number, g: G, who: str, to: int) -> None:
    """Set a number. Without HP a character falls, with HP it rises; figures without maximum HP do not fall."""
    g.emit(NumberSet(who, number, to))
    if number != "hp":
        return
    rise(g, who)
    if not g.state.characters[who].hp and g.state.characters[who].max_hp and not g.state.characters[who].is_down:
        set_down(g, who)


def _whose_hand(s: State) -> Prompt:
    names = [Option(seat, owner_text(s, seat)) for deck in s.decks for seat in holders(s, deck)]
    return choose(DEALER, _("the hand of whom?"), names, key="correct.hand")


def _hand_size(s: State, seat: Seat) -> Prompt:
    """Ask for the size of a hand. The other cards go to the Library."""
    deck = next(deck for deck in s.decks if seat in holders(s, deck))
    hand, known = cards_of(s, seat)
    title = _("cards in the hand of {holder}", holder=owner_text(s, seat))
    return count(DEALER, title, len(known), hand + max(0, s.decks[deck].library), key="correct.cards")


def _condition(s: State, who: str) -> Prompt:
    title = _("which condition has {who}?", who=s.characters[who].display_name)
    return write(DEALER, title, map(_name_option, CONDITIONS), key="correct.condition")


def _choose_cure(s: State, who: str) -> Prompt:
    character = s.characters[who]
    title = _("which condition has {who} no more?", who=character.display_name)
    return choose(DEALER, title, map(_name_option, character.conditions), key="correct.cure")


def _weapon(s: State, who: str) -> Prompt:
    title = _("which weapon has {name} now?", name=s.characters[who].display_name)
    return write(DEALER, title, map(_name_option, weapons_in_story(s)), key="correct.weapon")


def _choose_lost_weapon(s: State, who: str) -> Prompt:
    title = _("which weapon has {who} no more?", who=s.characters[who].display_name)
    return choose(DEALER, title, [_name_option(w.name) for w in s.characters[who].weapons], key="correct.disarm")


def _which_deck(s: State) -> Prompt | str:
    names = [Option(name, deck_name(s, name)) for name in s.decks]
    return names[0].id if len(names) == 1 else choose(DEALER, _("a card of which deck?"), names, key="correct.deck")


def _which_card(s: State, deck: str) -> Prompt:
    cards = [Option(card, card_text(card)) for card in dict.fromkeys(s.decks[deck].cards)]
    return choose(DEALER, _("which card?"), cards, key="correct.card")


def _source(s: State, deck: str, card: str) -> Prompt | str:
    """Ask for the source of an unknown card, because a count changes with it."""
    title = _("where did the {card} come from?", card=card_text(card))
    known = whereabouts(s, deck, card)
    return known or choose(DEALER, title, _places(s, deck, hidden=True), key="correct.source")


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


def _refusals(s: State) -> Mapping[str, Refusal]:
    refused = {}
    if not any(c.conditions for c in s.characters.values()):
        refused["cure"] = Refusal("NO_CONDITION", _("Nobody has one."))
    if not weapons_in_story(s):
        refused["disarm"] = Refusal("NO_WEAPON", _("Nobody has a weapon."))
    return refused


_SOMEBODY = partial(_choose_character, _("the condition of whom?"))
_ILL = partial(_choose_character, _("the condition of whom?"), having="conditions")
_OWNER = partial(_choose_character, _("the weapon of whom?"))
_ARMED = partial(_choose_character, _("the weapon of whom?"), having="weapons")
CORRECTIONS: CorrectionMenu[State, Event] = CorrectionMenu(
    (
        *(
            Correction(
                n,
                name,
                (partial(_choose_character, NUMBER_TITLES[n]), partial(_number, n)),
                effect=partial(_set_number, n),
            )
            for n, name in NUMBER_NAMES.items()
        ),
        Correction("hand", _("How many cards a hand holds"), (_whose_hand, _hand_size), HandCounted),
        Correction("condition", _("Somebody has a condition"), (_SOMEBODY, _condition), ConditionGained),
        Correction("cure", _("Somebody has a condition no more"), (_ILL, _choose_cure), ConditionRemoved),
        Correction("weapon", _("Somebody has another weapon"), (_OWNER, _weapon), effect=give_weapon),
        Correction("disarm", _("Somebody has a weapon no more"), (_ARMED, _choose_lost_weapon), WeaponLost),
        Correction("card", _("A card lies elsewhere"), (_which_deck, _which_card, _source, _target), CardMoved),
    ),
    _refusals,
)
