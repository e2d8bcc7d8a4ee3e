"""Cards laid for a test or an attack, and their bonuses (DYW-TEST, DYW-CONTEST-2, DYW-WEAPON-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.engine import DECK, SUIT_NAMES, Rule, card_text, draw, show, suit
from companion.games.draw_your_weapon.content import Weapon
from companion.games.draw_your_weapon.facts import CardsLaid
from companion.games.draw_your_weapon.names import attribute_text, owner_text
from companion.games.draw_your_weapon.rules.cards.decks import (
    choose_as,
    has_card,
    possible,
    seat_of,
    unseen,
    whereabouts,
)
from companion.games.draw_your_weapon.state import MIGHT, G, Played, State, card_value, deck_of, feature_bonus
from companion.i18n import Text, _, from_data, listed
from companion.schema import Faces, Option, Prompt, Refusal


def cannot_play(s: State, who: str) -> Refusal | None:
    """Refuse where this character cannot lay a card."""
    character = s.characters[who]
    if character.resting:  # DYW-REST-2
        return Refusal("RESTING", _("{who} rests and takes no Action.", who=character.display_name), "DYW-REST-2")
    if character.is_down:
        return Refusal("DOWN", _("{who} is down and plays no card.", who=character.display_name))
    if not has_card(s, who):
        sentence = _("{who} has no card in hand to play.", who=character.display_name)
        return Refusal("NO_CARD_TO_PLAY", sentence, "DYW-SKILL-2")
    return None


def enough(s: State, who: Sequence[str]) -> tuple[str, ...]:
    """Limit the figures of the Dealer to the number of cards in the Dealer's hand."""
    if s.held is None:
        return tuple(who)
    figures = [name for name in who if not s.characters[name].is_player][: s.held.cards]
    return tuple(name for name in who if s.characters[name].is_player or name in figures)


def hand_cards(g: G, who: Sequence[str]) -> Rule[dict[str, str]]:
    """Ask for a card from each hand, all at once, and again where one card was shown twice.

    Return {} where a correction emptied a hand.
    """
    again = False
    while all(has_card(g.state, name) for name in who):
        zones = [f"seat-{seat_of(g.state, name)}" if len(who) > 1 else "tray" for name in who]
        given = yield from g.ask(*(lay(g.state, name, again, zone=z) for name, z in zip(who, zones, strict=True)))
        cards = {name: card for name, (card,) in zip(who, given, strict=True)}
        if contradiction(g.state, cards) is None:
            return cards
        again = True
    return {}


def contradiction(s: State, cards: Mapping[str, str]) -> Refusal | None:
    """Return why these cards, one for each character, cannot come from the decks, or None."""
    laid = Counter((deck_of(s, who), card) for who, card in cards.items())
    for (deck, card), times in laid.items():
        there = s.decks[deck]
        if times > max(1, there.cards.count(card) - there.pile.count(card) - there.void.count(card)):
            sentence = _("The {card} was shown twice: there is only one.", card=card_text(card))
            return Refusal("DUPLICATE_CARD", sentence, "DYW-X-ZONES-1")
    return None


def lay(
    s: State,
    who: str,
    again: bool = False,
    rule: str = "DYW-CONTEST-2",
    weapon: Weapon | None = None,
    zone: str = "tray",
) -> Prompt:
    """Ask for a card of the hand. Cards that cannot be in it, or do not fit the weapon, are grey."""
    there = possible(s, who)
    options = tuple(Option(card, card_text(card), cannot_lay(s, who, card, there, weapon)) for card in DECK)
    character = s.characters[who]
    what = _("play a card once more, one was shown twice") if again else _("play a card")
    title = [what, *attribute_hint(s, who)] if weapon is None else with_weapon(s, who, weapon)
    text, called = listed(title, ", "), character.display_name
    return show(character.seat, text, options, rule, ("card",), zone, key="card.play", about=who, whom=called)


def cannot_lay(s: State, who: str, card: str, there: Faces, weapon: Weapon | None = None) -> Refusal | None:
    """Return why this card cannot be laid, or None. Its value must be in the weapon's range (DYW-WEAPON-5, -9)."""
    if card not in there:
        where = where_it_is(s, deck_of(s, who), card) or _("all cards of this hand are known")
        sentence = _("The {card} is not in this hand: {where}.", card=card_text(card), where=where)
        return Refusal("CARD_NOT_IN_HAND", sentence, "DYW-X-ZONES-1")
    if weapon is not None and not weapon.low <= card_value(s, card) <= weapon.high:
        sentence = _("The {card} is out of range: {wants}.", card=card_text(card), wants=takes(weapon))
        return Refusal("VALUE_OUT_OF_RANGE", sentence, "DYW-WEAPON-5")
    return None


def takes(weapon: Weapon) -> Text:
    """Return the weapon's range as a part of a sentence."""
    name = from_data(weapon.name)
    return _("the {weapon} takes values from {low} to {high}", weapon=name, low=weapon.low, high=weapon.high)


def where_it_is(s: State, name: str, card: str) -> Text | None:
    """Return the end of a sentence about a card's known place, or None for an unknown place."""
    if card not in s.decks[name].cards:
        return _("the deck in use lacks it")
    match whereabouts(s, name, card):
        case "":
            return None
        case "pile":
            return _("it lies in the Pile")
        case "void":
            return _("it lies in the Void")
        case seat:
            return _("it is in the hand of {who}", who=owner_text(s, seat))


def turn_top_card(g: G, who: str, laid: Mapping[str, str]) -> Rule[str]:
    """Turn the top card of the Library, and again where another character has laid it (DYW-SURPRISE-3).

    The prompt does not show the laid cards, because they are still secret (DYW-CONTEST-2).
    """
    again = False
    while True:
        card = yield from g.one(top_card_prompt(g.state, who, again))
        if contradiction(g.state, {**laid, who: card}) is None:
            return card
        again = True


def top_card_prompt(s: State, who: str, again: bool = False) -> Prompt:
    """Ask for the top card of the Library. Cards seen elsewhere are grey."""
    character, left = s.characters[who], unseen(s, deck_of(s, who))
    options = [
        Option(card, card_text(card), None if card in left else _not_on_top_refusal(s, who, card)) for card in DECK
    ]
    turn = (
        _("surprised, turn the top card once more, one was shown twice")
        if again
        else _("surprised, turn the top card of the Library")
    )
    title = listed([turn, *attribute_hint(s, who)], ", ")
    of, called = ("card",), character.display_name
    return draw(
        character.seat, title, options, "DYW-SURPRISE-3", of=of, zone="tray", key="card.turn", about=who, whom=called
    )


def _not_on_top_refusal(s: State, who: str, card: str) -> Refusal:
    where = where_it_is(s, deck_of(s, who), card) or _("nobody knows where it is")
    sentence = _("The {card} cannot come off the Library: {where}.", card=card_text(card), where=where)
    return Refusal("DUPLICATE_CARD", sentence, "DYW-X-ZONES-1")


def attribute_hint(s: State, who: str) -> list[Text]:
    """Return the bonus of the named suit for this character."""
    bonus = s.characters[who].attributes.get(s.test.attribute, 0) if s.test is not None else 0
    if s.test is None or not bonus:
        return []
    return [adds([SUIT_NAMES[s.test.suit]], s.test.attribute, bonus)]


def adds(suits: Sequence[Text], attribute: str, bonus: int) -> Text:
    name = attribute_text(attribute)
    return _("{suits} add {attribute} {n:+}", suits=listed(suits), attribute=name, n=bonus)


def with_weapon(s: State, who: str, weapon: Weapon) -> list[Text]:
    """Return the title for a weapon: its range, and its suits (DYW-WEAPON-3, -4)."""
    name, might = from_data(weapon.name), s.characters[who].attributes.get(MIGHT, 0)
    what = _("play a card for the {weapon}, {low} to {high}", weapon=name, low=weapon.low, high=weapon.high)
    suits = [SUIT_NAMES[letter] for letter in weapon.suits]
    return [what, adds(suits, MIGHT, might)] if suits and might else [what]


def with_attributes(g: G, played: Sequence[Played]) -> Rule[tuple[Played, ...]]:
    """Add each character's attribute for the named suit (DYW-TEST-5, DYW-CONTEST-10), and bonuses of Features."""
    fitting = {p.who: bonus for p in played if (bonus := bonus_of(g.state, p))}
    declined: set[str] = set()
    if g.state.book.asks_attribute and fitting:
        g.emit(CardsLaid())
        given = yield from g.ask(*(may_add(g.state, who, bonus) for who, bonus in fitting.items()))
        declined = {who for who, values in zip(fitting, given, strict=True) if values == ("alone",)}
    bonuses = {p.who: 0 if p.who in declined else fitting.get(p.who, 0) for p in played}
    return tuple(Played(p.who, p.card, p.base, bonuses[p.who], feature_bonus(g.state, p.who)) for p in played)


def bonus_of(s: State, played: Played) -> int:
    """Return the attribute for a card of the named suit, else 0."""
    test = s.test
    if test is None or suit(played.card) != test.suit:
        return 0
    return s.characters[played.who].attributes.get(test.attribute, 0)


def may_add(s: State, who: str, bonus: int) -> Prompt:
    """Ask a player whether to add the attribute, where the table wants it (DYW-TEST-7)."""
    attribute = attribute_text(s.test.attribute if s.test else "")
    adding = Option("add", _("Add {attribute} {n:+}", attribute=attribute, n=bonus))
    title, ways = (
        _("the suit fits, add {attribute}?", attribute=attribute),
        (adding, Option("alone", _("The card alone"))),
    )
    return choose_as(s, who, title, ways, rule="DYW-TEST-7", key="test.bonus")
