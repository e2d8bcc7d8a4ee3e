"""Read and write the file: a ZIP whose last bytes seal all others. Input is not trusted.

Damage and extra members are found before anything is unpacked. A forger can seal a file too, so sizes are limited and only
known names are accepted.
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
from companion.i18n import _
from companion.schema import Words
from companion.system.safe_load import PACKINGS

SUFFIX = ".lamplight"
MANIFEST, LOG, READINGS = "record.json", "log.jsonl", "readings.jsonl"
PICTURE = re.compile(r"(pictures|doubts|kept)/([0-9a-f]{64})\.(png|jpg|webp)")
MEMBER_LIMITS: Mapping[str, int] = {MANIFEST: 1_000_000, LOG: 48_000_000, READINGS: 16_000_000}
"""Bytes of a member, unpacked; an evening of 2,000 answers has a log of 3 MB."""
MOST_PICTURE = 12_000_000  # as of `engine.image_format`
MOST_MEMBERS = 2_000
MOST_ENTRY = 160  # bytes of a member in the list of contents: 46, and its name
MOST_PACKED = 192_000_000  # of the file; a scenario of the community may bring 96 MB of pictures
MOST_ALL = 256_000_000  # of all members, unpacked
MOST_RATIO = 300  # unpacked to packed, of a member above ALWAYS_UNPACKED; a log reaches 30
ALWAYS_UNPACKED = 200_000  # bytes
HEAD, END = b"PK\x03\x04", b"PK\x05\x06"
END_BYTES = 22
SEAL: Final = b"Lamplight keeps this evening. sha256:"
SEALED = len(SEAL) + 64  # bytes of the archive's comment
LONG_AGO = (2000, 1, 1, 0, 0, 0)  # of all members, so that the same evening makes the same file
ENCRYPTED = 0x1
EXPORT_AGAIN = _("Nothing was taken. Have it kept once more where it comes from")


def pack(members: Mapping[str, bytes]) -> bytes:
    """Pack members in order into one sealed file. Raises ContentError if it exceeds the limits of a reader."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            how = zipfile.ZIP_STORED if PICTURE.fullmatch(name) else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), content, how)
        archive.comment = SEAL + b"0" * 64
    body = out.getvalue()[:-64]
    sealed = body + sha256(body).hexdigest().encode()
    unpack(_("This evening"), sealed)
    return sealed


def unpack(file: Words, packed: bytes) -> dict[str, bytes]:
    """Return the members of a file by name. Raises ContentError with file, fault and remedy."""
    _check_seal(file, packed)
    try:
        with zipfile.ZipFile(BytesIO(packed)) as archive:
            entries = archive.infolist()
            _check_members(file, entries)
            return {entry.filename: _read(file, archive, entry) for entry in entries}
    except ZIP_FAULTS as error:
        raise ContentError(
            _("{file} cannot be unpacked ({error}). {again}.", file=file, error=str(error), again=EXPORT_AGAIN)
        ) from error


def _check_seal(file: Words, packed: bytes) -> None:
    """Check the seal, and that the directory fits that number of members."""
    placeholders = {"file": file, "again": EXPORT_AGAIN}
    if not packed.startswith(HEAD):
        text = _("{file} is no evening that was kept: choose a file that ends in {suffix}.", file=file, suffix=SUFFIX)
        raise ContentError(text)
    if len(packed) > MOST_PACKED:
        size, most = len(packed) // 1_000_000, MOST_PACKED // 1_000_000
        raise ContentError(_("{file} has {size} MB, an evening has {most} at most.", file=file, size=size, most=most))
    if packed[-SEALED:-64] != SEAL:
        raise ContentError(
            _(
                "{file} is cut off, or was packed anew by another program. {again}, and send it as it is.",
                **placeholders,
            )
        )
    if sha256(packed[:-64]).hexdigest().encode() != packed[-64:]:
        raise ContentError(
            _("{file} was damaged on its way: its check sum is another. {again}, and send it anew.", **placeholders)
        )
    end = len(packed) - SEALED - END_BYTES
    signature, size, start = struct.unpack_from("<4s8xLL", packed, max(end, 0))
    if signature != END or start + size != end:
        raise ContentError(
            _("{file} does not end as an evening does: it was packed by another program. {again}.", **placeholders)
        )
    if size > MOST_MEMBERS * MOST_ENTRY:
        raise ContentError(
            _("{file} holds more than {n} parts: no evening has so many. {again}.", n=MOST_MEMBERS, **placeholders)
        )


def _check_members(file: Words, entries: list[zipfile.ZipInfo]) -> None:
    """Check all members before any is read."""
    names = Counter(entry.filename for entry in entries)
    for entry in entries:
        _check_name(file, entry)
        placeholders = {"file": file, "member": entry.filename, "again": EXPORT_AGAIN}
        size, most = entry.file_size, size_limit(entry.filename)
        if names[entry.filename] > 1:
            raise ContentError(
                _("{file} holds {member} twice: which one counts cannot be known. {again}.", **placeholders)
            )
        if size > most:
            text = _("{file}: {member} would have {size} kB, {most} kB at most are read. {again}.",
                     size=size // 1000, most=most // 1000, **placeholders)  # fmt: skip
            raise ContentError(text)
        if size > ALWAYS_UNPACKED and size > MOST_RATIO * max(1, entry.compress_size):
            raise ContentError(
                _("{file}: {member} would unpack to far more than an evening has. {again}.", **placeholders)
            )
    if sum(entry.file_size for entry in entries) > MOST_ALL:
        raise ContentError(
            _(
                "{file} would unpack to more than {n} MB. {again}.",
                file=file,
                n=MOST_ALL // 1_000_000,
                again=EXPORT_AGAIN,
            )
        )


def _check_name(file: Words, entry: zipfile.ZipInfo) -> None:
    """Check that a member is a plain file of an allowed name: no path, folder, link or encryption."""
    placeholders = {"file": file, "member": short(entry.orig_filename), "again": EXPORT_AGAIN}
    if entry.orig_filename != entry.filename or not (
        entry.filename in MEMBER_LIMITS or PICTURE.fullmatch(entry.filename)
    ):
        raise ContentError(_("{file}: {member} is no part of an evening. {again}.", **placeholders))
    placeholders["member"] = entry.filename
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG) or entry.flag_bits & ENCRYPTED:
        raise ContentError(
            _("{file}: {member} is a link or locked, and no plain part of an evening. {again}.", **placeholders)
        )
    if entry.compress_type not in PACKINGS:
        raise ContentError(_("{file}: {member} is packed in a way that evenings are not. {again}.", **placeholders))


def _read(file: Words, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Read with a limit: the size in the header is not trusted."""
    with archive.open(entry) as member:
        content = member.read(entry.file_size + 1)
    if len(content) != entry.file_size:
        placeholders = {"file": file, "member": entry.filename, "again": EXPORT_AGAIN}
        raise ContentError(_("{file}: {member} is not as long as it is said to be. {again}.", **placeholders))
    return content


def size_limit(name: str) -> int:
    """Return the most bytes of a member."""
    return MEMBER_LIMITS.get(name, MOST_PICTURE)
