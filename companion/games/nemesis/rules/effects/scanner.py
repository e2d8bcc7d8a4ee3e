"""Contamination cards under the scanner: which are infected, only their owner learns (NEM-X-CONTAM-1)."""

from __future__ import annotations

from companion.engine.play import Rule, count, draw
from companion.games.nemesis.facts.crew import Scanned
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.contamination_check import INFECTED, unread
from companion.games.nemesis.rules.crew import hands, harm
from companion.games.nemesis.rules.effects.deed import EffectCall, whom
from companion.games.nemesis.state import CONTAMINATION, State
from companion.schema.prompt import HOUSE, Refusal, Seat


def cannot_scan(s: State, act: EffectCall) -> Refusal | None:
    """Nobody learns from a grey button what is in a hand, so it is always possible."""
    return None if whom(s, act) else Refusal("NOBODY_HERE", "Nobody is there to be scanned.")


def scan(g: G, act: EffectCall) -> Rule[None]:
    for seat in whom(g.state, act):
        yield from scan_one(g, seat)


def scan_one(g: G, seat: Seat) -> Rule[None]:
    """Read the hand of one character; which cards are infected, only its owner learns (NEM-X-CONTAM-1).

    Our default: all Contamination cards of the hand are read. Clean ones go back to the supply; infected ones stay, and where
    there is one, a larva is found, unless the character carries one already: then the second one kills.
    """
    if not contaminations_in_hand(g.state, seat):
        return
    infected = yield from _found(g, seat)
    cards = contaminations_in_hand(g.state, seat)
    infected = min(infected, cards)  # a correction may have come between
    g.emit(Scanned(seat, cards - infected, infected))
    if infected:
        harm.larva(g, seat)


def contaminations_in_hand(s: State, seat: Seat) -> int:
    """Contamination cards of the hand; those that a scan called infected are among them."""
    return s.characters[seat].hand.count(CONTAMINATION)


def _found(g: G, seat: Seat) -> Rule[int]:
    """How many are infected: real cards are read by their owner, of ours chance says it."""
    cards, known = contaminations_in_hand(g.state, seat), g.state.characters[seat].infected
    name = g.state.characters[seat].name
    if hands.are_real(g.state):
        title = f"{name}: read the Contamination cards of your hand. How many are infected?"
        return (yield from g.number(count(seat, title, 0, cards, "NEM-X-CONTAM-1", secret=True)))
    deck = unread(g.state)
    fresh = min(cards - known, len(deck))
    if not fresh:
        return known
    read = yield from g.some(draw(HOUSE, f"{name}: the scanner reads", deck, "NEM-X-CONTAM-1", count=fresh))
    return known + read.count(INFECTED)
