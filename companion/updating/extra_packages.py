"""Keep packages outside of the lock that users installed on our advice: drivers of PostgreSQL and of Bluetooth."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from companion.updating.external_program import run_program

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def missing_extras(folder: Path, was: Path, now: Path) -> tuple[str, ...]:
    """Return the optional requirements that the old environment meets and the new one does not."""
    told = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    extras: Mapping[str, list[str]] = told.get("project", {}).get("optional-dependencies", {})
    lacking = packages_in(was) - packages_in(now)
    return tuple(one for some in extras.values() for one in some if name_of(one) in lacking)


def install_extras(wanted: tuple[str, ...], venv: Path, pip: Mapping[str, str]) -> None:
    """Install requirements into an environment. `pip`: its environment variables. Raises UpdateError."""
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
    """Return the normalized names of all installed packages."""
    return frozenset(
        name_of(path.name.partition("-")[0]) for path in venv.glob("lib/python*/site-packages/*.dist-info")
    )


def name_of(requirement: str) -> str:
    """Return the normalized name of the package in a requirement.

    >>> name_of("psycopg[binary]>=3.2,<4"), name_of("Typing_Extensions")
    ('psycopg', 'typing-extensions')
    """
    found = NAME.match(requirement)
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""
