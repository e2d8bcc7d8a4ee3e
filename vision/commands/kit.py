"""Commands `./table enrol` and `./table kit`."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.errors import counted
from companion.system.atomic_write import write_atomically
from vision.commands.read import load_picture, write_picture
from vision.enrolment import (
    TrayObject,
    add_shots,
    build_kit,
    confused_faces,
    create_kit,
    label_tray,
    pack_kit,
    remove_kit,
    shape_of,
    shots_of,
    suggest_faces,
    unpack_kit,
)
from vision.image import Image
from vision.kit import Kit, KitError, is_own, kit_names, load_kit, load_kits
from vision.shape_of_kind import SHAPE_OF_KIND
from vision.tray import find_tray

Ask = Callable[[str, str], str]
"""A question and the proposed answer to the answer."""
Say = Callable[[str], None]
NONE = "-"
"""Reply for an object that is not of the kit."""
INK = (60, 190, 250)


@dataclass(frozen=True, slots=True, eq=False)
class PhotoObjects:
    """A photograph of a tray with its objects."""

    source: Path
    image: Image
    objects: tuple[TrayObject, ...]


def enrol_command(name: str, sources: Sequence[Path], kind: str, faces: Sequence[str], ask: Ask, say: Say) -> None:
    """Make a kit and report the result. Raises KitError, CameraError."""
    if [source.suffix.lower() for source in sources] == [".json"]:
        kit = build_kit(name, sources[0], kind)
    else:
        kit = _asked(name, [_looked(source, kind) for source in sources], kind, faces, ask, say)
    say(
        f"Kit {kit.name}: {counted(len(kit.shots), 'shot')} of {counted(len(kit.values), 'face')}, kind {kit.kind}, shape {kit.shape}."
    )
    _say_alike(kit, say)


def _asked(name: str, looked: Sequence[PhotoObjects], kind: str, faces: Sequence[str], ask: Ask, say: Say) -> Kit:
    """Return a new kit from a person's names. Raises KitError and the exceptions of `ask`; a kit without shots is
    deleted.
    """
    kit = create_kit(name, kind, "", faces)
    last: Counter[str] = Counter()
    try:
        for number, one in enumerate(looked, 1):
            kit, last = _named(kit, one, f"taught by photograph {number}", last, ask, say)
    finally:
        if not kit.shots:
            remove_kit(name)
    if not kit.shots:
        raise KitError("Nothing was named, so there is no kit. Say what each thing shows.")
    return kit


def _looked(source: Path, kind: str) -> PhotoObjects:
    """Return the objects on a photograph. Raises CameraError, KitError."""
    image = load_picture(source)
    tray = find_tray(image)
    lie = label_tray(image, SHAPE_OF_KIND.get(kind, ""), tray.corners if tray else None)
    if not lie:
        raise KitError(f"Nothing was found on {source}. Lay the things apart from each other, on a plain floor.")
    return PhotoObjects(source, image, lie)


def _named(
    kit: Kit, looked: PhotoObjects, origin: str, last: Counter[str], ask: Ask, say: Say
) -> tuple[Kit, Counter[str]]:
    """Return the kit with a person's names for one photograph, and these names."""
    others = [other for other in load_kits(kit_names()) if other.kind == kit.kind and other.name != kit.name]
    lie = suggest_faces(looked.objects, kit, others, last)
    shown = looked.source.with_name(f"{looked.source.stem}_numbered.jpg")
    write_picture(shown, draw_numbers(looked.image, lie))
    say(
        f"{looked.source}: {counted(len(lie), 'thing')}, numbered in {shown}. Say what each shows; {NONE} = none of the kit."
    )
    names = [ask(f"{place}", one.guesses[0].value if one.guesses else NONE) for place, one in enumerate(lie, 1)]
    fresh = shots_of(lie, ["" if name == NONE else name for name in names], origin)
    shape = "" if kit.shots else shape_of(kit.kind, [one.detected for one in lie])
    return add_shots(kit.name, fresh, shape), Counter(shot.value for shot in fresh)


def draw_numbers(image: Image, lie: Sequence[TrayObject]) -> Image:
    """Return the picture with a number at each object; the picture itself is not changed."""
    shown = image.copy()
    size = max(0.6, image.shape[1] / 1280)
    for place, one in enumerate(lie, 1):
        x, y, w, h = (round(side) for side in one.detected.box)
        cv2.rectangle(shown, (x, y), (x + w, y + h), INK, round(2 * size))
        cv2.putText(shown, str(place), (x, y - 4), cv2.FONT_HERSHEY_SIMPLEX, size, INK, round(2 * size), cv2.LINE_AA)
    return shown


def kit_command(what: str, name: str, file: Path | None, say: Say) -> None:
    """List, show, export or import kits. Raises KitError, OSError."""
    match what:
        case "list":
            for known in kit_names():
                say(_line(load_kit(known)))
        case "show":
            kit = load_kit(name)
            say(_line(kit))
            for value in kit.values:
                say(f"  {value}: {counted(sum(shot.value == value for shot in kit.shots), 'shot')}")
            _say_alike(kit, say)
        case "export":
            place = file or Path(f"{name}.zip")
            write_atomically(place, pack_kit(name))
            say(f"The kit {name} is in {place}.")
        case "import":
            place, wished = (file, name) if file else (Path(name), "")
            say(
                f"{_line(unpack_kit(place, wished))} It is yours now; name it with --kit, or put it on the table on the page."
            )
        case _:
            raise KitError(f"{what!r} is nothing that can be done with kits: list, show, export or import.")


def _line(kit: Kit) -> str:
    whose = "yours" if is_own(kit.name) else "built in"
    return f"{kit.name} ({whose}): {counted(len(kit.values), 'face')} of kind {kit.kind}, {counted(len(kit.shots), 'shot')}."


def _say_alike(kit: Kit, say: Say) -> None:
    pairs = confused_faces(kit)
    for pair in pairs:
        say(str(pair.sentence))
    if kit.shots and not pairs:
        say("No two of these faces look alike to the reader.")
