"""Hands of Action cards: dealt by the page, or real ones that are counted, their Contamination cards among them."""

from __future__ import annotations

from companion.engine.chance import without
from companion.engine.play import Rule, count
from companion.games.nemesis.facts.events import CardsDrawn, DeckRenewed, G
from companion.games.nemesis.state import CONTAMINATION, State
from companion.schema.prompt import HOUSE, Faces, Option, Prompt, Seat

ACTION_CARD = "Action card"


def unnamed_cards(deck: Faces) -> Faces:
    """A deck of real cards as the page knows it.

    >>> unnamed_cards(("Sprint", "Listen"))
    ('Action card', 'Action card')
    """
    return (ACTION_CARD,) * len(deck)


def are_real(s: State) -> bool:
    """Is the page only counting the cards?

    With real cards it knows how many of each kind a hand, a deck and a discard pile hold, and no more: what a card says is
    chosen from the list of its role when it is played.
    """
    return s.settings.hands == "box"


def draw(g: G, seat: Seat, number: int) -> Rule[None]:
    """So many cards into the hand, or as many as there are; an empty deck is made anew from the discard pile."""
    while number > 0 and (pile := _pile(g.state, seat)):
        drawn = yield from _drawn(g, seat, min(number, len(pile)))
        number -= len(drawn)
        if not g.state.characters[seat].deck:
            g.emit(DeckRenewed(seat))
        g.emit(CardsDrawn(seat, drawn))


def _pile(s: State, seat: Seat) -> Faces:
    """What is drawn from: the deck, and when it is empty what it will be made of."""
    return s.characters[seat].deck or s.characters[seat].discard


def _drawn(g: G, seat: Seat, number: int) -> Rule[Faces]:
    """Chance picks, as the deck lies face down; of real cards their owner says what came."""
    if not are_real(g.state):
        return (yield from g.some(_by_chance(g.state, seat, number)))
    bad = yield from _contaminated(g, seat, number)
    return (ACTION_CARD,) * (number - bad) + (CONTAMINATION,) * bad


def _by_chance(s: State, seat: Seat, number: int) -> Prompt:
    """Nobody else may see what."""
    cards = tuple(Option(card, card) for card in _pile(s, seat))
    title = f"{s.characters[seat].name}: draws {number} card{'s' * (number > 1)}"
    return Prompt(HOUSE, "draw", title, cards, number, number, rule="NEM-X-TURN-1")


def _contaminated(g: G, seat: Seat, number: int) -> Rule[int]:
    """How many of the real cards that were drawn are Contamination; asked only where it can be doubtful."""
    pile = _pile(g.state, seat)
    bad = pile.count(CONTAMINATION)
    least, most = max(0, number - (len(pile) - bad)), min(number, bad)
    if least == most:
        return most
    title = (
        f"{g.state.characters[seat].name}: draw {number} card{'s' * (number > 1)}. How many of them are Contamination?"
    )
    return (yield from g.number(count(seat, title, least, most, "NEM-X-TURN-1", secret=True)))


def still_there(s: State, seat: Seat, cards: Faces) -> Faces:
    """Those of the cards that the hand holds by now: a correction may have come between."""
    left, found = s.characters[seat].hand, []
    for card in cards:
        if card in left:
            left = without(left, card)
            found.append(card)
    return tuple(found)
