"""How far an update came, on the disk before each step that a power cut could halve."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from companion.system.atomic_write import sync, write_atomically
from companion.updating.program_folder import ProgramFolder, UpdateError

Phase: TypeAlias = Literal["switching", "trial", "back", "restoring"]
"""switching: files change places, undone after a cut · trial: the new version is whole, and has to show that it starts ·
back: files change places again, gone on with after a cut · restoring: the old version is whole, its database perhaps not.
"""


@dataclass(frozen=True, slots=True)
class Journal:
    """Everything that going on, or back, needs to know."""

    phase: Phase
    was: str  # the version before, in words
    to: str
    leaving: tuple[str, ...]  # names in the program's folder that go
    coming: tuple[str, ...]
    aside: str  # folder in `.update` for those that go
    fresh: str  # folder in `.update` that those which come lie in
    venv_was: str = ""  # folder beside the environment's link; "" = the environment stays
    venv_to: str = ""
    commit_was: str = ""  # of a clone; "" = it has no history, or that stays
    commit_to: str = ""
    backup: str = ""  # its file, made before anything; "" = there was nothing to save
    config: str = ""
    unit: str = ""  # that ran, and shall again
    codes: tuple[str, ...] = ()  # what was wrong with the house before
    tables: dict[str, Any] = field(default_factory=dict)  # how they stood, as the version before sees them
    why: str = ""  # it goes back; "" = by wish
    must_restore: bool = False


def write_journal(path: Path, journal: Journal) -> Journal:
    """It is on the disk now, and so is everything before it: files, packages and the copy that updates, which nobody else syncs."""
    os.sync()
    write_atomically(path, json.dumps(asdict(journal), ensure_ascii=False, indent=1))
    return journal


def read_journal(path: Path) -> Journal | None:
    """None: there is none. Raises UpdateError."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        lists = {name: tuple(told[name]) for name in ("leaving", "coming", "codes")}
        return Journal(**{**told, **lists})
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError) as error:
        raise UpdateError(
            f"{path} cannot be read ({error}): delete it, and look whether the program is whole."
        ) from error


def remove_journal(place: ProgramFolder) -> None:
    """No update is under way any more: what it has brought is on the disk."""
    os.sync()
    place.journal.unlink(missing_ok=True)
    sync(place.kept)
