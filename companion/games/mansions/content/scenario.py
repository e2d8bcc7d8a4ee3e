"""A scenario: its components, events and terms, as records."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import eq, ge, gt, le, lt, ne
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

from companion.engine import Die
from companion.i18n import N_

SKILLS = ("strength", "agility", "observation", "lore", "influence", "will")
SUCCESS, INVESTIGATION, BLANK = N_("success"), N_("investigation"), N_("blank")
INSANE = N_("Insane")
END, FIRE = "$end", "$fire"  # variables: the scenario is over, a space burns
FLAG_MARKS = ("@", "$@")  # a variable of such a name sets off whatever waits for it
DIE = Die("mom_d8", (SUCCESS,) * 3 + (INVESTIGATION,) * 2 + (BLANK,) * 3)  # MOM-X-DIE-1

Injury: TypeAlias = Literal["damage", "horror"]
Facing: TypeAlias = Literal["up", "down"]


def replace_marks(mark: re.Pattern[str], told: Callable[[re.Match[str]], str], text: str, most: int) -> str:
    """The first `most` letters of the text with what is `told` of each mark in its place.

    >>> replace_marks(re.compile("n"), lambda _: "12345", "an n.", 8)
    'a12345 1'
    """
    parts, at, room = list[str](), 0, most
    for found in mark.finditer(text):
        for part in (text[at : found.start()], told(found)):
            parts.append(part[:room])
            room -= len(parts[-1])
        at = found.end()
        if not room:
            break
    return "".join((*parts, text[at : at + room]))


T = TypeVar("T")


def nothing() -> Mapping[str, T]:
    """Return an empty mapping, the default of fields."""
    return MappingProxyType({})


Kind: TypeAlias = Literal["event", "token", "tile", "ui", "spawn", "item", "puzzle", "door"]
Comparison: TypeAlias = Literal["==", "!=", ">", ">=", "<", "<="]
Names: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """A variable changed. `op`: = + - * / %. `value`: a number, a variable, or "#rand6" (1 to 6)."""

    name: str
    op: str
    value: str


ENDING = Operation(END, "=", "1")
COMPARED = {"==": eq, "!=": ne, ">": gt, ">=": ge, "<": lt, "<=": le}


@dataclass(frozen=True, slots=True)
class Compare:
    """A variable against a number or another variable; one that was never set is 0."""

    name: str
    op: Comparison
    value: str


# Read strictly from left to right, without precedence: Compare, "AND", "OR", "(", ")". () = always.
Condition: TypeAlias = tuple[Compare | Literal["AND", "OR", "(", ")"], ...]


CONTINUES = ("{qst:CONTINUE}", "{val:CONTINUE}", "{ffg:UI_CONTINUE}")  # as scenarios of the community write it


@dataclass(frozen=True, slots=True)
class Button:
    """One way on. Of `next`, the first component whose condition holds is run (or a random one, `Component.at_random`)."""

    label: str = ""  # with marks; "" = "Continue"
    next: Names = ()
    condition: Condition = ()
    unmet: Literal["disable", "hide", "none"] = "disable"  # where the condition does not hold
    color: str = ""
    action: bool = False  # it costs an action

    @property
    def goes_on(self) -> bool:
        """Does nothing stand on it but that the story goes on?"""
        return self.label in ("", *CONTINUES)


@dataclass(frozen=True, slots=True)
class Effect:
    """What an event of ours does to investigators or to the map: a closed vocabulary.

    damage, horror (facing), heal_damage, heal_horror, flip_damage, flip_horror: `amount` cards · clue, lose_clue: `amount`
    · condition, cure: `what` · item, lose_item: `what`, a QItem of the scenario · move: to the space `what`
    · fire, no_fire, darkness, no_darkness: in the space `what` · hurt: `amount` damage to the monster of the spawn `what`.
    """

    kind: Literal[
        "damage", "horror", "heal_damage", "heal_horror", "flip_damage", "flip_horror", "clue", "lose_clue",
        "condition", "cure", "item", "lose_item", "move", "fire", "no_fire", "darkness", "no_darkness", "hurt",
    ]  # fmt: skip
    amount: int = 1
    what: str = ""
    facing: Literal["up", "down"] = "up"
    who: Literal["acting", "each", "chosen", "here"] = "acting"  # here: each in the space of the acting one


@dataclass(frozen=True, slots=True)
class Trial:
    """A test of a skill. With `needed`, button 1 is "passed" and button 2 "failed"; without, successes are counted."""

    skill: str
    needed: int | None = None
    who: Literal["acting", "each", "chosen"] = "acting"
    more: int = 0  # dice added
    injury: Injury | None = None  # each success prevents one of `amount`
    amount: int = 0
    facing: Literal["up", "down"] = "up"  # of what gets through


@dataclass(frozen=True, slots=True)
class TokenPart:
    """Something that lies on the map. `type`: TokenSearch, TokenExplore, TokenSight, TokenInteract, TokenDarkness ..."""

    type: str
    space: str = ""  # ours; "" = where it lies is known by position only
    between: Names = ()  # ours: a door, wall, barricade or Explore token between two spaces
    turned: float = 0.0  # degrees
    size: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class TilePart:
    """`side`: id of a printed tile side ("TileSideFoyer"), "" = a piece of paper. `w`, `h`: 0 = of the printed side."""

    side: str = ""
    turned: float = 0.0  # degrees, counter-clockwise about the top left corner
    title: str = ""
    w: float = 0.0
    h: float = 0.0


@dataclass(frozen=True, slots=True)
class OverlayPart:
    """Words, a button or a picture that covers the map. Sizes are shares of the screen's height (`tall`) or width."""

    picture: str = ""
    words: str = ""  # with marks
    size: float = 1.0
    text_size: float = 1.0
    text_color: str = ""
    back_color: str = ""
    aspect: float = 1.0
    across: Literal["left", "center", "right"] = "left"
    down: Literal["top", "center", "bottom"] = "top"
    tall: bool = False
    border: bool = False
    align: str = ""


@dataclass(frozen=True, slots=True)
class SpawnPart:
    """A monster comes. `monsters`: the first that the table has: "MonsterX", "CustomMonsterX" or another "SpawnX"."""

    monsters: Names = ()
    traits: Names = ()  # all of these
    pool: Names = ()  # and one of these
    unique: bool = False
    title: str = ""  # of a unique one
    text: str = ""
    health: float = 0.0  # added
    health_each: float = 0.0  # added for each investigator
    activated: bool = False
    space: str = ""  # ours


@dataclass(frozen=True, slots=True)
class ItemPart:
    """An item card. `items`: the first that fits ("ItemCommonKnife"); with traits, these are left out instead."""

    items: Names = ()
    traits: Names = ()
    pool: Names = ()
    starting: bool = True
    inspect: str = ""  # event run when it is tapped
    title: str = ""  # ours: what it is called, "" = of its id


@dataclass(frozen=True, slots=True)
class PuzzlePart:
    """Button 1 of the component is what happens when it is solved."""

    shape: Literal["slide", "code", "image", "tower"] = "slide"
    skill: str = "observation"
    level: int = 4
    other_level: int = 3
    solution: Names = ()
    picture: str = ""


Part: TypeAlias = TokenPart | TilePart | OverlayPart | SpawnPart | ItemPart | PuzzlePart | None


@dataclass(frozen=True, slots=True)
class Component:
    """An event, and what stands for it on the map. `display` False: nothing is shown, the first possible button is taken."""

    name: str
    kind: Kind
    text: str = ""  # with marks
    title: str = ""
    buttons: tuple[Button, ...] = ()
    display: bool = True
    add: Names = ()
    remove: Names = ()  # also "#monsters", "#boardcomponents" ...
    trigger: str = ""
    operations: tuple[Operation, ...] = ()
    condition: Condition = ()
    at_random: bool = False
    quota: str = ""  # a number, or a variable that takes the count; "" = none
    at: tuple[float, float] | None = None  # x, y up, in the map's units; None = nowhere in particular
    highlight: bool = False
    audio: str = ""
    music: Names = ()
    heroes: tuple[int, int] | None = None  # so many investigators are picked: least, most
    part: Part = None
    effects: tuple[Effect, ...] = ()  # ours
    trial: Trial | None = None  # ours


@dataclass(frozen=True, slots=True)
class MonsterKind:
    """A monster of the scenario's own. Empty fields are those of `base`."""

    name: str  # "CustomMonsterX"
    base: str = ""
    title: str = ""
    text: str = ""
    traits: Names = ()
    health: float | None = None
    health_each: float | None = None
    horror: int | None = None
    awareness: int | None = None
    brawn: int | None = None
    attacks: Mapping[str, Names] = field(default_factory=nothing)  # weapon class -> texts
    activations: Names = ()  # names of events, or of activations
    evade: str = ""  # event
    horror_event: str = ""
    picture: str = ""

    @property
    def has_article(self) -> bool:
        """Is one written in its title? As in "The Wax Visitor": files of scenarios, and the rules, are in English."""
        return self.title.lower().startswith("the ")


@dataclass(frozen=True, slots=True)
class Activation:
    """Words of what a monster does: `ability` happens, then it attacks (`master`), or `move` where it cannot.

    Ours also says by how much: with `moves` it goes over the map by itself, and `trial` is what each attacked one tests.
    """

    name: str
    ability: str = ""
    master: str = ""
    minion: str = ""
    move: str = ""
    move_button: str = ""
    moves: int | None = None  # ours: spaces, at most; None = the people move it as the words say
    toward: Literal["nearest", "most_damaged", "most_horror", "own"] = "nearest"
    whom: Literal["here", "each_here", "in_range", "each_in_range"] = "here"
    trial: Trial | None = None  # ours: each success prevents one of `amount`
    passed: str = ""
    failed: str = ""
    effects: tuple[Effect, ...] = ()  # ours: where any gets through
    further: int = 0  # ours: spaces beyond `moves` where it reaches nobody


@dataclass(frozen=True, slots=True)
class Room:
    """A space of ours, with its rectangle on the map (x right, y up, the units of tiles)."""

    title: str
    tile: str  # name of the component
    x: float
    y: float
    w: float
    h: float
    adjacent: Names = ()
    doors: Names = ()
    impassable: Names = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """One evening."""

    title: str
    description: str = ""
    authors: str = ""
    format: int = 0  # of Valkyrie; 0 = ours
    language: str = N_("English")
    packs: Names = ()  # boxes it needs beside the base game
    investigators: tuple[int, int] = (1, 5)  # least and most
    difficulty: float = 0.0  # 0..1
    minutes: tuple[int, int] = (0, 0)
    picture: str = ""
    components: Mapping[str, Component] = field(default_factory=nothing)
    monsters: Mapping[str, MonsterKind] = field(default_factory=nothing)
    activations: Mapping[str, Activation] = field(default_factory=nothing)
    words: Mapping[str, str] = field(default_factory=nothing)  # free keys, {qst:KEY} resolves to
    rooms: Mapping[str, Room] = field(default_factory=nothing)  # {} = the map knows tiles only
    start: str = ""  # ours: the space where everybody begins
    pictures: Mapping[str, str] = field(default_factory=nothing)  # file -> digest of the kept one
    findings: Names = ()  # what its reader had to guess

    @property
    def exact(self) -> bool:
        """Does the map know spaces? Else only tiles, and the people judge what is in the same space and in range."""
        return bool(self.rooms)

    def lineage(self, kind: str) -> Names:
        """A kind of monster, then what it is based on, and so on; who is based on each other is named once."""
        line = [kind]
        while (own := self.monsters.get(line[-1])) is not None and own.base and own.base not in line:
            line.append(own.base)
        return tuple(line)
