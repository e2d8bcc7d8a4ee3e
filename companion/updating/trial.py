"""A version that is whole has to show that it starts; and whether anybody has played with it since, of one that a cut left on trial."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from contextlib import suppress

from companion.updating import unit
from companion.updating.house import InstallationFacts, InstalledVersion, comes_up, end, ending
from companion.updating.journal import Journal
from companion.updating.place import UpdateError


def start(version: InstalledVersion, journal: Journal, facts: InstallationFacts, patience: float) -> str:
    """By systemd where it ran so before, else for a moment. "" or why it does not come up. `patience`: s."""
    known = frozenset(journal.codes)
    if journal.unit:
        try:
            unit.start(journal.unit)
        except UpdateError as error:
            return f"{error}"
        return comes_up(facts.url, known, lambda: unit.ending(journal.unit), patience) if facts.url else ""
    process = version.serve(facts.data)
    try:
        return comes_up(facts.url, known, lambda: ending(process), patience) if facts.url else _stays(process)
    finally:
        end(process)


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
