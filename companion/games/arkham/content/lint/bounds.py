"""Limits for numbers, letters and entries of a card. Larger ones could stop the server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from companion.engine import entries_out_of_range, fault_at, letters_out_of_range, short, unprintable
from companion.errors import ContentError
from companion.games.arkham.content.nested_parts import Part, nested_parts
from companion.games.arkham.content.terms import SKILLS
from companion.i18n import _, from_data, joined, listed
from companion.schema import Words

USUAL_RANGE = (0, 20)
_SIGNED = ("modifier", "damage", "horror", "resources", "clues", "doom", "hit")
NUMBER_RANGES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        **{f"Effect.{name}": (-20, 20) for name in _SIGNED},
        "Effect.cards": (-10, 10),
        "Effect.actions": (-5, 5),
        "SymbolEffect.modifier": (-20, 20),
        "SymbolEffect.reveal": (0, 3),
        "Counted.each": (-5, 5),
        "Ability.actions": (0, 5),
        "Strike.add": (-20, 20),
        "Copies.count": (1, 10),
        "Figure.health": (1, 20),
        "Figure.sanity": (1, 20),
        "Resolution.experience": (-20, 20),
    }
)
"""Of whole numbers and places on the map; all others are within USUAL."""
ALLOWED_VALUES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Ability.skill": ("", *SKILLS),
        "Strike.skill": ("", *SKILLS),
        "Encounter.skill": ("", *SKILLS),
        "Card.type": ("skill", "event", "asset"),
    }
)
"""Fields that accept only certain words."""
TITLE_FIELDS = ("name", "title")  # never empty
PROSE_FIELDS = ("text", "story", "turned", "intro", "blurb", "note", "checklist")  # may have several lines
MOST_LETTERS, MOST_PROSE = 100, 2000
MOST_BY_LIST: Mapping[str, int] = MappingProxyType({"effects": 12, "counts": 6, "icons": 10, "abilities": 6})
MOST_ENTRIES = 60  # in any other list
MOST_FAULTS = 12  # reported at once


def check_bounds(value: Any, where: Words) -> None:
    """Raise ContentError with every fault of a record, one a line, with its place first."""
    faults = tuple(islice((fault for part in nested_parts(value) for fault in _faults(part)), MOST_FAULTS))
    if faults:
        raise ContentError(joined("\n", (fault_at(where, fault) for fault in faults)))


def _faults(part: Part) -> Iterator[Words]:
    match part.value:
        case bool() | None:
            return
        case str():
            yield from _words(part)
        case int() | float():
            yield from _number(part)
        case tuple() | Mapping():
            yield from _entries(part)


def _number(part: Part) -> Iterator[Words]:
    least, most = NUMBER_RANGES.get(part.field, USUAL_RANGE)
    if not least <= part.value <= most:
        args = {"where": part.place, "least": least, "most": most, "value": short(part.value)}
        yield _("{where}: a number from {least} to {most} is needed, not {value}.", **args)


def _words(part: Part) -> Iterator[Words]:
    text, name = part.value, part.field.rpartition(".")[2]
    most = MOST_PROSE if name in PROSE_FIELDS else MOST_LETTERS
    if part.field in ALLOWED_VALUES and text not in ALLOWED_VALUES[part.field]:
        names = listed(filter(None, ALLOWED_VALUES[part.field]), ", ")
        args = {"where": part.place, "what": from_data(name), "name": short(text), "names": names}
        yield _("{where}: there is no {what} {name}; there are {names}.", **args)
    elif len(text) > most or (name in TITLE_FIELDS and not text.strip()):
        yield letters_out_of_range(part.place, 1 if name in TITLE_FIELDS else 0, most, len(text))
    elif strange := unprintable(text, lines=name in PROSE_FIELDS):
        yield fault_at(part.place, strange)


def _entries(part: Part) -> Iterator[Words]:
    name = part.field.rpartition(".")[2]
    most = MOST_BY_LIST.get(name, MOST_ENTRIES)
    if len(part.value) > most:
        yield entries_out_of_range(part.place, 0, most, len(part.value))
    for key in part.value if isinstance(part.value, Mapping) else ():
        if not key.strip() or len(key) > MOST_LETTERS or unprintable(key):
            yield _("{where}: {name} is no name for an entry.", where=part.place, name=short(key))
