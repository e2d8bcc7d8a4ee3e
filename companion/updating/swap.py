"""Exchange the files of the program folder, and the link of the environment, for those of another version.

Files are moved, never copied over, so a power cut leaves each in one of two places. A second call does only what is missing.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.system.atomic_write import make_folder, sync
from companion.updating.program_folder import UPDATE_FOLDER, Journal, ProgramFolder

SCRIPT = "table"
"""The script `table`, swapped last and in one step: it can finish a swap that a power cut interrupted."""
OF_UPDATES = "of-updates"
NO_VERSION_FILES = (".git", UPDATE_FOLDER, "node_modules")  # in the folder, and of no version


def version_files(folder: Path) -> tuple[str, ...]:
    """Return the names in a folder that belong to a version."""
    return tuple(
        sorted(path.name for path in folder.iterdir() if path.name not in NO_VERSION_FILES and not is_environment(path))
    )


def is_environment(path: Path) -> bool:
    """Return whether the folder is a Python environment."""
    return path.name.startswith(".venv") or (path / "pyvenv.cfg").is_file()


def swap_versions(place: ProgramFolder, journal: Journal) -> None:
    """Swap the new version in. Raises OSError; `undo_swap` leads back."""
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
    """Swap the old version back in. Raises OSError; call it again then."""
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
    """Point the link of the environment to another folder."""
    link = place.venv
    half = link.with_name(f"{link.name}-link")
    half.unlink(missing_ok=True)
    half.symlink_to(to)
    half.replace(link)
    sync(link.parent)


def mark(venv: Path) -> None:
    """Mark an environment of an update, which the updater may remove. Other environments belong to the user."""
    (venv / OF_UPDATES).touch()


def venv_now(place: ProgramFolder, version: str) -> str:
    """Return the folder name of the environment, or the one that it gets with the first update."""
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
