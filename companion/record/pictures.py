"""The pictures that go with an evening: of its doubtful rolls, by what they hold; and those that its own sheets show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.errors import ContentError
from companion.record.parcel import AGAIN, MOST_PICTURE, PICTURE
from companion.rules.picture import kind_of
from companion.tables.entry import Entry, Given
from companion.tables.holding import Heard
from companion.tables.pictures import DIGEST, Pictures, digest_of
from companion.wire.reading import UNKNOWN, Reading

MOST_CROPS = 200  # of doubtful rolls, the newest
MOST_CROPS_BYTES = 32_000_000
MOST_KEPT_BYTES = 140_000_000
KINDS = ("pictures", "kept")  # of rolls; of sheets


def with_crops(
    heard: Sequence[Heard], entries: Sequence[Entry[Any]], folder: Path, brought: Pictures
) -> tuple[tuple[Heard, ...], dict[str, bytes]]:
    """The readings, each naming the picture that goes along by its digest or none; and those pictures by their members."""
    said = {e.what.answer.reading.rstrip("+"): e.what.answer.values for e in entries if isinstance(e.what, Given)}
    crops: dict[str, bytes] = {}
    found: list[Heard] = []
    for place, one in enumerate(reversed(heard)):
        wanted = place == 0 or not one.settled or is_doubtful(one.reading, said.get(one.reading.id))
        content = _crop(one.reading.picture, folder, brought) if wanted and len(crops) < MOST_CROPS else b""
        if sum(map(len, crops.values())) + len(content) > MOST_CROPS_BYTES or not is_picture(content):
            content = b""
        if content:
            crops[_member("pictures", content)] = content
        found.append(replace(one, reading=replace(one.reading, picture=digest_of(content) if content else "")))
    return tuple(reversed(found)), crops


def is_doubtful(reading: Reading, said: tuple[str, ...] | None) -> bool:
    """Was it not read for sure, or did its answer say otherwise? A coin beside the dice is no doubt."""
    things = [seen for seen in reading.objects if seen.kind != UNKNOWN]
    read = Counter(seen.value for seen in things if seen.value is not None)
    return any(seen.value is None for seen in things) or (said is not None and read != Counter(said))


def of_sheets(choices: Any, kept: Pictures) -> dict[str, bytes]:
    """What is kept of the pictures that the set-up's sheets name, by their members."""
    found: dict[str, bytes] = {}
    for digest in sorted(named_in(choices)):
        path = kept.path(digest)
        content = path.read_bytes() if path is not None else b""
        if is_picture(content) and sum(map(len, found.values())) + len(content) <= MOST_KEPT_BYTES:
            found[_member("kept", content)] = content
    return found


def named_in(told: Any) -> frozenset[str]:
    """The digests that stand anywhere in a record."""
    if isinstance(told, str):
        return frozenset({told}) if DIGEST.fullmatch(told) else frozenset()
    inner = (
        [*told.keys(), *told.values()] if isinstance(told, Mapping) else told if isinstance(told, list | tuple) else ()
    )
    return frozenset(digest for one in inner for digest in named_in(one))


def pictures_in(file: str, members: Mapping[str, bytes], choices: Any) -> dict[str, dict[str, bytes]]:
    """Kind -> digest -> content, when each is a picture, called by what it holds, and wanted. Raises ContentError."""
    found: dict[str, dict[str, bytes]] = {kind: {} for kind in KINDS}
    wanted = named_in(choices)
    for member, content in members.items():
        name = PICTURE.fullmatch(member)
        if name is None:
            continue
        kind, digest, ending = name.groups()
        if digest_of(content) != digest or kind_of(f"{file}: {member}", content) != ending:
            raise ContentError(f"{file}: {member} is not the picture that its name says. {AGAIN}.")
        if kind == "kept" and digest not in wanted:
            raise ContentError(f"{file}: {member} belongs to no sheet of this evening. {AGAIN}.")
        found[kind][digest] = content
    return found


def is_picture(content: bytes) -> bool:
    """Whether another house would show it."""
    try:
        return len(content) <= MOST_PICTURE and bool(kind_of("It", content))
    except ContentError:
        return False


def new_in(pictures: Pictures, found: Mapping[str, bytes]) -> Iterator[str]:
    """Those that are not there yet."""
    return (digest for digest in found if pictures.path(digest) is None)


def _member(kind: str, content: bytes) -> str:
    return f"{kind}/{digest_of(content)}.{kind_of('It', content)}"


def _crop(picture: str, folder: Path, brought: Pictures) -> bytes:
    """A reading's own picture, or one that came with a file; b"" where it is gone already."""
    path = brought.path(picture) or (folder / Path(picture).name if picture else None)
    try:
        return path.read_bytes() if path is not None and path.is_file() else b""
    except OSError:
        return b""
