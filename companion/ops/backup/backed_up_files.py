"""What of a house is backed up: its database, what people have made, what displays believe; and where each belongs."""

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
OF_DISPLAYS = frozenset({ACCOUNTS, *AUTHORITY})
OWN = ("rules", "reader")
"""Roles that parts of the house itself have without a name."""


def database_file(settings: Settings) -> Path | None:
    """The database's file; None: it is no file."""
    url = make_url(settings.database_url)
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def files_of(settings: Settings) -> dict[str, bytes]:
    """What people have made beside the database, by its name in a backup; what cannot be read is left out."""
    found: dict[str, bytes] = {}
    for name, path in made_files(settings):
        with suppress(OSError):
            if path.stat().st_size <= MOST_FILE and sum(map(len, found.values())) < MOST_FILES:
                found[name] = path.read_bytes()
    return found


def place_of(name: str, settings: Settings) -> Path | None:
    """Where a file in a backup belongs; None: nowhere in a house, whoever has packed it."""
    head, _, rest = name.partition("/")
    is_below = rest != "" and "\0" not in rest and all(part.strip(".") for part in rest.split("/"))
    if head == KITS and is_below:
        return own_kits() / rest
    return settings.data / name if name in (*MADE, *AUTHORITY) or (head in FOLDERS and is_below) else None


def made_files(settings: Settings) -> list[tuple[str, Path]]:
    """Of all that people have made, its name in a backup and where it lies."""
    data = settings.data
    signing = AUTHORITY if all((data / name).is_file() for name in AUTHORITY) else ()
    found = [(name, data / name) for name in (*MADE, *signing) if (data / name).is_file()]
    deep = [
        (path.relative_to(data).as_posix(), path) for folder in FOLDERS for path in sorted((data / folder).rglob("*"))
    ]
    own = {
        f"{KITS}/{path.relative_to(kits).as_posix()}": path
        for kits in reversed(own_places())
        for path in sorted(kits.rglob("*"))
        if "/." not in str(path)
    }
    return found + [(name, path) for name, path in (*deep, *own.items()) if path.is_file()]


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
