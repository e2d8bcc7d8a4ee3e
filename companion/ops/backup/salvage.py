"""Go on without a backup: with what could be read of a damaged database, or with an empty one."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from companion.errors import LamplightError
from companion.i18n import _
from companion.ops.backup.access_merge import carry_over
from companion.ops.backup.database_swap import fresh_file, put_in_place, remove_database
from companion.sessions import SalvagedDatabase, find_faults, write_salvaged


def restore_salvaged(saved: SalvagedDatabase, file: Path, clock: Callable[[], float] = time.time) -> Path | None:
    """What could be read of the damaged file, as the database. Returns where that lies now. Raises StoreError, OSError."""
    fresh = fresh_file(file)
    try:
        write_salvaged(saved, fresh)
        if found := find_faults(fresh):
            raise LamplightError(
                _("What was saved is not sound either: {fault} Take a backup instead.", fault=found[0])
            )
        carry_over(file, fresh)
        return put_in_place(fresh, file, clock)
    finally:
        remove_database(fresh)


def start_afresh(file: Path, clock: Callable[[], float] = time.time) -> Path | None:
    """A database without anything. Returns where the old one lies. Raises StoreError, OSError."""
    fresh = fresh_file(file)
    try:
        write_salvaged(SalvagedDatabase(), fresh)
        return put_in_place(fresh, file, clock)
    finally:
        remove_database(fresh)
