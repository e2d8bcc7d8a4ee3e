"""Enrolment of a kit: requests of the page to the camera's process, and the replies.

Pictures are not in the messages: they are named files in the folders of the page's pictures and of uploads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.schema.prompt import Box, Words

Act = Literal[
    "kits", "kit", "begin", "look", "stay", "leave", "photo", "point", "name", "back", "forget", "shots", "drop", "use",
    "remove", "export", "import",
]  # fmt: skip
"""Requests of the page.

kits: list the kits.
kit: one in full.
begin: start a new kit.
look: report the objects on the tray.
stay, leave: continue or end the lesson.
photo: report the objects on an uploaded picture.
point: mark another object.
name: the faces of a trayful.
back: remove the shots of a trayful.
forget: remove a face.
shots: list the shots of a face.
drop: remove one shot.
use: put the kit on the table, or not.
remove: delete the kit.
export, import: as one file.
"""


@dataclass(frozen=True, slots=True)
class KitRequest:
    """One wish of a page."""

    id: str
    act: Act
    kit: str = ""
    kind: str = ""  # begin: of its objects, "token"
    values: tuple[str, ...] = ()  # faces of the new kit, or the face to forget or list
    trayful: str = ""  # name, back: which; look: the last one that the page has seen
    names: tuple[str, ...] = ()  # name: the face of each object of the trayful, "" = not an object of the kit
    file: str = ""  # an upload to read or import, or the shot to drop
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
    """A face of a kit, with its shots."""

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
    waits: Words = ""  # look: the reason where there is not a trayful yet
    blind: bool = False  # look: no camera can show the tray
    file: str = ""  # export: in the page's pictures
    shots: tuple[KitShot, ...] = ()  # of a face, the newest first


@dataclass(frozen=True, slots=True)
class CorrectionMessage:
    """People said what a reading's objects show. The camera's process may learn from it."""

    picture: str  # of the reading
    boxes: tuple[Box, ...]
    values: tuple[str, ...]  # one for each box; none = the correction is withdrawn
