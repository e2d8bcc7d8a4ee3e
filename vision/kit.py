"""Kits: what the faces of one physical set look like, as data in a folder.

A kit is `kit.toml` (its kind, the shape of its objects, its values, its thresholds) and `shots/`, small pictures of
single faces. `vision.kit_folders` says where kits are stored. A user's own kit hides a built-in one of the same name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from companion.i18n import _, listed
from companion.system.safe_load import bytes_of, toml_of
from vision.image import Image, header_of
from vision.kit_folders import (
    BUILT_IN,
    OLD,
    KitError,
    check_name,
    folder_of,
    is_own,
    kit_names,
    own_folder,
    own_kits,
)
from vision.shape_of_kind import SHAPES

__all__ = [  # besides what is defined here
    "BUILT_IN",
    "OLD",
    "KitError",
    "check_name",
    "folder_of",
    "is_own",
    "kit_names",
    "own_folder",
    "own_kits",
]

MOST_SHOT = 1 << 20
"""Bytes of a shot, and pixels of it unpacked; our own have 10 kB and 96 by 96 px."""
CARD = "card"
"""The kind that the reader of playing cards answers for; such kits have no shots."""


@dataclass(frozen=True, slots=True, eq=False)
class KitShotImage:
    """One picture of one face."""

    value: str
    image: Image
    """The face and its surroundings, `vision.kind_and_face.face_embedding.KEPT` px square, BGR, not rotated."""
    file: str = ""
    """Its file name in the kit's folder `shots`; "" before it is stored."""
    origin: str = ""
    """Its origin: "" from labelled pictures, else "taught ..." or "corrected ..."."""


@dataclass(frozen=True, slots=True, eq=False)
class Kit:
    """The faces of one physical set. Equal only to itself, so that what is worked out for it can be kept by it."""

    name: str
    kind: str
    """Name of its objects in readings: "mom_d8", "token", "card"."""
    shape: str
    """One of `vision.shape_of_kind.SHAPES`; "" for cards."""
    values: tuple[str, ...]
    shots: tuple[KitShotImage, ...] = ()
    thresholds: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Numbers of `kit.toml`'s table `[thresholds]`, each 0..1 unless its comment there says otherwise."""


def load_kit(name: str) -> Kit:
    """Return the kit of that name, the user's own before the built-in one. Raises KitError."""
    for folder in (own_folder(name), BUILT_IN / name):
        if name and Path(name).name == name and (folder / "kit.toml").is_file():
            return replace(read_kit(folder), name=name)
    raise KitError(
        _(
            "There is no kit {name}. Known kits: {known}. Make one with: table enrol {called} LABELS.json --kind KIND",
            name=repr(name),
            known=listed(kit_names(), ", "),
            called=name,
        )
    )


def load_kits(names: Iterable[str]) -> tuple[Kit, ...]:
    """Return the kits of those names, in that order. Raises KitError at the first that is missing."""
    return tuple(load_kit(name) for name in names)


def read_kit(folder: Path) -> Kit:
    """Return the kit in `folder`. Raises KitError where it is damaged."""
    try:
        table = toml_of(folder / "kit.toml")
        shots = tuple(_shot(folder / "shots", row) for row in table.get("shot", ()))
        kind, shape = str(table["kind"]), str(table.get("shape", ""))
        if kind != CARD and shape not in SHAPES:
            raise ValueError(f"no shape {shape!r}")
        return Kit(
            name=folder.name,
            kind=kind,
            shape=shape,
            values=tuple(str(value) for value in table["values"]),
            shots=shots,
            thresholds=MappingProxyType({key: float(number) for key, number in table.get("thresholds", {}).items()}),
        )
    except (OSError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise KitError(
            _("The kit in {folder} cannot be read ({why}). Enrol it again.", folder=str(folder), why=str(error))
        ) from error


def _shot(folder: Path, row: Mapping[str, object]) -> KitShotImage:
    path = folder / Path(str(row["file"])).name
    data = bytes_of(path, MOST_SHOT) if path.is_file() else b""
    header = header_of(data)
    is_small = header is not None and header.width * header.height <= MOST_SHOT  # a little file may unpack to gigabytes
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if is_small else None
    if image is None:
        raise KitError(
            _(
                "The shot {file} is missing, is too large or is no picture. Enrol the kit {name} again.",
                file=str(path),
                name=folder.parent.name,
            )
        )
    return KitShotImage(str(row["value"]), image.astype(np.uint8, copy=False), path.name, str(row.get("origin", "")))
