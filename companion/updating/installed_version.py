"""Run the commands of a version, because only its code can read its settings and database."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from companion.updating import PATIENCE
from companion.updating.external_program import owner_arguments, run_program
from companion.updating.program_folder import UpdateError

STEP_COMMAND = "update-step"
UNHEALTHY = "unhealthy"
"""Added to the codes when the page reports itself unhealthy."""


@dataclass(frozen=True, slots=True)
class InstallationFacts:
    """Facts about an installation, by its settings."""

    data: Path
    url: str  # of its page on this machine; "" if the port is chosen at the start
    is_running: bool
    is_file: bool  # the database; else it is PostgreSQL's
    free: int  # bytes, on the disk of the data folder
    size: int  # bytes of the database


@dataclass(frozen=True, slots=True)
class InstalledVersion:
    """The code of one version, with its environment."""

    folder: Path
    venv: Path
    config: str = ""

    def facts(self) -> InstallationFacts:
        """Return the facts about the installation. Raises UpdateError."""
        facts = self._run_step("facts", otherwise="The settings of this house could not be read.")
        names = ("url", "is_running", "is_file", "free", "size")
        return InstallationFacts(Path(facts["data"]), *(facts[name] for name in names))

    def backup(self, data: Path, *, beside: Sequence[str] | None = None) -> str:
        """Make a backup and return its file, "" without a database. `beside`: keep it for the way back, together with these.

        Raises UpdateError.
        """
        words = ["backup", *(["--keep", *(f"--beside={name}" for name in beside)] if beside is not None else [])]
        return str(
            self._run_step(*words, data=data, otherwise="No backup could be made, so nothing was changed.")["file"]
        )

    def look(self, data: Path, backup: str) -> dict[str, Any]:
        """Open every table with this version, in a copy of a backup ("" = of the database). Return their prompts. Raises UpdateError."""
        words = ["look", *([backup] if backup else [])]
        return dict(self._run_step(*words, data=data, otherwise="It cannot read a copy of the database.")["tables"])

    def since(self, data: Path, backup: str) -> list[str]:
        """Return what is newer than a backup, a sentence for each table. Raises UpdateError."""
        return list(self._run_step("since", backup, data=data, otherwise="The backup could not be read.")["lost"])

    def restore(self, data: Path, backup: str) -> None:
        """Restore a backup; the present database is set aside. Raises UpdateError."""
        self._run_step("restore", backup, data=data, otherwise=f"{backup} could not be put back.")

    def serve(self, data: Path) -> subprocess.Popen[bytes]:
        """Start the version without systemd."""
        words = ["serve", *(["--config", self.config] if self.config else [])]
        leash = ["setpriv", "--pdeathsig=TERM", "--"] if shutil.which("setpriv") else []  # it ends with the update
        return subprocess.Popen(
            [*leash, str(self.folder / "table"), *words],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            **owner_arguments(data, {**os.environ, "LAMPLIGHT_VENV": str(self.venv)}),
        )

    def _run_step(self, *words: str, otherwise: str, data: Path | None = None) -> Mapping[str, Any]:
        command = [self.venv / "bin" / "python", "-P", "-m", "companion.cli", STEP_COMMAND, *words]
        output = run_program(
            [*command, *(["--config", self.config] if self.config else [])],
            otherwise,
            cwd=self.folder,
            environment={"PYTHONPATH": str(self.folder)},  # this version's code, wherever its environment points
            owner=data,
        )
        try:
            result: Mapping[str, Any] = json.loads(output.strip().splitlines()[-1])
        except (ValueError, IndexError) as error:
            raise UpdateError(f"{otherwise} It said: {output[-500:]!r}") from error
        return result


def page_health(url: str) -> tuple[bool, frozenset[str]]:
    """Return whether the page answers, and the codes of the problems."""
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=10) as answer:  # noqa: S310 - our own page
            health = json.load(answer)
    except urllib.error.HTTPError as error:
        try:
            health = json.load(error)
        except ValueError:
            return False, frozenset()
    except (OSError, ValueError):
        return False, frozenset()
    return True, frozenset(health.get("wrong", ())) | (frozenset() if health.get("healthy") else frozenset({UNHEALTHY}))


Tell: TypeAlias = Callable[[str], None]
Confirm: TypeAlias = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class UpdateArguments:
    """The arguments of the command."""

    source: str = ""  # a folder, an archive, a clone or a bundle; "" = the upstream
    to: str = ""  # a release, a branch or a commit; "" = the newest
    config: str = ""
    unit: str = ""
    wheels: str = ""  # a folder with packages
    unreleased: bool = False  # also a commit without tag or signature
    anyway: bool = False  # also where a table would ask something else
    without_backup: bool = False  # for PostgreSQL, which the operator backs up
    patience: float = PATIENCE  # s
