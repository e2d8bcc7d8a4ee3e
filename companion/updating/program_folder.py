"""The program folder, the updater's files in it, and the journal of an update."""

from __future__ import annotations

import json
import os
import pwd
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from companion.errors import LamplightError, own_command
from companion.system.atomic_write import sync, write_atomically

UPDATE_FOLDER = ".update"
Phase: TypeAlias = Literal["switching", "trial", "back", "restoring"]
"""The state of an update, which decides what happens after a power cut.

switching: files change places, to be undone · trial: the new version is complete and must start ·
back: files change back, to be finished · restoring: the old version is complete, its database maybe not.
"""


class UpdateError(LamplightError):
    """The update cannot go on. The sentence gives the reason, and what was changed."""

    code = "UPDATEERROR"


class ProgramFolder:
    """The folder of a program: a clone, or an unpacked release."""

    def __init__(self, root: Path) -> None:
        self.root, self.git = root, root / ".git"
        self.venv = Path(os.environ.get("LAMPLIGHT_VENV") or root / ".venv").absolute()  # a folder, or a link to one
        self.kept = root / UPDATE_FOLDER  # the folder of the updater
        self.new = self.kept / "new"  # the other version, before the swap
        self.journal = self.kept / "journal.json"  # absent between updates
        self.record = self.kept / "last.json"  # of the last update, for the way back
        self.sums = self.kept / "sums.json"  # digests of the files of a version without a history
        self.begun = self.kept / "begun"  # names of environments that updates started, one empty file each


def must_be_ours(place: ProgramFolder) -> None:
    """Raise UpdateError if another user owns the program: new files would belong to root."""
    owner = place.root.stat().st_uid
    if owner != os.geteuid():
        try:
            name = pwd.getpwuid(owner).pw_name
        except KeyError:
            name = f"the user {owner}"
        raise UpdateError(
            f"{place.root} belongs to {name}: "
            + ("run it with sudo." if owner == 0 else f"run {own_command('update')} as {name}, without sudo.")
        )


@dataclass(frozen=True, slots=True)
class Journal:
    """All that is needed to go on or back."""

    phase: Phase
    was: str  # the old version, for people
    to: str = ""
    leaving: tuple[str, ...] = ()  # names in the program's folder that go
    coming: tuple[str, ...] = ()
    aside: str = ""  # folder in `.update` for those that go
    fresh: str = "new"  # folder in `.update` with the new files
    venv_was: str = ""  # folder next to the link of the environment; "" if it stays
    venv_to: str = ""
    commit_was: str = ""  # of a clone; "" = it has no history, or that stays
    commit_to: str = ""
    backup: str = ""  # its file, made before anything; "" = there was nothing to save
    config: str = ""
    unit: str = ""  # the unit that ran, to be started again
    codes: tuple[str, ...] = ()  # problems before the update
    tables: dict[str, Any] = field(default_factory=dict)  # how they stood, as the version before sees them
    why: str = ""  # it goes back; "" = by wish
    must_restore: bool = False


def write_journal(path: Path, journal: Journal) -> Journal:
    """Write the journal after syncing all disks: files, packages and the updater's copy must be durable before it."""
    os.sync()
    write_atomically(path, json.dumps(asdict(journal), ensure_ascii=False, indent=1))
    return journal


def read_journal(path: Path) -> Journal | None:
    """Return the journal, or None. Raises UpdateError."""
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        lists = {name: tuple(fields[name]) for name in ("leaving", "coming", "codes")}
        return Journal(**{**fields, **lists})
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError) as error:
        raise UpdateError(
            f"{path} cannot be read ({error}): delete it, and look whether the program is whole."
        ) from error


def remove_journal(place: ProgramFolder) -> None:
    """Delete the journal after syncing all disks."""
    os.sync()
    place.journal.unlink(missing_ok=True)
    sync(place.kept)
