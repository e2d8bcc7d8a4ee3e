"""`./table audit`: whether anything is known against the packages that the locks hold. A developer's command, as `tests.tools.check`.

Asks the advisory service through pip-audit. That one says "No known vulnerabilities found" also where it could ask about nothing:
here an unanswered query is reported as such, and never as clean.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from companion.errors import LamplightError
from tests.tools.check import ROOT

LOCKS = ("requirements.lock", "requirements-test.lock")
SECONDS = 300.0
SHOWN = 5  # names in a line

Ask: TypeAlias = Callable[[Path], str]
"""Return the findings of pip-audit for a lock as JSON. Raises AuditError."""
Tell: TypeAlias = Callable[[str], None]


class AuditError(LamplightError):
    """The query failed. The message has the reason."""


@dataclass(frozen=True, slots=True)
class AuditReport:
    """Result for a lock."""

    clean: tuple[str, ...]
    known: tuple[str, ...]  # a sentence each
    unasked: tuple[str, ...]  # of which the service says nothing


def run(tell: Tell, ask: Ask | None = None, locks: Sequence[Path] = ()) -> bool:
    """Report each lock, or these. Return False for a known vulnerability."""
    good = True
    for lock in locks or [ROOT / name for name in LOCKS]:
        try:
            asked = read((ask or by_pip_audit)(lock))
        except AuditError as error:
            tell(f"skip {lock.name}: {error}. Nothing is known to be clean.")
            continue
        for line in lines(lock.name, asked):
            tell(line)
        good = good and not asked.known
    return good


def lines(name: str, asked: AuditReport) -> list[str]:
    """Return the report of a lock."""
    told = [f"FAIL {name}: {sentence}" for sentence in asked.known]
    if asked.unasked:
        number, several = len(asked.unasked), ", ".join(asked.unasked[:SHOWN])
        more = ", ..." if number > SHOWN else ""
        whole = number + len(asked.clean) + len(asked.known)
        told.append(
            f"skip {name}: the advisory service says nothing of {number} of {whole} packages ({several}{more})."
        )
    if asked.clean:
        told.append(f"ok   {name}: nothing is known against {len(asked.clean)} packages.")
    return told


def read(said: str) -> AuditReport:
    """Sort what pip-audit has said. Raises AuditError where it is nothing that it says."""
    try:
        found: list[dict[str, Any]] = json.loads(said)["dependencies"]
        known = tuple(_sentence(one) for one in found if one.get("vulns"))
        unasked = tuple(str(one["name"]) for one in found if "skip_reason" in one)
        clean = tuple(str(one["name"]) for one in found if "skip_reason" not in one and not one.get("vulns"))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise AuditError(f"what pip-audit says cannot be read ({error!r})") from error
    if not found:
        raise AuditError("pip-audit found no package in it")
    return AuditReport(clean, known, unasked)


def _sentence(one: dict[str, Any]) -> str:
    flaws = ", ".join(_of_a_flaw(flaw) for flaw in one["vulns"])
    return f"{one['name']} {one['version']} has {flaws}."


def _of_a_flaw(flaw: dict[str, Any]) -> str:
    mended = flaw.get("fix_versions") or ()
    return f"{flaw['id']} (mended in {', '.join(mended)})" if mended else f"{flaw['id']} (not mended yet)"


def by_pip_audit(lock: Path) -> str:
    """Through its own client. Raises AuditError."""
    words = ("--requirement", str(lock), "--disable-pip", "--require-hashes", "--format", "json")
    command = [sys.executable, "-m", "pip_audit", *words, "--progress-spinner", "off"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise AuditError(f"pip-audit could not be run ({error})") from error
    if not done.stdout.strip():
        said = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "it said nothing")
        raise AuditError(f"pip-audit could ask nobody ({said[:200]})")
    return done.stdout
