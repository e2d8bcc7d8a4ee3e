"""The investigators: their counters, what lies before each, and the own hand."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.arkham.rules.enemies import engaged_with
from companion.games.arkham.rules.skill_test.values import holdable
from companion.games.arkham.state import ACTIONS_A_TURN, InPlay, Investigator, State
from companion.schema.prompt import Seat
from companion.schema.view import Card, Cards, Count, Counters


def counters(s: State, seat: Seat, who: Investigator) -> Counters:
    items = (
        Count("Actions", who.actions, max(ACTIONS_A_TURN, who.actions), "action"),
        Count("Clues", who.clues, icon="clue"),
        Count("Resources", who.resources, icon="resource"),
        Count("Damage", who.damage, who.health, "damage"),
        Count("Horror", who.horror, who.sanity, "horror"),
        Count("Cards in hand", len(who.hand) + who.unknown, icon="card"),
        Count("Enemies engaged", len(engaged_with(s, seat)), icon="enemy"),
    )
    role = f" · {who.title}" if who.title and who.title != who.name else ""
    gone = {"killed": ", defeated", "insane": ", driven insane", "resigned": ", resigned"}.get(who.left, "")
    return Counters(f"{who.name}{role}{gone}", items, seat)


def in_play(s: State, seat: Seat) -> Iterator[Cards]:
    """For everybody: it lies open on the table."""
    who = s.seats[seat]
    cards = tuple(Card(card, card, in_play_note(s, who, card)) for card in dict.fromkeys(who.in_play))
    if cards:
        yield Cards(f"{who.name}: in play", cards, seat)


def hand(s: State, seat: Seat) -> Cards:
    """For its owner alone: what is known to be in it."""
    who = s.seats[seat]
    known = tuple(Card(card, card, " · ".join(s.cards[card].icons)) for card in who.hand if card in s.cards)
    others = (Card("unknown", f"{who.unknown} more in the hand", _may_be(s, seat)),) if who.unknown else ()
    return Cards("Your hand", known + others, seat)


def in_play_note(s: State, who: Investigator, card: str) -> str:
    """What lies on it, and what it says."""
    facts, lying = s.cards.get(card), who.assets.get(card, InPlay())
    if facts is None:
        return ""
    parts = [f"{lying.uses} uses left" if facts.uses else "", f"{lying.damage} damage" if lying.damage else ""]
    return " · ".join(part for part in (*parts, f"{lying.horror} horror" if lying.horror else "", facts.text) if part)


def _may_be(s: State, seat: Seat) -> str:
    who = s.seats[seat]
    unseen = len(holdable(s, seat)) - len(who.hand)
    return f"of {unseen} of the own deck" if who.list else ""
