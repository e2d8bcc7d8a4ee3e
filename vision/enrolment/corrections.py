"""Learn shots of the user's own kits from corrected readings.

Uses only objects that are level, still found by the finder, unlike any other face, and of a kit with shots. Copies a
built-in kit to the user's own first. A correction that is taken back is unlearned.
"""

import logging
import math
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import cv2

from companion.schema import Box, CorrectionMessage, SeenObject
from vision.detect import DetectedObject, find_objects
from vision.enrolment import shots
from vision.image import Image, decode
from vision.kind_and_face import cut_face, embed_views, likeness, views
from vision.kit import Kit, KitError, KitShotImage, is_own

logger = logging.getLogger(__name__)

MOST_BYTES = 24_000_000
"""Limit for the pictures of correctable readings: a hundred of 1280x720 px. In memory, to spare the SD card."""
QUALITY = 92
"""JPEG, of the pictures: shots are cut out of them."""
LEVEL = 0.5
"""Least share of the state "readable"."""
NEAR = 0.5
"""Greatest distance of the finder's object from the box's middle, as a share of its size."""
MISTAKEN = 0.93
"""Likeness to another face's shot from which on the word of a finger is not believed: a tap went astray."""


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """A reading's picture as it was seen, without boxes."""

    jpeg: bytes
    seen: tuple[SeenObject, ...]


@dataclass(slots=True)
class ReadingCorrections:
    """Remembers the newest readings since the process began."""

    kits: Callable[[], tuple[Kit, ...]]
    """Kits in use."""
    _pictures: OrderedDict[str, SeenPicture] = field(default_factory=OrderedDict)

    def remember(self, picture: str, image: Image, seen: Sequence[SeenObject]) -> None:
        """Remember a sent reading. `picture`: the name it carries."""
        if not picture or all(one.box is None for one in seen):
            return
        jpeg = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1].tobytes()
        self._pictures[picture] = SeenPicture(jpeg, tuple(seen))
        while self.held > MOST_BYTES:
            self._pictures.popitem(last=False)

    @property
    def held(self) -> int:
        """Bytes of all pictures."""
        return sum(len(one.jpeg) for one in self._pictures.values())

    def learn(self, correction: CorrectionMessage) -> tuple[str, ...]:
        """Return the kits that have other shots now."""
        try:
            changed = self._unlearn(correction.picture)
            return tuple(dict.fromkeys((*changed, *self._learn(correction))))
        except (KitError, OSError) as error:
            logger.warning("a correction is not learned: %s", error)
            return ()

    def _unlearn(self, picture: str) -> tuple[str, ...]:
        """Discard earlier shots from this picture."""
        gone = corrected_origin(picture)
        touched = [kit.name for kit in self.kits() if any(shot.origin == gone for shot in kit.shots)]
        for name in touched:
            shots.drop_shots(name, lambda shot: shot.origin == gone)
        return tuple(touched)

    def _learn(self, correction: CorrectionMessage) -> tuple[str, ...]:
        known = self._pictures.get(correction.picture)
        if known is None or not correction.values:
            return ()
        image = decode(known.jpeg)
        detections = find_objects(image)
        learned: dict[str, list[KitShotImage]] = {}
        for box, value in zip(correction.boxes, correction.values, strict=False):
            was = next(
                (seen for seen in known.seen if seen.box is not None and _middle(seen.box, box) < 2),
                None,
            )
            detected = _at(detections, box)
            kit = self._kit(was, value) if was is not None and not was.cocked and was.value != value else None
            if (
                kit is not None
                and detected is not None
                and is_plain(detected)
                and is_likely(kit, value, image, detected)
            ):
                learned.setdefault(kit.name, []).append(
                    KitShotImage(value, cut_face(image, detected), origin=corrected_origin(correction.picture))
                )
        for name, fresh in learned.items():
            shots.add_shots(name, fresh)
        return tuple(learned)

    def _kit(self, was: SeenObject | None, value: str) -> Kit | None:
        """Return the kit that reads this kind by shots and has that face; one of the user's own before a built-in one."""
        fits = [
            kit for kit in self.kits() if was is not None and kit.kind == was.kind and kit.shots and value in kit.values
        ]
        return min(fits, key=lambda kit: not is_own(kit.name)) if fits else None


def corrected_origin(picture: str) -> str:
    """Of shots learned from that picture."""
    return f"{shots.CORRECTED} {picture}"


def is_plain(detected: DetectedObject) -> bool:
    """Return whether it is level, whole and inside."""
    return detected.states[0] >= LEVEL


def is_likely(kit: Kit, value: str, image: Image, detected: DetectedObject) -> bool:
    """Return whether no other face of the kit looks the same."""
    near = likeness(kit, embed_views(views(image, detected, kit.shape))[0])
    return all(score < MISTAKEN for other, score in near.items() if other != value)


def _at(detections: Sequence[DetectedObject], box: Box) -> DetectedObject | None:
    x, y, w, h = box
    near = [
        detected
        for detected in detections
        if math.hypot(detected.x - x - w / 2, detected.y - y - h / 2) < NEAR * max(w, h)
    ]
    return max(near, key=lambda detected: detected.score) if near else None


def _middle(one: Box, other: Box) -> float:
    """Px between the middles of two boxes."""
    return math.hypot(one[0] + one[2] / 2 - other[0] - other[2] / 2, one[1] + one[3] / 2 - other[1] - other[3] / 2)
