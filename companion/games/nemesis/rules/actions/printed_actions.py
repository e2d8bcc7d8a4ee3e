"""Actions printed on Action cards, items and rooms (NEM-ACARD, NEM-ITEM, NEM-ROOM)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Rule, choose
from companion.games.nemesis.content.ship import ActionCard, Deed, Section
from companion.games.nemesis.facts import ItemLost, ItemUsed, RoomUsed, SectionDone, WeaponLost
from companion.games.nemesis.names import who
from companion.games.nemesis.rules.actions.cost import Action, cannot_use_now
from companion.games.nemesis.rules.crew import hands
from companion.games.nemesis.rules.effects import cannot_perform_any, perform
from companion.games.nemesis.state import G, State, payable_cards, tile_of, with_malfunction
from companion.i18n import Text, _, from_data, listed
from companion.schema import Faces, Option, Refusal, Seat

HIDDEN_DEEDS: frozenset[Deed] = frozenset({"repair_engine", "break_engine"})
"""Done without showing the others which of the two it was (NEM-ACARD-8)."""


def is_hidden(section: Section) -> bool:
    return any(effect.do in HIDDEN_DEEDS for effect in section.effects)


def cannot_do_any_section(s: State, seat: Seat, sections: tuple[Section, ...]) -> Refusal | None:
    """Return the reason against all sections, None if any is possible or the card has no sections."""
    refused = [cannot_perform_any(s, seat, section.effects) for section in sections]
    return refused[0] if refused and all(refused) else None


def choose_section(g: G, seat: Seat, of: Text, sections: tuple[Section, ...]) -> Rule[Section]:
    """Ask for the section; those without an effect now are refused. `of`: the card or room."""
    if len(sections) == 1:
        return sections[0]
    options = [
        Option(part.id, section_words(part), cannot_perform_any(g.state, seat, part.effects)) for part in sections
    ]
    if all(option.refused for option in options):  # a correction came between, and what was paid is paid
        options = [Option(part.id, section_words(part)) for part in sections]
    secret = any(is_hidden(part) for part in sections)
    title = _("which section of {of}?", of=of)
    chosen = yield from g.one(choose(seat, title, options, rule="NEM-ACARD-5", secret=secret, key="section"))
    return next(section for section in sections if section.id == chosen)


SECTION_NAMES: Mapping[str, Text] = {"first": _("First"), "or": _("Or")}
"""Names of the sections of a custom card."""


def section_words(section: Section) -> Text:
    """Return the text of its button. A custom section without text gets its id in words.

    >>> str(section_words(Section("repair_engine")))
    'Repair engine'
    """
    if section.text:
        return from_data(section.text)
    return SECTION_NAMES.get(section.id) or from_data(section.id.replace("_", " ").capitalize())


def playable_cards(s: State, seat: Seat) -> tuple[Option, ...]:
    """NEM-ACARD-1: return the Action cards of the hand. With real cards, all cards of the role."""
    return tuple(Option(card, card_words(s, card), cannot_play(s, seat, card)) for card in cards_of(s, seat))


def cards_of(s: State, seat: Seat) -> Faces:
    if hands.are_real(s):
        deck = next((member.deck for member in s.ship.crew if member.id == s.characters[seat].role), ())
        return tuple(dict.fromkeys(card for card in deck if card in s.ship.cards and payable_cards(s, seat)))
    return tuple(dict.fromkeys(card for card in s.characters[seat].hand if card in s.ship.cards))


def card_words(s: State, card: str) -> Text:
    """Return title, additional cost (NEM-ACARD-4) and effect."""
    title, cost = from_data(card), s.ship.cards[card].cost
    price = _("{card}, {n} more to discard", card=title, n=cost) if cost else _("{card}, no further card", card=title)
    does = card_text(s.ship.cards[card])
    return _("{price}: {does}", price=price, does=does) if does else price


def card_text(card: ActionCard) -> Text:
    """Return the texts of its sections, of which one is done (NEM-ACARD-5)."""
    return listed((from_data(section.text) for section in card.sections if section.text), "or")


def cannot_play_any(s: State, seat: Seat) -> Refusal | None:
    """Refuse by an empty hand, which is public. The cards are not."""
    no_card = Refusal("CARD_NOT_IN_HAND", _("There is no card in the hand."), "NEM-ACARD-3")
    return None if s.characters[seat].hand else no_card


def cannot_play(s: State, seat: Seat, card: str) -> Refusal | None:
    """NEM-ACARD-3, -6. A card stays in the hand if no section has an effect."""
    if card not in cards_of(s, seat):
        sentence = _("{card} is not among the Action cards of the hand.", card=from_data(card))
        return Refusal("CARD_NOT_IN_HAND", sentence, "NEM-ACARD-3")
    return cannot_use_now(s, seat, s.ship.cards[card].allowed) or cannot_do_any_section(
        s, seat, s.ship.cards[card].sections
    )


def card_cost(s: State, card: str) -> int:
    """NEM-ACARD-4, -7."""
    return s.ship.cards[card].cost if card in s.ship.cards else 0


def play_card(g: G, seat: Seat, card: str) -> Rule[None]:
    """Perform the card (NEM-ACARD-2), one section of several (NEM-ACARD-5, -8)."""
    sections = g.state.ship.cards[card].sections
    if not sections:
        return
    section = yield from choose_section(g, seat, from_data(card), sections)
    if not is_hidden(section):
        g.emit(SectionDone(seat, section.id, section_words(section)))
    yield from perform(g, seat, section.effects, of=f"card/{card}")


def usable_items(s: State, seat: Seat) -> tuple[Option, ...]:
    """NEM-ITEM-1. A weapon may have an action too."""
    acting = dict.fromkeys(item for item in held_items(s, seat) if item in s.ship.items and s.ship.items[item].acts)
    return tuple(
        Option(
            item, _("{item}, {n} to pay", item=from_data(item), n=item_cost(s, item)), cannot_use_item(s, seat, item)
        )
        for item in acting
    )


def held_items(s: State, seat: Seat) -> Faces:
    return s.characters[seat].items + tuple(weapon.name for weapon in s.characters[seat].weapons)


def cannot_use_any_item(s: State, seat: Seat) -> Refusal | None:
    """Refuse by weapons and the number of items, which are public. Item names are not."""
    has_none = not s.characters[seat].items and all(option.refused for option in usable_items(s, seat))
    sentence = _("There is no item with an action that is possible now.")
    return Refusal("CARD_NOT_IN_HAND", sentence, "NEM-ITEM-1") if has_none else None


def cannot_use_item(s: State, seat: Seat, item: str) -> Refusal | None:
    if item not in held_items(s, seat) or item not in s.ship.items:
        sentence = _("{who} has no {item}.", who=who(s, seat), item=from_data(item))
        return Refusal("CARD_NOT_IN_HAND", sentence, "NEM-ITEM-1")
    written = s.ship.items[item]
    if not written.acts:
        return Refusal("NO_ACTION", _("The card {item} has no action.", item=from_data(item)), "NEM-ITEM-1")
    return cannot_use_now(s, seat, written.allowed) or cannot_perform_any(s, seat, written.effects)


def item_cost(s: State, item: str) -> int:
    return s.ship.items[item].cost if item in s.ship.items else 0


def use_item(g: G, seat: Seat, item: str) -> Rule[None]:
    """Perform the item. Items to be used once are discarded first."""
    g.emit(ItemUsed(seat, item))
    written = g.state.ship.items[item]
    if written.once and written.effects:
        if item in g.state.characters[seat].items:
            g.emit(ItemLost(seat, item))
        elif item in held_items(g.state, seat):
            g.emit(WeaponLost(seat, item))
    yield from perform(g, seat, written.effects, of=f"item/{item}")


def room_option_here(s: State, seat: Seat) -> tuple[Option, ...]:
    """NEM-ROOM-1."""
    room = s.characters[seat].room
    return (Option(room, room_action_words(s, room), cannot_use_room(s, seat, room)),)


def room_action_words(s: State, room: str) -> Text:
    """Return the title of the action. An unexplored room does not show its action."""
    tile = tile_of(s, room)
    if not s.rooms[room].explored or tile is None:
        return _("Room action")
    room_name = from_data(tile.title)
    if tile.action:
        return _("{room}: {action}", room=room_name, action=from_data(tile.action))
    return _("The action of the {room}", room=room_name)


def cannot_use_own_room(s: State, seat: Seat) -> Refusal | None:
    return cannot_use_room(s, seat, s.characters[seat].room)


def cannot_use_room(s: State, seat: Seat, room: str) -> Refusal | None:
    """Refuse unless the room is here, explored, in order, and its action has an effect now."""
    if room != s.characters[seat].room:
        return Refusal("NOT_SAME_PLACE", _("{who} is not in that room.", who=who(s, seat)), "NEM-ROOM-1")
    if not s.rooms[room].explored:
        return Refusal("ROOM_UNKNOWN", _("Nobody knows yet what this room is."), "NEM-ROOM-1")
    tile = tile_of(s, room)
    if tile is None or not tile.action:
        sentence = _("The {room} has no action.", room=from_data(s.rooms[room].title))
        return Refusal("NO_ROOM_ACTION", sentence, "NEM-ROOM-1")
    if with_malfunction(s, room):
        sentence = _("The {room} is out of order: repair the malfunction first.", room=from_data(tile.title))
        return Refusal("MALFUNCTION", sentence, "NEM-ROOM-1")
    return (
        cannot_use_now(s, seat, tile.allowed)
        or cannot_do_any_section(s, seat, tile.sections)
        or cannot_perform_any(s, seat, tile.effects)
    )


def room_cost(s: State, room: str) -> int:
    """Return the tile's cost, else the common cost of room actions."""
    tile = tile_of(s, room) if room in s.rooms else None
    return s.ship.costs["room_action"] if tile is None or tile.cost is None else tile.cost


def use_room(g: G, seat: Seat, room: str) -> Rule[None]:
    """NEM-ROOM-2."""
    g.emit(RoomUsed(seat, room))
    tile = tile_of(g.state, room)
    if tile is None:
        return
    effects = tile.effects
    if tile.sections:
        of = _("the {room}", room=from_data(tile.title))
        effects = (yield from choose_section(g, seat, of, tile.sections)).effects
    yield from perform(g, seat, effects, room, of=f"room/{room}")


ACTIONS = (
    Action(
        "action_card", _("Action card"), "NEM-ACARD-3", cannot_play_any, playable_cards, cannot_play, play_card, card_cost,
        secret=True, fights=True,
    ),
    Action(
        "item_action", _("Item card"), "NEM-ITEM-1", cannot_use_any_item, usable_items, cannot_use_item, use_item, item_cost,
        secret=True, fights=True,
    ),
    Action(
        "room_action", _("Room action"), "NEM-ROOM-1", cannot_use_own_room, room_option_here, cannot_use_room, use_room, room_cost
    ),
)  # fmt: skip
