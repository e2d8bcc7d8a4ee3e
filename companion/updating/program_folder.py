"""The program folder, and the updater's files in it."""

from __future__ import annotations

import os
import pwd
from dataclasses import dataclass
from pathlib import Path

from companion.errors import LamplightError, own_command

KEPT = ".update"


class UpdateError(LamplightError):
    """The update cannot go on. The sentence gives the reason, and what was changed."""

    code = "UPDATEERROR"


@dataclass(frozen=True, slots=True)
class ProgramFolder:
    """The folder of a program: a clone, or an unpacked release."""

    root: Path

    @property
    def kept(self) -> Path:
        """The folder of the updater."""
        return self.root / KEPT

    @property
    def new(self) -> Path:
        """The other version, before the swap."""
        return self.kept / "new"

    @property
    def journal(self) -> Path:
        """The journal of an update, absent between updates."""
        return self.kept / "journal.json"

    @property
    def record(self) -> Path:
        """The record of the last update, for the way back."""
        return self.kept / "last.json"

    @property
    def sums(self) -> Path:
        """Digests of the files of a version without a history."""
        return self.kept / "sums.json"

    @property
    def begun(self) -> Path:
        """Names of environments that updates started, one empty file each."""
        return self.kept / "begun"

    @property
    def git(self) -> Path:
        return self.root / ".git"

    @property
    def venv(self) -> Path:
        """The environment: a folder, or a link to one."""
        return Path(os.environ.get("LAMPLIGHT_VENV") or self.root / ".venv").absolute()


def must_be_ours(place: ProgramFolder) -> None:
    """Raise UpdateError if another user owns the program: new files would belong to root."""
    owner = place.root.stat().st_uid
    if owner != os.geteuid():
        name = _name(owner)
        raise UpdateError(
            f"{place.root} belongs to {name}: "
            + ("run it with sudo." if owner == 0 else f"run {own_command('update')} as {name}, without sudo.")
        )


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"the user {uid}"
