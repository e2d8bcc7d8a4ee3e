"""Facts of characters: health, place and fate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.engine import without
from companion.games.nemesis.content.ship import CONTAMINATION
from companion.games.nemesis.facts.base import CharacterFact
from companion.games.nemesis.names import (
    room_words,
    wounds_words,
)
from companion.games.nemesis.state import (
    Character,
    HeavyObject,
    State,
    corpse_ids,
    with_character,
    with_entry,
    without_all,
)
from companion.i18n import Text, _, ngettext
from companion.schema import Cue, Seat, Words

LIGHT_TO_SERIOUS = 3  # light wounds that are a serious one


@dataclass(frozen=True, slots=True)
class Wounded(CharacterFact):
    wound: Literal["light", "serious"]

    def change(self, character: Character) -> Character:
        light = character.light_wounds + (self.wound == "light")
        serious = character.serious_wounds + (self.wound == "serious") + light // LIGHT_TO_SERIOUS
        return replace(character, light_wounds=light % LIGHT_TO_SERIOUS, serious_wounds=serious)

    def line(self, s: State) -> Words:
        if self.wound == "light":
            return _("{who} suffers a light wound.", who=self.who(s))
        return _("{who} suffers a serious wound.", who=self.who(s))


@dataclass(frozen=True, slots=True)
class Healed(CharacterFact):
    light: int = 0
    serious: int = 0

    def change(self, character: Character) -> Character:
        light, serious = max(0, character.light_wounds - self.light), max(0, character.serious_wounds - self.serious)
        return replace(character, light_wounds=light, serious_wounds=serious)

    def line(self, s: State) -> Words:
        return _("{who} heals {wounds}.", who=self.who(s), wounds=wounds_words(self.light, self.serious))


@dataclass(frozen=True, slots=True)
class SlimeGained(CharacterFact):
    def change(self, character: Character) -> Character:
        return replace(character, slime=True)

    def line(self, s: State) -> Words:
        return _("{who} is covered in slime.", who=self.who(s))


@dataclass(frozen=True, slots=True)
class SlimeCleaned(CharacterFact):
    def change(self, character: Character) -> Character:
        return replace(character, slime=False)

    def line(self, s: State) -> Words:
        return _("{who} is clean of slime.", who=self.who(s))


@dataclass(frozen=True, slots=True)
class LarvaGained(CharacterFact):
    def change(self, character: Character) -> Character:
        return replace(character, larva=True)

    def line(self, s: State) -> Words:
        return _("{who} carries a larva.", who=self.who(s))


@dataclass(frozen=True, slots=True)
class LarvaLost(CharacterFact):
    def change(self, character: Character) -> Character:
        return replace(character, larva=False)

    def line(self, s: State) -> Words:
        return _("{who} is rid of the larva.", who=self.who(s))


@dataclass(frozen=True, slots=True)
class ContaminationGained(CharacterFact):
    card: str

    def change(self, character: Character) -> Character:
        return replace(character, discard=(*character.discard, self.card))

    def line(self, s: State) -> Words:
        return _("{who} takes a Contamination card.", who=self.who(s))


@dataclass(frozen=True, slots=True)
class ContaminationLost(CharacterFact):
    """A Contamination card leaves the hand, the discard pile or the deck, unread."""

    def change(self, character: Character) -> Character:
        if CONTAMINATION in character.hand:
            hand = without(character.hand, CONTAMINATION)
            return replace(character, hand=hand, infected=min(character.infected, hand.count(CONTAMINATION)))
        if CONTAMINATION in character.discard:
            return replace(character, discard=without(character.discard, CONTAMINATION))
        if CONTAMINATION in character.deck:
            return replace(character, deck=without(character.deck, CONTAMINATION))
        return character

    def line(self, s: State) -> Words:
        return _("{who} loses a Contamination card.", who=self.who(s))


@dataclass(frozen=True, slots=True)
class Scanned(CharacterFact):
    """The Contamination cards of a hand were read. Clean ones return to the supply, infected ones stay.

    The two numbers are the owner's secret. The number of cards that leave the hand is public.
    """

    clean: int
    infected: int

    def change(self, character: Character) -> Character:
        hand = without_all(character.hand, (CONTAMINATION,) * self.clean)
        return replace(character, hand=hand, infected=self.infected)

    def line(self, s: State) -> Words:
        return _("{who} is scanned: {left}.", who=self.who(s), left=self._left())

    def line_for(self, s: State, seat: Seat) -> Words:
        if seat != self.seat:
            return self.line(s)
        infected, clean, left = self.infected, self.clean, self._left()
        return _("The scan: {infected} infected, {clean} clean; {left}.", infected=infected, clean=clean, left=left)

    def _left(self) -> Text:
        return ngettext("{n} Contamination card leaves the hand", "{n} Contamination cards leave the hand", self.clean)


@dataclass(frozen=True, slots=True)
class CharacterDied(CharacterFact):
    """Leaves a corpse (NEM-HEAVY-2) and the carried objects in the room. Item cards and weapons are discarded."""

    def apply(self, s: State) -> State:
        character = s.characters[self.seat]
        held = tuple(weapon.name for weapon in character.weapons) + character.items
        dropped = {name: replace(s.objects[name], room=character.room) for name in character.heavy if name in s.objects}
        corpse, corpse_of_namesake = corpse_ids(s, self.seat)
        if corpse in s.objects and character.fate != "dead":
            corpse = corpse_of_namesake
        objects = with_entry({**s.objects, **dropped}, corpse, HeavyObject("character_corpse", character.room))
        s = replace(s, objects=objects, item_discard=s.item_discard + held)
        return with_character(s, self.seat, replace(character, fate="dead", items=(), weapons=(), heavy=()))

    def line(self, s: State) -> Words:
        return _("{who} is dead.", who=self.who(s))

    def cue(self, s: State) -> Cue | None:
        return Cue("fall", self.line(s), "bad", seat=self.seat)


@dataclass(frozen=True, slots=True)
class FellAsleep(CharacterFact):
    def change(self, character: Character) -> Character:
        return replace(character, fate="asleep")

    def line(self, s: State) -> Words:
        return _("{who} falls asleep for the jump.", who=self.who(s))


@dataclass(frozen=True, slots=True)
class SignalSent(CharacterFact):
    def change(self, character: Character) -> Character:
        return replace(character, signal=True)

    def line(self, s: State) -> Words:
        return _("{who} sends the signal.", who=self.who(s))


@dataclass(frozen=True, slots=True)
class Moved(CharacterFact):
    to: str

    def change(self, character: Character) -> Character:
        return replace(character, room=self.to)

    def line(self, s: State) -> Words:
        return _("{who} enters {room}.", who=self.who(s), room=room_words(s, self.to))
