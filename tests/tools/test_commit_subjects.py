"""Subjects of commits."""

from __future__ import annotations

import pytest

from tests.tools.commit_subjects import LONGEST, faults


@pytest.mark.parametrize(
    "subject",
    [
        "outbox: drop readings older than the ack",
        "docs, tests: embed the drawing",
        "feed the watchdog",
        f"web: pass {'x' * (LONGEST - 10)}",
    ],
)
def test_commit_subject_is_accepted(subject: str) -> None:
    assert faults(subject) == []


@pytest.mark.parametrize(
    "subject",
    [
        "outbox: drops old readings",
        "outbox: dropped old readings",
        "outbox: dropping old readings",
        "web: what a page shows",
        "web: the page shows more",
        "outbox: drop readings; log them",
        f"web: pass {'x' * LONGEST}",
    ],
)
def test_commit_subject_is_refused(subject: str) -> None:
    assert len(faults(subject)) == 1
