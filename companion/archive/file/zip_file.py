"""The file: a ZIP whose last bytes seal all the others. What comes from elsewhere is trusted with nothing.

A flipped bit, a missing end, a member more are found before anything is unpacked. A forger can seal his file as well: what
is in it is capped, and names are those that a record has or none.
"""

from __future__ import annotations

import re
import stat
import struct
import zipfile
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from typing import Final

from companion.engine import short
from companion.errors import ZIP_FAULTS, ContentError
from companion.system.safe_load import PACKINGS

SUFFIX = ".lamplight"
MANIFEST, LOG, READINGS = "record.json", "log.jsonl", "readings.jsonl"
PICTURE = re.compile(r"(pictures|doubts|kept)/([0-9a-f]{64})\.(png|jpg|webp)")
CAPS: Mapping[str, int] = {MANIFEST: 1_000_000, LOG: 48_000_000, READINGS: 16_000_000}
"""Bytes of a member, unpacked; an evening of 2,000 answers has a log of 3 MB."""
MOST_PICTURE = 12_000_000  # as of `engine.image_format`
MOST_MEMBERS = 2_000
MOST_ENTRY = 160  # bytes of a member in the list of contents: 46, and its name
MOST_PACKED = 192_000_000  # of the file; a scenario of the community may bring 96 MB of pictures
MOST_ALL = 256_000_000  # of all members, unpacked
MOST_RATIO = 300  # unpacked to packed, of a member above SMALL; a log reaches 30
SMALL = 200_000
HEAD, END = b"PK\x03\x04", b"PK\x05\x06"
END_BYTES = 22
SEAL: Final = b"Lamplight keeps this evening. sha256:"
SEALED = len(SEAL) + 64  # bytes of the archive's comment
LONG_AGO = (2000, 1, 1, 0, 0, 0)  # of all members, so that the same evening makes the same file
ENCRYPTED = 0x1
AGAIN = "Nothing was taken. Have it kept once more where it comes from"


def pack(members: Mapping[str, bytes]) -> bytes:
    """The members as one sealed file, in their order. Raises ContentError where another house would not take it."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            how = zipfile.ZIP_STORED if PICTURE.fullmatch(name) else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), content, how)
        archive.comment = SEAL + b"0" * 64
    body = out.getvalue()[:-64]
    sealed = body + sha256(body).hexdigest().encode()
    unpack("This evening", sealed)
    return sealed


def unpack(file: str, packed: bytes) -> dict[str, bytes]:
    """The members of a file by their names. Raises ContentError: a sentence with the file, the fault and the remedy."""
    _unbroken(file, packed)
    try:
        with zipfile.ZipFile(BytesIO(packed)) as archive:
            entries = archive.infolist()
            _looked_over(file, entries)
            return {entry.filename: _content(file, archive, entry) for entry in entries}
    except ZIP_FAULTS as error:
        raise ContentError(f"{file} cannot be unpacked ({error}). {AGAIN}.") from error


def _unbroken(file: str, packed: bytes) -> None:
    """Every byte is as it was sealed, and the list of contents is no longer than that of so many members."""
    if not packed.startswith(HEAD):
        raise ContentError(f"{file} is no evening that was kept: choose a file that ends in {SUFFIX}.")
    if len(packed) > MOST_PACKED:
        raise ContentError(
            f"{file} has {len(packed) // 1_000_000} MB, an evening has {MOST_PACKED // 1_000_000} at most."
        )
    if packed[-SEALED:-64] != SEAL:
        raise ContentError(f"{file} is cut off, or was packed anew by another program. {AGAIN}, and send it as it is.")
    if sha256(packed[:-64]).hexdigest().encode() != packed[-64:]:
        raise ContentError(f"{file} was damaged on its way: its check sum is another. {AGAIN}, and send it anew.")
    end = len(packed) - SEALED - END_BYTES
    signature, size, start = struct.unpack_from("<4s8xLL", packed, max(end, 0))
    if signature != END or start + size != end:
        raise ContentError(f"{file} does not end as an evening does: it was packed by another program. {AGAIN}.")
    if size > MOST_MEMBERS * MOST_ENTRY:
        raise ContentError(f"{file} holds more than {MOST_MEMBERS} parts: no evening has so many. {AGAIN}.")


def _looked_over(file: str, entries: list[zipfile.ZipInfo]) -> None:
    """All of them, before one is read."""
    names = Counter(entry.filename for entry in entries)
    for entry in entries:
        _named(file, entry)
        if names[entry.filename] > 1:
            raise ContentError(f"{file} holds {entry.filename} twice: which one counts cannot be known. {AGAIN}.")
        if entry.file_size > most_of(entry.filename):
            raise ContentError(
                f"{file}: {entry.filename} would have {entry.file_size // 1000} kB,"
                f" {most_of(entry.filename) // 1000} kB at most are read. {AGAIN}."
            )
        if entry.file_size > SMALL and entry.file_size > MOST_RATIO * max(1, entry.compress_size):
            raise ContentError(f"{file}: {entry.filename} would unpack to far more than an evening has. {AGAIN}.")
    if sum(entry.file_size for entry in entries) > MOST_ALL:
        raise ContentError(f"{file} would unpack to more than {MOST_ALL // 1_000_000} MB. {AGAIN}.")


def _named(file: str, entry: zipfile.ZipInfo) -> None:
    """A name of a record, of a plain file: no way out of it, no folder, no link, no lock."""
    if entry.orig_filename != entry.filename or not (entry.filename in CAPS or PICTURE.fullmatch(entry.filename)):
        raise ContentError(f"{file}: {short(entry.orig_filename)} is no part of an evening. {AGAIN}.")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG) or entry.flag_bits & ENCRYPTED:
        raise ContentError(f"{file}: {entry.filename} is a link or locked, and no plain part of an evening. {AGAIN}.")
    if entry.compress_type not in PACKINGS:
        raise ContentError(f"{file}: {entry.filename} is packed in a way that evenings are not. {AGAIN}.")


def _content(file: str, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """What its header says of its size is not believed."""
    with archive.open(entry) as member:
        content = member.read(entry.file_size + 1)
    if len(content) != entry.file_size:
        raise ContentError(f"{file}: {entry.filename} is not as long as it is said to be. {AGAIN}.")
    return content


def most_of(name: str) -> int:
    """Bytes that such a member may have."""
    return CAPS.get(name, MOST_PICTURE)
