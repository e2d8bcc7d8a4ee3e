"""Command `./table read`."""

import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2

from companion.schema import SeenObject
from companion.system.safe_load import bytes_of, json_of
from vision.detect import enlarged, to_record
from vision.enrolment import MOST_LABELS
from vision.image import MOST_BYTES, CameraError, Image, ImageHeader, PictureError, checked_header, decode, upright_size
from vision.kind_and_face import draw_labels, read_tray
from vision.kit import Kit, load_kits

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".gif", ".tif", ".tiff"})

QUALITY = 92
"""Quality of the annotated JPEG pictures."""


@dataclass(frozen=True, slots=True)
class NamedPicture:
    """A picture and what it is called in the predictions."""

    path: Path
    name: str


def read_command(paths: Sequence[Path], kits: Sequence[str], out: Path, show: Path | None = None) -> int:
    """Read pictures, and folders of pictures recursively, into `out`; return how many. Raises KitError, CameraError.

    `show`: folder for annotated copies. If some pictures are unreadable the others are still written, and the error
    names the first one.
    """
    loaded = load_kits(kits)
    rows, bad = [], list[PictureError]()
    for named in named_pictures(paths):
        try:
            image, header = _opened(named.path)
        except PictureError as error:
            bad.append(error)
            continue
        objects, ms = _read(image, loaded)
        rows.append(_row(named.name, objects, ms, upright_size(header, image)[0] / image.shape[1]))
        if show is not None:
            write_picture(show / Path(named.name).with_suffix(".jpg"), draw_labels(image, objects))
    if rows:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    if bad:
        rest = f" {len(bad)} such in all; the other {len(rows)} are in {out}." if rows else ""
        raise CameraError(f"{bad[0]}{rest}")
    return len(rows)


def named_pictures(paths: Sequence[Path]) -> tuple[NamedPicture, ...]:
    """All pictures, in order of their paths. Raises CameraError where a path does not exist or holds no picture."""
    found: list[NamedPicture] = []
    for path in paths:
        if not path.exists():
            raise CameraError(f"There is nothing at {path}.")
        below = (
            [NamedPicture(path, path.name)]
            if path.is_file()
            else [NamedPicture(file, _name(file, path)) for file in _files(path)]
        )
        if not below:
            raise CameraError(f"The folder {path} holds no picture ({', '.join(sorted(PICTURES))}).")
        found += below
    return tuple(found)


def _files(folder: Path) -> Iterator[Path]:
    """Pictures below a folder, links followed, each folder once."""
    visited: set[str] = set()
    for root, below, files in os.walk(folder, followlinks=True):
        here = os.path.realpath(root)
        if here in visited:
            below.clear()
            continue
        visited.add(here)
        below.sort()
        yield from (Path(root) / file for file in sorted(files) if Path(file).suffix.lower() in PICTURES)


def _name(file: Path, folder: Path) -> str:
    """Return the picture's name from a labels file in its folder or next to the folder `images`; else its path below
    the folder.
    """
    for root in (file.parent, file.parent.parent if file.parent.name == "images" else file.parent):
        labels = _labelled(root / "labels.json")
        for name in (file.relative_to(root).as_posix(), file.name):
            if name in labels:
                return name
    return file.relative_to(folder).as_posix()


@cache
def _labelled(labels: Path) -> frozenset[str]:
    """Return the names in a labels file; none where it is absent or is something else."""
    try:
        return frozenset(str(entry["file"]) for entry in json_of(labels, MOST_LABELS))
    except (OSError, ValueError, KeyError, TypeError):
        return frozenset()


def load_picture(path: Path) -> Image:
    """(H, W, 3) uint8 BGR, upright, brought down to `vision.image.decoder.LONGEST`. Raises PictureError."""
    return _opened(path)[0]


def _opened(path: Path) -> tuple[Image, ImageHeader]:
    """Return a picture, and its header as it is stored. Raises PictureError."""
    try:
        data = bytes_of(path, MOST_BYTES)
    except OSError as error:
        raise PictureError(f"{path} cannot be opened ({error.strerror}).") from error
    return decode(data, str(path)), checked_header(data, str(path))


def _read(image: Image, kits: Sequence[Kit]) -> tuple[tuple[SeenObject, ...], float]:
    """Return the objects and the time to read them, ms."""
    begun = time.perf_counter()
    objects = read_tray(image, kits)
    return objects, round(1000 * (time.perf_counter() - begun), 1)


def _row(name: str, objects: Sequence[SeenObject], ms: float, scale: float) -> dict[str, Any]:
    """As predictions hold a picture; `scale`: px of the file for one of the picture that was read."""
    return {"file": name, "objects": [to_record(enlarged(seen, scale)) for seen in objects], "ms": ms}


def write_picture(path: Path, image: Image) -> None:
    """As JPEG, in a folder that need not be there yet. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
