"""Names of attributes, numbers, seats and decks for display."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.games.draw_your_weapon.state import Number, Stat, State
from companion.i18n import Text, _, from_data, ngettext, pgettext
from companion.schema import TABLE, Seat, Words

ATTRIBUTE_NAMES = {
    "might": _("Might"),
    "endurance": _("Endurance"),
    "wits": _("Wits"),
    "charm": pgettext("attribute", "Charm"),
}
"""Attributes of the rulebook. Players may add others."""
STAT_NAMES: Mapping[Stat, Text] = MappingProxyType({"hp": _("HP"), "reserve": _("Reserve"), "clout": _("Clout")})
NUMBER_NAMES: Mapping[Number, Text] = MappingProxyType(
    {
        "hp": _("HP"),
        "guard": _("Guard"),
        "reserve": _("Reserve"),
        "clout": _("Clout"),
        "experience": _("Experience"),
        "level": _("Level"),
        "speed": _("Speed"),
    }
)


def seat_name(s: State, seat: Seat) -> Words:
    """Return the name at the beginning of a prompt to a seat."""
    return s.characters[seat].display_name if seat in s.characters else _("Dealer")


def owner_text(s: State, seat: Seat) -> Words:
    """Return the owner of a hand or a deck, for the middle of a sentence."""
    return s.characters[seat].display_name if seat in s.characters else _("the Dealer")


def deck_owner(s: State, deck: str) -> Words | None:
    """Return the owner of a deck, for the middle of a sentence; None for the only deck and a shared one."""
    if len(s.decks) == 1 or deck == TABLE:
        return None
    return owner_text(s, deck)


def attribute_text(name: str) -> Text:
    """Return the name of an attribute. One that players added is shown as typed."""
    return ATTRIBUTE_NAMES.get(name) or from_data(name)


def amount_text(stat: Stat, n: int) -> Text:
    """Return an amount, as in "2 HP"."""
    match stat:
        case "hp":
            return ngettext("{n} HP", "{n} HP", n)
        case "reserve":
            return ngettext("{n} Reserve", "{n} Reserve", n)
        case "clout":
            return ngettext("{n} Clout", "{n} Clout", n)
