"""Export and import of tables in a running server. An import is atomic."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import IO

from sqlalchemy.exc import SQLAlchemyError

from companion.archive.export import export_table, file_name_of
from companion.archive.file import EXPORT_AGAIN, MOST_PACKED
from companion.archive.images import PICTURE_KINDS, ImageFolders
from companion.archive.proofs import require_page
from companion.archive.validation import ValidatedArchive, validate
from companion.errors import ContentError, LamplightError
from companion.i18n import _
from companion.presentation.responses import ImportedTable
from companion.schema import Words
from companion.sessions import SessionManager


class ArchiveService:
    """Export and import tables, one import at a time. Thread-safe."""

    most = MOST_PACKED

    def __init__(self, hall: SessionManager, folders: ImageFolders) -> None:
        self._hall, self._folders = hall, folders
        self._one = threading.Lock()

    def keep(self, table: str) -> tuple[str, bytes]:
        """Return file name and file of a table. Raises UnknownTableError, ContentError."""
        holding = self._hall.tables.export(table)
        return file_name_of(table, holding), export_table(table, holding, self._folders)

    def bring(self, file: Words, packed: bytes, *, as_is: bool = False) -> ImportedTable:
        """Import the table of a file, unless it is there already. Raises ContentError, StaleError, and stores nothing then."""
        with self._one:
            return self._import(file, packed, as_is=as_is)

    def bring_upload(self, file: Words, upload: IO[bytes]) -> ImportedTable:
        """Import an upload. Only one upload is in memory at a time. Raises as `bring`."""
        with self._one:
            return self._import(file, upload.read(self.most + 1))

    def _import(self, file: Words, packed: bytes, *, as_is: bool = False) -> ImportedTable:
        archive = validate(file, packed, as_is=as_is)
        identical = self._hall.tables.find_identical(archive.table)
        table = identical or self._store(file, archive)
        return ImportedTable(table, archive.table.game.title, bool(identical), archive.answers, archive.notes)

    def _store(self, file: Words, archive: ValidatedArchive) -> str:
        """Store pictures first: a table must not name a missing one."""
        undo: list[Callable[[], None]] = []
        try:
            for kind in PICTURE_KINDS:
                pictures = self._folders.kept if kind == "kept" else self._folders.brought
                new = tuple(digest for digest in archive.pictures[kind] if pictures.path(digest) is None)
                undo += [partial(pictures.drop, digest) for digest in new]
                pictures.keep((f"{digest}", archive.pictures[kind][digest]) for digest in new)
            return self._hall.tables.import_table(archive.table, archive.stored, partial(require_page, file))
        except BaseException as error:
            for back in undo:
                back()
            if isinstance(error, LamplightError) or not isinstance(error, Exception):
                raise
            raise storing_error(file, error) from error


def storing_error(file: Words, error: Exception) -> ContentError:
    """Return the error for a valid file that could not be stored. Readings of a forger may break any code."""
    if isinstance(error, OSError | SQLAlchemyError):
        name = type(error).__name__
        return ContentError(
            _("{file} cannot be written ({error}): make room on the disk, and bring it again.", file=file, error=name)
        )
    placeholders = {"file": file, "error": repr(error), "again": EXPORT_AGAIN}
    return ContentError(_("{file}: what lay on its table cannot be shown ({error}). {again}.", **placeholders))
