"""Base classes of facts about one seat or one enemy, and shared changes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.engine import without
from companion.games.arkham.content import Enemy
from companion.games.arkham.state import Event, Investigator, State
from companion.i18n import Text, _, from_data
from companion.schema import Seat, Words


@dataclass(frozen=True, slots=True)
class SeatFact(Event):
    """A fact about one investigator. Override `change` to replace that investigator, or `apply` for more."""

    seat: Seat

    def who(self, s: State) -> str:
        return s.seats[self.seat].name

    def change(self, who: Investigator) -> Investigator:
        return who

    def apply(self, s: State) -> State:
        return s.with_seat(self.seat, self.change(s.seats[self.seat]))


@dataclass(frozen=True, slots=True)
class EnemyFact(Event):
    """A fact about one enemy. Override `change` to replace that enemy, or `apply` for more."""

    enemy: str

    def foe(self, s: State) -> Text:
        return from_data(s.enemies[self.enemy].title)

    def change(self, enemy: Enemy) -> Enemy:
        return enemy

    def apply(self, s: State) -> State:
        return s.spawn(self.enemy, self.change(s.enemies[self.enemy]))


def out_of_hand(who: Investigator, card: str) -> Investigator:
    """Remove a card from the hand, by name where it is known there."""
    if card in who.hand:
        return replace(who, hand=without(who.hand, card))
    return replace(who, unknown=who.unknown - 1)


def read_aloud(s: State, text: Words) -> Words:
    """Append a text to the story that is read aloud now."""
    if not s.story or not text:
        return s.story or text
    return _("{before}\n\n{text}", before=s.story, text=text)
