"""Cards that are laid for a test or an attack, and what each counts (DYW-TEST, DYW-CONTEST-2, DYW-WEAPON-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.engine import DECK, SUIT_NAMES, Rule, card_text, choose, suit
from companion.games.draw_your_weapon.content import Weapon
from companion.games.draw_your_weapon.facts import CardsLaid
from companion.games.draw_your_weapon.rules.cards.decks import has_card, possible, seat_of, unseen, whereabouts
from companion.games.draw_your_weapon.state import (
    MIGHT,
    G,
    Played,
    State,
    added,
    attribute_text,
    card_value,
    deck_of,
    holder,
)
from companion.i18n import Text, _, from_data, listed
from companion.schema import Faces, Option, Prompt, Refusal


def cannot_play(s: State, who: str) -> Refusal | None:
    """Why this character cannot lay a card of its own."""
    character = s.characters[who]
    if character.resting:  # DYW-REST-2
        return Refusal("RESTING", _("{who} rests and takes no Action.", who=character.called), "DYW-REST-2")
    if character.is_down:
        return Refusal("DOWN", _("{who} is down and plays no card.", who=character.called))
    if not has_card(s, who):
        sentence = _("{who} has no card in hand to play.", who=character.called)
        return Refusal("NO_CARD_TO_PLAY", sentence, "DYW-SKILL-2")
    return None


def enough(s: State, who: Sequence[str]) -> tuple[str, ...]:
    """Those of them who can lay a card each: of the Dealer's figures as many as the Dealer holds cards."""
    if s.held is None:
        return tuple(who)
    figures = [name for name in who if not s.characters[name].is_player][: s.held.cards]
    return tuple(name for name in who if s.characters[name].is_player or name in figures)


def hand_cards(g: G, who: Sequence[str]) -> Rule[dict[str, str]]:
    """The cards chosen from the hands, simultaneously; one card cannot be in two hands, so then all show again.

    Nothing where a correction took somebody's cards away.
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
    """Why these cards, each laid by a character, cannot all lie there: one is there too often for its deck."""
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
    """Show a card of the hand; what cannot be in it, or be played with the weapon, is grey."""
    there = possible(s, who)
    options = tuple(Option(card, card_text(card), cannot_lay(s, who, card, there, weapon)) for card in DECK)
    character = s.characters[who]
    what = _("play a card once more, one was shown twice") if again else _("play a card")
    title = [what, *attribute_hint(s, who)] if weapon is None else with_weapon(s, who, weapon)
    return Prompt(
        character.seat,
        "show",
        listed(title, ", "),
        options,
        1,
        1,
        ("card",),
        zone,
        rule,
        key="card.play",
        about=who,
        whom=character.called,
    )


def cannot_lay(s: State, who: str, card: str, there: Faces, weapon: Weapon | None = None) -> Refusal | None:
    """Why this card cannot be laid. The printed value must be in the weapon's range (DYW-WEAPON-5, -9)."""
    if card not in there:
        where = where_it_is(s, deck_of(s, who), card) or _("all cards of this hand are known")
        sentence = _("The {card} is not in this hand: {where}.", card=card_text(card), where=where)
        return Refusal("CARD_NOT_IN_HAND", sentence, "DYW-X-ZONES-1")
    if weapon is not None and not weapon.low <= card_value(s, card) <= weapon.high:
        sentence = _("The {card} is out of range: {wants}.", card=card_text(card), wants=takes(weapon))
        return Refusal("VALUE_OUT_OF_RANGE", sentence, "DYW-WEAPON-5")
    return None


def takes(weapon: Weapon) -> Text:
    """Which cards it can be played with, as a part of a sentence."""
    name = from_data(weapon.name)
    return _("the {weapon} takes values from {low} to {high}", weapon=name, low=weapon.low, high=weapon.high)


def where_it_is(s: State, name: str, card: str) -> Text | None:
    """Where everybody saw a card of this deck go, the end of a sentence; None where nobody knows."""
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
            return _("it is in the hand of {who}", who=holder(s, seat))


def flipped(g: G, who: str, laid: Mapping[str, str]) -> Rule[str]:
    """The top card of the Library (DYW-SURPRISE-3). One that somebody else has laid already cannot lie there too: it is turned
    again, and the question does not tell before (DYW-CONTEST-2).
    """
    again = False
    while True:
        card = yield from g.one(flip(g.state, who, again))
        if contradiction(g.state, {**laid, who: card}) is None:
            return card
        again = True


def flip(s: State, who: str, again: bool = False) -> Prompt:
    """Turn the top card of the Library for a surprised character; what everybody saw elsewhere is grey."""
    character, left = s.characters[who], unseen(s, deck_of(s, who))
    options = [Option(card, card_text(card), None if card in left else _not_on_top(s, who, card)) for card in DECK]
    turn = (
        _("surprised, turn the top card once more, one was shown twice")
        if again
        else _("surprised, turn the top card of the Library")
    )
    return Prompt(
        character.seat,
        "draw",
        listed([turn, *attribute_hint(s, who)], ", "),
        tuple(options),
        1,
        1,
        ("card",),
        "tray",
        "DYW-SURPRISE-3",
        key="card.turn",
        about=who,
        whom=character.called,
    )


def _not_on_top(s: State, who: str, card: str) -> Refusal:
    where = where_it_is(s, deck_of(s, who), card) or _("nobody knows where it is")
    sentence = _("The {card} cannot come off the Library: {where}.", card=card_text(card), where=where)
    return Refusal("DUPLICATE_CARD", sentence, "DYW-X-ZONES-1")


def attribute_hint(s: State, who: str) -> list[Text]:
    """What the named suit adds for this character, if anything."""
    bonus = s.characters[who].attributes.get(s.test.attribute, 0) if s.test is not None else 0
    if s.test is None or not bonus:
        return []
    return [adds([SUIT_NAMES[s.test.suit]], s.test.attribute, bonus)]


def adds(suits: Sequence[Text], attribute: str, bonus: int) -> Text:
    name = attribute_text(attribute)
    return _("{suits} add {attribute} {n:+}", suits=listed(suits), attribute=name, n=bonus)


def with_weapon(s: State, who: str, weapon: Weapon) -> list[Text]:
    """What is asked for: what the weapon takes, and what its suits add (DYW-WEAPON-3, -4)."""
    name, might = from_data(weapon.name), s.characters[who].attributes.get(MIGHT, 0)
    what = _("play a card for the {weapon}, {low} to {high}", weapon=name, low=weapon.low, high=weapon.high)
    suits = [SUIT_NAMES[one] for one in weapon.suits]
    return [what, adds(suits, MIGHT, might)] if suits and might else [what]


def with_attributes(g: G, played: Sequence[Played]) -> Rule[tuple[Played, ...]]:
    """Add each one's own attribute where the suit fits (DYW-TEST-5, DYW-CONTEST-10); a permission (DYW-TEST-7)."""
    fitting = {p.who: bonus for p in played if (bonus := bonus_of(g.state, p))}
    declined: set[str] = set()
    if g.state.book.asks_attribute and fitting:
        g.emit(CardsLaid())
        given = yield from g.ask(*(may_add(g.state, who, bonus) for who, bonus in fitting.items()))
        declined = {who for who, values in zip(fitting, given, strict=True) if values == ("alone",)}
    bonuses = {p.who: 0 if p.who in declined else fitting.get(p.who, 0) for p in played}
    return tuple(Played(p.who, p.card, p.base, bonuses[p.who], added(g.state, p.who)) for p in played)


def bonus_of(s: State, played: Played) -> int:
    """What the attribute adds to this card: nothing where the suit is another one."""
    test = s.test
    if test is None or suit(played.card) != test.suit:
        return 0
    return s.characters[played.who].attributes.get(test.attribute, 0)


def may_add(s: State, who: str, bonus: int) -> Prompt:
    """The permission, asked where the table wants to be asked."""
    character, attribute = s.characters[who], attribute_text(s.test.attribute if s.test else "")
    adding = Option("add", _("Add {attribute} {n:+}", attribute=attribute, n=bonus))
    return choose(
        character.seat,
        _("the suit fits, add {attribute}?", attribute=attribute),
        (adding, Option("alone", _("The card alone"))),
        rule="DYW-TEST-7",
        key="test.bonus",
        about=who,
        whom=character.called,
    )
