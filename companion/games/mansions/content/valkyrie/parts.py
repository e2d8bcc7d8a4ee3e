"""Convert sections to the head of a scenario, the parts of components, monsters and activations."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, cast

from companion.errors import ContentError
from companion.games.mansions.content.boxes import PARTS_OF_BOX
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
MOST_ATTACKS = 40  # texts of one class of weapon; real ones have 6
NO_TEXT = "-"  # written by the editor for an empty text


def part(section: Section, kind: str) -> Part:
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
    """Return the overlay. It is centred unless aligned to a side."""
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
    """Return the puzzle. An unknown class is reported and replaced by a slide puzzle."""
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


def monster(section: Section, sections: Container[str]) -> MonsterKind:
    return MonsterKind(
        name=section.name,
        base=section.word("base"),
        title=_without_placeholder(section.title("monstername")),
        text=_without_placeholder(section.text("info")),
        traits=section.names("traits"),
        health=_number_of_pair(section, "health", "healthperhero"),
        health_each=_number_of_pair(section, "healthperhero", "health"),
        horror=_whole_or_none(section, "horror"),
        awareness=_whole_or_none(section, "awareness"),
        brawn=_whole_or_none(section, "brawn"),
        attacks=_attacks(section),
        activations=tuple(  # a monster may leave out the prefix
            f"Activation{name}" if f"Activation{name}" in sections else name for name in section.names("activation")
        ),
        evade=section.word("evadeevent"),
        horror_event=section.word("horrorevent"),
        picture=section.picture(),
    )


def activation(section: Section) -> Activation:
    return Activation(
        name=section.name,
        ability=_without_placeholder(section.text("ability")),
        master=_without_placeholder(section.text("master")),
        minion=_without_placeholder(section.text("minion")),
        move=_without_placeholder(section.text("move")),
        move_button=_without_placeholder(section.text("movebutton")),
    )


def _whole_or_none(section: Section, key: str) -> int | None:
    return section.whole(key) if section.word(key) else None


def _number_of_pair(section: Section, key: str, other: str) -> float | None:
    """Return the number of `key`: 0 if only `other` is given, None if neither is."""
    return section.number(key) if section.word(key) or section.word(other) else None


def _attacks(section: Section) -> Mapping[str, tuple[str, ...]]:
    """Return the texts of attacks by class of weapon. `attacks=bladed:3` stands for three texts."""
    attacks: dict[str, tuple[str, ...]] = {}
    for word in section.names("attacks"):
        weapon, _, count = word.partition(":")
        if not count.isdecimal() or len(count) > 3:
            section.note(f"attacks: {word!a} is no weapon and number such as bladed:3, it is left out.")
            continue
        numbers = range(1, min(int(count), MOST_ATTACKS) + 1)
        texts = (section.text(f"Attack_{weapon}_{number}") for number in numbers)
        attacks[weapon] = tuple(text for text in texts if _without_placeholder(text))
    return MappingProxyType(attacks)


def _without_placeholder(text: str) -> str:
    return "" if text.strip() == NO_TEXT else text


# --- the head of a scenario: format, boxes, players, length -------------------------------------------------------------

OLDEST, NEWEST = 4, 21
GAME = "mom"
MOST_HEROES = 10


@dataclass(frozen=True, slots=True)
class QuestHead:
    """The values of [Quest]."""

    format: int
    language: str
    packs: tuple[str, ...]
    investigators: tuple[int, int]
    difficulty: float
    minutes: tuple[int, int]
    picture: str


def quest_head(section: Section) -> QuestHead:
    """Return the head. Raises ContentError for another game or an unknown format."""
    check_quest(section.values)
    least = min(max(section.whole("minhero", 2), 1), MOST_HEROES)
    most = min(max(section.whole("maxhero", 5), least), MOST_HEROES)
    return QuestHead(
        format=int(section.values["format"]),
        language=section.word("defaultlanguage") or "English",
        packs=expand_packs(section.names("packs")),
        investigators=(least, most),
        difficulty=min(max(section.number("difficulty"), 0.0), 1.0),
        minutes=(section.whole("lengthmin"), section.whole("lengthmax")),
        picture=section.picture(),
    )


def check_quest(quest: Mapping[str, str]) -> None:
    version, game = quest.get("format", ""), quest.get("type", "")
    if not version.isdecimal() or len(version) > 4 or not OLDEST <= int(version) <= NEWEST:
        raise ContentError(
            f"quest.ini says format {version or '(nothing)'}; formats {OLDEST} to {NEWEST} are read."
            " Open the scenario in a newer editor and save it again, or take the newest Lamplight."
        )
    if game and game.lower() != GAME:
        raise ContentError(
            f"quest.ini says that this is a scenario of another game ({game[:40]}), not of Mansions of Madness."
        )


def expand_packs(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the boxes with expanded aliases, without repetition.

    >>> expand_packs(("MoM1E", "BtT"))
    ('MoM1ET', 'MoM1EI', 'MoM1EM', 'BtT')
    """
    return tuple(dict.fromkeys(code for name in names for code in PARTS_OF_BOX.get(name, (name,))))
