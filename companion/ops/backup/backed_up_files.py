"""The files of a backup: the database, what users made, the certificate authority of the displays; and their places."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from sqlalchemy.engine import make_url

from companion.messaging import BusError
from companion.messaging.broker.accounts import Accounts
from companion.ops.backup.backup_file import MOST_FILE, Backup, read_member
from companion.schema import is_newer
from companion.settings import Settings
from companion.system.atomic_write import write_atomically
from companion.system.data_dir import EVENT_FILE
from vision.kit_folders import own_kits, own_places

ACCOUNTS = "broker/accounts.json"
MADE = ("tags.json", "setup.json", "tray.json", ACCOUNTS, "bridge/readers.json", "vision/kits.json", EVENT_FILE)
"""Files of the data folder that people have made."""
AUTHORITY = ("broker/tls/ca.key", "broker/tls/ca.pem")
"""Whom displays believe. One is good for nothing without the other: both are in a backup, or none."""
FOLDERS = ("words",)
PICTURES = ("kept", "brought")
"""Folders of pictures that are named for what they hold."""
MOST_FILES = 60_000_000  # bytes of all of them: dozens of kits
KITS = "kits"
DISPLAY_FILES = frozenset({ACCOUNTS, *AUTHORITY})
OWN_ROLES = ("rules", "reader")
"""Roles of our own processes, which have no name."""


def database_file(settings: Settings) -> Path | None:
    """Return the file of the database, or None for PostgreSQL."""
    url = make_url(settings.database_url)
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def files_of(settings: Settings) -> dict[str, bytes]:
    """Return the content of the files that users made, by their names in a backup, without those that cannot be read."""
    contents: dict[str, bytes] = {}
    for name, path in made_files(settings):
        with suppress(OSError):
            if path.stat().st_size <= MOST_FILE and sum(map(len, contents.values())) < MOST_FILES:
                contents[name] = path.read_bytes()
    return contents


def place_of(name: str, settings: Settings) -> Path | None:
    """Return the place of a file of a backup, or None for a name that we never write."""
    head, _, rest = name.partition("/")
    is_below = rest != "" and "\0" not in rest and all(part.strip(".") for part in rest.split("/"))
    if head == KITS and is_below:
        return own_kits() / rest
    return settings.data / name if name in (*MADE, *AUTHORITY) or (head in FOLDERS and is_below) else None


def made_files(settings: Settings) -> list[tuple[str, Path]]:
    """Return name and path of each file that users made."""
    data = settings.data
    signing = AUTHORITY if all((data / name).is_file() for name in AUTHORITY) else ()
    top_files = [(name, data / name) for name in (*MADE, *signing) if (data / name).is_file()]
    in_folders = [
        (path.relative_to(data).as_posix(), path) for folder in FOLDERS for path in sorted((data / folder).rglob("*"))
    ]
    own = {
        f"{KITS}/{path.relative_to(kits).as_posix()}": path
        for kits in reversed(own_places())
        for path in sorted(kits.rglob("*"))
        if "/." not in str(path)
    }
    return top_files + [(name, path) for name, path in (*in_folders, *own.items()) if path.is_file()]


def restore_missing(backup: Backup, settings: Settings, *, of_now: bool) -> None:
    """Restore files that are missing here. Existing files are newer, and stay.

    `_lacking_for_displays` covers the files of displays. A backup from a hall may contain a newer count of an event.
    """
    of_displays = _lacking_for_displays(settings, of_now=of_now)
    for name in backup.manifest.files:
        place = place_of(name, settings)
        if place is None:
            continue
        private = name in DISPLAY_FILES
        is_missing = name in of_displays if private else not place.exists()
        if is_missing or (name == EVENT_FILE and is_newer(read_member(backup.path, name), place.read_bytes())):
            write_atomically(place, read_member(backup.path, name), private=private)


def _lacking_for_displays(settings: Settings, *, of_now: bool) -> frozenset[str]:
    """Return the files that the displays of the backup need to connect here, and to trust this installation.

    A new machine has accounts and an authority that no display uses, so both may be replaced. Otherwise a display that was removed since
    the backup stays removed, as devices do.
    """
    if not (of_now or _knows_displays(settings)):
        return DISPLAY_FILES
    parts = ((ACCOUNTS,), AUTHORITY)
    broken = (part for part in parts if not all((settings.data / name).exists() for name in part))
    return frozenset(name for part in broken for name in part)


def _knows_displays(settings: Settings) -> bool:
    """Return whether displays have accounts here. True if the accounts cannot be read."""
    if not (settings.data / ACCOUNTS).exists():
        return False
    try:
        known = Accounts((settings.data / ACCOUNTS).parent).known.values()
    except BusError:
        return True
    return any(access.name or access.role not in OWN_ROLES for access in known)
