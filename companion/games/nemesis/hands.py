"""Hands of Action cards: dealt by the page, or real ones that are counted, their Contamination cards among them.

With real cards the page knows how many of each kind a hand, a deck and a discard pile hold, and no more: what a card says
is chosen from the list of its role when it is played.
"""

from __future__ import annotations

from companion.games.nemesis.events import CardsDrawn, DeckRenewed, G
from companion.games.nemesis.state import CONTAMINATION, State
from companion.rules.play import Rule, count
from companion.wire.prompt import HOUSE, Faces, Option, Prompt, Seat

ACTION_CARD = "Action card"


def counted(deck: Faces) -> Faces:
    """A deck of real cards as the page knows it.

    >>> counted(("Sprint", "Listen"))
    ('Action card', 'Action card')
    """
    return (ACTION_CARD,) * len(deck)


def are_real(s: State) -> bool:
    return s.settings.hands == "box"


def draw(g: G, seat: Seat, number: int) -> Rule[None]:
    """So many cards into the hand, or as many as there are; an empty deck is made anew from the discard pile."""
    while number > 0 and _cards(g.state, seat):
        if not g.state.characters[seat].deck:
            g.emit(DeckRenewed(seat))
        drawn = yield from _drawn(g, seat, min(number, len(g.state.characters[seat].deck)))
        number -= len(drawn)
        g.emit(CardsDrawn(seat, drawn))


def _cards(s: State, seat: Seat) -> int:
    return len(s.characters[seat].deck) + len(s.characters[seat].discard)


def _drawn(g: G, seat: Seat, number: int) -> Rule[Faces]:
    """Chance picks, as the deck lies face down; of real cards their owner says what came."""
    if not are_real(g.state):
        return (yield from g.some(_by_chance(g.state, seat, number)))
    bad = yield from _contaminated(g, seat, number)
    return (ACTION_CARD,) * (number - bad) + (CONTAMINATION,) * bad


def _by_chance(s: State, seat: Seat, number: int) -> Prompt:
    """Nobody else may see what."""
    character = s.characters[seat]
    cards = tuple(Option(card, card) for card in character.deck)
    title = f"{character.name}: draws {number} card{'s' * (number > 1)}"
    return Prompt(HOUSE, "draw", title, cards, number, number, rule="NEM-X-TURN-1")


def _contaminated(g: G, seat: Seat, number: int) -> Rule[int]:
    """How many of the real cards that were drawn are Contamination; asked only where it can be doubtful."""
    character = g.state.characters[seat]
    bad = character.deck.count(CONTAMINATION)
    least, most = max(0, number - (len(character.deck) - bad)), min(number, bad)
    if least == most:
        return most
    title = f"{character.name}: draw {number} card{'s' * (number > 1)}. How many of them are Contamination?"
    return (yield from g.number(count(seat, title, least, most, "NEM-X-TURN-1", secret=True)))
