"""Pack a kit into one file: a ZIP of its folder. Imported files are not trusted."""

import io
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, count
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

from companion.errors import ZIP_FAULTS
from companion.i18n import _, listed
from companion.system.safe_load import PACKINGS, bytes_of
from vision.enrolment.shots import MOST_VALUES, check_value, save_kit
from vision.image import Image, ImageHeader, PictureError, decode, header_of
from vision.kind_and_face import KEPT
from vision.kit import CARD, Kit, KitError, KitShotImage, check_name, folder_of, is_own, load_kit
from vision.shape_of_kind import SHAPES

LARGEST = 16 << 20
"""Bytes of a parcel; a kit of 64 faces with eight shots each has 3 MB."""
LARGEST_LIST, LARGEST_SHOT = 256 << 10, 128 << 10
"""Bytes, unpacked, of `kit.toml` and of one shot."""
MOST_SHOTS = 1024
"""Twice as many as 64 faces have with eight shots each."""
LONGEST_ORIGIN = 80
"""Characters of where a shot comes from; our own have 20."""
LONG_AGO = (2000, 1, 1, 0, 0, 0)
"""The time of all entries, so that the same kit makes the same parcel."""


def pack_kit(name: str) -> bytes:
    """Return the kit of that name as a ZIP file. Raises KitError."""
    load_kit(check_name(name))
    folder = folder_of(name)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as parcel:
        for path in (folder / "kit.toml", *sorted((folder / "shots").glob("*"))):
            entry = zipfile.ZipInfo(f"{name}/{path.relative_to(folder).as_posix()}", LONG_AGO)
            parcel.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def unpack_kit(file: Path, name: str = "", *, beside: bool = False) -> Kit:
    """Import the packed kit under `name` or its own name. Raises KitError; then nothing has changed.

    `beside`: uploaded through the page, under a meaningless name. If a kit of its name exists, it gets a number.
    """
    called = _("This file") if beside else file.name
    try:
        with zipfile.ZipFile(io.BytesIO(bytes_of(file, LARGEST))) as parcel:
            wished = name or _name(parcel, file)
            return save_kit(_kit(parcel, free_name(wished) if beside else wished))
    except ZIP_FAULTS as error:
        raise KitError(
            _(
                "{file} is no kit that can be opened ({why}). Export it again where it comes from.",
                file=called,
                why=str(error),
            )
        ) from error


def free_name(wished: str) -> str:
    """Return `wished`, with a number if an own kit has that name."""
    numbered = (f"{wished}-{number}" for number in count(2))
    return next(name for name in chain((wished,), numbered) if not is_own(name))


def _name(parcel: zipfile.ZipFile, file: Path) -> str:
    """As its folder inside is called, else as the file is."""
    return PurePosixPath(_list(parcel).filename).parent.name or file.stem


def _list(parcel: zipfile.ZipFile) -> zipfile.ZipInfo:
    """Return the entry of `kit.toml`, at the top or in one folder."""
    for entry in parcel.infolist():
        path = PurePosixPath(entry.filename)
        if path.name == "kit.toml" and len(path.parts) <= 2:
            return entry
    raise KitError(
        _("There is no kit.toml in this file, so it is no kit. Export one with: table kit export NAME FILE.zip")
    )


def _kit(parcel: zipfile.ZipFile, name: str) -> Kit:
    if is_own(check_name(name)):
        raise KitError(
            _(
                "There is a kit {name} of yours already. Rename or throw away yours, or import this one by another name.",
                name=repr(name),
            )
        )
    entry = _list(parcel)
    try:
        table = tomllib.loads(_bytes(parcel, entry.filename, LARGEST_LIST).decode("utf-8"))
        kit, rows = _told(table, name), _rows(table)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise KitError(
            _("The kit.toml of this kit cannot be read ({why}). Export it again where it comes from.", why=str(error))
        ) from error
    _check(kit, len(rows))
    beside = PurePosixPath(entry.filename).parent / "shots"
    shots = (KitShotImage(value, _shot(parcel, str(beside / file)), "", origin) for value, file, origin in rows)
    return replace(kit, shots=tuple(shots))


def _told(table: Mapping[str, Any], name: str) -> Kit:
    """Return the kit of a list, without its shots. Raises KitError, and the exceptions of a list in another form."""
    values = tuple(check_value(str(value)) for value in table["values"])
    thresholds = {str(key): float(number) for key, number in table.get("thresholds", {}).items()}
    kind, shape = check_name(str(table["kind"])), str(table.get("shape", ""))
    return Kit(name, kind, shape, values, (), MappingProxyType(thresholds))


def _rows(table: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """(value, name of its file, origin) of every shot. Raises as `_told` does."""
    return [
        (
            check_value(str(row["value"])),
            PurePosixPath(str(row["file"])).name,
            str(row.get("origin", ""))[:LONGEST_ORIGIN],
        )
        for row in table.get("shot", ())
    ]


def _check(kit: Kit, shots: int) -> None:
    """Raise KitError if the kit is unusable here, or too large."""
    if kit.shape not in SHAPES or kit.kind == CARD:
        raise KitError(
            _(
                "A kit of kind {kind} and shape {shape} is of no use here; shapes are {shapes}.",
                kind=repr(kit.kind),
                shape=repr(kit.shape),
                shapes=listed(SHAPES, ", "),
            )
        )
    if shots > MOST_SHOTS or len(kit.values) > MOST_VALUES:
        raise KitError(
            _(
                "The kit has {faces} faces and {shots} shots; {most_faces} and {most_shots} are possible.",
                faces=len(kit.values),
                shots=shots,
                most_faces=MOST_VALUES,
                most_shots=MOST_SHOTS,
            )
        )


def _shot(parcel: zipfile.ZipFile, name: str) -> Image:
    data = _bytes(parcel, name, LARGEST_SHOT)
    if header_of(data) != ImageHeader("JPEG", KEPT, KEPT):
        raise KitError(
            _("The shot {name} is no JPEG picture of {side} by {side} px, as all shots are.", name=name, side=KEPT)
        )
    try:
        return decode(data)
    except PictureError as error:
        raise KitError(_("The shot {name} is damaged. Export the kit again where it comes from.", name=name)) from error


def _bytes(parcel: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Return the content of an entry; what its header says of its size is not believed. Raises KitError."""
    try:
        if parcel.getinfo(name).compress_type not in PACKINGS:
            raise KitError(
                _("{file} is packed in a way that kits are not. Export the kit again where it comes from.", file=name)
            )
        with parcel.open(name) as entry:
            data = entry.read(most + 1)
    except KeyError as error:
        raise KitError(_("{file} is missing in this kit. Export it again where it comes from.", file=name)) from error
    if len(data) > most:
        raise KitError(_("{file} has more than {n} kB: that is no part of a kit.", file=name, n=most >> 10))
    return data
