"""A version that is whole has to show that it starts; and whether anybody has played with it since, of one that a cut left on trial."""

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
    """By systemd where it ran so before, else for a moment. "" or why it does not come up. `patience`: s."""
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
    """The sentence of why it goes back."""
    return f"The new version does not start: {trouble}."


def was_played(versions: Iterable[InstalledVersion], journal: Journal, facts: InstallationFacts) -> bool:
    """Whether anybody has since the backup; also where nobody can tell. `versions`: to be asked in turn, for one may be broken."""
    if not facts.is_file or not journal.backup:
        return not facts.is_file or facts.size > 0
    for version in versions:
        with suppress(UpdateError):
            return bool(version.since(facts.data, journal.backup))
    return True


def _stays(process: subprocess.Popen[bytes]) -> str:
    """Where nobody knows the port: it does not end by itself."""
    with suppress(subprocess.TimeoutExpired):
        return f"it ended by itself (exit code {process.wait(60)})"
    return ""
