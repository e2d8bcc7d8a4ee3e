"""Teaching a kit: what the page asks of the camera's process, and what that answers.

Pictures do not travel here: they are files in the folders for the page's pictures and for uploads, and are named.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.schema.prompt import Words
from companion.schema.reading import Box

Act = Literal[
    "kits",
    "kit",
    "begin",
    "look",
    "stay",
    "leave",
    "photo",
    "point",
    "name",
    "back",
    "forget",
    "shots",
    "drop",
    "use",
    "remove",
    "export",
    "import",
]
"""kits: list them · kit: one in full · begin: a new one · look: what lies on the tray ·
stay, leave: the lesson goes on, is over · photo: what lies on an uploaded
picture · point: something lies there too · name: these are the faces of a trayful · back: take the shots of a trayful out again · forget: a face ·
shots: all shots of a face · drop: take one shot out · use: on
the table or not · remove: throw away · export, import: as one file."""


@dataclass(frozen=True, slots=True)
class KitRequest:
    """One wish of a page."""

    id: str
    act: Act
    kit: str = ""
    kind: str = ""  # begin: of its objects, "token"
    values: tuple[str, ...] = ()  # begin: its faces, as far as they are known; forget, shots: the face
    trayful: str = ""  # name, back: which; look: the last one that the page has seen
    names: tuple[str, ...] = ()  # name: of each object of the trayful the face, "" = it is none of them
    file: str = ""  # photo, import: in the folder of uploads; drop: the shot's, in the page's pictures
    on: bool = True  # use
    at: tuple[float, float] = (0.0, 0.0)  # point: the middle of the object, px of the trayful's picture


@dataclass(frozen=True, slots=True)
class KitLine:
    """A kit in the list."""

    name: str
    kind: str
    own: bool  # the user's; else built in
    used: bool  # the reader looks for it
    faces: int
    taught: int  # faces that have a shot
    shots: int
    broken: Words = ""  # why it cannot be read; then the numbers are 0


@dataclass(frozen=True, slots=True)
class KitFace:
    value: str
    shots: int
    corrected: int  # of them, from corrections at the table
    picture: str  # in the page's pictures, "" where it has no shot


@dataclass(frozen=True, slots=True)
class KitShot:
    """One picture of a face."""

    picture: str  # in the page's pictures
    corrected: bool  # it came from a correction at the table


@dataclass(frozen=True, slots=True)
class KitPage:
    """One kit in full."""

    name: str
    kind: str
    own: bool
    used: bool
    faces: tuple[KitFace, ...]
    wanted: str  # the face to show next, "" where each has been shown often enough
    enough: bool  # each face has a shot
    alike: tuple[Words, ...]  # sentences: which faces would be confused, and what helps
    note: Words = ""  # a sentence about a kit that is read without shots


@dataclass(frozen=True, slots=True)
class OfferedObject:
    """One object of a trayful."""

    box: Box  # px of its picture
    guesses: tuple[tuple[str, float], ...]  # likeliest first
    sure: bool  # by the kit's own shots
    like: tuple[int, ...]  # places of the objects that seem to show the same
    leans: bool = False  # no face is up: it would be a bad shot


@dataclass(frozen=True, slots=True)
class TrayObjects:
    """Objects side by side, to be named."""

    id: str
    picture: str  # in the page's pictures
    size: tuple[int, int]  # px
    objects: tuple[OfferedObject, ...]


@dataclass(frozen=True, slots=True)
class KitReply:
    """The answer to one wish."""

    id: str
    sentence: Words = ""  # "" = it is done; else why not
    kits: tuple[KitLine, ...] = ()
    kit: KitPage | None = None
    trayful: TrayObjects | None = None
    waits: Words = ""  # look: what for, where there is no trayful yet
    blind: bool = False  # look: no camera can show what lies on the tray
    file: str = ""  # export: in the page's pictures
    shots: tuple[KitShot, ...] = ()  # of a face, the newest first


@dataclass(frozen=True, slots=True)
class CorrectionMessage:
    """People said what a reading's objects show. The camera's process may learn from it."""

    picture: str  # of the reading
    boxes: tuple[Box, ...]
    values: tuple[str, ...]  # one for each box; none at all: what was said is taken back
