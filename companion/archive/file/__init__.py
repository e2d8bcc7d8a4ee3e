"""The file of a table: its members packed and sealed, its manifest, its lines of JSON, the digests of its state."""

from __future__ import annotations

from companion.archive.file.json_lines import (
    MOST_READINGS,
    entries_in,
    log_lines,
    reading_lines,
    readings_in,
    stored_entries,
)
from companion.archive.file.manifest import (
    FORMAT,
    LAMPLIGHT,
    ArchiveManifest,
    encode_manifest,
    member_of,
    read_manifest,
    require_fit,
)
from companion.archive.file.state_digest import differing_fields, digests
from companion.archive.file.zip_file import (
    EXPORT_AGAIN,
    HEAD,
    LOG,
    LONG_AGO,
    MANIFEST,
    MOST_PACKED,
    MOST_PICTURE,
    PICTURE,
    READINGS,
    SEAL,
    SUFFIX,
    pack,
    unpack,
)

__all__ = [
    "EXPORT_AGAIN",
    "FORMAT",
    "HEAD",
    "LAMPLIGHT",
    "LOG",
    "LONG_AGO",
    "MANIFEST",
    "MOST_PACKED",
    "MOST_PICTURE",
    "MOST_READINGS",
    "PICTURE",
    "READINGS",
    "SEAL",
    "SUFFIX",
    "ArchiveManifest",
    "differing_fields",
    "digests",
    "encode_manifest",
    "entries_in",
    "log_lines",
    "member_of",
    "pack",
    "read_manifest",
    "reading_lines",
    "readings_in",
    "require_fit",
    "stored_entries",
    "unpack",
]
