"""The base of all facts about one character."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.draw_your_weapon.state import Character, Event, State, with_character
from companion.schema import Words


@dataclass(frozen=True, slots=True)
class CharacterFact(Event):
    """A fact about the character `who`. Override `change` to replace that character, or `apply` for more."""

    who: str

    def display_name(self, s: State) -> Words:
        return s.characters[self.who].display_name

    def change(self, c: Character) -> Character:
        return c

    def apply(self, s: State) -> State:
        return with_character(s, self.who, self.change(s.characters[self.who]))
