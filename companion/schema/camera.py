"""Health of a camera, its address, and uploaded photographs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.schema.prompt import Box, Corner, Expectation, Sender, Words

Fault: TypeAlias = Literal[
    "stopped", "nothing", "dark", "glare", "flicker", "blurred", "coarse", "moved", "cut_off", "too_small", "too_oblique",
    "markers_missing", "markers_swapped", "markers_mirrored", "markers_reversed", "markers_foreign", "markers_doubled",
    "markers_turned", "tray_turned", "mirrored", "restless",
]  # fmt: skip
"""Fault of what a camera sees.

stopped: the camera sends no pictures.
nothing: a cap on the lens, or a hand in front of it.
coarse: noise, or strong compression.
moved: since the corners were marked.
cut_off: a part of the tray is outside the picture.
too_oblique: seen from the side.
markers_mirrored, _reversed: the printed sheet is a mirror image, or white on black.
markers_foreign, _doubled: of another sheet, or one id twice.
markers_turned: some are rotated in their corners.
tray_turned: the whole tray is rotated.
mirrored: the whole picture is a mirror image, as of a front camera.
restless: the camera keeps adjusting itself.
"""

Doing: TypeAlias = Literal[
    "stranger", "other_kit", "leans", "hidden", "unsure",
    "dark", "glare", "blurred", "too_near", "too_far", "too_oblique", "touching",
]  # fmt: skip
"""Problem of one object on the tray.

stranger: of an unknown kit.
other_kit: of a kit that is not on the table.
leans: no face is up.
hidden: in part, by another object, the rim or the picture's edge.
unsure: several faces are possible, and nothing in the picture says why.
dark, glare, blurred: at this object, as in `Fault`.
too_near, too_far: it is too large or too small in the picture.
too_oblique: seen from the side.
touching: another object is against it.
"""


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
    """Measured while the tray is at rest, or continuously while a page requests it. 0 = not measured."""

    blur: float = 0.0  # px of the picture, standard deviation of its edges
    light: int = 0  # 0..255, grey level that the brightest twentieth of the picture reaches
    glare: float = 0.0  # 0..1, share of the tray that is blindingly white
    flicker: float = 0.0  # grey levels from picture to picture
    markers: int = 0  # of the tray's four
    px_per_mm: float = 0.0  # on the tray's floor, if markers are visible
    whole: bool = True  # all known corners of the tray are in the picture
    moved: float = 0.0  # share of the picture's width, since the tray's corners were tapped
    slant: float = 0.0  # degrees between the camera's view and straight down, if markers are visible
    size: tuple[int, int] = (0, 0)  # width and height of the picture and of its preview, px
    tray: tuple[Corner, ...] = ()  # its four inner corners, px, in order; () = unknown
    marks: tuple[MarkerSeen, ...] = ()  # all that are seen
    findings: tuple[CameraFinding, ...] = ()  # the most important first; empty: it sees well

    @property
    def advice(self) -> tuple[Words, ...]:
        """Remedies as sentences, the most important first."""
        return tuple(finding.advice for finding in self.findings)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults, for machines."""
        return tuple(finding.fault for finding in self.findings)


@dataclass(frozen=True, slots=True)
class CameraCheckRequest:
    """Request to publish the camera's health twice a second for some seconds. A page repeats it while it is open."""

    id: str
    whole: bool = False  # the preview also shows the surroundings of the tray: only while no game is open
    light: bool = False  # the camera adjusts exposure and focus again, once


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
    """Current view of the camera, for a page that requested it; never retained."""

    health: CameraHealth
    picture: str = ""  # of the newest reading since the request, as `Reading.picture`; "" = no picture
    remarks: tuple[ReadingRemark, ...] = ()  # on the things of that reading


ACCOUNT = re.compile(r"//.*@", re.DOTALL)
"""A name and a password, up to the last @: a password may hold one, or a slash, though it should be written in other letters."""
QUERY = re.compile(r"[?#&;].*", re.DOTALL)
"""Query of an address: many cameras expect their password in it."""


def hide_secrets(address: str) -> str:
    """Return the address without secrets; return other text unchanged.

    >>> hide_secrets("http://me:secret@192.168.1.7:8080/video")
    'http://192.168.1.7:8080/video'
    >>> hide_secrets("http://192.168.1.7/snapshot.cgi?user=me&pwd=secret")
    'http://192.168.1.7/snapshot.cgi?…'
    """
    if "://" not in address:
        return address
    return QUERY.sub("?…", ACCOUNT.sub("//", address))


@dataclass(frozen=True, slots=True)
class PhotoRequest:
    """Read this file of the uploads folder."""

    name: str
    sender: Sender = ""  # as of `Reading`
    expect: Expectation = field(
        default_factory=Expectation
    )  # of its table; without a question, the current one applies


@dataclass(frozen=True, slots=True)
class PhotoResult:
    """The result for a photograph."""

    name: str
    sentence: Words = ""  # "" = it became a reading; else why not
