"""Bring the files of a backup that a house lacks. What is there is newer, and stays."""

from __future__ import annotations

from pathlib import Path

from companion.messaging import BusError
from companion.messaging.broker.accounts import Accounts
from companion.ops.backup.backed_up_files import ACCOUNTS, AUTHORITY, place_of
from companion.ops.backup.backup_file import Backup, read_member
from companion.schema import is_newer
from companion.settings import Settings
from companion.system.atomic_write import write_atomically
from companion.system.data_dir import EVENT_FILE

OF_DISPLAYS = frozenset({ACCOUNTS, *AUTHORITY})
OWN = ("rules", "reader")
"""Roles that parts of the house itself have without a name."""


def restore_missing(backup: Backup, settings: Settings, *, of_now: bool) -> None:
    """What is there is newer, and stays; of what belongs to displays see `_lacking_for_displays`, and a table's part in an event of
    many the backup of a hall may know better.
    """
    of_displays = _lacking_for_displays(settings, of_now=of_now)
    for name in backup.manifest.files:
        place = place_of(name, settings)
        if place is None:
            continue
        is_missing = name in of_displays if name in OF_DISPLAYS else not place.exists()
        if is_missing or _counts_more(backup, name, place):
            write_atomically(place, read_member(backup.path, name), private=name in OF_DISPLAYS)


def _counts_more(backup: Backup, name: str, place: Path) -> bool:
    if name != EVENT_FILE:
        return False
    try:
        there = place.read_bytes()
    except OSError:
        there = b""
    return is_newer(read_member(backup.path, name), there)


def _lacking_for_displays(settings: Settings, *, of_now: bool) -> frozenset[str]:
    """What has to come for the displays of then to be let in, and to believe this house.

    A new machine that was started once has accounts and an authority that no display knows: those are no loss. In a house that is
    somebody's, a display that was sent away since then stays away, as devices do.
    """
    if not (of_now or _knows_displays(settings)):
        return OF_DISPLAYS
    parts = ((ACCOUNTS,), AUTHORITY)
    return frozenset(name for part in parts if not _is_whole(part, settings) for name in part)


def _is_whole(part: tuple[str, ...], settings: Settings) -> bool:
    return all((settings.data / name).exists() for name in part)


def _knows_displays(settings: Settings) -> bool:
    """Whether anybody but the house's own parts has an account here, or nobody can tell."""
    if not (settings.data / ACCOUNTS).exists():
        return False
    try:
        known = Accounts((settings.data / ACCOUNTS).parent).known.values()
    except BusError:
        return True
    return any(access.name or access.role not in OWN for access in known)
