"""Where a program lies, and what its update keeps beside it."""

from __future__ import annotations

import os
import pwd
from dataclasses import dataclass
from pathlib import Path

from companion.errors import LamplightError, own_command

KEPT = ".update"


class UpdateError(LamplightError):
    """There is no going on with this update; the sentence says why, and that nothing has changed, or what has."""

    code = "UPDATEERROR"


@dataclass(frozen=True, slots=True)
class ProgramFolder:
    """One program: a clone, or what was unpacked; the same folder before and after."""

    root: Path

    @property
    def kept(self) -> Path:
        """The folder of everything below."""
        return self.root / KEPT

    @property
    def new(self) -> Path:
        """The other version, until it takes its place."""
        return self.kept / "new"

    @property
    def journal(self) -> Path:
        """How far an update came; absent while none is under way."""
        return self.kept / "journal.json"

    @property
    def record(self) -> Path:
        """What the last update did, for the way back."""
        return self.kept / "last.json"

    @property
    def sums(self) -> Path:
        """What the files of a version were that came without a history."""
        return self.kept / "sums.json"

    @property
    def begun(self) -> Path:
        """Notes of environments that updates began, each an empty file of its name."""
        return self.kept / "begun"

    @property
    def git(self) -> Path:
        return self.root / ".git"

    @property
    def venv(self) -> Path:
        """The environment, as `./table` names it: a folder, or a link to one."""
        return Path(os.environ.get("LAMPLIGHT_VENV") or self.root / ".venv").absolute()


def must_be_ours(place: ProgramFolder) -> None:
    """Raises UpdateError where the program belongs to somebody else: what is written now would be root's for ever."""
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
