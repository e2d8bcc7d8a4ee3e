"""Store the shots of a user's own kit: write, add, remove. A kit changes as a whole or not at all.

Existing shots are carried over as files, so that they are compressed only once.
"""

import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2

from companion.i18n import _
from companion.system.atomic_write import make_folder, sync, sync_all
from vision.image import Image
from vision.kind_and_face import KEPT
from vision.kit import (
    BUILT_IN,
    CARD,
    OLD,
    Kit,
    KitError,
    KitShotImage,
    check_name,
    is_own,
    load_kit,
    own_folder,
    own_kits,
    read_kit,
)
from vision.shape_of_kind import SHAPE_OF_KIND

MOST_PER_VALUE = 8
"""Shots of one face; the oldest taught one goes when another comes. More cost time and say nothing new."""
MOST_CORRECTED = 3
"""Of them, at most so many from corrections at the table."""
MOST_VALUES = 64
"""Faces of one kit: the largest bags of tokens have half of them."""
LONGEST_VALUE = 24
"""Characters of a face's name, as many as the page takes."""
QUALITY = 95
"""Quality of the JPEG pictures."""
TAUGHT, CORRECTED = "taught", "corrected"
"""How the origin of a shot begins: named on a trayful, or corrected at the table."""


def create_kit(name: str, kind: str, shape: str, values: Sequence[str]) -> Kit:
    """Create an own kit without shots. `shape` "": the usual one of its kind. Raises KitError for a used or invalid
    name, or an invalid face.
    """
    check_name(name)
    check_name(kind)
    if is_own(name) or (BUILT_IN / name).exists():
        raise KitError(
            _("There is a kit {name} already. Choose another name, or teach that one more.", name=repr(name))
        )
    if kind == CARD:
        raise KitError(_("Playing cards need no teaching: the kit 'cards' reads them."))
    kit = Kit(
        name,
        kind,
        shape or SHAPE_OF_KIND.get(kind, "other"),
        tuple(dict.fromkeys(check_value(value) for value in values)),
    )
    return save_kit(kit)


def check_value(value: str) -> str:
    """`value`, where it can be the name of a face. Raises KitError."""
    if not value.strip() or len(value) > LONGEST_VALUE or not value.isprintable():
        raise KitError(
            _(
                "{name} cannot be the name of a face: use 1 to {most} letters, digits or signs.",
                name=repr(value[:40]),
                most=LONGEST_VALUE,
            )
        )
    return value


def ensure_own(name: str) -> Kit:
    """Return the user's own kit of that name; of a built-in one a copy is made first. Raises KitError."""
    kit = load_kit(check_name(name))
    if not is_own(name):
        make_folder(own_kits())
        aside = Path(tempfile.mkdtemp(prefix=".new-", dir=own_kits()))
        shutil.copytree(BUILT_IN / name, aside, dirs_exist_ok=True)
        replace_folder(aside, own_kits() / name)
        kit = load_kit(name)
    return kit


def add_shots(name: str, fresh: Sequence[KitShotImage], shape: str = "") -> Kit:
    """Return the kit with these shots too, the newest last; `shape`: of the kit, where it is known better now. Raises
    KitError.
    """
    kit = ensure_own(name)
    shots = newest_shots((*kit.shots, *fresh))
    values = tuple(dict.fromkeys((*kit.values, *(check_value(shot.value) for shot in fresh))))
    if len(values) > MOST_VALUES:
        raise KitError(
            _(
                "The kit {name} would have {n} faces; {most} are possible. Begin another kit.",
                name=name,
                n=len(values),
                most=MOST_VALUES,
            )
        )
    return save_kit(replace(kit, shots=shots, values=values, shape=shape or kit.shape))


def drop_shots(name: str, goes: Callable[[KitShotImage], bool]) -> Kit:
    """Return the kit without the shots that go. Raises KitError."""
    kit = ensure_own(name)
    return save_kit(replace(kit, shots=tuple(shot for shot in kit.shots if not goes(shot))))


def remove_face(name: str, value: str) -> Kit:
    """Return the kit without that face. Raises KitError."""
    kit = ensure_own(name)
    values = tuple(known for known in kit.values if known != value)
    return save_kit(replace(kit, values=values, shots=tuple(shot for shot in kit.shots if shot.value != value)))


def remove_kit(name: str) -> None:
    """Throws the user's own kit away; a built-in one of that name counts again. Raises KitError."""
    if not is_own(check_name(name)):
        raise KitError(_("There is no kit {name} of your own to throw away.", name=repr(name)))
    while is_own(name):  # a kit in the former folder would count again
        folder = own_folder(name)
        gone = folder.with_name(f".gone-{name}")
        shutil.rmtree(gone, ignore_errors=True)
        folder.rename(gone)  # at once: half a kit would be a damaged one
        sync(folder.parent)
        shutil.rmtree(gone, ignore_errors=True)


def taught_origin(trayful: str) -> str:
    """Origin of the shots of a trayful."""
    return f"{TAUGHT} {trayful}"


def newest_shots(shots: Sequence[KitShotImage]) -> tuple[KitShotImage, ...]:
    """Return the newest shots: of each face at most `MOST_PER_VALUE`, of those at most `MOST_CORRECTED` corrections."""
    kept: list[KitShotImage] = []
    for shot in reversed(shots):
        of_value = [other for other in kept if other.value == shot.value]
        corrected = [other for other in of_value if other.origin.startswith(CORRECTED)]
        if shot.origin.startswith(CORRECTED) and len(corrected) >= MOST_CORRECTED:
            continue
        if len(of_value) < MOST_PER_VALUE:
            kept.append(shot)
    return tuple(reversed(kept))


def save_kit(kit: Kit) -> Kit:
    """Write the kit among the user's own, replace an older one, and read it again. Raises KitError."""
    make_folder(own_kits())
    place = own_kits() / kit.name
    aside = Path(tempfile.mkdtemp(prefix=".new-", dir=own_kits()))
    try:
        write_kit(aside, kit, own_folder(kit.name) / "shots")
        read_kit(aside)
        replace_folder(aside, place)
    except OSError as error:
        raise KitError(
            _(
                "The kit {name} cannot be written to {folder} ({why}). Is the disk full?",
                name=kit.name,
                folder=str(own_kits()),
                why=str(error),
            )
        ) from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return read_kit(place)


def replace_folder(aside: Path, place: Path) -> None:
    """Move a finished kit into place. An older one is deleted only once the new one is whole and synced."""
    old = place.with_name(f"{OLD}{place.name}")
    aside.chmod(0o755)  # a temporary folder is closed to others; the camera process may be another user
    sync_all(aside)
    if place.exists():
        shutil.rmtree(old, ignore_errors=True)
        place.rename(old)
    aside.rename(place)
    sync(place.parent)
    shutil.rmtree(old, ignore_errors=True)


def write_kit(folder: Path, kit: Kit, before: Path) -> None:
    """Write a kit into an empty folder. `before`: folder of existing shot files."""
    (folder / "shots").mkdir()
    lines = [
        f"# {len(kit.shots)} shots, {KEPT} px square.",
        f"kind = {toml_string(kit.kind)}",
        f"shape = {toml_string(kit.shape)}",
    ]
    lines.append(f"values = [{', '.join(map(toml_string, kit.values))}]")
    lines += _thresholds(kit)
    for number, shot in enumerate(kit.shots):
        file = f"{number:03d}.jpg"
        if shot.file:
            shutil.copyfile(before / shot.file, folder / "shots" / file)
        else:
            (folder / "shots" / file).write_bytes(encode_shot(shot.image))
        lines += ["", "[[shot]]", f"value = {toml_string(shot.value)}", f"file = {toml_string(file)}"]
        lines += [f"origin = {toml_string(shot.origin)}"] * bool(shot.origin)
    (folder / "kit.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def encode_shot(image: Image) -> bytes:
    """Return a shot as its file holds it."""
    return cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1].tobytes()


def _thresholds(kit: Kit) -> list[str]:
    lines = [f"{toml_string(key)} = {number}" for key, number in kit.thresholds.items()]
    return ["", "[thresholds]", *lines] if lines else []


def toml_string(text: str) -> str:
    """Quote a string for TOML. A JSON string is a TOML basic string, as long as it has no escaped pairs."""
    return json.dumps(text, ensure_ascii=False)
