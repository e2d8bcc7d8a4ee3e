"""Check that a new version starts, and whether a version on trial was used for play."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from contextlib import suppress

from companion.updating import systemd_unit
from companion.updating.installed_version import (
    InstallationFacts,
    InstalledVersion,
    end_process,
    how_it_ended,
    wait_for_page,
)
from companion.updating.journal import Journal
from companion.updating.program_folder import UpdateError


def try_version(version: InstalledVersion, journal: Journal, facts: InstallationFacts, patience: float) -> str:
    """Start the version, by systemd if that ran before. Return "" or why it does not start. `patience`: s."""
    known = frozenset(journal.codes)
    if journal.unit:
        try:
            systemd_unit.start_unit(journal.unit)
        except UpdateError as error:
            return f"{error}"
        return (
            wait_for_page(facts.url, known, lambda: systemd_unit.how_unit_ended(journal.unit), patience)
            if facts.url
            else ""
        )
    process = version.serve(facts.data)
    try:
        return (
            wait_for_page(facts.url, known, lambda: how_it_ended(process), patience) if facts.url else _stays(process)
        )
    finally:
        end_process(process)


def does_not_start(trouble: str) -> str:
    """Return the reason for going back."""
    return f"The new version does not start: {trouble}."


def was_played(versions: Iterable[InstalledVersion], journal: Journal, facts: InstallationFacts) -> bool:
    """Return whether anything is newer than the backup. True if unknown. `versions` are asked in turn, because one may be broken."""
    if not facts.is_file or not journal.backup:
        return not facts.is_file or facts.size > 0
    for version in versions:
        with suppress(UpdateError):
            return bool(version.since(facts.data, journal.backup))
    return True


def _stays(process: subprocess.Popen[bytes]) -> str:
    """Return "" if the process stays alive, for an unknown port."""
    with suppress(subprocess.TimeoutExpired):
        return f"it ended by itself (exit code {process.wait(60)})"
    return ""
