"""Packages that no lock holds, and that our own pages tell some houses to install: drivers of PostgreSQL, of Bluetooth."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from companion.updating.external_program import run_program

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def missing_extras(folder: Path, was: Path, now: Path) -> tuple[str, ...]:
    """Requirements of a version's optional dependencies that the environment of before serves, and its own does not."""
    told = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    extras: Mapping[str, list[str]] = told.get("project", {}).get("optional-dependencies", {})
    lacking = packages_in(was) - packages_in(now)
    return tuple(one for some in extras.values() for one in some if name_of(one) in lacking)


def install_extras(wanted: tuple[str, ...], venv: Path, pip: Mapping[str, str]) -> None:
    """Into an environment. `pip`: where from. Raises UpdateError."""
    if not wanted:
        return
    names = ", ".join(f'"{one}"' for one in wanted)
    otherwise = (
        f"{names} is in the environment of now, beside the packages of Lamplight, and could not be installed for the new version, so"
        " nothing was changed. Without a network give a folder that holds it too: --wheels FOLDER"
    )
    command = (venv / "bin" / "python", "-P", "-m", "pip", "install", "-q", "--disable-pip-version-check", *wanted)
    run_program(command, otherwise, environment=pip)


def packages_in(venv: Path) -> frozenset[str]:
    """The names of all that is installed, as `name_of` has them."""
    return frozenset(
        name_of(path.name.partition("-")[0]) for path in venv.glob("lib/python*/site-packages/*.dist-info")
    )


def name_of(requirement: str) -> str:
    """Of the package that it asks for, written in one way.

    >>> name_of("psycopg[binary]>=3.2,<4"), name_of("Typing_Extensions")
    ('psycopg', 'typing-extensions')
    """
    found = NAME.match(requirement)
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""
