"""Measure how often a bad camera picture gets the right advice, a good one any advice, and wrong dice are recognised as wrong.

The pictures are the bench's own and the recorded throws, spoilt by `tests.bench.damaged_trays`; what is right to say is what was done to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2

from companion.schema import CameraHealth, ReadingRemark
from tests.bench import doubtful_dice
from tests.bench.damaged_trays import Spoilt, good, spoilt
from tests.bench.frames import frames
from tests.bench.image_damage import Base
from tests.bench.line import Share
from vision.commands.read import load_picture
from vision.image.decoder import Image
from vision.image.frame import shrink
from vision.kind_and_face.tray_reader import read_tray
from vision.kit import Kit, load_kits
from vision.service.health.checkup import CameraCheckup
from vision.service.remarks import remark_on
from vision.stream.demo_camera import load_throws
from vision.tray.tray_plane import MARKERS, TrayPlane, find_markers, find_tray

EACH = 5
"""Pictures of every way to spoil one."""
SEED = 404
WANTED, ALLOWED = 0.95, 0.05
BESIDE = 8.0
"""Px at 1280 px of width, that are seen beyond each marker of a good picture."""
WRONG = {"d6": "demo_mom_d8", "mom_d8": "d6", "nemesis_combat": "d6", "nemesis_noise": "d6", "token": "d6"}
"""Kind of the dice -> the only selected kit, which does not contain it."""


def lines() -> Iterator[Share]:
    """All of it, then each way to spoil a picture by itself, then what is told of single dice."""
    cv2.setNumThreads(1)
    found = bases()
    judged = [(one, is_right(one, advised(one))) for one in spoilt(found, EACH, SEED)]
    yield Share("advice.right", sum(right for _, right in judged), len(judged), WANTED, "wanted")
    alarms = sum(bool(advised(one).findings) for one in good(found))
    yield Share("advice.false_alarms", alarms, len(found), ALLOWED, "allowed")
    yield wrong_dice()
    for way in dict.fromkeys(one.way for one, _ in judged):
        hits = [right for one, right in judged if one.way == way]
        yield Share(f"advice.right.{way.replace(' ', '_')}", sum(hits), len(hits), WANTED, "wanted")
    yield from doubtful_dice.lines()


def bases() -> list[Base]:
    """Pictures that nothing is wrong with: those of the bench with all four markers, and a settled frame of each kind of throw."""
    kinds = {throw.kind: throw for throw in load_throws()}
    paths = [frame.path for frame in frames()] + [throw.frames[throw.rests[-1].last] for throw in kinds.values()]
    return [base for path in paths if (base := base_of(path)) is not None]


def base_of(path: Path) -> Base | None:
    """Return the picture with its markers, or None unless all of them are visible with a margin."""
    image = load_picture(path)
    markers = find_markers(image)
    height, width = image.shape[:2]
    edge = BESIDE * width / 1280
    whole = all((quad > edge).all() and (quad < (width - edge, height - edge)).all() for quad in markers.values())
    return Base(f"{path.parent.name}/{path.stem}", image, markers) if whole and len(markers) == len(MARKERS) else None


def advised(one: Spoilt) -> CameraHealth:
    """Return the findings: the whole film is analysed, and its last picture judged."""
    last, tapped = one.film[-1], one.was is not None
    checkup = CameraCheckup(reference=None if one.was is None else shrink(one.was))
    for image in one.film:
        checkup.add_brightness(shrink(image))
    return checkup.measure(last, shrink(last), tapped_tray(last) if tapped else find_tray(last), tapped)


def tapped_tray(image: Image) -> TrayPlane:
    """A tray that nearly fills the picture."""
    height, width = image.shape[:2]
    (left, top), (right, bottom) = (0.08 * width, 0.08 * height), (0.92 * width, 0.92 * height)
    return TrayPlane(((left, top), (right, top), (right, bottom), (left, bottom)))


def is_right(one: Spoilt, health: CameraHealth) -> bool:
    """Return whether the first finding is the cause, with the right markers and no other grave finding."""
    if not health.findings:
        return not one.right
    first, *others = health.findings
    named = not one.markers or set(first.markers) == set(one.markers)
    return first.fault in one.right and named and not any(other.grave for other in others)


def wrong_dice() -> Share:
    """Return how many objects of unselected kits are named as such."""
    hits = things = 0
    every = load_kits(("d6", "demo_mom_d8", "demo_nemesis_combat", "demo_nemesis_noise", "demo_token"))
    for throw in load_throws():
        if throw.kind in WRONG:
            rest = throw.rests[-1]
            told = said_of(load_picture(throw.frames[rest.last]), load_kits([WRONG[throw.kind]]), every)
            things += len(rest.values)
            hits += min(len(rest.values), sum((one.doing, one.kind) == ("other_kit", throw.kind) for one in told))
    return Share("advice.wrong_dice", hits, things, WANTED, "wanted")


def said_of(image: Image, on_table: Sequence[Kit], every: Sequence[Kit]) -> tuple[ReadingRemark, ...]:
    """Return the remarks on a tray read with those kits alone."""
    tray = find_tray(image)
    corners = tray.corners if tray else None
    return remark_on(image, read_tray(image, on_table, tray=corners), corners, on_table, lambda: every)
