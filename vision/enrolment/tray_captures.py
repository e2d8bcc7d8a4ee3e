"""Trayfuls that wait for their names: captured from a frame or a photograph, pointed at, and named, which makes shots of them."""

import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.i18n import _
from companion.schema import TrayObjects
from vision.enrolment import shots
from vision.enrolment.labelled_tray import (
    MOST,
    TrayObject,
    known_shape,
    label_tray,
    object_at,
    shape_of,
    shots_of,
    suggest_faces,
)
from vision.enrolment.lesson import KitLesson
from vision.enrolment.page_images import PageFiles, shown_scale
from vision.image import Image, decode
from vision.kit import Kit, KitError, check_name, folder_of, kit_names, load_kit
from vision.tray import TrayPlane, find_tray

logger = logging.getLogger(__name__)

KEPT_TRAYFULS = 12
"""Trayfuls, each with its cut-outs, that can still be named; a lesson has five."""


@dataclass(frozen=True, slots=True, eq=False)
class CapturedTray:
    """A trayful that waits for its names."""

    kit: str
    objects: tuple[TrayObject, ...]


@dataclass(slots=True)
class TrayCaptures:
    """Every method raises KitError or PictureError, or OSError where the disk fails."""

    shown: PageFiles
    lesson: KitLesson
    """Receives the name of the newest tray."""
    _picture: tuple[str, Image] = ("", np.zeros((1, 1, 3), np.uint8))
    """Name and picture of the newest tray."""
    _captured: OrderedDict[str, CapturedTray] = field(default_factory=OrderedDict)
    _known: dict[str, tuple[int, Kit | None]] = field(default_factory=dict)
    _last: dict[str, Counter[str]] = field(default_factory=dict)
    """Kit -> the faces that were named the last time."""

    def capture(self, kit_name: str, image: Image, tray: TrayPlane | None) -> TrayObjects | None:
        """Return the objects of a picture with guesses of what they show; None where nothing was found."""
        kit = load_kit(check_name(kit_name))
        objects = label_tray(image, known_shape(kit), tray.corners if tray else None)
        if not objects:
            return None
        objects = suggest_faces(objects, kit, self._others(kit), self._last.get(kit.name))
        name = secrets.token_hex(6)
        self._captured[name] = CapturedTray(kit.name, objects)
        while len(self._captured) > KEPT_TRAYFULS:
            self._captured.popitem(last=False)
        self.lesson.newest, self._picture = name, (name, image)
        return self.shown.trayful(name, image, objects)

    def capture_photo(self, kit_name: str, file: Path) -> TrayObjects | None:
        """Return the same of a photograph."""
        image = decode(file.read_bytes(), _("The photograph"))
        return self.capture(kit_name, image, find_tray(image))

    def add_object(self, kit_name: str, trayful: str, at: tuple[float, float]) -> TrayObjects:
        """Return the newest trayful with one object more, the last of all; `at`: px of the picture on the page."""
        captured = self._captured.get(trayful)
        if captured is None or captured.kit != kit_name or self._picture[0] != trayful:
            raise KitError(_("This picture is not known any more. Take it again."))
        if len(captured.objects) >= MOST:
            raise KitError(_("More than {n} things on one tray are too many. Lay fewer.", n=MOST))
        image = self._picture[1]
        scale = shown_scale(image)
        kit = load_kit(kit_name)
        x, y = (min(max(0.0, place / scale), side) for place, side in zip(at, image.shape[1::-1], strict=True))
        objects = (*captured.objects, object_at(image, x, y, captured.objects, known_shape(kit)))
        objects = suggest_faces(objects, kit, self._others(kit), self._last.get(kit.name))
        self._captured[trayful] = CapturedTray(kit.name, objects)
        return self.shown.trayful(trayful, image, objects)

    def name_objects(self, kit_name: str, trayful: str, names: Sequence[str]) -> None:
        """Make shots of the named objects. A second naming replaces the first. "" = not of the kit."""
        captured = self._captured.get(trayful)
        if captured is None or captured.kit != kit_name or len(captured.objects) != len(names):
            raise KitError(_("These objects are not known any more. Take the picture again."))
        kit, origin = load_kit(kit_name), shots.taught_origin(trayful)
        if any(shot.origin == origin for shot in kit.shots):
            kit = shots.drop_shots(kit_name, lambda shot: shot.origin == origin)
        fresh = shots_of(captured.objects, names, origin)
        named = [one.detected for one, name in zip(captured.objects, names, strict=True) if name]
        shape = "" if kit.shots or not named else shape_of(kit.kind, named)
        self._last[kit_name] = Counter(shot.value for shot in fresh)
        shots.add_shots(kit_name, fresh, shape)

    def _others(self, kit: Kit) -> tuple[Kit, ...]:
        """Other kits of the same kind; what was read once stays in memory until its file changes."""
        others = []
        for name in kit_names():
            stamp = (folder_of(name) / "kit.toml").stat().st_mtime_ns
            if self._known.get(name, (0, None))[0] != stamp:
                self._known[name] = (stamp, _load(name))
            other = self._known[name][1]
            if other is not None and other.kind == kit.kind and other.name != kit.name:
                others.append(other)
        return tuple(others)


def _load(name: str) -> Kit | None:
    """Return the kit, or None if damaged: the list of kits shows that."""
    try:
        return load_kit(name)
    except KitError:
        logger.debug("the kit %s cannot be read", name)
        return None
