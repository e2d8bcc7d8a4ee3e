"""Prepare the new version next to the running one: its files, its packages, a trial with a copy of the database.

A failure here changes nothing.
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.system.atomic_write import make_folder
from companion.updating import release_folder
from companion.updating.external_program import run_program
from companion.updating.git_history import GitHistory
from companion.updating.installed_version import Tell, UpdateArguments
from companion.updating.program_folder import ProgramFolder, UpdateError
from companion.updating.swap import OF_UPDATES, mark, venv_now

LOCKS = ("pyproject.toml", "requirements.lock")
TEST_LOCK = "requirements-test.lock"
TREE, PACKAGES, SPARE = 120_000_000, 900_000_000, 200_000_000  # bytes: of a version, of an environment, left free
FOLDER_SUFFIXES = ("", ".new", ".old")
"""Endings of the folders in which the script `table` makes and exchanges an environment."""
TITLE_FIELD = 3  # of a prompt, behind its id, seat and kind; its rule, key, about, least, most and options follow
PACKAGES_OF_OURS = ("companion", "vision", "firmware_bridge")
REQUIREMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def present_version(place: ProgramFolder) -> tuple[str, str]:
    """Return the present version for people, and its commit, "" without a history."""
    history = GitHistory(place)
    if not history.is_there:
        return release_folder.version_name(place.root), ""
    now = history.now()
    return (now.name, now.commit) if not place.sums.is_file() else (release_folder.version_name(place.root), now.commit)


def fetch_version(place: ProgramFolder, arguments: UpdateArguments, tell: Tell) -> tuple[str, str] | None:
    """Bring the new version into `.update/new`. Return its name and commit, or None if it is the present one. Raises UpdateError, OSError."""
    shutil.rmtree(place.new, ignore_errors=True)
    must_be_unchanged(place)
    history = GitHistory(place)
    if arguments.source and not release_folder.is_clone(arguments.source):
        release_folder.copy_release(Path(arguments.source).absolute(), place.new)
        name = release_folder.version_name(place.new)
        return None if name == release_folder.version_name(place.root) else (name, "")
    if not history.is_there:
        raise UpdateError(
            f"{place.root} has no history to fetch a newer version by: give the path of a release that was unpacked, or of its"
            f" archive, behind the command update: /media/STICK/lamplight.tar.gz"
        )
    tell(f"looking for a newer version at {arguments.source or 'the upstream'}")
    target = history.target(history.fetch(arguments.source), arguments.to)
    if target.commit == history.now().commit and not place.sums.is_file():
        return None
    history.must_follow(target)
    if not arguments.unreleased:
        history.must_be_released(target)
    history.export(target, place.new)
    return target.name, target.commit


def must_be_unchanged(place: ProgramFolder) -> None:
    """Raise UpdateError if program files were changed: the update would lose the changes."""
    history = GitHistory(place)
    changed = release_folder.changed_files(place) if place.sums.is_file() or not history.is_there else history.changes()
    if changed:
        more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
        raise UpdateError(
            f"The program was changed here: {', '.join(changed[:3])}{more}. Put these changes away first (git stash, git commit on a"
            " branch of yours, or move the files elsewhere): an update would lose them."
        )


def must_not_collide(place: ProgramFolder, leaving: tuple[str, ...], coming: tuple[str, ...]) -> None:
    """Raise UpdateError if a file of the user has the name of a new one."""
    taken = [name for name in coming if name not in leaving and (place.root / name).exists()]
    if taken:
        raise UpdateError(
            f"{place.root / taken[0]} is yours, and the new version has one of that name: move it elsewhere."
        )


def must_have_room(place: ProgramFolder, data: Path, size: int, *, fresh: bool, free: Callable[[Path], int]) -> None:
    """Raise UpdateError on a full disk. `size`: bytes of the database. `fresh`: a new environment is needed."""
    needs = {place.kept: TREE + (PACKAGES if fresh else 0), data: 4 * size}
    for folder, bytes_needed in needs.items():
        there = next(path for path in (folder, *folder.parents) if path.exists())
        if free(there) < bytes_needed + SPARE:
            raise UpdateError(
                f"{there} has {free(there) // 1_000_000} MB free, and {(bytes_needed + SPARE) // 1_000_000} MB are needed: free some."
                " Old backups, pictures and films are the largest. Nothing was changed."
            )


def needs_packages(place: ProgramFolder) -> bool:
    """Return whether the new version needs other packages."""
    is_tested = (place.venv / "stamp-test").is_file()
    files = (*LOCKS, *([TEST_LOCK] if is_tested else []))
    is_there = (place.venv / "bin" / "python").exists()
    return not is_there or any(_content(place.root / name) != _content(place.new / name) for name in files)


def install_packages(place: ProgramFolder, name: str, arguments: UpdateArguments, tell: Tell) -> str:
    """Install the packages into an environment next to the old one. Return its folder, "" if the old one can be kept. Raises UpdateError."""
    if not needs_packages(place):
        return ""
    venv = f"{place.venv.name}-{name}"
    if venv == venv_now(place, present_version(place)[0]):
        venv = f"{venv}-again"
    tell("installing its packages beside those of now; this takes some minutes")
    otherwise = (
        "The packages of the new version could not be installed, so nothing was changed. Without a network give a folder with them:"
        " --wheels FOLDER"
    )
    fresh, pip = place.venv.with_name(venv), wheels_of(place.new, arguments)
    environment = {"LAMPLIGHT_VENV": str(fresh), **pip}
    make_folder(place.begun)
    (place.begun / venv).touch()  # at once: what a cut leaves bears no mark yet
    run_program((place.new / "table", "install"), otherwise, cwd=place.new, environment=environment)
    mark(fresh)
    install_extras(missing_extras(place.new, place.venv, fresh), fresh, pip)
    return venv


def missing_extras(folder: Path, was: Path, now: Path) -> tuple[str, ...]:
    """Return the optional requirements that the old environment meets and the new one does not.

    They are drivers of PostgreSQL and of Bluetooth, which users installed on our advice.
    """
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    extras: Mapping[str, list[str]] = project.get("project", {}).get("optional-dependencies", {})
    lacking = packages_in(was) - packages_in(now)
    return tuple(
        requirement
        for requirements in extras.values()
        for requirement in requirements
        if name_of(requirement) in lacking
    )


def install_extras(wanted: tuple[str, ...], venv: Path, pip: Mapping[str, str]) -> None:
    """Install requirements into an environment. `pip`: its environment variables. Raises UpdateError."""
    if not wanted:
        return
    names = ", ".join(f'"{requirement}"' for requirement in wanted)
    otherwise = (
        f"{names} is in the environment of now, beside the packages of Lamplight, and could not be installed for the new version, so"
        " nothing was changed. Without a network give a folder that holds it too: --wheels FOLDER"
    )
    command = (venv / "bin" / "python", "-P", "-m", "pip", "install", "-q", "--disable-pip-version-check", *wanted)
    run_program(command, otherwise, environment=pip)


def packages_in(venv: Path) -> frozenset[str]:
    """Return the normalized names of all installed packages."""
    return frozenset(
        name_of(path.name.partition("-")[0]) for path in venv.glob("lib/python*/site-packages/*.dist-info")
    )


def name_of(requirement: str) -> str:
    """Return the normalized name of the package in a requirement.

    >>> name_of("psycopg[binary]>=3.2,<4"), name_of("Typing_Extensions")
    ('psycopg', 'typing-extensions')
    """
    match = REQUIREMENT.match(requirement)
    return re.sub(r"[-_.]+", "-", match[0]).lower() if match else ""


def wheels_of(folder: Path, arguments: UpdateArguments) -> Mapping[str, str]:
    """Return the environment variables with which pip uses a folder of packages only."""
    wheels = Path(arguments.wheels).absolute() if arguments.wheels else folder / release_folder.WHEELS
    if arguments.wheels and not wheels.is_dir():
        raise UpdateError(f"There is no folder {wheels}: --wheels names one with the packages of the lock.")
    return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels)} if wheels.is_dir() else {}


def compile_version(place: ProgramFolder, python: Path) -> None:
    """Compile the version under its later paths: the service cannot write there.

    Python must not import from the working directory: it may belong to another user, and this may be root.
    """
    there = [place.new / name for name in PACKAGES_OF_OURS if (place.new / name).is_dir()]
    command = [python, "-P", "-m", "compileall", "-q", "-s", place.new, "-p", place.root, *there]
    run_program(command, "The new version cannot be compiled, so nothing was changed.")


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return tables that only the old version can open, and tables with other prompts in the new one."""
    closed, changed = [], []
    for table, was in before.items():
        now = after.get(table, {"shut": "it is not there", "asked": []})
        if was["shut"]:
            continue
        prompts = was["asked"], now["asked"]
        if now["shut"]:
            closed.append(f"Table {table} ({was['game']}): {now['shut']}")
        elif len(prompts[0]) != len(prompts[1]) or not all(map(_is_same_prompt, *prompts)):
            asks = [", ".join(prompt[TITLE_FIELD] for prompt in asked) or "nothing" for asked in prompts]
            changed.append(f"Table {table} ({was['game']}) asks: {asks[0]}. It would ask: {asks[1]}.")
    return closed, changed


def _is_same_prompt(was: Sequence[Any], now: Sequence[Any]) -> bool:
    """Compare prompts of two versions. Titles may differ in their wording, unless a version reports little else."""
    is_complete = len(was) == len(now) > TITLE_FIELD + 2
    fields = enumerate(zip(was, now, strict=False))
    return all(old == new or (is_complete and place == TITLE_FIELD) for place, (old, new) in fields)


def must_stand_alike(before: Mapping[str, Any], after: Mapping[str, Any], *, anyway: bool) -> None:
    """Compare the tables before and after. Raises UpdateError."""
    shut, other = differences(before, after)
    if shut:
        raise UpdateError("\n".join(("The new version could not open every table, so nothing was changed:", *shut)))
    if other and not anyway:
        why = "With the new version not every table would stand as it stands now, so nothing was changed:"
        raise UpdateError("\n".join((why, *other, "Play these evenings to their end first, or say --anyway.")))


def tidy(place: ProgramFolder, keep: tuple[str, ...]) -> None:
    """Delete environments and files of versions older than the last one."""
    for path in place.venv.parent.glob(f"{place.venv.name}-*"):
        if path.name not in keep and not path.is_symlink() and (path / OF_UPDATES).is_file():
            shutil.rmtree(path, ignore_errors=True)
    for note in place.begun.glob("*"):
        for name in (note.name + ending for ending in FOLDER_SUFFIXES):
            if name not in keep:
                shutil.rmtree(place.venv.with_name(name), ignore_errors=True)
        note.unlink()
    for path in place.kept.glob("old-*"):
        if path.name not in keep:
            shutil.rmtree(path, ignore_errors=True)


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def make_update_folder(place: ProgramFolder) -> None:
    """Make the folder of the updater."""
    make_folder(place.kept)
    os.chmod(place.kept, 0o755)  # noqa: PTH101,S103 - the house's user reads the new version in it
