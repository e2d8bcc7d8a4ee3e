"""One backup: a file with the database and what people have made, checked to the last byte."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from companion.errors import ZIP_FAULTS, CodecError, LamplightError, counted, own_command
from companion.i18n import _
from companion.schema import from_json, to_json
from companion.sessions import SalvagedTable, find_faults
from companion.system.data_dir import alone
from companion.system.safe_load import PACKINGS

TEMPORARY_PREFIX = ".look-"


@contextmanager
def temporary_folder(where: Path) -> Iterator[Path]:
    """Make a private temporary folder, and remove it at the end. Raises OSError."""
    with tempfile.TemporaryDirectory(dir=where, prefix=TEMPORARY_PREFIX) as name, alone(Path(name)):
        yield Path(name)


def remove_stale_folders(where: Path) -> None:
    """Remove the temporary folders that a power cut left. Raises OSError."""
    for room in where.glob(f"{TEMPORARY_PREFIX}*"):
        handle = os.open(room, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(room, ignore_errors=True)
        except OSError:
            continue  # in use
        finally:
            os.close(handle)


DATABASE, MANIFEST = "log.db", "manifest.json"
NAME = re.compile(r"lamplight-(\d{4,})-[\d-]+\.zip")
MOST_MANIFEST = 4_000_000  # bytes
MOST_DATABASE = 4_000_000_000  # bytes, unpacked
MOST_FILE = 20_000_000  # bytes of any other
MOST_BESIDE = 80_000_000  # bytes of all others
CHUNK = 1 << 20
MOST_TABLES = 3  # that a line names


class BackupError(LamplightError):
    """A backup cannot be made, read or put back; the message names the file and says what to do."""

    code = "BACKUPERROR"


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """The description of a backup, which is part of it."""

    at: float  # s, Unix; when it was made
    tables: tuple[SalvagedTable, ...] = ()  # the newest first
    files: Mapping[str, str] = field(default_factory=dict)  # name -> SHA-256, the database among them
    v: int = 1


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in its folder."""

    path: Path
    number: int  # each is made with a higher one; a clock that jumps makes none the newest
    manifest: BackupManifest

    @property
    def name(self) -> str:
        return self.path.name


def number_of(name: str) -> int:
    """Return the number in the name of a backup's file, or 0 for other files.

    >>> number_of("lamplight-0042-2026-11-22-2143.zip"), number_of("holiday.zip")
    (42, 0)
    """
    match = NAME.fullmatch(name)
    return int(match[1]) if match else 0


def open_backup(path: Path) -> Backup:
    """Return a backup by its manifest, unchecked: `verify_backup` checks it. Raises BackupError."""
    with _open_archive(path) as packed:
        manifest = from_json(BackupManifest, json.loads(_content(packed, MANIFEST, MOST_MANIFEST)))
        return Backup(path, number_of(path.name), manifest)


def verify_backup(path: Path) -> Backup:
    """Return the backup after reading all of it and checking its database. Raises BackupError."""
    with temporary_folder(path.parent) as folder:
        return unpack_database(path, folder / DATABASE)


def compare_digests(path: Path, into: Path | None = None) -> Backup:
    """Return the backup after comparing every byte with its digest. `into`: a file for its database. Raises
    BackupError.
    """
    backup = open_backup(path)
    with _open_archive(path) as packed:
        beside = sum(packed.getinfo(name).file_size for name in backup.manifest.files if name != DATABASE)
        if beside > MOST_BESIDE:
            raise ValueError("its files are too large")
        for name, digest in backup.manifest.files.items():
            if _read(packed, name, into if name == DATABASE else None) != digest:
                raise ValueError(f"{name} is not what was put in")
    if DATABASE not in backup.manifest.files:
        raise BackupError(_("{file} holds no database. Take another backup.", file=path.name))
    return backup


def unpack_database(path: Path, into: Path) -> Backup:
    """Return the database of a backup as a file, compared and looked through. Raises BackupError."""
    backup = compare_digests(path, into)
    if faults := find_faults(into):
        raise BackupError(
            _("{file}: its database is damaged: {fault} Take another backup.", file=path.name, fault=faults[0])
        )
    return backup


def read_member(path: Path, name: str) -> bytes:
    """Return the content of a small file in a backup. Raises BackupError."""
    with _open_archive(path) as packed:
        return _content(packed, name, MOST_FILE)


def digests_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the SHA-256 digest of each file, as hex."""
    return {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}


def write_backup(manifest: BackupManifest, database: Path, files: Mapping[str, bytes], into: Path) -> None:
    """Write a backup with the digests of its files. Raises OSError."""
    digests = {DATABASE: _digest(database)} | digests_of(files)
    described = to_json(BackupManifest(manifest.at, manifest.tables, digests))
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        packed.writestr(MANIFEST, json.dumps(described, ensure_ascii=False, indent=1))
        packed.write(database, DATABASE)
        for name, content in files.items():
            packed.writestr(name, content)


@contextmanager
def _open_archive(path: Path) -> Iterator[zipfile.ZipFile]:
    if path.exists() and not path.is_file():
        raise BackupError(_("{file} is a folder, a pipe or a device, and no backup. Take another one.", file=path.name))
    try:
        with zipfile.ZipFile(path) as packed:
            for entry in packed.infolist():
                if entry.compress_type not in PACKINGS:
                    raise ValueError(f"{entry.filename} is packed in a way that backups are not")
            yield packed
    except FileNotFoundError as error:
        raise BackupError(
            _(
                "There is no backup {file} in {folder}: {command} names them.",
                file=path.name,
                folder=str(path.parent),
                command=own_command("backup list"),
            )
        ) from error
    except (*ZIP_FAULTS, KeyError, CodecError, RecursionError) as error:
        raise BackupError(
            _("{file} cannot be used ({why}). Take another backup.", file=path.name, why=str(error))
        ) from error


def _content(packed: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Read a member of bounded size. `ZipFile.read` would trust the header and allocate as much at once."""
    with packed.open(name) as member:
        content = member.read(most + 1)
    if len(content) > most:
        raise ValueError(f"{name} is too large")
    return content


def _read(packed: zipfile.ZipFile, name: str, into: Path | None) -> str:
    digest, left = hashlib.sha256(), MOST_DATABASE
    with packed.open(name) as source, (into or Path("/dev/null")).open("wb") as target:
        while chunk := source.read(CHUNK):
            digest.update(chunk)
            target.write(chunk)
            left -= len(chunk)
            if left < 0:
                raise ValueError(f"{name} is too large")
    return digest.hexdigest()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def describe_tables(tables: tuple[SalvagedTable, ...]) -> str:
    """Return the newest tables of a backup.

    >>> describe_tables((SalvagedTable("t1", "pips", 40, 0.0),))
    't1 (pips, 40 entries)'
    >>> describe_tables((SalvagedTable("t1", "pips", 1, 0.0),) * (MOST_TABLES + 1))[-36:]
    't1 (pips, 1 entry), and 1 more table'
    """
    named = [
        f"{table.table} ({table.game!s}, {counted(table.entries, 'entry', 'entries')})"
        for table in tables[:MOST_TABLES]
    ]
    more = [f"and {counted(len(tables) - MOST_TABLES, 'more table')}"] if len(tables) > MOST_TABLES else []
    return ", ".join(named + more) or "no tables"


def local_time(at: float) -> str:
    """Return a time as local clocks show it. `at`: s, Unix."""
    return f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M}"  # noqa: DTZ006
