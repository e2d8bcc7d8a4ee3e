"""Kits: what the faces of one physical set look like, as data in a folder.

A kit is `kit.toml` (its kind, the shape of its objects, its values, its thresholds) and `shots/`, small pictures of
single faces. Built-in kits lie beside this module, a user's own in `$XDG_DATA_HOME/lamplight/kits`. A kit of one's
own hides a built-in one of the same name. Nothing here looks at camera pictures.
"""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.errors import LamplightError
from companion.system.safe_load import bytes_of, toml_of
from vision.detect.shapes import SHAPES
from vision.stream.image_header import header_of

Image: TypeAlias = NDArray[np.uint8]
"""(H, W, 3) uint8 BGR."""

BUILT_IN = Path(__file__).parent / "kits"
OLD = ".old-"
"""How the folder of a kit is called while another one is put in its place. Where the power goes just then it counts."""
MOST_SHOT = 1 << 20
"""Bytes of a shot, and pixels of it unpacked; our own have 10 kB and 96 by 96 px."""
LONGEST_NAME = 40
NAME = re.compile(rf"[^\W_][\w-]{{0,{LONGEST_NAME - 1}}}")
CARD = "card"
"""The kind that the reader of playing cards answers for; such kits have no shots."""


class KitError(LamplightError):
    """A kit is missing, or what lies in its folder is not a kit; the message names it and the remedy."""

    code = "KITERROR"


@dataclass(frozen=True, slots=True, eq=False)
class KitShotImage:
    """One picture of one face."""

    value: str
    image: Image
    """The face and its surroundings, `vision.classify.face_embedding.KEPT` px square, BGR, turned as it lay."""
    file: str = ""
    """Its name in the kit's folder `shots`; "" before it lies in one."""
    origin: str = ""
    """Where it comes from: "" from pictures with labels, else "taught ..." or "corrected ..."."""


@dataclass(frozen=True, slots=True, eq=False)
class Kit:
    """The faces of one physical set. Equal only to itself, so that what is worked out for it can be kept by it."""

    name: str
    kind: str
    """What its objects are called in readings: "mom_d8", "token", "card"."""
    shape: str
    """One of `vision.detect.shapes.SHAPES`; "" for cards."""
    values: tuple[str, ...]
    shots: tuple[KitShotImage, ...] = ()
    thresholds: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Numbers of `kit.toml`'s table `[thresholds]`, each 0..1 unless its comment there says otherwise."""


def check_name(name: str) -> str:
    """`name`, where it can name a kit and its folder. Raises KitError."""
    if not NAME.fullmatch(name):
        raise KitError(
            f"{name[:50]!r} cannot be the name of a kit: use 1 to {LONGEST_NAME} letters, digits, - and _, a letter or digit first."
        )
    return name


def is_own(name: str) -> bool:
    """Whether the user has a kit of that name, be it instead of a built-in one."""
    return bool(NAME.fullmatch(name)) and (own_folder(name) / "kit.toml").is_file()


def own_folder(name: str) -> Path:
    """Where the user's own kit of that name lies, or would lie."""
    place, old = own_kits() / name, own_kits() / f"{OLD}{name}"
    return old if old.is_dir() and not place.exists() else place


def own_kits() -> Path:
    """The folder of the user's own kits; it need not exist."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "lamplight" / "kits"


def folder_of(name: str) -> Path:
    """Where the kit of that name lies, or would lie: the user's own before the built-in one."""
    return own_folder(name) if is_own(name) else BUILT_IN / name


def kit_names() -> tuple[str, ...]:
    """Names of all kits that can be loaded, sorted."""
    folders = [path for root in (BUILT_IN, own_kits()) if root.is_dir() for path in root.iterdir()]
    return tuple(sorted({path.name.removeprefix(OLD) for path in folders if (path / "kit.toml").is_file()}))


def load_kit(name: str) -> Kit:
    """The kit of that name, the user's own before the built-in one. Raises KitError."""
    for folder in (own_folder(name), BUILT_IN / name):
        if name and Path(name).name == name and (folder / "kit.toml").is_file():
            return replace(read_kit(folder), name=name)
    known = ", ".join(kit_names())
    raise KitError(
        f"There is no kit {name!r}. Known kits: {known}. Make one with: table enrol {name} LABELS.json --kind KIND"
    )


def load_kits(names: Iterable[str]) -> tuple[Kit, ...]:
    """The kits of those names, in that order. Raises KitError at the first that is missing."""
    return tuple(load_kit(name) for name in names)


def read_kit(folder: Path) -> Kit:
    """The kit in `folder`. Raises KitError where it is damaged."""
    try:
        told = toml_of(folder / "kit.toml")
        shots = tuple(_shot(folder / "shots", row) for row in told.get("shot", ()))
        kind, shape = str(told["kind"]), str(told.get("shape", ""))
        if kind != CARD and shape not in SHAPES:
            raise ValueError(f"no shape {shape!r}")
        return Kit(
            name=folder.name,
            kind=kind,
            shape=shape,
            values=tuple(str(value) for value in told["values"]),
            shots=shots,
            thresholds=MappingProxyType({key: float(number) for key, number in told.get("thresholds", {}).items()}),
        )
    except (OSError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise KitError(f"The kit in {folder} cannot be read ({error}). Enrol it again.") from error


def _shot(folder: Path, row: Mapping[str, object]) -> KitShotImage:
    path = folder / Path(str(row["file"])).name
    data = bytes_of(path, MOST_SHOT) if path.is_file() else b""
    header = header_of(data)
    is_small = header is not None and header.width * header.height <= MOST_SHOT  # a little file may unpack to gigabytes
    import cv2  # the house asks where kits lie, and looks at no shot: OpenCV is a tenth of its start

    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if is_small else None
    if image is None:
        raise KitError(
            f"The shot {path} is missing, is too large or is no picture. Enrol the kit {folder.parent.name} again."
        )
    return KitShotImage(str(row["value"]), image.astype(np.uint8, copy=False), path.name, str(row.get("origin", "")))
