"""Build the part of a component: a token, a tile, an overlay, an item, a puzzle, a monster and its texts."""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import Literal, cast

from companion.games.mansions.content.scenario import (
    Activation,
    ItemPart,
    MonsterKind,
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
    """Return the part of a component by its kind."""
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
    """Return the overlay, centred by default."""
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


MOST_ATTACKS = 40  # texts of one class of weapon; real ones have 6
NOTHING = "-"  # written by the editor for an empty text


def monster(section: Section, named: Container[str]) -> MonsterKind:
    """Return the monster. Activations may use the short names of the sections in `named`."""
    return MonsterKind(
        name=section.name,
        base=section.word("base"),
        title=_meant(section.title("monstername")),
        text=_meant(section.text("info")),
        traits=section.names("traits"),
        health=_stated(section, "health", "healthperhero"),
        health_each=_stated(section, "healthperhero", "health"),
        horror=section.whole("horror") if section.word("horror") else None,
        awareness=section.whole("awareness") if section.word("awareness") else None,
        brawn=section.whole("brawn") if section.word("brawn") else None,
        attacks=_attacks(section),
        activations=tuple(_activation(name, named) for name in section.names("activation")),
        evade=section.word("evadeevent"),
        horror_event=section.word("horrorevent"),
        picture=section.picture(),
    )


def activation(section: Section) -> Activation:
    return Activation(
        name=section.name,
        ability=_meant(section.text("ability")),
        master=_meant(section.text("master")),
        minion=_meant(section.text("minion")),
        move=_meant(section.text("move")),
        move_button=_meant(section.text("movebutton")),
    )


def _stated(section: Section, key: str, other: str) -> float | None:
    """Return the number of `key`. Without it, a stated `other` makes it 0."""
    return section.number(key) if section.word(key) or section.word(other) else None


def _activation(name: str, named: Container[str]) -> str:
    full = f"Activation{name}"
    return full if full in named else name


def _attacks(section: Section) -> Mapping[str, tuple[str, ...]]:
    """Return the texts of each class of weapon. `attacks=bladed:3` means three."""
    found: dict[str, tuple[str, ...]] = {}
    for word in section.names("attacks"):
        weapon, _, count = word.partition(":")
        if not count.isdecimal() or len(count) > 3:
            section.note(f"attacks: {word!a} is no weapon and number such as bladed:3, it is left out.")
            continue
        numbers = range(1, min(int(count), MOST_ATTACKS) + 1)
        texts = (section.text(f"Attack_{weapon}_{number}") for number in numbers)
        found[weapon] = tuple(text for text in texts if _meant(text))
    return MappingProxyType(found)


def _meant(text: str) -> str:
    return "" if text.strip() == NOTHING else text
