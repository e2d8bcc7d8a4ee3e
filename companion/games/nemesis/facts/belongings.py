"""Facts of cards, items, weapons and heavy objects of characters."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.engine import without
from companion.games.nemesis.facts.base import CharacterFact
from companion.games.nemesis.names import (
    card_list,
    comma_list,
    gone_words,
    object_name,
    object_words,
    room_words,
    who,
)
from companion.games.nemesis.state import (
    Character,
    Event,
    HeavyObject,
    State,
    Weapon,
    with_character,
    with_entry,
    without_all,
    without_entry,
)
from companion.i18n import NOTHING, Text, _, from_data, ngettext
from companion.schema import Faces, Seat, Words


@dataclass(frozen=True, slots=True)
class ActionPaid(CharacterFact):
    """An action begins. Its cards are discarded face up (NEM-COST-2)."""

    action: str
    cards: Faces

    def change(self, character: Character) -> Character:
        hand = without_all(character.hand, self.cards)
        return replace(character, hand=hand, discard=character.discard + self.cards, actions=character.actions - 1)

    def apply(self, s: State) -> State:
        return replace(with_character(s, self.seat, self.change(s.characters[self.seat])), last=None, told=None)

    def line(self, s: State) -> Words:
        return _("{who} discards {cards}.", who=self.who(s), cards=card_list(self.cards)) if self.cards else NOTHING


@dataclass(frozen=True, slots=True)
class ActionsSet(CharacterFact):
    actions: int

    def change(self, character: Character) -> Character:
        return replace(character, actions=self.actions)

    def line(self, s: State) -> Words:
        return ngettext("{who} has {n} action left.", "{who} has {n} actions left.", self.actions, who=self.who(s))


@dataclass(frozen=True, slots=True)
class CardsDiscarded(CharacterFact):
    """An effect discards cards from the hand, face up."""

    cards: Faces

    def change(self, character: Character) -> Character:
        return replace(character, hand=without_all(character.hand, self.cards), discard=character.discard + self.cards)

    def line(self, s: State) -> Words:
        return _("{who} discards {cards}.", who=self.who(s), cards=card_list(self.cards))


@dataclass(frozen=True, slots=True)
class CardsDrawn(CharacterFact):
    cards: Faces  # the owner's secret

    def change(self, character: Character) -> Character:
        return replace(character, deck=without_all(character.deck, self.cards), hand=character.hand + self.cards)

    def line(self, s: State) -> Words:
        return ngettext("{who} draws {n} card.", "{who} draws {n} cards.", len(self.cards), who=self.who(s))

    def line_for(self, s: State, seat: Seat) -> Words:
        return _("You draw {cards}.", cards=card_list(self.cards)) if seat == self.seat else self.line(s)


@dataclass(frozen=True, slots=True)
class DeckRenewed(CharacterFact):
    """The discard pile was shuffled into the deck."""

    def change(self, character: Character) -> Character:
        return replace(character, deck=character.deck + character.discard, discard=())


@dataclass(frozen=True, slots=True)
class ObjectivesDealt(CharacterFact):
    objectives: Faces  # the owner's secret

    def change(self, character: Character) -> Character:
        return replace(character, objectives=self.objectives)

    def line(self, s: State) -> Words:
        n = len(self.objectives)
        return ngettext("{who} looks at {n} objective.", "{who} looks at {n} objectives.", n, who=self.who(s))


@dataclass(frozen=True, slots=True)
class ObjectiveKept(CharacterFact):
    """The other objective leaves the game unseen."""

    objective: str  # the owner's secret

    def change(self, character: Character) -> Character:
        return replace(character, objectives=(), objective=self.objective)

    def line(self, s: State) -> Words:
        return _("{who} keeps one objective.", who=self.who(s))

    def line_for(self, s: State, seat: Seat) -> Words:
        if seat != self.seat:
            return self.line(s)
        titles = {objective.id: objective.title for objective in s.ship.objectives}
        return _("You keep {objective}.", objective=from_data(titles.get(self.objective, self.objective)))


@dataclass(frozen=True, slots=True)
class SectionDone(CharacterFact):
    """A player chose a section of an Action card. Its effects follow (NEM-ACARD-5)."""

    section: str
    words: Words = ""  # as it stands on the card

    def line(self, s: State) -> Words:
        return _("{who}: {does}.", who=self.who(s), does=self.words or from_data(self.section))


@dataclass(frozen=True, slots=True)
class RoomUsed(CharacterFact):
    room: str

    def line(self, s: State) -> Words:
        return _("{who} uses the action of {room}.", who=self.who(s), room=room_words(s, self.room))


@dataclass(frozen=True, slots=True)
class ItemUsed(CharacterFact):
    item: str

    def line(self, s: State) -> Words:
        return _("{who} uses {item}.", who=self.who(s), item=from_data(self.item))


@dataclass(frozen=True, slots=True)
class ItemGained(CharacterFact):
    """An effect gives an item. A heavy item needs no action (NEM-HEAVY-3)."""

    item: str

    def change(self, character: Character) -> Character:
        return replace(character, items=(*character.items, self.item))

    def line(self, s: State) -> Words:
        return _("{who} gains an item.", who=self.who(s))

    def line_for(self, s: State, seat: Seat) -> Words:
        if seat != self.seat:
            return self.line(s)
        return _("{who} gains {item}.", who=self.who(s), item=from_data(self.item))


@dataclass(frozen=True, slots=True)
class ItemLost(CharacterFact):
    item: str

    def apply(self, s: State) -> State:
        character = s.characters[self.seat]
        lost = with_character(s, self.seat, replace(character, items=without(character.items, self.item)))
        return replace(lost, item_discard=(*s.item_discard, self.item))

    def line(self, s: State) -> Words:
        return _("{who} discards {item}.", who=self.who(s), item=from_data(self.item))


@dataclass(frozen=True, slots=True)
class WeaponGained(CharacterFact):
    weapon: str
    ammo: int

    def change(self, character: Character) -> Character:
        return replace(character, weapons=(*character.weapons, Weapon(self.weapon, self.ammo)))

    def line(self, s: State) -> Words:
        weapon = from_data(self.weapon)
        return _("{who} takes up {weapon}, ammo {ammo}.", who=self.who(s), weapon=weapon, ammo=self.ammo)


@dataclass(frozen=True, slots=True)
class WeaponLost(CharacterFact):
    """A weapon is discarded with its ammo."""

    weapon: str

    def apply(self, s: State) -> State:
        character = s.characters[self.seat]
        lost = with_character(s, self.seat, replace(character, weapons=_with_weapon(character, self.weapon)))
        return replace(lost, item_discard=(*s.item_discard, self.weapon))

    def line(self, s: State) -> Words:
        return _("{who} is without {weapon}.", who=self.who(s), weapon=from_data(self.weapon))


@dataclass(frozen=True, slots=True)
class AmmoSet(CharacterFact):
    weapon: str
    ammo: int

    def change(self, character: Character) -> Character:
        return replace(character, weapons=_with_weapon(character, self.weapon, Weapon(self.weapon, self.ammo)))

    def line(self, s: State) -> Words:
        weapon = from_data(self.weapon)
        return _("{who} has {weapon} with ammo {ammo}.", who=self.who(s), weapon=weapon, ammo=self.ammo)


@dataclass(frozen=True, slots=True)
class AmmoSpent(CharacterFact):
    weapon: str

    def change(self, character: Character) -> Character:
        return replace(
            character,
            weapons=tuple(Weapon(w.name, w.ammo - 1) if w.name == self.weapon else w for w in character.weapons),
        )


@dataclass(frozen=True, slots=True)
class Crafted(CharacterFact):
    """Two components are discarded, the crafted card is gained."""

    item: str
    components: Faces

    def apply(self, s: State) -> State:
        character, made = s.characters[self.seat], s.ship.items.get(self.item)
        items = without_all(character.items, self.components)
        if made is None or made.ammo is None:
            character = replace(character, items=(*items, self.item))
        else:
            character = replace(character, items=items, weapons=(*character.weapons, Weapon(self.item, made.ammo)))
        s = with_character(s, self.seat, character)
        return replace(s, crafted_gone=(*s.crafted_gone, self.item), item_discard=s.item_discard + self.components)

    def line(self, s: State) -> Words:
        parts = card_list(self.components)
        return _("{who} crafts {item} of {parts}.", who=self.who(s), item=from_data(self.item), parts=parts)


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    one: Seat
    other: Seat
    gives: Faces
    takes: Faces

    def apply(self, s: State) -> State:
        return _give(_give(s, self.one, self.other, self.gives), self.other, self.one, self.takes)

    def line(self, s: State) -> Words:
        return self.line_for(s, "")

    def line_for(self, s: State, seat: Seat) -> Words:
        """Name the swapped things. Only the two traders read the items (NEM-TRADE-2)."""
        is_theirs = seat in (self.one, self.other)
        given, taken = (_swapped_words(s, things, is_theirs=is_theirs) for things in (self.gives, self.takes))
        one, other = who(s, self.one), who(s, self.other)
        return _("{who} gives {given}, {other} gives {taken}.", who=one, given=given, other=other, taken=taken)


def _give(s: State, giver: Seat, taker: Seat, things: Faces) -> State:
    for thing in things:
        a, b = s.characters[giver], s.characters[taker]
        if thing in a.items:
            a, b = replace(a, items=without(a.items, thing)), replace(b, items=(*b.items, thing))
        elif held := next((w for w in a.weapons if w.name == thing), None):
            left = tuple(w for w in a.weapons if w is not held)
            a, b = replace(a, weapons=left), replace(b, weapons=(*b.weapons, held))
        else:
            a, b = replace(a, heavy=without(a.heavy, thing)), replace(b, heavy=(*b.heavy, thing))
        s = with_character(with_character(s, giver, a), taker, b)
    return s


def _swapped_words(s: State, things: Faces, *, is_theirs: bool) -> Text:
    weapons = [weapon.name for character in s.characters.values() for weapon in character.weapons]
    seen = tuple(thing for thing in things if is_theirs or thing in weapons or thing in s.objects)
    hidden = len(things) - len(seen)
    rest = (ngettext("{n} item", "{n} items", hidden),) if hidden else ()
    return comma_list((*(object_words(s, thing) for thing in seen), *rest))


@dataclass(frozen=True, slots=True)
class ObjectTaken(CharacterFact):
    name: str

    def apply(self, s: State) -> State:
        character = s.characters[self.seat]
        carried = with_character(s, self.seat, replace(character, heavy=(*character.heavy, self.name)))
        return replace(carried, objects=with_entry(s.objects, self.name, replace(s.objects[self.name], room="")))

    def line(self, s: State) -> Words:
        return _("{who} picks up the {thing}.", who=self.who(s), thing=object_words(s, self.name))


@dataclass(frozen=True, slots=True)
class ObjectDropped(CharacterFact):
    """A heavy object is put into the room of its carrier."""

    name: str

    def apply(self, s: State) -> State:
        dropped = replace(s.objects[self.name], room=s.characters[self.seat].room)
        return replace(_without_carrier(s, self.name), objects=with_entry(s.objects, self.name, dropped))

    def line(self, s: State) -> Words:
        return _("{who} puts down the {thing}.", who=self.who(s), thing=object_words(s, self.name))


@dataclass(frozen=True, slots=True)
class ObjectPut(Event):
    """A heavy object enters the game, in a room or carried by a seat."""

    name: str
    kind: str
    room: str = ""
    seat: Seat = ""

    def apply(self, s: State) -> State:
        s = replace(
            _without_carrier(s, self.name), objects=with_entry(s.objects, self.name, HeavyObject(self.kind, self.room))
        )
        if not self.seat:
            return s
        carrier = s.characters[self.seat]
        return with_character(s, self.seat, replace(carrier, heavy=(*carrier.heavy, self.name)))

    def line(self, s: State) -> Words:
        thing = object_name(self.kind)
        if self.room:
            return _("The {thing} is in {room}.", thing=thing, room=room_words(s, self.room))
        return _("The {thing} is with {who}.", thing=thing, who=who(s, self.seat))


@dataclass(frozen=True, slots=True)
class ObjectGone(Event):
    """A heavy object leaves the game."""

    name: str

    def apply(self, s: State) -> State:
        return replace(_without_carrier(s, self.name), objects=without_entry(s.objects, self.name))

    def line(self, s: State) -> Words:
        return _("The {thing} is gone.", thing=gone_words(s, self.name))


def _with_weapon(character: Character, name: str, *instead: Weapon) -> tuple[Weapon, ...]:
    """Replace or remove one weapon of that name. Raises ValueError if the character holds none."""
    place = [weapon.name for weapon in character.weapons].index(name)
    return (*character.weapons[:place], *instead, *character.weapons[place + 1 :])


def _without_carrier(s: State, name: str) -> State:
    """Take a heavy object from its carrier."""
    for seat, character in s.characters.items():
        if name in character.heavy:
            s = with_character(s, seat, replace(character, heavy=without(character.heavy, name)))
    return s
