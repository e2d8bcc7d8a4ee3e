"""Read the files of a scenario from a ZIP or folder: only texts and pictures, within limits. It executes and writes nothing."""

from __future__ import annotations

import re
import stat
import struct
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO, TypeAlias

from companion.errors import ZIP_FAULTS, ContentError
from companion.system.safe_load import PACKINGS

Files: TypeAlias = Mapping[str, bytes]  # original path with / -> content

TEXTS = (".ini", ".txt")
PICTURES = (".png", ".jpg", ".jpeg", ".webp")
MOST_FILES = 2_000
MOST_TEXT = 8_000_000  # bytes of all .ini and .txt; the largest real scenario has 1 MB
MOST_PICTURE = 40_000_000  # larger pictures are skipped
MOST_READ = 96_000_000  # of everything read; later pictures are skipped, and sounds always
MOST_PACKED = 256_000_000  # of the ZIP itself, which may hold hours of music
MOST_ALL = 1_000_000_000  # declared size, with sounds
MOST_RATIO = 300  # unpacked to packed, for files above SMALL; text reaches 20
SMALL = 200_000
MOST_LETTERS = 240  # of a path
SYSTEM_WINDOWS, FLAG_ENCRYPTED, FLAG_UTF8 = 0, 0x1, 0x800
DIRECTORY_END, DIRECTORY_END_64 = b"PK\x05\x06", b"PK\x06\x07"
END_BYTES, ENTRY_BYTES, COMMENT_BYTES = 22, 46, 65_535
UNTRUSTED = ", so nothing of it was taken. Get the scenario from a place you trust."
DRIVE = re.compile(r"[A-Za-z]:")


class Budget:
    """The remaining bytes of a scenario. A large text is a fault, and a large picture is left empty."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._left = MOST_READ
        self._text_left = MOST_TEXT

    def read(self, path: str, size: int, opened: Callable[[str], IO[bytes]]) -> bytes:
        """Read a file of the declared `size`. It never unpacks more than the limit. Raises ContentError."""
        most = min(self._left, self._text_left if is_text(path) else MOST_PICTURE)
        if size <= most:
            with opened("rb") as file:
                content = file.read(most + 1)
            if len(content) <= most:
                self._left -= len(content)
                self._text_left -= len(content) if is_text(path) else 0
                return content
        if is_text(path):
            raise ContentError(
                f"{self._name}: {_told(path)} is too large: at most {_mega(MOST_TEXT)} MB of texts are read."
                " Take languages out that you do not need."
            )
        return b""


def from_zip(name: str, packed: bytes) -> dict[str, bytes]:
    """Return the texts and pictures of a `.valkyrie` file. Raises ContentError with file, fault and remedy."""
    if len(packed) > MOST_PACKED:
        raise ContentError(
            f"{name} has {_mega(len(packed))} MB, at most {_mega(MOST_PACKED)} MB are read: ask its author for a smaller one."
        )
    _check_directory(name, packed)
    try:
        with zipfile.ZipFile(BytesIO(packed)) as archive:
            return _unpacked(name, archive)
    except ZIP_FAULTS as error:
        raise ContentError(f"{name} is no ZIP that can be read ({error}): download it again.") from error


def from_folder(folder: Path) -> dict[str, bytes]:
    """Return the texts and pictures of an unpacked scenario, without links. Raises ContentError."""
    paths = list(islice(folder.rglob("*"), MOST_FILES + 1))
    if len(paths) > MOST_FILES:
        raise ContentError(f"{folder} holds more than {MOST_FILES} files: name the folder in which quest.ini lies.")
    inside = {unicodedata.normalize("NFC", path.relative_to(folder).as_posix()): path for path in sorted(paths)}
    wanted = {name: path for name, path in inside.items() if is_wanted(name) and _is_plain(path)}
    budget = Budget(f"{folder}")
    return _rooted(
        {name: budget.read(name, wanted[name].stat().st_size, wanted[name].open) for name in _texts_first(wanted)}
    )


def is_wanted(path: str) -> bool:
    """Return True for a text or picture. Sounds and nested archives are skipped."""
    return PurePosixPath(path).suffix.lower() in (*TEXTS, *PICTURES)


def is_text(path: str) -> bool:
    return PurePosixPath(path).suffix.lower() in TEXTS


def safe_path(raw: str, name: str) -> str:
    """Return the path with /, inside the archive. Raises ContentError."""
    path = unicodedata.normalize("NFC", raw.replace("\\", "/"))
    if path.startswith("/") or DRIVE.match(path):
        raise ContentError(f"{name}: {_told(raw)} is an absolute path{UNTRUSTED}")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise ContentError(f"{name}: {_told(raw)} leads out of the archive{UNTRUSTED}")
    path = "/".join(parts)
    if is_wanted(path) and (len(path) > MOST_LETTERS or not path.isprintable()):
        raise ContentError(
            f"{name}: {_told(raw)} is no name for a file: at most {MOST_LETTERS} letters"
            " that can be printed make one. Rename it."
        )
    return path


def _check_directory(name: str, packed: bytes) -> None:
    """Check the length of the directory before it is read."""
    ends_plainly = packed[-END_BYTES:].startswith(DIRECTORY_END) and packed.endswith(b"\0\0")
    at = (
        len(packed) - END_BYTES
        if ends_plainly
        else packed.rfind(DIRECTORY_END, max(0, len(packed) - END_BYTES - COMMENT_BYTES))
    )
    if at < 0 or len(packed) - at < END_BYTES:
        raise ContentError(f"{name} is no ZIP, or only a part of one: download it again.")
    size = struct.unpack_from("<L", packed, at + 12)[0]
    if packed[max(0, at - 20) : at].startswith(DIRECTORY_END_64) or size > MOST_FILES * (
        ENTRY_BYTES + 2 * MOST_LETTERS
    ):
        raise ContentError(f"{name} holds more than {MOST_FILES} files: no scenario needs that many.")


def _unpacked(name: str, archive: zipfile.ZipFile) -> dict[str, bytes]:
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise ContentError(f"{name} holds {len(entries)} files, at most {MOST_FILES} are read: no scenario needs more.")
    if sum(entry.file_size for entry in entries) > MOST_ALL:
        raise ContentError(f"{name} would unpack to more than {_mega(MOST_ALL)} MB: ask its author for a smaller one.")
    wanted = {path: entry for path, entry in _checked(name, entries) if is_wanted(path)}
    budget = Budget(name)
    return _rooted(
        {
            path: budget.read(path, wanted[path].file_size, _opener(archive, wanted[path]))
            for path in _texts_first(wanted)
        }
    )


def _opener(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Callable[[str], IO[bytes]]:
    return lambda _mode: archive.open(entry)


def _checked(name: str, entries: list[zipfile.ZipInfo]) -> Iterator[tuple[str, zipfile.ZipInfo]]:
    """Return every entry by path, after a check of all. Raises ContentError."""
    found: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        path = safe_path(_name_of(entry), name)
        if entry.is_dir():
            continue
        if path in found:
            raise ContentError(
                f"{name} holds two files of the name {_told(path)}: which one counts cannot be known. Pack it again."
            )
        _check_kind(name, path, entry)
        found[path] = entry
    return iter(found.items())


def _check_kind(name: str, path: str, entry: zipfile.ZipInfo) -> None:
    if entry.flag_bits & FLAG_ENCRYPTED:
        raise ContentError(f"{name}: {_told(path)} is locked with a password. Pack the scenario again without one.")
    if entry.compress_type not in PACKINGS:
        raise ContentError(
            f"{name}: {_told(path)} is packed in a way that is not read. Pack the scenario again as a plain ZIP."
        )
    mode = entry.external_attr >> 16
    kind = stat.S_IFMT(mode)
    if entry.create_system != SYSTEM_WINDOWS and kind and kind not in (stat.S_IFREG, stat.S_IFDIR):
        raise ContentError(
            f"{name}: {_told(path)} is a link to another file, or a device. Pack the scenario again with the files themselves."
        )
    if entry.file_size > SMALL and entry.file_size > MOST_RATIO * max(1, entry.compress_size):
        raise ContentError(
            f"{name}: {_told(path)} would unpack to {entry.file_size // max(1, entry.compress_size)} times its size: that is no scenario."
        )


def _name_of(entry: zipfile.ZipInfo) -> str:
    """Return the decoded name. Many packers write UTF-8 without its flag."""
    raw = entry.orig_filename
    if entry.flag_bits & FLAG_UTF8:
        return raw
    try:
        return raw.encode("cp437").decode("utf-8")
    except UnicodeError:
        return raw


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _texts_first(paths: Iterable[str]) -> list[str]:
    """Sort texts before pictures, because they share a limit."""
    return sorted(paths, key=lambda path: not is_text(path))


def _rooted(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return paths from the folder of quest.ini. Some packers include the folder itself."""
    quests = [path for path in files if PurePosixPath(path).name.lower() == "quest.ini"]
    nearest = min(quests, key=lambda path: (path.count("/"), path), default="")
    root = nearest[: -len("quest.ini")]
    return {path[len(root) :]: content for path, content in files.items() if path.startswith(root)}


def _told(path: str) -> str:
    return ascii(path if len(path) <= 80 else f"{path[:79]}…")


def _mega(size: int) -> str:
    return f"{size / 1e6:.1f}".removesuffix(".0")
