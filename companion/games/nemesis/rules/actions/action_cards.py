"""Action cards: what the hand can play now, and what a card does (NEM-ACARD)."""

from __future__ import annotations

from companion.engine.play import Rule
from companion.games.nemesis.facts.actions import SectionDone
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.actions.card_sections import choose_section, is_hidden, no_section, section_words
from companion.games.nemesis.rules.actions.cost import situation
from companion.games.nemesis.rules.crew import hands
from companion.games.nemesis.rules.effects.effects import perform
from companion.games.nemesis.state import State, payable
from companion.schema.prompt import Faces, Option, Refusal, Seat


def playable_cards(s: State, seat: Seat) -> tuple[Option, ...]:
    """NEM-ACARD-1: the hand's own actions; of real cards all that the role has, the owner says which one it is."""
    return tuple(Option(card, card_words(s, card), cannot_play(s, seat, card)) for card in cards_of(s, seat))


def cards_of(s: State, seat: Seat) -> Faces:
    """The titles that may be in the hand."""
    if hands.are_real(s):
        deck = next((one.deck for one in s.ship.crew if one.id == s.characters[seat].role), ())
        return tuple(dict.fromkeys(card for card in deck if card in s.ship.cards and payable(s, seat)))
    return tuple(dict.fromkeys(card for card in s.characters[seat].hand if card in s.ship.cards))


def card_words(s: State, card: str) -> str:
    """Its title, what it costs beside itself (NEM-ACARD-4), and what it does."""
    cost, does = s.ship.cards[card].cost, " or ".join(one.text for one in s.ship.cards[card].sections if one.text)
    price = f"{card}, {cost} more to discard" if cost else f"{card}, no further card"
    return f"{price}: {does}" if does else price


def no_card_to_play(s: State, seat: Seat) -> Refusal | None:
    """An empty hand everybody sees; what the cards are is their owner's secret."""
    return (
        None if s.characters[seat].hand else Refusal("CARD_NOT_IN_HAND", "There is no card in the hand.", "NEM-ACARD-3")
    )


def cannot_play(s: State, seat: Seat, card: str) -> Refusal | None:
    """NEM-ACARD-3, -6; a card of which no section can do anything stays in the hand."""
    if card not in cards_of(s, seat):
        return Refusal("CARD_NOT_IN_HAND", f"{card} is not among the Action cards of the hand.", "NEM-ACARD-3")
    return situation(s, seat, s.ship.cards[card].allowed) or no_section(s, seat, s.ship.cards[card].sections)


def card_cost(s: State, card: str) -> int:
    """The additional cards (NEM-ACARD-4, -7)."""
    return s.ship.cards[card].cost if card in s.ship.cards else 0


def play_card(g: G, seat: Seat, card: str) -> Rule[None]:
    """What the card says (NEM-ACARD-2); of sections split by [OR] one (NEM-ACARD-5, -8)."""
    sections = g.state.ship.cards[card].sections
    if not sections:
        return
    section = yield from choose_section(g, seat, card, sections)
    if not is_hidden(section):
        g.emit(SectionDone(seat, section.id, section_words(section)))
    yield from perform(g, seat, section.effects)
