"""Check that a new version starts, and whether a version on trial was used for play."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from companion.updating import systemd_unit
from companion.updating.installed_version import UNHEALTHY, InstallationFacts, InstalledVersion, page_health
from companion.updating.program_folder import Journal, UpdateError

TURN = 0.2  # s between two looks at the page
STAYS_UP_S = 60.0  # s after which a version whose port is unknown counts as started
ENDS_WITHIN_S = 30.0  # s to end by itself


def try_version(version: InstalledVersion, journal: Journal, facts: InstallationFacts, patience: float) -> str:
    """Start the version, by systemd if that ran before. Return "" or why it does not start. `patience`: s."""
    known = frozenset(journal.codes)
    if journal.unit:
        try:
            systemd_unit.start_unit(journal.unit)
        except UpdateError as error:
            return f"{error}"
        if not facts.url:
            return ""
        return wait_for_page(facts.url, known, lambda: systemd_unit.unit_end(journal.unit), patience)
    process = version.serve(facts.data)
    try:
        if not facts.url:
            return _end_of(process, STAYS_UP_S)
        return wait_for_page(facts.url, known, lambda: _end_of(process, 0), patience)
    finally:
        process.terminate()
        if not _end_of(process, ENDS_WITHIN_S):
            process.kill()
            process.wait()


def wait_for_page(url: str, known: frozenset[str], ended: Callable[[], str], patience: float) -> str:
    """Wait for the page without new grave problems. Return "" or the reason for the failure.

    `ended` returns how the process ended, or "".
    """
    until, last = time.monotonic() + patience, "its page did not answer"
    while time.monotonic() < until:
        is_there, codes = page_health(url)
        wrong = codes - {UNHEALTHY}
        if is_there and (UNHEALTHY not in codes or (wrong and wrong <= known)):
            return ""
        if is_there:
            last = f"its page says that something is wrong: {', '.join(sorted(wrong)) or 'the database is damaged'}"
        if how := ended():
            return how
        time.sleep(TURN)
    return f"{last} within {patience:.0f} s"


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


def _end_of(process: subprocess.Popen[bytes], seconds: float) -> str:
    """Return how the process ends within these seconds, or "" if it goes on."""
    with suppress(subprocess.TimeoutExpired):
        return f"it ended by itself (exit code {process.wait(seconds)})"
    return ""
