"""Check the deck in use: its cards are shown to the camera, a handful at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from companion.engine import DECK, Rule, card_text, choose, show
from companion.games.draw_your_weapon.facts import DeckCheckBegan, DeckChecked, DeckDeclared, HandfulSeen
from companion.games.draw_your_weapon.rules.cards import deck_name, held_of
from companion.games.draw_your_weapon.state import G, State, Way
from companion.i18n import Text, _
from companion.schema import DEALER, Faces, Option, Prompt, Refusal

MOST_AT_ONCE = 26  # cards on a tray at once
DECK_RULE = "DYW-X-ZONES-1"


def deck_check_ways(s: State) -> Iterator[Way]:
    """Offer a check of each deck. Cards in hands count as seen, so hands stay hidden."""
    options = [Option(name, _("Check {deck}", deck=deck_name(s, name))) for name in s.decks]
    title = _("check the cards of a deck")
    yield Way(choose(DEALER, title, options, rule=DECK_RULE, at="menu", key="deck.check"), begin)


def begin(g: G, values: Faces) -> None:
    g.emit(DeckCheckBegan(values[0]))


def check_handful(g: G) -> Rule[None]:
    """Take a handful, or the end of the check. A correct deck ends the check."""
    prompt, values = yield from g.first(handful_prompt(g.state), end_prompt(g.state))
    if prompt.kind == "show":
        g.emit(HandfulSeen(values))
        if not any(difference(g.state)):
            g.emit(DeckChecked(_deck(g.state), (), ()))
    elif values == ("stop",):
        g.emit(DeckChecked(_deck(g.state), (), difference(g.state)[1], stopped=True))
    else:
        yield from correct_deck(g)


def handful_prompt(s: State) -> Prompt:
    """Accept any cards, each up to twice: the check finds surplus cards."""
    cards = [Option(card, card_text(card)) for card in DECK for _twice in range(2)]
    return replace(show(DEALER, _handful_title(s), cards, DECK_RULE, ("card",), key="deck.handful"), most=MOST_AT_ONCE)


def _handful_title(s: State) -> Text:
    """Return the instruction with the progress."""
    seen, numbers = len(_seen_cards(s)), {"deck": deck_name(s, _deck(s)), "wanted": wanted_count(s)}
    if not seen:
        return _("lay a handful of cards on the tray of {deck}, 0 seen, {wanted} in all", **numbers)
    return _("take these away and lay the next handful of {deck}, {seen} seen, {wanted} in all", seen=seen, **numbers)


def end_prompt(s: State) -> Prompt:
    """Offer to end or to stop the check."""
    ends = [
        Option("all", _("That was all: {n} of {wanted}", n=len(_seen_cards(s)), wanted=wanted_count(s))),
        Option("stop", _("Stop the check")),
    ]
    return choose(DEALER, _("was that the whole deck?"), ends, rule=DECK_RULE, key="deck.end")


def wanted_count(s: State) -> int:
    """Return how many cards must be shown: those outside of hands."""
    return len(s.decks[_deck(s)].cards) - held_of(s, _deck(s))


def difference(s: State) -> tuple[Faces, Faces]:
    """Return (missing, too many). Missing cards may be in hands, and then none is named."""
    expected, shown = Counter(s.decks[_deck(s)].cards), Counter(_seen_cards(s))
    missing = tuple((expected - shown).elements())
    return missing if len(missing) > held_of(s, _deck(s)) else (), tuple((shown - expected).elements())


def correct_deck(g: G) -> Rule[None]:
    """Name each wrong card. Players correct the deck or its declaration."""
    deck = _deck(g.state)
    missing, more = difference(g.state)
    hidden = held_of(g.state, deck)
    named, short = ((), len(missing) - hidden) if hidden and missing else (missing, 0)
    agreed: dict[str, Literal[1, -1]] = {}
    for card in named + more:
        if (yield from is_declared(g, card, too_many=card in more)):
            agreed[card] = 1 if card in more else -1
    g.emit(DeckChecked(deck, named, more, short))
    for card, by in agreed.items():
        g.emit(DeckDeclared(deck, card, by))


def is_declared(g: G, card: str, *, too_many: bool) -> Rule[bool]:
    """Ask whether to change the declaration instead of the deck."""
    put_right = _("Take it away") if too_many else _("It is there now: put it in")
    ways = (
        Option("deck", put_right),
        Option("declare", _("Play with the deck as it is"), _last_card(g.state, too_many=too_many)),
    )
    title = (
        _("the {card} is there too often. What is to be done?", card=card_text(card))
        if too_many
        else _("the {card} is missing. What is to be done?", card=card_text(card))
    )
    return (yield from g.one(choose(DEALER, title, ways, rule=DECK_RULE, key="deck.card", about=card))) == "declare"


def _last_card(s: State, *, too_many: bool) -> Refusal | None:
    if too_many or s.decks[_deck(s)].library > len(difference(s)[0]):
        return None
    return Refusal("LIBRARY_EMPTY", _("Without these the Library would be empty: put the cards in."), "DYW-X-ZONES-4")


def _deck(s: State) -> str:
    if s.checking is None:
        raise RuntimeError("no deck is being checked")
    return s.checking.deck


def _seen_cards(s: State) -> Faces:
    return s.checking.seen if s.checking is not None else ()
