"""An unanswered query never counts as clean."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tools.audit import AuditError, by_pip_audit, run

LOCK = (Path("requirements.lock"),)
CLEAN = {"name": "flask", "version": "3.1.3", "vulns": []}
SKIPPED = {"name": "amqtt", "skip_reason": "Dependency not found on PyPI and could not be audited"}
FLAW = {"id": "PYSEC-2018-97", "fix_versions": ["3.0"]}
KNOWN = {"name": "pycrypto", "version": "2.6.1", "vulns": [FLAW, {"id": "GHSA-x", "fix_versions": []}]}


def told(*packages: object) -> tuple[bool, list[str]]:
    said: list[str] = []
    return run(said.append, lambda _lock: json.dumps({"dependencies": packages}), LOCK), said


def test_audit_counts_clean_packages() -> None:
    assert told(CLEAN, CLEAN) == (True, ["ok   requirements.lock: nothing is known against 2 packages."])


def test_audit_fails_for_a_known_flaw() -> None:
    good, said = told(CLEAN, KNOWN)
    assert not good
    assert said[0] == (
        "FAIL requirements.lock: pycrypto 2.6.1 has PYSEC-2018-97 (mended in 3.0), GHSA-x (not mended yet)."
    )


@pytest.mark.slow
def test_audit_reports_a_missing_lock(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="could ask nobody"):
        by_pip_audit(tmp_path / "nowhere.lock")
