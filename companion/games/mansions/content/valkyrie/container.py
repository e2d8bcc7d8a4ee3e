"""Read the texts and pictures of a scenario from a ZIP or a folder, within limits. Writes nothing to disk."""

from __future__ import annotations

import re
import stat
import struct
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from io import BytesIO, FileIO
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
MOST_RATIO = 300  # unpacked to packed; text reaches 20
RATIO_UNCHECKED = 200_000  # bytes; MOST_RATIO is not checked up to here
MOST_LETTERS = 240  # of a path
MOST_DIRECTORY = MOST_FILES * (46 + 2 * MOST_LETTERS)  # bytes; 46 per entry beside its name
# of the ZIP format (APPNOTE.TXT 4.3.16, 4.4)
SYSTEM_WINDOWS, FLAG_ENCRYPTED, FLAG_UTF8 = 0, 0x1, 0x800
DIRECTORY_END, DIRECTORY_END_64 = b"PK\x05\x06", b"PK\x06\x07"
END_BYTES, LOCATOR_BYTES, COMMENT_BYTES = 22, 20, 65_535
DIRECTORY_SIZE_AT = 12  # offset in the end of the directory
UNTRUSTED = ", so nothing of it was taken. Get the scenario from a place you trust."
DRIVE = re.compile(r"[A-Za-z]:")


class Budget:
    """The bytes of a scenario that may still be read."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._left = MOST_READ
        self._text_left = MOST_TEXT

    def read(self, path: str, size: int, open_file: Callable[[], IO[bytes]]) -> bytes:
        """Read a file of the declared `size`. Return b"" for a picture that is too large.

        It never unpacks more than the limit. Raises ContentError for a text that is too large.
        """
        most = min(self._left, self._text_left if is_text(path) else MOST_PICTURE)
        if size <= most:
            with open_file() as file:
                content = file.read(most + 1)  # the declared size may be false
            if len(content) <= most:
                self._spend(path, len(content))
                return content
        if is_text(path):
            raise ContentError(
                f"{self._name}: {_quoted(path)} is too large: at most {_megabytes(MOST_TEXT)} MB of texts are read."
                " Take languages out that you do not need."
            )
        return b""

    def _spend(self, path: str, size: int) -> None:
        self._left -= size
        if is_text(path):
            self._text_left -= size


def from_zip(name: str, packed: bytes) -> dict[str, bytes]:
    """Return the texts and pictures of a `.valkyrie` file. Raises ContentError with file, fault and remedy."""
    if len(packed) > MOST_PACKED:
        raise ContentError(
            f"{name} has {_megabytes(len(packed))} MB, at most {_megabytes(MOST_PACKED)} MB are read: ask its author for a smaller one."
        )
    _check_directory(name, packed)
    try:
        with zipfile.ZipFile(BytesIO(packed)) as archive:
            return _unpack(name, archive)
    except ZIP_FAULTS as error:
        raise ContentError(f"{name} is no ZIP that can be read ({error}): download it again.") from error


def from_folder(folder: Path) -> dict[str, bytes]:
    """Return the texts and pictures of an unpacked scenario, without links. Raises ContentError."""
    paths = list(islice(folder.rglob("*"), MOST_FILES + 1))
    if len(paths) > MOST_FILES:
        raise ContentError(f"{folder} holds more than {MOST_FILES} files: name the folder in which quest.ini lies.")
    by_name = {unicodedata.normalize("NFC", path.relative_to(folder).as_posix()): path for path in sorted(paths)}
    plain = {name: path for name, path in by_name.items() if path.is_file() and not path.is_symlink()}
    wanted = {name: path for name, path in plain.items() if is_wanted(name)}
    budget = Budget(f"{folder}")
    return _relative_to_quest(
        {
            name: budget.read(name, wanted[name].stat().st_size, partial(FileIO, wanted[name]))
            for name in _texts_first(wanted)
        }
    )


def is_wanted(path: str) -> bool:
    """Return whether a file is a text or a picture. All others are skipped."""
    return PurePosixPath(path).suffix.lower() in (*TEXTS, *PICTURES)


def is_text(path: str) -> bool:
    return PurePosixPath(path).suffix.lower() in TEXTS


def safe_path(raw: str, name: str) -> str:
    """Return the normalized path with /. Raises ContentError for one that leads out of the archive.

    `raw`: the path in the archive; `name`: the archive in sentences.
    """
    path = unicodedata.normalize("NFC", raw.replace("\\", "/"))
    if path.startswith("/") or DRIVE.match(path):
        raise ContentError(f"{name}: {_quoted(raw)} is an absolute path{UNTRUSTED}")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise ContentError(f"{name}: {_quoted(raw)} leads out of the archive{UNTRUSTED}")
    path = "/".join(parts)
    if is_wanted(path) and (len(path) > MOST_LETTERS or not path.isprintable()):
        raise ContentError(
            f"{name}: {_quoted(raw)} is no name for a file: at most {MOST_LETTERS} letters"
            " that can be printed make one. Rename it."
        )
    return path


def _check_directory(name: str, packed: bytes) -> None:
    """Check the length of the directory before `zipfile` reads it into memory. Raises ContentError."""
    end = _find_directory_end(packed)
    if end < 0 or len(packed) - end < END_BYTES:
        raise ContentError(f"{name} is no ZIP, or only a part of one: download it again.")
    size = struct.unpack_from("<L", packed, end + DIRECTORY_SIZE_AT)[0]
    is_zip64 = packed[max(0, end - LOCATOR_BYTES) : end].startswith(DIRECTORY_END_64)
    if is_zip64 or size > MOST_DIRECTORY:
        raise ContentError(f"{name} holds more than {MOST_FILES} files: no scenario needs that many.")


def _find_directory_end(packed: bytes) -> int:
    """Return the offset of the end of the directory, -1 without one. It is found as by `zipfile`."""
    last = len(packed) - END_BYTES
    has_no_comment = packed[-END_BYTES:].startswith(DIRECTORY_END) and packed.endswith(b"\0\0")
    return last if has_no_comment else packed.rfind(DIRECTORY_END, max(0, last - COMMENT_BYTES))


def _unpack(name: str, archive: zipfile.ZipFile) -> dict[str, bytes]:
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise ContentError(f"{name} holds {len(entries)} files, at most {MOST_FILES} are read: no scenario needs more.")
    if sum(entry.file_size for entry in entries) > MOST_ALL:
        raise ContentError(
            f"{name} would unpack to more than {_megabytes(MOST_ALL)} MB: ask its author for a smaller one."
        )
    wanted = {path: entry for path, entry in _entries_by_path(name, entries).items() if is_wanted(path)}
    budget = Budget(name)
    return _relative_to_quest(
        {
            path: budget.read(path, wanted[path].file_size, partial(archive.open, wanted[path]))
            for path in _texts_first(wanted)
        }
    )


def _entries_by_path(name: str, entries: Iterable[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """Check all entries and return the files. Raises ContentError."""
    by_path: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        path = safe_path(_name_of(entry), name)
        if entry.is_dir():
            continue
        if path in by_path:
            raise ContentError(
                f"{name} holds two files of the name {_quoted(path)}: which one counts cannot be known. Pack it again."
            )
        _check_entry(name, path, entry)
        by_path[path] = entry
    return by_path


def _check_entry(name: str, path: str, entry: zipfile.ZipInfo) -> None:
    """Refuse encrypted, special and suspiciously compressed files. Raises ContentError."""
    if entry.flag_bits & FLAG_ENCRYPTED:
        raise ContentError(f"{name}: {_quoted(path)} is locked with a password. Pack the scenario again without one.")
    if entry.compress_type not in PACKINGS:
        raise ContentError(
            f"{name}: {_quoted(path)} is packed in a way that is not read. Pack the scenario again as a plain ZIP."
        )
    if _is_special(entry):
        raise ContentError(
            f"{name}: {_quoted(path)} is a link to another file, or a device."
            " Pack the scenario again with the files themselves."
        )
    packed_size = max(1, entry.compress_size)
    if entry.file_size > RATIO_UNCHECKED and entry.file_size > MOST_RATIO * packed_size:
        raise ContentError(
            f"{name}: {_quoted(path)} would unpack to {entry.file_size // packed_size} times its size:"
            " that is no scenario."
        )


def _is_special(entry: zipfile.ZipInfo) -> bool:
    """Return whether a Unix packer marked the entry as a link or a device. The mode may be missing."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    return entry.create_system != SYSTEM_WINDOWS and kind not in (0, stat.S_IFREG, stat.S_IFDIR)


def _name_of(entry: zipfile.ZipInfo) -> str:
    """Return the decoded name. Many packers write UTF-8 without its flag."""
    raw = entry.orig_filename
    if entry.flag_bits & FLAG_UTF8:
        return raw
    try:
        return raw.encode("cp437").decode("utf-8")
    except UnicodeError:
        return raw


def _texts_first(paths: Iterable[str]) -> list[str]:
    """Sort texts before pictures, because they share a limit."""
    return sorted(paths, key=lambda path: not is_text(path))


def _relative_to_quest(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files in the folder of quest.ini, with paths from there. Some packers include the folder itself."""
    quests = [path for path in files if PurePosixPath(path).name.lower() == "quest.ini"]
    nearest = min(quests, key=lambda path: (path.count("/"), path), default="")
    root = nearest[: -len("quest.ini")]
    return {path[len(root) :]: content for path, content in files.items() if path.startswith(root)}


def _quoted(path: str) -> str:
    """Return a path for a sentence, printable and shortened."""
    return ascii(path if len(path) <= 80 else f"{path[:79]}…")


def _megabytes(size: int) -> str:
    """Return a size with at most one decimal, without its unit."""
    return f"{size / 1e6:.1f}".removesuffix(".0")
