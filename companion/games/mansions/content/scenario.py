"""Records of a scenario: components, events and conditions."""

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
END, FIRE = "$end", "$fire"  # variables: "the scenario is over" and "a space burns"
FLAG_MARKS = ("@", "$@")  # prefixes of variables that trigger waiting events
DIE = Die("mom_d8", (SUCCESS,) * 3 + (INVESTIGATION,) * 2 + (BLANK,) * 3)  # MOM-X-DIE-1

Injury: TypeAlias = Literal["damage", "horror"]
Facing: TypeAlias = Literal["up", "down"]


def replace_marks(mark: re.Pattern[str], text_of: Callable[[re.Match[str]], str], text: str, most: int) -> str:
    """Replace each mark by its text. Return at most `most` letters.

    >>> replace_marks(re.compile("n"), lambda _: "12345", "an n.", 8)
    'a12345 1'
    """
    parts, at, room = list[str](), 0, most
    for match in mark.finditer(text):
        for part in (text[at : match.start()], text_of(match)):
            parts.append(part[:room])
            room -= len(parts[-1])
        at = match.end()
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
    """A change of a variable. `op` is one of = + - * / %. `value` is a number, a variable, or "#rand6" (1 to 6)."""

    name: str
    op: str
    value: str


ENDING = Operation(END, "=", "1")
COMPARED = {"==": eq, "!=": ne, ">": gt, ">=": ge, "<": lt, "<=": le}


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of a variable with a number or another variable. Unset variables are 0."""

    name: str
    op: Comparison
    value: str


# Compare, "AND", "OR", "(", ")", read strictly from left to right, without precedence. () = always.
Condition: TypeAlias = tuple[Compare | Literal["AND", "OR", "(", ")"], ...]


CONTINUES = ("{qst:CONTINUE}", "{val:CONTINUE}", "{ffg:UI_CONTINUE}")  # spellings of community scenarios


@dataclass(frozen=True, slots=True)
class Button:
    """A button. It runs the first component of `next` with a true condition, or a random one (`Component.at_random`)."""

    label: str = ""  # may hold marks; "" = "Continue"
    next: Names = ()
    condition: Condition = ()
    unmet: Literal["disable", "hide", "none"] = "disable"  # for a false condition
    color: str = ""
    action: bool = False  # costs an action

    @property
    def goes_on(self) -> bool:
        """Return True if the label only says that the story goes on."""
        return self.label in ("", *CONTINUES)


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect of our events on investigators or the map. The vocabulary is closed.

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
    who: Literal["acting", "each", "chosen", "here"] = "acting"  # here: each in the space of the acting seat


@dataclass(frozen=True, slots=True)
class Trial:
    """A test of a skill. With `needed`, button 1 is "passed" and button 2 "failed". Without it, successes are counted."""

    skill: str
    needed: int | None = None
    who: Literal["acting", "each", "chosen"] = "acting"
    more: int = 0  # dice added
    injury: Injury | None = None  # each success prevents one of `amount`
    amount: int = 0
    facing: Literal["up", "down"] = "up"  # facing of the harm suffered


@dataclass(frozen=True, slots=True)
class TokenPart:
    """A piece on the map. `type` is TokenSearch, TokenExplore, TokenSight, TokenInteract, TokenDarkness ..."""

    type: str
    space: str = ""  # our scenarios only; "" = known by position only
    between: Names = ()  # our scenarios only: two spaces beside a door, wall, barricade or Explore token
    turned: float = 0.0  # degrees
    size: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class TilePart:
    """A tile. `side` is the id of a printed side ("TileSideFoyer"), "" = a piece of paper. `w`, `h`: 0 = as printed."""

    side: str = ""
    turned: float = 0.0  # degrees, counter-clockwise about the top left corner
    title: str = ""
    w: float = 0.0
    h: float = 0.0


@dataclass(frozen=True, slots=True)
class OverlayPart:
    """Words, a button or a picture over the map. Sizes are shares of the screen's height (`tall`) or width."""

    picture: str = ""
    words: str = ""  # may hold marks
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
    """The arrival of a monster. `monsters`: the first that the boxes have: "MonsterX", "CustomMonsterX" or another "SpawnX"."""

    monsters: Names = ()
    traits: Names = ()  # all of these traits
    pool: Names = ()  # and one of these traits
    unique: bool = False
    title: str = ""  # of a unique monster
    text: str = ""
    health: float = 0.0  # extra health
    health_each: float = 0.0  # extra health for each investigator
    activated: bool = False
    space: str = ""  # our scenarios only


@dataclass(frozen=True, slots=True)
class ItemPart:
    """An item card. `items`: the first that fits ("ItemCommonKnife"); with traits, these are excluded instead."""

    items: Names = ()
    traits: Names = ()
    pool: Names = ()
    starting: bool = True
    inspect: str = ""  # event of a tap on the item
    title: str = ""  # our scenarios only; "" = the name of its id


@dataclass(frozen=True, slots=True)
class PuzzlePart:
    """A puzzle. Button 1 of the component follows when it is solved."""

    shape: Literal["slide", "code", "image", "tower"] = "slide"
    skill: str = "observation"
    level: int = 4
    other_level: int = 3
    solution: Names = ()
    picture: str = ""


Part: TypeAlias = TokenPart | TilePart | OverlayPart | SpawnPart | ItemPart | PuzzlePart | None


@dataclass(frozen=True, slots=True)
class Component:
    """An event, and its piece on the map. With `display` False it shows nothing and takes its first possible button."""

    name: str
    kind: Kind
    text: str = ""  # may hold marks
    title: str = ""
    buttons: tuple[Button, ...] = ()
    display: bool = True
    add: Names = ()
    remove: Names = ()  # may hold "#monsters", "#boardcomponents" ...
    trigger: str = ""
    operations: tuple[Operation, ...] = ()
    condition: Condition = ()
    at_random: bool = False
    quota: str = ""  # a number, or a variable that stores the count; "" = none
    at: tuple[float, float] | None = None  # x, y up, in the map's units; None = no place
    highlight: bool = False
    audio: str = ""
    music: Names = ()
    heroes: tuple[int, int] | None = None  # number of investigators to pick: least, most
    part: Part = None
    effects: tuple[Effect, ...] = ()  # our scenarios only
    trial: Trial | None = None  # our scenarios only


@dataclass(frozen=True, slots=True)
class MonsterKind:
    """A monster defined by the scenario. Empty fields are taken from `base`."""

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
    activations: Names = ()  # names of events or activations
    evade: str = ""  # event
    horror_event: str = ""
    picture: str = ""

    @property
    def has_article(self) -> bool:
        """Return True if the title has an English article, as in "The Wax Visitor"."""
        return self.title.lower().startswith("the ")


@dataclass(frozen=True, slots=True)
class Activation:
    """Texts of a monster's activation: `ability` first, then its attack (`master`), or `move` if it cannot attack.

    Our scenarios add numbers: with `moves` the monster moves by itself, and each attacked investigator makes `trial`.
    """

    name: str
    ability: str = ""
    master: str = ""
    minion: str = ""
    move: str = ""
    move_button: str = ""
    moves: int | None = None  # our scenarios only: at most so many spaces; None = players move it by the text
    toward: Literal["nearest", "most_damaged", "most_horror", "own"] = "nearest"
    whom: Literal["here", "each_here", "in_range", "each_in_range"] = "here"
    trial: Trial | None = None  # our scenarios only: each success prevents one of `amount`
    passed: str = ""
    failed: str = ""
    effects: tuple[Effect, ...] = ()  # our scenarios only: if any harm is suffered
    further: int = 0  # our scenarios only: spaces beyond `moves` if it reaches no investigator


@dataclass(frozen=True, slots=True)
class Room:
    """A space of our scenarios, as a rectangle on the map (x right, y up, in units of tiles)."""

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
    """A whole scenario."""

    title: str
    description: str = ""
    authors: str = ""
    format: int = 0  # format of Valkyrie; 0 = ours
    language: str = N_("English")
    packs: Names = ()  # boxes needed besides the base game
    investigators: tuple[int, int] = (1, 5)  # least and most
    difficulty: float = 0.0  # 0..1
    minutes: tuple[int, int] = (0, 0)
    picture: str = ""
    components: Mapping[str, Component] = field(default_factory=nothing)
    monsters: Mapping[str, MonsterKind] = field(default_factory=nothing)
    activations: Mapping[str, Activation] = field(default_factory=nothing)
    words: Mapping[str, str] = field(default_factory=nothing)  # texts by key, for {qst:KEY}
    rooms: Mapping[str, Room] = field(default_factory=nothing)  # {} = the map has tiles only
    start: str = ""  # our scenarios only: first space of all investigators
    pictures: Mapping[str, str] = field(default_factory=nothing)  # file -> digest of the stored picture
    findings: Names = ()  # guesses of the reader

    @property
    def exact(self) -> bool:
        """True if the map has spaces. Otherwise it has tiles only, and players judge range and same space."""
        return bool(self.rooms)

    def lineage(self, kind: str) -> Names:
        """Return a kind of monster, then its base, and so on. A circle of bases ends at the first repetition."""
        line = [kind]
        while (own := self.monsters.get(line[-1])) is not None and own.base and own.base not in line:
            line.append(own.base)
        return tuple(line)
