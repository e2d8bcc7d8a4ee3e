"""Labelled pictures read by the whole pipeline: of every guess its evidence, and whether it was right."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.detect import DetectedObject, detect_objects, refine_objects
from vision.image import Image
from vision.kind_and_face import cut_face
from vision.kind_and_face.confidence import FaceEvidence
from vision.kind_and_face.face_embedding import OTHER, print_of
from vision.kind_and_face.face_guess import FaceGuess, guess_faces, read_second
from vision.kind_and_face.tray_reader import floor_between, is_whole, seen_objects
from vision.kit import Kit, KitShotImage, load_kit
from vision.shape_of_kind import SHAPE_OF_KIND, SHAPES
from vision.training.pictures import (
    COCKED,
    PARTIAL,
    READABLE,
    UNSAID,
    Mark,
    Picture,
    held_out,
    photographs,
    read,
    renders,
)
from vision.tray import ENOUGH_MARKERS, find_markers

PIPS = "d6"
NEAR = 0.65
"""Greatest distance at which a finding matches a labelled face, in larger radii."""
SHOT_SCALE = 0.5
"""At this size an enrolment shot is seen at the scale that the finder was taught."""
ENROLMENT = "enrolment"
SELDOM = 2
"""One in so many pictures is read with half of the kits missing too."""
STRANGE = 0.4
"""Weight of such a guess: dice of no kit are rare at a table, but they must be noticed."""
COIN = "coin"
ANOTHER = "another"
"""How the kind of a stranger begins."""
UNREAD = {COCKED: "cocked", PARTIAL: "partial"}
OUTSIDE = "outside"
NOTHING = "nothing"
UNREADABLE = frozenset({*UNREAD.values(), OUTSIDE, NOTHING})
"""Words for what may not be read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A guess and what speaks for it."""

    kind: str
    value: str
    evidence: FaceEvidence


@dataclass(frozen=True, slots=True)
class Judged:
    """One finding with the truth."""

    source: str
    """Which set of art, or of photographs, the picture is of."""
    picture: str
    alone: Reading
    """As the net reads it alone."""
    both: Reading
    """As both readers read it together."""
    truth_kind: str
    """Kind of the true object; "" without one."""
    truth: str
    """The value that it shows, or "cocked", "partial", "outside", "nothing"."""
    is_whole: bool
    """True if its value would be accepted with a sure face (`vision.kind_and_face.tray_reader`)."""
    weight: float = 1.0

    def is_right(self, reading: Reading) -> bool:
        """Return whether kind and value of a reading are true."""
        return (reading.kind, reading.value) == (self.truth_kind, self.truth)

    @property
    def is_object(self) -> bool:
        """Return whether it is a die or token, of any set and in any pose."""
        return self.truth != NOTHING and not self.truth_kind.endswith(COIN)

    @property
    def is_level(self) -> bool:
        """Return whether it is an object, level and whole in the tray."""
        return self.is_object and self.truth not in UNREADABLE


@dataclass(frozen=True, slots=True)
class Missed:
    """A readable object without a guess."""

    source: str
    picture: str
    kind: str
    value: str


def judged_style(folder: Path, kits: Sequence[Kit], others: Sequence[Kit]) -> Iterator[Judged | Missed]:
    """Yield all stills of one rendered style, read with its own kits; some once more with half of them, some with
    `others`.

    `others`: kits of another style, to which every object here is a stranger.
    """
    pictures = [picture for picture in renders(folder) if picture.group != ENROLMENT and picture.marks]
    offered = (kits[::2], kits[1::2], others)
    for number, picture in enumerate(pictures):
        image = read(picture.path)
        found = _not_on(_cards(picture), seen(image), picture.marks)
        yield from judged(picture, image, found, kits)
        if number % SELDOM == 0:
            fewer = offered[number // SELDOM % len(offered)]
            yield from strangers(picture, image, found, fewer, fewer is others)


def strangers(
    picture: Picture, image: Image, found: Sequence[DetectedObject], kits: Sequence[Kit], are_foreign: bool
) -> Iterator[Judged]:
    """Yield the guesses at what belongs to none of these kits, with less weight: right is not one of them.

    `are_foreign`: they are of other art, so that nothing in the picture belongs to them, but what is printed alike on
    all sets is left out.
    """
    known = frozenset() if are_foreign else {kit.kind for kit in kits}
    places = [(one, _mark_of(one, picture.marks)) for one in found]
    others = [one for one, place in places if place is None or picture.marks[place].kind not in known]
    for row in judged(picture, image, others, kits):
        is_alike = isinstance(row, Judged) and row.alone.kind == row.truth_kind
        if isinstance(row, Judged) and not (is_alike and print_of(row.truth_kind, row.truth) != OTHER):
            yield replace(row, truth_kind=f"{ANOTHER} {row.truth_kind}", weight=STRANGE)


def judged_coins(folder: Path, kits: Sequence[Kit]) -> Iterator[Judged]:
    """Yield the guesses at photographs of coins that are kept from training, offered to each of these kits in turn."""
    kept = (picture for picture in photographs(folder) if held_out(picture.group))
    for number, picture in enumerate(kept):
        image = read(picture.path)
        yield from strangers(picture, image, seen(image), (kits[number % len(kits)],), are_foreign=True)


def judged_photographs(pictures: Sequence[Picture], kits: Sequence[Kit]) -> Iterator[Judged | Missed]:
    """Yield photographs whose labels have places, read with these kits."""
    for picture in pictures:
        image = read(picture.path)
        yield from judged(picture, image, seen(image), kits)


def judged_unplaced(folder: Path, entries: Sequence[dict[str, Any]], kits: Sequence[Kit]) -> Iterator[Judged | Missed]:
    """Yield photographs whose labels have no places: a guess is right while its value is left, the surest first.

    What is read wrongly counts as no object, since nothing tells its place: that makes the chance of an object too low
    rather than too high.
    entries: of the labels file in `folder`.
    """
    for told in entries:
        left = Counter((one["kind"], str(one["value"])) for one in told["objects"])
        image = read(folder / "images" / told["file"])
        for one, alone, both in _readings(image, seen(image), kits):
            face = next((f for f in ((alone.kind, alone.value), (both.kind, both.value)) if left[f] > 0), None)
            left[face or ("", "")] -= 1
            yield Judged(folder.name, told["file"], alone, both, *(face or ("", NOTHING)), is_whole(one))
        for (kind, value), count in left.items():
            yield from [Missed(folder.name, told["file"], kind, value)] * count


def judged(
    picture: Picture, image: Image, found: Sequence[DetectedObject], kits: Sequence[Kit]
) -> Iterator[Judged | Missed]:
    """Yield each guess with its label. A second guess for the same object counts as a false one.

    Where no tray is seen, the reader takes nothing to be outside, and neither does the truth.
    """
    name = f"{picture.group}/{picture.path.name}"
    is_tray_seen = len(find_markers(image)) >= ENOUGH_MARKERS
    answered: set[int] = set()
    for one, alone, both in _readings(image, found, kits):
        place = _mark_of(one, picture.marks)
        mark = None if place is None or place in answered else picture.marks[place]
        answered |= set() if place is None else {place}
        kind, truth = ("", NOTHING) if mark is None else (mark.kind, _shown(mark, is_tray_seen))
        yield Judged(picture.style, name, alone, both, kind, truth, is_whole(one))
    known = {kit.kind for kit in kits}
    for place, mark in enumerate(picture.marks):
        if place not in answered and mark.kind in known and mark.state in {READABLE, UNSAID}:
            yield Missed(picture.style, name, mark.kind, mark.value)


def _readings(
    image: Image, found: Sequence[DetectedObject], kits: Sequence[Kit]
) -> Iterator[tuple[DetectedObject, Reading, Reading]]:
    """Yield what may show a face: as the net reads it alone, and with the second reader."""
    once = guess_faces(image, found, kits, {})
    twice = guess_faces(image, found, kits, {}, read_second, lambda _: True)
    for one, alone, both in zip(found, once, twice, strict=True):
        if alone is not None and both is not None:
            yield one, _reading(alone), _reading(both)


def _reading(guess: FaceGuess) -> Reading:
    return Reading(guess.kit.kind, guess.value, guess.evidence)


def seen(image: Image) -> tuple[DetectedObject, ...]:
    """Everything that the reader compares with its kits, surest first."""
    markers = find_markers(image)
    return seen_objects(image, markers, floor_between(markers))


def style_kits(folder: Path) -> tuple[Kit, ...]:
    """One kit for each kind among the enrolment shots of a style, found and cut out as at enrolment; pips need none."""
    shots: dict[str, list[KitShotImage]] = {}
    for picture in renders(folder):
        if picture.group == ENROLMENT:
            for mark in picture.marks:
                shots.setdefault(mark.kind, []).append(shot_of(picture, mark, SHOT_SCALE))
    kits = [kit_of(f"{folder.name}_{kind}", kind, rows) for kind, rows in sorted(shots.items()) if kind != PIPS]
    return (*kits, load_kit(PIPS))


def kit_of(name: str, kind: str, shots: Sequence[KitShotImage]) -> Kit:
    """Return a kit of these shots."""
    return Kit(name, kind, SHAPE_OF_KIND[kind], tuple(dict.fromkeys(shot.value for shot in shots)), tuple(shots))


def shot_of(picture: Picture, mark: Mark, scale: float) -> KitShotImage:
    """Return a labelled face as it would be enrolled, found at `scale` times the picture's size."""
    image = read(picture.path)
    found = refine_objects(image, detect_objects(image, scale, 0.15))
    near = [one for one in found if np.hypot(one.x - mark.x, one.y - mark.y) < NEAR * mark.radius]
    return KitShotImage(mark.value, cut_face(image, max(near, key=lambda one: one.score) if near else _labelled(mark)))


def _labelled(mark: Mark) -> DetectedObject:
    """As if it had been found where the label has it."""
    shares = tuple(float(k == mark.shape) for k in range(len(SHAPES)))
    box = mark.box or (mark.x - mark.radius, mark.y - mark.radius, 2 * mark.radius, 2 * mark.radius)
    return DetectedObject(SHAPES[mark.shape], mark.x, mark.y, mark.radius, box, 1.0, 1.0, shares, (1.0, 0.0, 0.0, 0.0))


def _mark_of(found: DetectedObject, marks: Sequence[Mark]) -> int | None:
    """Return the index of the labelled object; None without a match."""
    away = [np.hypot(mark.x - found.x, mark.y - found.y) / max(mark.radius, found.radius) for mark in marks]
    nearest = int(np.argmin(away)) if away else 0
    return nearest if away and away[nearest] < NEAR else None


def _shown(mark: Mark, is_tray_seen: bool) -> str:
    if mark.state in {READABLE, UNSAID} or (mark.state not in UNREAD and not is_tray_seen):
        return mark.value
    return UNREAD.get(mark.state, OUTSIDE)


def _cards(picture: Picture) -> list[tuple[float, float, float, float]]:
    """Boxes of the labelled cards of a rendered picture."""
    labels = picture.path.parent.parent / "labels.json"
    name = picture.path.name
    return [
        tuple(one["box"])
        for entry in json.loads(labels.read_text(encoding="utf-8"))
        if Path(entry["file"]).name == name
        for one in entry["objects"]
        if one["kind"] == "card"
    ]


def _not_on(
    cards: Sequence[tuple[float, float, float, float]], found: Sequence[DetectedObject], marks: Sequence[Mark]
) -> tuple[DetectedObject, ...]:
    """Drop print on cards, which belongs to the card reader; labelled objects on a card stay."""
    return tuple(
        one
        for one in found
        if _mark_of(one, marks) is not None
        or not any(x <= one.x <= x + w and y <= one.y <= y + h for x, y, w, h in cards)
    )
