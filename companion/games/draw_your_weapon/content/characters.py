"""Characters: the eight shipped ones, and typed ones. A weapon may be named instead of written in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from types import MappingProxyType
from typing import Any

from companion.engine import load, record, short
from companion.errors import ContentError
from companion.games.draw_your_weapon.content import weapons
from companion.games.draw_your_weapon.content.records import Figure, Sheet
from companion.games.draw_your_weapon.content.weapons import CONTENT, check_number, no_record, out_of_range
from companion.i18n import Text, _, from_data, listed
from companion.schema import to_json

CHARACTERS = CONTENT / "characters.toml"
LISTS = MappingProxyType({"carries": "weapons", "can": "features"})
"""Lists that a form splits into ticked shipped entries and typed ones."""
OWN_ATTRIBUTES = "own_attributes"  # form field for the table's own attributes
ATTRIBUTE_RANGE = (-5, 15)
HIGHEST_NUMBERS = MappingProxyType(
    {"hp": 999, "speed": 99, "level": 20, "reserve": 99, "clout": 99, "guard": 99, "guard_refresh": 99}
)


@cache
def characters() -> Mapping[str, Sheet]:
    """Return the shipped characters by name. Raises ContentError naming the file and the place."""
    entries = load(CHARACTERS)
    return MappingProxyType({name: sheet(data, f"{CHARACTERS}: {name}") for name, data in entries.items()})


@cache
def shipped() -> Mapping[str, Mapping[str, Any]]:
    """Return the shipped characters as form entries."""
    return MappingProxyType({name: _to_form(data) for name, data in load(CHARACTERS).items()})


def chosen(choice: str | Mapping[str, Any], where: str = "The character") -> Sheet:
    """Return a shipped character by name, or read a full record. Raises ContentError naming the possible names."""
    if not isinstance(choice, str):
        return sheet(choice, where)
    if choice not in characters():
        there = listed(characters(), ", ")
        raise ContentError(_("There is no character {name}; there are {there}.", name=short(choice), there=there))
    return characters()[choice]


def proof(data: Mapping[str, Any]) -> Text:
    """Check a typed character and return its title. Raises ContentError, with the place first."""
    return from_data(sheet(data, "").title)


def sheet(data: Mapping[str, Any], where: str) -> Sheet:
    """Read a character. Raises ContentError."""
    character = record(Sheet, _fill_in(data, where), where or "The character")
    _require_name(character.title, f"{_at(where)}title")
    _require_bounds(character, where)
    check_number(character.hp, 1, HIGHEST_NUMBERS["hp"], f"{_at(where)}hp")
    return character


def figure(data: Mapping[str, Any], where: str) -> Figure:
    """Read a figure of the Dealer. Raises ContentError."""
    character = record(Figure, _fill_in(data, where), where)
    _require_name(character.id, f"{where}.id")
    _require_name(character.name, f"{where}.name")
    _require_bounds(character, where)
    return character


def _fill_in(data: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Replace names of weapons and features by full records, and drop empty form entries."""
    if not isinstance(data, Mapping):
        raise ContentError(_no_record(where, short(data)))
    own = {key: value for key, value in data.items() if key not in {*LISTS, OWN_ATTRIBUTES} and value is not None}
    more = _rows(data.get(OWN_ATTRIBUTES), f"{_at(where)}{OWN_ATTRIBUTES}")
    if more and isinstance(own.get("attributes", {}), Mapping):
        own["attributes"] = {**own.get("attributes", {}), **more}
    for key, name in LISTS.items():
        several = [*_read_list(data.get(key), f"{_at(where)}{key}"), *_read_list(data.get(name), f"{_at(where)}{name}")]
        read = weapons.weapon if name == "weapons" else weapons.feature
        own[name] = [to_json(read(entry, f"{_at(where)}{name}.{place}")) for place, entry in enumerate(several)]
    return own


def _no_record(where: str, value: str) -> Text:
    return no_record(where, value) if where else _("The character: a record is needed, not {value}.", value=value)


def _rows(value: Any, where: str) -> dict[str, Any]:
    """Read the table's own attributes from form rows."""
    rows = _read_list(value, where)
    for place, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise ContentError(no_record(f"{where}.{place}", short(row)))
    return {str(row.get("name", "")).strip().lower(): row.get("value", 0) for row in rows}


def _read_list(value: Any, where: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise ContentError(_("{at}: a list is needed, not {value}.", at=where, value=short(value)))
    return list(value)


def _to_form(data: Mapping[str, Any]) -> Mapping[str, Any]:
    names = {"weapons": "carries", "features": "can"}
    return {names.get(key, key): value for key, value in data.items()} | {
        "weapons": [],
        "features": [],
        OWN_ATTRIBUTES: [],
    }


def _require_bounds(character: Sheet | Figure, where: str) -> None:
    for fault in _out_of_bounds(character, _at(where)):
        raise ContentError(fault)


def _out_of_bounds(character: Sheet | Figure, at: str) -> Iterator[Text]:
    least, most = ATTRIBUTE_RANGE
    for name, value in character.attributes.items():
        if not least <= value <= most:
            yield out_of_range(f"{at}attributes.{name}", least, most, value)
    for field in fields(character):
        number = getattr(character, field.name)
        if field.name in HIGHEST_NUMBERS and not 0 <= number <= HIGHEST_NUMBERS[field.name]:
            yield out_of_range(f"{at}{field.name}", 0, HIGHEST_NUMBERS[field.name], number)


def _require_name(words: str, where: str) -> None:
    if not words.strip():
        raise ContentError(_("{at}: a name is needed.", at=where))


def _at(where: str) -> str:
    return f"{where}." if where else ""
