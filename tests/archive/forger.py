"""A forger of evenings: whatever he writes is sealed as well as ours is."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from hashlib import sha256
from io import BytesIO
from typing import Any

from companion.archive.file import LOG, LONG_AGO, MANIFEST, SEAL, member_of

Lines = list[dict[str, Any]]


def members_of(record: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(record)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def sealed(entries: Iterable[tuple[str | zipfile.ZipInfo, bytes]]) -> bytes:
    """Any ZIP, with a seal that fits it."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            entry = zipfile.ZipInfo(name, LONG_AGO) if isinstance(name, str) else name
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
        archive.comment = SEAL + b"0" * 64
    return resealed(out.getvalue())


def resealed(packed: bytes) -> bytes:
    return packed[:-64] + sha256(packed[:-64]).hexdigest().encode()


def forged(record: bytes, changes: Mapping[str, bytes | None], **manifest: Any) -> bytes:
    """Return the file with other members (None: removed) or another manifest, with valid check sums."""
    members = {name: content for name, content in (members_of(record) | dict(changes)).items() if content is not None}
    told = json.loads(members.pop(MANIFEST))
    told |= {"parts": {name: asdict(member_of(content)) for name, content in members.items()}} | manifest
    return sealed([(MANIFEST, json.dumps(told).encode()), *members.items()])


def lines_of(record: bytes, member: str = LOG) -> Lines:
    return [json.loads(line) for line in members_of(record)[member].splitlines()]


def retouched(record: bytes, change: Callable[[Lines], Any], member: str = LOG) -> bytes:
    """With other lines in its log or its readings."""
    lines = lines_of(record, member)
    change(lines)
    return forged(record, {member: b"".join(json.dumps(line).encode() + b"\n" for line in lines)})
