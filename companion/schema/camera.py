"""What a camera says of itself, its address, and photographs that people send in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.schema.prompt import Sender, Words
from companion.schema.reading import Box, Corner, Expectation

Fault: TypeAlias = Literal[
    "stopped",
    "nothing",
    "dark",
    "glare",
    "flicker",
    "blurred",
    "coarse",
    "moved",
    "cut_off",
    "too_small",
    "too_oblique",
    "markers_missing",
    "markers_swapped",
    "markers_mirrored",
    "markers_reversed",
    "markers_foreign",
    "markers_doubled",
    "markers_turned",
    "tray_turned",
    "mirrored",
    "restless",
]
"""stopped: the camera sends no pictures · nothing: nothing is in sight, a cap on the lens or a hand before it · coarse: grain, or
a picture packed too tightly · moved: since the corners were tapped · cut_off: a part of the tray is beyond the picture · too_oblique:
seen from the side · markers_mirrored, _reversed: the printed sheet is a mirror image, or white on black · _foreign: of another sheet ·
_doubled: one id twice · markers_turned: some of them are turned in their corners · tray_turned: the whole tray is ·
mirrored: the whole picture is a mirror image, as of a camera that looks at oneself · restless: the camera goes on setting something by itself."""

Doing: TypeAlias = Literal["stranger", "other_kit", "leans", "hidden", "unsure"]
"""What is wrong with one thing on the tray. stranger: of no kit there is · other_kit: of one that is not on the table · leans: no face
is up · hidden: partly, by another, by the rim or by the picture's edge · unsure: its face could be several."""


@dataclass(frozen=True, slots=True)
class CameraFinding:
    """One thing that is wrong with what a camera sees, and what to do."""

    fault: Fault
    advice: Words
    markers: tuple[int, ...] = ()  # the ids that it is about
    grave: bool = True  # else all is read as it is, and it would only be nicer otherwise


@dataclass(frozen=True, slots=True)
class MarkerSeen:
    """A marker that is seen, one of the tray's four or another's."""

    id: int
    corners: tuple[Corner, ...]  # px of the picture, four of them, the printed top left one first


@dataclass(frozen=True, slots=True)
class CameraHealth:
    """Measured while the tray is at rest, or all the time while a page asks for it. 0 stands for what could not be measured."""

    blur: float = 0.0  # px of the picture, standard deviation of its edges
    light: int = 0  # 0..255, grey level that the brightest twentieth of the picture reaches
    glare: float = 0.0  # 0..1, share of the tray that is blindingly white
    flicker: float = 0.0  # grey levels from picture to picture
    markers: int = 0  # of the tray's four
    px_per_mm: float = 0.0  # on the tray's floor, where markers tell it
    whole: bool = True  # the tray lies in the picture with all its corners, as far as it is known where it lies
    moved: float = 0.0  # share of the picture's width, since the tray's corners were tapped
    slant: float = 0.0  # degrees between the camera's view and straight down, where markers tell it
    size: tuple[int, int] = (0, 0)  # width and height of the picture and of its preview, px
    tray: tuple[Corner, ...] = ()  # the four corners of its floor, px, going round; () where it is not known
    marks: tuple[MarkerSeen, ...] = ()  # all that are seen
    findings: tuple[CameraFinding, ...] = ()  # the most important first; empty: it sees well

    @property
    def advice(self) -> tuple[Words, ...]:
        """What a person can do, in sentences, the most important first."""
        return tuple(finding.advice for finding in self.findings)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The same for machines."""
        return tuple(finding.fault for finding in self.findings)


@dataclass(frozen=True, slots=True)
class CameraCheckRequest:
    """The page's wish: say twice a second how well the camera sees, for the next seconds. Repeated while somebody looks."""

    id: str
    whole: bool = False  # the preview shows what lies beside the tray too: only while no game is on
    light: bool = False  # the camera is to find its light and focus anew, once


@dataclass(frozen=True, slots=True)
class ReadingRemark:
    """One thing of a reading that was not simply read, and what to do about it."""

    doing: Doing
    advice: Words
    box: Box  # px of the picture, as in the reading
    kind: str = ""  # other_kit: what it surely is, "d20"
    kit: str = ""  # other_kit: the one to put on the table


@dataclass(frozen=True, slots=True)
class CameraSight:
    """What the camera sees now, to a page that asked for it; never retained."""

    health: CameraHealth
    picture: str = ""  # of the newest reading since somebody asks, as `Reading.picture`; "" = there is none
    remarks: tuple[ReadingRemark, ...] = ()  # on the things of that reading


ACCOUNT = re.compile(r"//.*@", re.DOTALL)
"""A name and a password, up to the last @: a password may hold one, or a slash, though it should be written in other letters."""
ASKED = re.compile(r"[?#&;].*", re.DOTALL)
"""What is asked of it: many cameras take their password there."""


def shown(address: str) -> str:
    """Without anything that may be secret; what is no address of a network is shown as it is.

    >>> shown("http://me:secret@192.168.1.7:8080/video")
    'http://192.168.1.7:8080/video'
    >>> shown("http://192.168.1.7/snapshot.cgi?user=me&pwd=secret")
    'http://192.168.1.7/snapshot.cgi?…'
    """
    if "://" not in address:
        return address
    return ASKED.sub("?…", ACCOUNT.sub("//", address))


@dataclass(frozen=True, slots=True)
class PhotoRequest:
    """Read this file of the uploads folder."""

    name: str
    sender: Sender = ""  # as of `Reading`
    expect: Expectation = field(
        default_factory=Expectation
    )  # of the table it is for; without a question: what is in force


@dataclass(frozen=True, slots=True)
class PhotoResult:
    name: str
    sentence: Words = ""  # "" = it became a reading; else why not
