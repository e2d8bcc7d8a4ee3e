"""Boxes of the game: titles, contents, and those that a scenario needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.games.mansions.content.printed import beasts, table, tiles
from companion.games.mansions.content.scenario import Component, Scenario, SpawnPart, TilePart

FILE = Path(__file__).with_name("boxes.toml")
BASE = "MoMBase"
PARTS_OF_BOX: Mapping[str, tuple[str, ...]] = {
    "MoM1E": ("MoM1ET", "MoM1EI", "MoM1EM"),
    "FA": ("FAT", "FAI", "FAM"),
    "CotW": ("CotWT", "CotWI", "CotWM"),
}
"""A box that is sold or named in parts. All parts make the box."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box, or a part of one. `brings`: the codes of boxes whose pieces it contains."""

    title: str
    product: str = ""  # the number on the box, as texts name it: {MAD20}
    brings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lack:
    """A missing box, and the pieces that a scenario needs of it."""

    code: str
    title: str
    pieces: tuple[str, ...] = ()  # names of components; () = the scenario only names the box


@cache
def all_boxes() -> Mapping[str, Box]:
    return table(Box, FILE)


def box_title(code: str) -> str:
    """Return the title of a box; an unknown code is its own title."""
    known = all_boxes().get(code)
    return known.title if known is not None else code


def box_of_side(side: str) -> str:
    """Return the title of the box of a tile side; "" for an unknown side, or for one of a scenario."""
    known = tiles().get(side)
    return box_title(known.box) if known is not None and known.box else ""


def box_of_product(number: str) -> str:
    """Return the title of the box with a product number ("MAD20"), or ""."""
    return next((box.title for box in all_boxes().values() if box.product == number), "")


def boxes_on_table(owned: Iterable[str]) -> tuple[str, ...]:
    """Return the codes of the base game and of these boxes, with their contents, without duplicates."""
    codes = dict.fromkeys((BASE, *owned))
    for code in tuple(codes):
        codes |= dict.fromkeys(all_boxes()[code].brings if code in all_boxes() else PARTS_OF_BOX.get(code, ()))
    whole = (code for code, parts in PARTS_OF_BOX.items() if all(part in codes for part in parts))
    return tuple(dict.fromkeys((*codes, *whole)))


def join_parts(codes: Iterable[str]) -> tuple[str, ...]:
    """Replace all parts of a box by the box.

    >>> join_parts(("MoM1EI", "MoM1EM", "MoM1ET", "BtT"))
    ('MoM1E', 'BtT')
    """
    boxes = list(codes)
    for code, parts in PARTS_OF_BOX.items():
        if all(part in boxes for part in parts):
            boxes = [code, *(box for box in boxes if box not in parts)]
    return tuple(dict.fromkeys(boxes))


def needed_boxes(scenario: Scenario) -> tuple[str, ...]:
    """Return the boxes that a scenario needs besides the base game: named ones, then those of its tiles and monsters."""
    pieces = (code for component in scenario.components.values() for code in _boxes_of(component))
    return tuple(code for code in dict.fromkeys((*scenario.packs, *pieces)) if code not in (BASE, ""))


def missing_boxes(scenario: Scenario, owned: Iterable[str]) -> tuple[Lack, ...]:
    """Return the missing boxes, each with the pieces that need a stand-in."""
    there = boxes_on_table(owned)
    boxes = {component.name: _boxes_of(component) for component in scenario.components.values()}
    lacks = [code for code in needed_boxes(scenario) if code not in there]
    return tuple(Lack(code, box_title(code), tuple(name for name in boxes if code in boxes[name])) for code in lacks)


def _boxes_of(component: Component) -> tuple[str, ...]:
    """Return the box of the printed piece of a component; nothing if it has another choice."""
    match component.part:
        case TilePart(side=side) if side in tiles():
            return (tiles()[side].box,)
        case SpawnPart(monsters=(kind,)) if kind in beasts():
            return (beasts()[kind].box,)
    return ()
