"""What a component is beside its event: a token, a tile, words over the map, a monster, an item, a puzzle."""

from __future__ import annotations

from typing import Literal, cast

from companion.games.mansions.content.scenario import (
    ItemPart,
    OverlayPart,
    Part,
    PuzzlePart,
    SpawnPart,
    TilePart,
    TokenPart,
)
from companion.games.mansions.content.valkyrie.section import Section

SHAPES = ("slide", "code", "image", "tower")


def part(section: Section, kind: str) -> Part:
    """The part that the kind of component has."""
    match kind:
        case "token" | "door":
            return _token(section, kind)
        case "tile":
            return TilePart(side=section.word("side"), turned=section.number("rotation"))
        case "ui":
            return _overlay(section)
        case "spawn":
            return _spawn(section)
        case "item":
            return _item(section)
        case "puzzle":
            return _puzzle(section)
    return None


def _token(section: Section, kind: str) -> TokenPart:
    return TokenPart(
        type=section.word("type") or ("TokenDoorInside" if kind == "door" else ""),
        turned=section.number("rotation"),
        size=section.word("tokensize"),
        picture=section.picture("customImage"),
    )


def _overlay(section: Section) -> OverlayPart:
    """Where nothing is said, the middle of the screen is meant."""
    across, down = section.word("halign").lower(), section.word("valign").lower()
    return OverlayPart(
        picture=section.picture(),
        words=section.text("uitext"),
        size=section.number("size", 1),
        text_size=section.number("textsize", 1),
        text_color=section.word("textcolor"),
        back_color=section.word("textbackgroundcolor"),
        aspect=section.number("textaspect", 1),
        across=cast("Literal['left', 'center', 'right']", across if across in ("left", "right") else "center"),
        down=cast("Literal['top', 'center', 'bottom']", down if down in ("top", "bottom") else "center"),
        tall=section.flag("vunits"),
        border=section.flag("border"),
        align=section.word("textAlignment").lower(),
    )


def _spawn(section: Section) -> SpawnPart:
    return SpawnPart(
        monsters=section.names("monster"),
        traits=section.names("traits"),
        pool=section.names("traitpool"),
        unique=section.flag("unique"),
        title=section.title("uniquetitle"),
        text=section.text("uniquetext"),
        health=section.number("uniquehealth"),
        health_each=section.number("uniquehealthhero"),
        activated=section.flag("activated"),
    )


def _item(section: Section) -> ItemPart:
    return ItemPart(
        items=section.names("itemname"),
        traits=section.names("traits"),
        pool=section.names("traitpool"),
        starting=section.flag("starting", default=True),
        inspect=section.word("inspect"),
    )


def _puzzle(section: Section) -> PuzzlePart:
    shape = section.word("class").lower() or "slide"
    if shape not in SHAPES:
        section.note(f"class: there is no puzzle {shape!a}, a slide puzzle is used; there are {', '.join(SHAPES)}.")
        shape = "slide"
    return PuzzlePart(
        shape=cast("Literal['slide', 'code', 'image', 'tower']", shape),
        skill=section.word("skill").strip("{}").lower() or "observation",
        level=section.whole("puzzlelevel", 4),
        other_level=section.whole("puzzlealtlevel", 3),
        solution=section.names("puzzlesolution"),
        picture=section.picture(),
    )
