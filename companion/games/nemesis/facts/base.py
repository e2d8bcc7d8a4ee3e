"""The base of all facts about one character."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.nemesis.state import Character, Event, State, with_character
from companion.schema import Seat, Words


@dataclass(frozen=True, slots=True)
class CharacterFact(Event):
    """A fact about the character of a seat. Override `change` to replace that character, or `apply` for more."""

    seat: Seat

    def who(self, s: State) -> Words:
        return s.characters[self.seat].name

    def change(self, character: Character) -> Character:
        return character

    def apply(self, s: State) -> State:
        return with_character(s, self.seat, self.change(s.characters[self.seat]))
