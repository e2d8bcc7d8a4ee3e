"""Advise on the doubtful objects of a reading, for the test throw."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.i18n import Text, _, from_data
from companion.schema import UNKNOWN, ReadingRemark, SeenObject
from vision.image import Image
from vision.kind_and_face import read_tray
from vision.kit import Kit, KitError, folder_of, kit_names, load_kit
from vision.stream import centre, distance, is_near, mean_side
from vision.tray import Point, TrayPlane, floor_of

CLOSE = 1.4
"""Of its size: so near is another on which a thing leans."""
AT_RIM = 0.9
"""Of its size: so near is the rim on which a thing leans, or which hides it."""
SAME = 0.5
"""Of its size: so near is the same thing in another look."""

Kits = Callable[[], Sequence[Kit]]
"""All kits there are, also those that are not on the table."""


def remark_on(
    image: Image, objects: Sequence[SeenObject], tray: Sequence[Point] | None, kits: Sequence[Kit], all_kits: Kits
) -> tuple[ReadingRemark, ...]:
    """Return a remark for each doubtful object, in order. Tries all kits only if there is one."""
    doubtful = [seen for seen in objects if seen.value is None and seen.box is not None]
    if not doubtful:
        return ()
    others = _of_other_kits(image, tray, {kit.kind for kit in kits}, all_kits())
    return tuple(_remark(seen, objects, tray or floor_of(image, None), others) for seen in doubtful)


def _remark(
    seen: SeenObject, objects: Sequence[SeenObject], floor: Sequence[Point], others: Sequence[tuple[SeenObject, Kit]]
) -> ReadingRemark:
    box = seen.box
    assert box is not None
    kit = next((kit for other, kit in others if is_near(seen, other, SAME)), None)
    if kit is not None and not (seen.cocked or seen.partial):
        sentence = _("This is of a kit that is not on the table: put that kit on the table.")
        return ReadingRemark("other_kit", sentence, box, kit.kind, kit.name)
    if seen.kind == UNKNOWN:
        return ReadingRemark("stranger", _("This is of no kit that is known: teach it, or take it off the tray."), box)
    if seen.cocked:
        return ReadingRemark("leans", _of_leaning(seen, objects, floor), box)
    if seen.partial:
        return ReadingRemark("hidden", _of_hiding(seen, floor), box)
    return ReadingRemark("unsure", _of_doubt(seen), box)


def _of_leaning(seen: SeenObject, objects: Sequence[SeenObject], floor: Sequence[Point]) -> Text:
    if _to_rim(seen, floor) < AT_RIM * mean_side(seen):
        return _("This leans on the rim, and no face is up: roll it again.")
    if any(other is not seen and distance(seen, other) < CLOSE * mean_side(seen) for other in objects if other.box):
        return _("This leans on another, and no face is up: roll it again, apart from the others.")
    return _("This leans, and no face is up: roll it again.")


def _of_hiding(seen: SeenObject, floor: Sequence[Point]) -> Text:
    if _to_rim(seen, floor) < AT_RIM * mean_side(seen):
        return _("This lies on the rim, or over it: lay it into the tray.")
    return _("A part of this is hidden: lay it where all of it is seen.")


def _of_doubt(seen: SeenObject) -> Text:
    if len(seen.alternatives) > 1:
        (one, _share), (other, _other_share) = seen.alternatives[:2]
        return _(
            "This could be {one} or {other}: say which, and show that face once more in the lesson of its kit.",
            one=from_data(one.replace("_", " ")),
            other=from_data(other.replace("_", " ")),
        )
    return _("Its face is not clear: give it more light, or show that face once more in the lesson of its kit.")


def _of_other_kits(
    image: Image, tray: Sequence[Point] | None, on_table: set[str], all_kits: Sequence[Kit]
) -> list[tuple[SeenObject, Kit]]:
    """Return objects that surely belong to a kit which is not on the table, each with such a kit."""
    further = {kit.kind: kit for kit in reversed(all_kits) if kit.kind not in on_table}
    if not further:
        return []
    seen = read_tray(image, all_kits, tray=tray)
    return [(one, further[one.kind]) for one in seen if one.value is not None and one.kind in further and one.box]


def _to_rim(seen: SeenObject, floor: Sequence[Point]) -> float:
    """Return the distance from its middle to the nearest edge of the tray's bottom, px; negative outside."""
    return float(cv2.pointPolygonTest(np.array(floor, np.float32), centre(seen), measureDist=True))


@dataclass(slots=True)
class KitShelf:
    """Every kit there is that can be read, on the table or not; each is read once, and again when it was changed."""

    _read: dict[str, tuple[int, Kit | None]] = field(default_factory=dict)

    def __call__(self) -> tuple[Kit, ...]:
        """Return all kits, reading only changed ones again."""
        self._read = {name: self._of(name) for name in kit_names()}
        return tuple(kit for _stamp, kit in self._read.values() if kit is not None)

    def _of(self, name: str) -> tuple[int, Kit | None]:
        try:
            stamp = (folder_of(name) / "kit.toml").stat().st_mtime_ns
            before = self._read.get(name)
            return before if before is not None and before[0] == stamp else (stamp, load_kit(name))
        except (KitError, OSError):
            return 0, None  # the page of kits says what is wrong with it


@dataclass(slots=True)
class KitRemarks:
    """Remarks on a reading by the kits on the table and by all others there are."""

    on_table: Callable[[], Sequence[Kit]]
    shelf: KitShelf = field(default_factory=KitShelf)

    def __call__(
        self, image: Image, objects: tuple[SeenObject, ...], tray: TrayPlane | None
    ) -> tuple[ReadingRemark, ...]:
        """Return the remarks on a reading."""
        return remark_on(image, objects, tray.corners if tray else None, self.on_table(), self.shelf)
