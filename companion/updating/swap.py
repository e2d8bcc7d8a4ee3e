"""The moment itself: the names in the program's folder, and the environment's link, stand for another version.

Each name is moved, never copied over, so that a cut leaves it here or there; asked twice, every step does only what is missing.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.system.atomic_write import make_folder, sync
from companion.updating.journal import Journal
from companion.updating.program_folder import KEPT, ProgramFolder

SCRIPT = "table"
"""Exchanged in one step and last: whatever is half done can be gone on with as long as it is there."""
OF_UPDATES = "of-updates"
OURS = (".git", KEPT, "node_modules")  # in the folder, and of no version


def version_files(folder: Path) -> tuple[str, ...]:
    """What of a folder belongs to a version."""
    return tuple(sorted(path.name for path in folder.iterdir() if path.name not in OURS and not is_environment(path)))


def is_environment(path: Path) -> bool:
    return path.name.startswith(".venv") or (path / "pyvenv.cfg").is_file()


def swap_versions(place: ProgramFolder, journal: Journal) -> None:
    """The new version takes its place. Raises OSError; then `undo` leads back."""
    aside, fresh = place.kept / journal.aside, place.kept / journal.fresh
    make_folder(aside)
    for name in journal.leaving:
        if name != SCRIPT and (place.root / name).exists() and not (aside / name).exists():
            _move(place.root / name, aside)
    for name in journal.coming:
        if name != SCRIPT and (fresh / name).exists():
            _move(fresh / name, place.root)
    _exchange_script(place, aside, fresh)
    if journal.venv_to:
        if place.venv.is_dir() and not place.venv.is_symlink():  # the first time the folder itself has the name
            mark(place.venv)
            place.venv.rename(place.venv.with_name(journal.venv_was))
        _link(place, journal.venv_to)


def undo_swap(place: ProgramFolder, journal: Journal) -> None:
    """The version before is in its place again. Raises OSError; then it may be asked once more."""
    aside, fresh = place.kept / journal.aside, place.kept / journal.fresh
    make_folder(aside)
    make_folder(fresh)
    if journal.venv_was and place.venv.with_name(journal.venv_was).is_dir():
        _link(place, journal.venv_was)
    if (aside / SCRIPT).exists():
        if not (fresh / SCRIPT).exists():
            _copy(place.root / SCRIPT, fresh)
        _move(aside / SCRIPT, place.root)
    for name in journal.coming:
        is_in = name not in journal.leaving or (aside / name).exists()
        if name != SCRIPT and is_in and (place.root / name).exists() and not (fresh / name).exists():
            _move(place.root / name, fresh)
    for name in journal.leaving:
        if name != SCRIPT and (aside / name).exists():
            _move(aside / name, place.root)


def _exchange_script(place: ProgramFolder, aside: Path, fresh: Path) -> None:
    if (fresh / SCRIPT).exists():
        if not (aside / SCRIPT).exists():
            _copy(place.root / SCRIPT, aside)
        _move(fresh / SCRIPT, place.root)


def _link(place: ProgramFolder, to: str) -> None:
    """The environment's name stands for another folder beside it."""
    link = place.venv
    half = link.with_name(f"{link.name}-link")
    half.unlink(missing_ok=True)
    half.symlink_to(to)
    half.replace(link)
    sync(link.parent)


def mark(venv: Path) -> None:
    """An environment that an update has made or renamed, and may remove: others beside it are somebody's own."""
    (venv / OF_UPDATES).touch()


def venv_now(place: ProgramFolder, version: str) -> str:
    """The folder that the environment is, by name; of one that has no other name yet, the name that it would get."""
    link = place.venv
    return link.readlink().name if link.is_symlink() else f"{link.name}-{version}"


def _move(path: Path, folder: Path) -> None:
    path.replace(folder / path.name)
    sync(folder)
    sync(path.parent)


def _copy(path: Path, folder: Path) -> None:
    half = folder / f"{path.name}.half"
    shutil.copy2(path, half)
    sync(half)
    half.replace(folder / path.name)
    sync(folder)
