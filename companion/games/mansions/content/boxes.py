"""The boxes of the game: what they are called, what each brings, and which of them a scenario needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from companion.games.mansions.content.printed import beasts, table
from companion.games.mansions.content.scenario import Component, Scenario, SpawnPart, TilePart
from companion.games.mansions.content.tiles import tiles

FILE = Path(__file__).with_name("boxes.toml")
BASE = "MoMBase"
TOGETHER: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"MoM1E": ("MoM1ET", "MoM1EI", "MoM1EM"), "FA": ("FAT", "FAI", "FAM"), "CotW": ("CotWT", "CotWI", "CotWM")}
)
"""A box whose tiles, investigators and monsters are named one by one: who has all of them has the box."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box, or a part of one. `brings`: the codes of others whose pieces lie in it."""

    title: str
    product: str = ""  # the number on the box, as texts name it: {MAD20}
    brings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lack:
    """A box that is not on the table, and what a scenario wants of it."""

    code: str
    title: str
    pieces: tuple[str, ...] = ()  # names of components; () = the scenario only names the box


@cache
def all_boxes() -> Mapping[str, Box]:
    """Every box by its code ("BtT")."""
    return table(Box, FILE)


def title(code: str) -> str:
    """What is printed on the box; an unknown code is its own name."""
    known = all_boxes().get(code)
    return known.title if known is not None else code


def box_of_side(side: str) -> str:
    """What is printed on the box of a side of a tile; "" = a side that nobody knows, or one of a scenario."""
    known = tiles().get(side)
    return title(known.box) if known is not None and known.box else ""


def product(number: str) -> str:
    """The box with the number ("MAD20"), "" = none that we know."""
    return next((box.title for box in all_boxes().values() if box.product == number), "")


def on_table(owned: Iterable[str]) -> tuple[str, ...]:
    """The base game and these, with all that lies in them, each once."""
    found = dict.fromkeys((BASE, *owned))
    for code in tuple(found):
        found |= dict.fromkeys(all_boxes()[code].brings if code in all_boxes() else TOGETHER.get(code, ()))
    whole = (code for code, parts in TOGETHER.items() if all(part in found for part in parts))
    return tuple(dict.fromkeys((*found, *whole)))


def variables(owned: Iterable[str]) -> dict[str, float]:
    """What a scenario asks for boxes: "#BtT" is 1 where it lies on the table."""
    return {f"#{code}": 1.0 for code in on_table(owned)}


def gathered(codes: Iterable[str]) -> tuple[str, ...]:
    """The codes with the parts of a box told as the box.

    >>> gathered(("MoM1EI", "MoM1EM", "MoM1ET", "BtT"))
    ('MoM1E', 'BtT')
    """
    found = list(codes)
    for code, parts in TOGETHER.items():
        if all(part in found for part in parts):
            found = [code, *(one for one in found if one not in parts)]
    return tuple(dict.fromkeys(found))


def needed(scenario: Scenario) -> tuple[str, ...]:
    """The boxes beside the base game: those that it names, then those of its tiles and monsters."""
    pieces = (code for one in scenario.components.values() for code in _boxes_of(one))
    return tuple(code for code in dict.fromkeys((*scenario.packs, *pieces)) if code not in (BASE, ""))


def missing(scenario: Scenario, owned: Iterable[str]) -> tuple[Lack, ...]:
    """The boxes that are not on the table, each with the pieces for which something else will have to lie there."""
    there = on_table(owned)
    lacks = [code for code in needed(scenario) if code not in there]
    return tuple(Lack(code, title(code), tuple(_pieces(scenario, code))) for code in lacks)


def _pieces(scenario: Scenario, code: str) -> Iterator[str]:
    return (one.name for one in scenario.components.values() if code in _boxes_of(one))


def _boxes_of(one: Component) -> tuple[str, ...]:
    """Of the printed piece that a component is; none where another of its choices will do."""
    match one.part:
        case TilePart(side=side) if side in tiles():
            return (tiles()[side].box,)
        case SpawnPart(monsters=(kind,)) if kind in beasts():
            return (beasts()[kind].box,)
    return ()
