"""Export a table to a file."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from companion import games
from companion.archive.file import (
    FORMAT,
    LAMPLIGHT,
    LOG,
    MANIFEST,
    MOST_READINGS,
    READINGS,
    SUFFIX,
    ArchiveManifest,
    digests,
    encode_manifest,
    log_lines,
    member_of,
    pack,
    reading_lines,
)
from companion.archive.images import ImageFolders, sheet_pictures, with_pictures
from companion.errors import LamplightError
from companion.sessions import GameTable, LogEntry, StoredTable, to_entry


def export_table(table: str, holding: StoredTable, folders: ImageFolders) -> bytes:
    """Return the file of a table. Raises ContentError if it is too large.

    A table that cannot be opened is exported as stored, so that it can be analysed.
    """
    entries, state = _story(holding)
    readings, pictures = with_pictures(holding.heard[-MOST_READINGS:], entries, folders)
    members = {
        LOG: log_lines(holding.log),
        READINGS: reading_lines(readings),
        **dict(sorted(pictures.items())),
        **sheet_pictures(holding.log[0].row.data if holding.log else {}, folders.kept),
    }
    manifest = ArchiveManifest(
        format=FORMAT,
        lamplight=LAMPLIGHT,
        game=holding.game,
        table=table,
        opened_at=holding.opened_at,
        parts={name: member_of(content) for name, content in members.items()},
        state=state,
        sources=tuple((seat, kind, source) for (seat, kind), source in sorted(holding.sources.items())),
        saved=holding.saved,
    )
    return pack({MANIFEST: encode_manifest(manifest), **members})


def file_name_of(table: str, holding: StoredTable) -> str:
    """Return the file name: game, table and day of the newest entry."""
    newest = max((written.at for written in holding.log), default=holding.opened_at)
    day = time.strftime("%Y-%m-%d", time.gmtime(newest))
    game = holding.game
    return f"{game}-{table}-{day}{SUFFIX}"


def _story(holding: StoredTable) -> tuple[Sequence[LogEntry[Any]], dict[str, str]]:
    """Return the entries and the digests of the state, both empty if the log is unreadable."""
    try:
        game = games.find(holding.game)
        entries = [to_entry(game, written.row) for written in holding.log]
        return entries, digests(GameTable(game, entries).run.state)
    except LamplightError:
        return (), {}
    except Exception:  # noqa: BLE001  facts may name content that the game no longer has
        return (), {}
