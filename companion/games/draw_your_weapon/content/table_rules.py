"""Rules of the table for the open points of chapter 5: shipped sets and typed ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from companion.engine import DECK, RANKS, SUITS, load, record, short
from companion.errors import ContentError
from companion.games.draw_your_weapon.content.records import Rules
from companion.games.draw_your_weapon.content.weapons import (
    CONTENT,
    HIGHEST,
    no_attribute,
    no_record,
    no_suit,
    out_of_range,
)
from companion.i18n import Text, _, from_data, joined, listed
from companion.schema import Faces

TABLE = CONTENT / "table.toml"
SAMPLE = "one_deck"
COURT = ("A", "J", "Q", "K")  # ranks without a number (DYW-X-VALUE-1)
STATS = ("hp", "reserve", "clout")
MOST_HAND = 10
FEWEST_CARDS = 20  # in a deck, so that some remain to draw
ATTRIBUTE_NAME = re.compile(r"[a-z][a-z0-9 _-]*")


@cache
def sets() -> Mapping[str, Rules]:
    """Return the shipped sets by name. Raises ContentError naming the file and the place."""
    return MappingProxyType({name: rules(data, f"{TABLE}: {name}") for name, data in load(TABLE).items()})


@cache
def shipped() -> Mapping[str, Mapping[str, Any]]:
    """Return the shipped sets as form entries, with all defaults."""
    return MappingProxyType({name: _to_form(data["title"], sets()[name]) for name, data in load(TABLE).items()})


def chosen(choice: str | Mapping[str, Any]) -> Rules:
    """Return a shipped set by name, or read a full one; "" is the first. Raises ContentError naming the possible names."""
    if not isinstance(choice, str):
        return rules(choice, "")
    name = choice or SAMPLE
    if name not in sets():
        there = listed(sets(), ", ")
        raise ContentError(_("There is no set of rules {name}; there are {there}.", name=short(name), there=there))
    return sets()[name]


def proof(data: Mapping[str, Any]) -> Text:
    """Check a set and return its title. Raises ContentError, with the place first."""
    rules(data, "")
    title = data.get("title")
    return from_data(str(title)) if title else _("Rules of the table")


def rules(data: Mapping[str, Any], where: str) -> Rules:
    """Read the open points from a file or a form. Raises ContentError."""
    at = f"{where}: " if where else ""
    own = {key: value for key, value in data.items() if key != "title" and value is not None}
    if "attributes" in own:
        own["attributes"] = _attributes(own["attributes"], at)
    if "missing" in own:
        own["missing"] = _cards(own["missing"], f"{at}missing")
    book = record(Rules, own, where or "The rules of the table")
    wrong = tuple(_faults(book))
    if wrong:
        placed = (_("{place}: {fault}", place=where, fault=fault) if where else fault for fault in wrong)
        raise ContentError(joined("\n", placed))
    return book


def _attributes(value: Any, at: str) -> dict[str, str]:
    """Read attributes and their suits from a record or from form rows."""
    if isinstance(value, Mapping):
        return dict(value)
    if not isinstance(value, list | tuple):
        raise ContentError(_("{at}: a list is needed, not {value}.", at=f"{at}attributes", value=short(value)))
    suits: dict[str, str] = {}
    for place, row in enumerate(value):
        if not isinstance(row, Mapping):
            raise ContentError(no_record(f"{at}attributes.{place}", short(row)))
        name = str(row.get("name", "")).strip().lower()
        if name in suits:
            here = f"{at}attributes.{place}.name"
            raise ContentError(_("{at}: {name} stands there twice.", at=here, name=name))
        suits[name] = str(row.get("suit", ""))
    return suits


def _cards(value: Any, where: str) -> Faces:
    """Read cards from a list or a line, as "2C, 10H"."""
    if not isinstance(value, str | list | tuple):
        raise ContentError(_("{at}: words are needed, not {value}.", at=where, value=short(value)))
    names = re.split(r"[\s,;]+", value.strip().upper()) if isinstance(value, str) else [str(card) for card in value]
    cards = tuple(name for name in names if name)
    for card in cards:
        if card not in DECK:
            raise ContentError(
                _(
                    "{at}: there is no card {card}; 2C is the two of clubs, 10H the ten of hearts.",
                    at=where,
                    card=short(card),
                )
            )
    return tuple(card for card in DECK if card in cards)


def _faults(book: Rules) -> Iterator[Text]:
    for rank in RANKS:
        if rank not in book.values and not rank.isdigit():
            court = listed(COURT, ", ")
            yield _("{at}: what is {rank} worth? {court} need a number.", at="values", rank=rank, court=court)
    for rank, number in book.values.items():
        if rank not in RANKS:
            there = listed(RANKS, ", ")
            yield _("{at}: there is no rank {rank}; there are {there}.", at="values", rank=short(rank), there=there)
        elif not 0 <= number <= HIGHEST:
            yield out_of_range(f"values.{rank}", 0, HIGHEST, number)
    yield from _attribute_faults(book)
    for name, number, least in (("hand", book.hand, 1), ("dealer_hand", book.dealer_hand, 0)):
        if not least <= number <= MOST_HAND:
            yield out_of_range(name, least, MOST_HAND, number)
    if len(DECK) - len(book.missing) < FEWEST_CARDS:
        numbers = {"away": len(book.missing), "least": FEWEST_CARDS}
        yield _("{at}: {away} cards are away, at least {least} must be left.", at="missing", **numbers)


def _attribute_faults(book: Rules) -> Iterator[Text]:
    if not book.attributes:
        yield _("{at}: at least one is needed.", at="attributes")
    for name, suit in book.attributes.items():
        if not ATTRIBUTE_NAME.fullmatch(name):
            yield _(
                "{at}: {name} is no name for one: small letters make it, as in might.",
                at="attributes",
                name=short(name),
            )
        if suit not in SUITS:
            yield no_suit(f"attributes.{name}", suit)
    for stat, name in book.associated.items():
        if stat not in STATS:
            there = listed(STATS, ", ")
            yield _("{at}: there is no {name}; there are {there}.", at="associated", name=short(stat), there=there)
        elif name not in book.attributes:
            yield no_attribute(f"associated.{stat}", name, book.attributes)


def _to_form(title: str, book: Rules) -> Mapping[str, Any]:
    return {
        "title": title,
        "hand": book.hand,
        "decks": book.decks,
        "dealer_hand": book.dealer_hand,
        "missing": " ".join(book.missing),
        "values": dict(book.values),
        "attributes": [{"name": name, "suit": suit} for name, suit in book.attributes.items()],
        "associated": dict(book.associated),
        "damage": book.damage,
        "figures_draw": book.figures_draw,
        "asks_attribute": book.asks_attribute,
    }


def check_attributes(names: Iterable[str], book: Rules, where: str) -> None:
    """Raise ContentError for an attribute that no test can name."""
    for name in names:
        if name not in book.attributes:
            raise ContentError(
                _(
                    "{at}: the rules of the table have no attribute {name}; there are {there}.",
                    at=where,
                    name=short(name),
                    there=listed(book.attributes, ", "),
                )
            )
