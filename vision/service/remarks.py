"""Advise on the doubtful objects of a reading, for the test throw."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import cv2
import numpy as np

from companion.i18n import Text, _, from_data, joined
from companion.schema import UNKNOWN, Box, Doing, ReadingRemark, SeenObject, Words
from vision.image import Image
from vision.kind_and_face import read_tray
from vision.kit import Kit, KitError, folder_of, kit_names, load_kit
from vision.service.doubt_causes import PIPS, PictureView, place_cause, touches, view_cause, view_of_picture
from vision.stream import centre, distance, is_near, mean_side
from vision.tray import Point, TrayPlane

CLOSE = 1.4
"""Of its size: so near is another on which a thing leans."""
AT_RIM = 0.9
"""Of its size: so near is the rim on which a thing leans, or which hides it."""
SAME = 0.5
"""Of its size: so near is the same thing in another look."""
LIKELY = 0.15
"""Least share of a face that is worth a question; the page offers no fainter one either."""

REMEDIES: Mapping[Doing, Text] = MappingProxyType(
    {
        "dark": _("It is too dark here: turn a lamp on, or lay it out of the shadow."),
        "glare": _("It shines white here: turn the lamp aside, or lay it elsewhere."),
        "blurred": _("It is blurred here: set the focus, and hold the camera still."),
        "too_near": _("It is too near: take the camera farther away."),
        "too_far": _("It is too small in the picture: take the camera nearer."),
        "too_oblique": _("It is seen from the side: look at it from straight above."),
        "touching": _("It touches another: move them apart."),
        "hidden": _("The picture’s edge cuts it: take the camera farther away, or lay it further in."),
    }
)
"""What helps against each cause that a picture shows by itself."""

Kits = Callable[[], Sequence[Kit]]
"""All kits there are, also those that are not on the table."""


def remark_on(
    image: Image, objects: Sequence[SeenObject], tray: Sequence[Point] | None, kits: Sequence[Kit], all_kits: Kits
) -> tuple[ReadingRemark, ...]:
    """Return a remark for each doubtful object, in order. Tries all kits only if there is one."""
    if all(seen.value is not None or seen.box is None for seen in objects):
        return ()
    taught = frozenset(kit.kind for kit in kits if kit.shots)
    others = _of_other_kits(image, tray, {kit.kind for kit in kits}, all_kits())
    scene = _Scene(image, objects, tray, taught, view_of_picture(image))
    return tuple(
        _other_kit(seen, seen.box, others) or ReadingRemark(*_advise(seen, scene), seen.box)
        for seen in objects
        if seen.value is None and seen.box is not None
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """A picture, and what is known of it."""

    image: Image
    objects: Sequence[SeenObject]
    tray: Sequence[Point] | None
    """The corners of its floor, px; None where none is known."""
    taught: frozenset[str]
    """Kinds that have lessons."""
    view: PictureView


def _other_kit(seen: SeenObject, box: Box, others: Sequence[tuple[SeenObject, Kit]]) -> ReadingRemark | None:
    kit = next((kit for other, kit in others if is_near(seen, other, SAME)), None)
    if kit is None or seen.cocked or seen.partial:
        return None
    sentence = _("This is of a kit that is not on the table: put that kit on the table.")
    return ReadingRemark("other_kit", sentence, box, kit.kind, kit.name)


def _advise(seen: SeenObject, scene: _Scene) -> tuple[Doing, Words]:
    """Return the problem of a doubtful object and its remedy, a cause before its consequences."""
    assert seen.box is not None
    cause = view_cause(scene.image, seen.box, scene.view)
    if cause is not None and not (cause == "too_far" and _is_crumb(seen, scene.objects)):
        return cause, _with_name(seen, REMEDIES[cause])
    if seen.kind == UNKNOWN:
        return "stranger", _("This is of no kit that is known: teach it, or take it off the tray.")
    if seen.cocked:
        return "leans", _of_leaning(seen, scene.objects, scene.tray)
    if seen.partial:
        return _of_hiding(seen, scene)
    cause = place_cause(scene.image, seen, scene.objects, scene.view)
    if cause is not None:
        return cause, _with_name(seen, REMEDIES[cause])
    return "unsure", _of_doubt(seen, scene.taught)


def _is_crumb(seen: SeenObject, objects: Sequence[SeenObject]) -> bool:
    """Return whether it is an unknown speck next to things that are read: then the camera is not too far."""
    return seen.kind == UNKNOWN and any(other.value is not None for other in objects)


def _of_leaning(seen: SeenObject, objects: Sequence[SeenObject], tray: Sequence[Point] | None) -> Text:
    if _to_rim(seen, tray) < AT_RIM * mean_side(seen):
        return _("This leans on the rim, and no face is up: roll it again.")
    if any(other is not seen and distance(seen, other) < CLOSE * mean_side(seen) for other in objects if other.box):
        return _("This leans on another, and no face is up: roll it again, apart from the others.")
    return _("This leans, and no face is up: roll it again.")


def _of_hiding(seen: SeenObject, scene: _Scene) -> tuple[Doing, Words]:
    """Two dice that touch each hide a part of the other, and moving them apart frees both."""
    if _to_rim(seen, scene.tray) < AT_RIM * mean_side(seen):
        return "hidden", _("This lies on the rim, or over it: lay it into the tray.")
    if touches(seen, scene.objects):
        return "touching", REMEDIES["touching"]
    return "hidden", _("A part of this is hidden: lay it where all of it is seen.")


def _of_doubt(seen: SeenObject, taught: frozenset[str]) -> Text:
    if seen.kind not in taught:
        return _with_name(seen, _("Say what it shows, or turn it a little."))
    if len(faces := _likely_faces(seen)) > 1:
        return _(
            "This could be {one} or {other}: say which, and show that face once more in the lesson of its kit.",
            one=faces[0],
            other=faces[1],
        )
    return _("Its face is not clear: give it more light, or show that face once more in the lesson of its kit.")


def _with_name(seen: SeenObject, remedy: Text) -> Text:
    """Put what it probably is before the remedy, where its kind has a name and faces that are digits."""
    faces = _likely_faces(seen)
    if seen.kind != PIPS or seen.cocked or seen.partial:
        return remedy
    if not faces:
        return joined(" ", (_("A six-sided die."), remedy))
    if len(faces) == 1:
        return joined(" ", (_("A six-sided die: a {face}?", face=faces[0]), remedy))
    return joined(" ", (_("A six-sided die: a {one} or a {other}?", one=faces[0], other=faces[1]), remedy))


def _likely_faces(seen: SeenObject) -> tuple[Text, ...]:
    """Return the one or two faces that are worth a question."""
    return tuple(from_data(face.replace("_", " ")) for face, share in seen.alternatives[:2] if share >= LIKELY)


def _of_other_kits(
    image: Image, tray: Sequence[Point] | None, on_table: set[str], all_kits: Sequence[Kit]
) -> list[tuple[SeenObject, Kit]]:
    """Return objects that surely belong to a kit which is not on the table, each with such a kit."""
    further = {kit.kind: kit for kit in reversed(all_kits) if kit.kind not in on_table}
    if not further:
        return []
    seen = read_tray(image, all_kits, tray=tray)
    return [(one, further[one.kind]) for one in seen if one.value is not None and one.kind in further and one.box]


def _to_rim(seen: SeenObject, tray: Sequence[Point] | None) -> float:
    """Return the distance from its middle to the nearest edge of the tray's bottom, px; negative outside, endless without."""
    if tray is None:
        return math.inf
    return float(cv2.pointPolygonTest(np.array(tray, np.float32), centre(seen), measureDist=True))


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
