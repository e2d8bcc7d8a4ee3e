"""Page content of a game besides its rules: words, faces, kinds of objects, colours and sounds, in `page/page.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeAlias

from companion.engine.content import load, record

PAGE_FOLDER = "page"  # in a game's folder
PAGE_FILE = "page.toml"
EMBLEM_FILE = "emblem.svg"

Shape: TypeAlias = Literal["octahedron", "decahedron", "cube", "icosahedron", "disc"]
Paint: TypeAlias = Literal["", "bone", "violet", "steel", "rust", "brass", "plum", "red", "green", "gold", "ice"]
Wave: TypeAlias = Literal["sine", "triangle", "square", "sawtooth"]


@dataclass(frozen=True, slots=True)
class FacePage:
    """A face of a die or token."""

    word: str = ""  # "Old coin"; "" = its id
    sentence: str = ""  # the same within a sentence; "" = the word, its first letter small
    paint: Paint = ""  # of a token with this face; "" = plum where it has a mark, else brass
    tone: Literal["", "good", "bad", "clue"] = ""  # colour of its frame in a picture of the tray
    mark: str = ""  # SVG path in a square of 24 around 0, filled
    line: str = ""  # the same, drawn with a pen


@dataclass(frozen=True, slots=True)
class KindPage:
    """A kind of object that only this game has; `one` and `many` default to "{n} die" and "{n} dice"."""

    kind: str
    shape: Shape = "disc"
    paint: Paint = ""  # of dice; "" = the usual one of the shape
    faces: tuple[str, ...] = ()  # in the order in which people look for them
    rest: str = ""  # face of dice that were not named; "" = all have to be named
    is_counted: bool = False  # whether the numbers among its faces are added up in a free roll
    several: str = ""  # "bone dice"
    one: str = ""  # "{n} bone die"
    many: str = ""  # "{n} bone dice"
    kit: str = ""  # name of a kit that is offered to be taught; "" = none is
    title: str = ""  # of that offer
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReadableThing:
    """Things that a camera reads from a height on, as the calculator of heights lists them."""

    kind: str
    title: str
    least_px_per_mm: float
    is_usual: bool = False  # whether it is ticked at first


@dataclass(frozen=True, slots=True)
class WindSound:
    """Filtered noise that swells; `span`: how far its filter wanders, in Hz."""

    hz: float
    loud: float
    type: Literal["lowpass", "bandpass", "highpass"]
    sway: float
    span: float
    q: float = 1.0


@dataclass(frozen=True, slots=True)
class DroneSound:
    """A tone; it comes and goes `sway` times a second."""

    hz: float
    loud: float
    type: Wave = "sine"
    sway: float = 0.0


@dataclass(frozen=True, slots=True)
class FarSound:
    """A sound far away, heard about every so many s: a tone, or noise through a narrow filter, from one pitch to another."""

    every: float
    sound: Literal["blip", "creak"]
    start: float  # Hz
    end: float
    length: float  # s
    loud: float
    type: Wave = "sine"  # of a blip
    q: float = 1.0  # of a creak


@dataclass(frozen=True, slots=True)
class AmbienceSounds:
    """How the place sounds while nothing presses."""

    winds: tuple[WindSound, ...] = ()
    drones: tuple[DroneSound, ...] = ()
    fars: tuple[FarSound, ...] = ()


@dataclass(frozen=True, slots=True)
class GamePage:
    """All of it. Empty for a game without such a folder: the page shows that one in neutral colours."""

    tint: tuple[str, str] | None = None  # two colours behind its emblem, the lighter first
    creature: str = ""  # drawing of a monster that names none
    emblem: bool = False  # whether there is one; set by the loader
    faces: Mapping[str, FacePage] = field(default_factory=lambda: MappingProxyType({}))
    kinds: tuple[KindPage, ...] = ()
    kits: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # title of each kit that ships for it
    readable: tuple[ReadableThing, ...] = ()
    ambience: AmbienceSounds | None = None  # None = that of any room


def read_page(game: Path) -> GamePage:
    """Return the page of the game in that folder. Raises ContentError naming the file and the place."""
    file = game / PAGE_FOLDER / PAGE_FILE
    page = record(GamePage, dict(load(file)), str(file)) if file.is_file() else GamePage()
    return replace(page, emblem=(game / PAGE_FOLDER / EMBLEM_FILE).is_file())


def sentence_of(face: FacePage) -> str:
    """Return the name of a face within a sentence; "" = the default.

    >>> sentence_of(FacePage("Old coin")), sentence_of(FacePage("No-go", "forbidden place"))
    ('old coin', 'forbidden place')
    """
    return face.sentence or face.word[:1].lower() + face.word[1:]
