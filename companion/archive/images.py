"""Pictures of an export: of doubtful rolls and of custom sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.archive.file import EXPORT_AGAIN, MOST_PICTURE, PICTURE
from companion.engine import fault_at, image_kind
from companion.errors import ContentError
from companion.i18n import _
from companion.schema import UNKNOWN, Reading, Words
from companion.sessions import DIGEST, AnswerGiven, ImageStore, LogEntry, StoredReading, digest_of
from companion.settings import Settings


@dataclass(frozen=True, slots=True)
class ImageFolders:
    """Picture folders of one installation."""

    crops: Path  # of readings, with boxes as on the page
    doubts: Path  # of doubtful readings, raw
    brought: ImageStore  # both, imported
    kept: ImageStore  # of sheets


def folders_of(settings: Settings) -> ImageFolders:
    """Return the image folders of these settings."""
    data = settings.data
    return ImageFolders(
        data / "pictures", data / "vision" / "doubts", ImageStore(data / "brought"), ImageStore(settings.kept)
    )


MOST_PICTURES = 200  # doubtful rolls with a picture, the newest
MOST_BYTES: Mapping[str, int] = {"pictures": 32_000_000, "doubts": 48_000_000, "kept": 96_000_000}
PICTURE_KINDS = tuple(MOST_BYTES)
"""Pictures of rolls with boxes, raw pictures of the same rolls, pictures of sheets."""


class ImageBundle:
    """Pictures of an export, each once, up to the size limits."""

    def __init__(self) -> None:
        self.members: dict[str, bytes] = {}
        self._left = dict(MOST_BYTES)

    def add(self, kind: str, content: bytes) -> str:
        """Add a picture and return its digest, "" if it is refused."""
        if not is_picture(content):
            return ""
        member = f"{kind}/{digest_of(content)}.{image_kind('', content)}"
        if member not in self.members:
            if len(content) > self._left[kind]:
                return ""
            self._left[kind] -= len(content)
            self.members[member] = content
        return digest_of(content)


def with_pictures(
    readings: Sequence[StoredReading], entries: Sequence[LogEntry[Any]], folders: ImageFolders
) -> tuple[tuple[StoredReading, ...], dict[str, bytes]]:
    """Return the readings with the digests of their exported pictures, and the pictures by member name."""
    answers = {e.what.answer.whole_reading: e.what.answer.values for e in entries if isinstance(e.what, AnswerGiven)}
    bundle, exported, left = ImageBundle(), [], MOST_PICTURES
    for place, stored in enumerate(reversed(readings)):
        doubtful = not stored.settled or is_doubtful(stored.reading, answers.get(stored.reading.id))
        is_wanted = place == 0 or (doubtful and left > 0)
        left -= is_wanted
        boxed, raw = _pictures_of(stored, folders) if is_wanted else (b"", b"")
        picture, seen_as = bundle.add("pictures", boxed), bundle.add("doubts", raw)
        exported.append(replace(stored, reading=replace(stored.reading, picture=picture), seen=seen_as))
    return tuple(reversed(exported)), bundle.members


def is_doubtful(reading: Reading, answers: tuple[str, ...] | None) -> bool:
    """Return whether the reading was uncertain or differs from the answer. A coin beside the dice does not count."""
    known = [seen for seen in reading.objects if seen.kind != UNKNOWN]
    read = Counter(seen.value for seen in known if seen.value is not None)
    return any(seen.value is None for seen in known) or (answers is not None and read != Counter(answers))


def sheet_pictures(choices: Any, store: ImageStore) -> dict[str, bytes]:
    """Return the stored pictures that the setup's sheets name, by member name."""
    bundle = ImageBundle()
    for digest in sorted(digests_in(choices)):
        bundle.add("kept", _read(store.path(digest)))
    return bundle.members


def digests_in(value: Any) -> frozenset[str]:
    """Return the digests anywhere in a record."""
    if isinstance(value, str):
        return frozenset({value}) if DIGEST.fullmatch(value) else frozenset()
    inner = (
        [*value.keys(), *value.values()]
        if isinstance(value, Mapping)
        else value
        if isinstance(value, list | tuple)
        else ()
    )
    return frozenset(digest for item in inner for digest in digests_in(item))


def pictures_in(file: Words, members: Mapping[str, bytes], choices: Any) -> dict[str, dict[str, bytes]]:
    """Return kind -> digest -> content. Raises ContentError for a member with the wrong name, content or owner."""
    pictures: dict[str, dict[str, bytes]] = {kind: {} for kind in PICTURE_KINDS}
    named = digests_in(choices)
    for member, content in members.items():
        name = PICTURE.fullmatch(member)
        if name is None:
            continue
        kind, digest, ending = name.groups()
        placeholders = {"file": file, "member": member, "again": EXPORT_AGAIN}
        if digest_of(content) != digest or image_kind(fault_at(file, member), content) != ending:
            raise ContentError(_("{file}: {member} is not the picture that its name says. {again}.", **placeholders))
        if kind == "kept" and digest not in named:
            raise ContentError(_("{file}: {member} belongs to no sheet of this evening. {again}.", **placeholders))
        pictures[kind][digest] = content
    return pictures


def is_picture(content: bytes) -> bool:
    """Return whether another installation would accept it."""
    try:
        return len(content) <= MOST_PICTURE and bool(image_kind("", content))
    except ContentError:
        return False


def _pictures_of(stored: StoredReading, folders: ImageFolders) -> tuple[bytes, bytes]:
    """Return the pictures of a reading, with boxes and raw; b"" for each that is missing."""
    name, brought = Path(stored.reading.picture).name, folders.brought
    if stored.seen or brought.path(name) is not None:
        return _read(brought.path(name)), _read(brought.path(stored.seen))
    return (_read(folders.crops / name), _read(folders.doubts / name)) if name else (b"", b"")


def _read(path: Path | None) -> bytes:
    try:
        return path.read_bytes() if path is not None and path.is_file() else b""
    except OSError:
        return b""
