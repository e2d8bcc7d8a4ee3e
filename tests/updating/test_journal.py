"""What an update has written about itself is true after a power cut as well."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from companion.updating import journal as journals
from companion.updating.journal import Journal
from companion.updating.program_folder import ProgramFolder

BEGUN = Journal("switching", "one", "two", (), (), "old-1", "new")


def test_what_was_done_is_on_the_disk_before_the_journal_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = ProgramFolder(tmp_path)
    place.kept.mkdir()
    synced: list[str] = []

    def sync() -> None:
        there = journals.read_journal(place.journal)
        synced.append(there.phase if there else "")

    monkeypatch.setattr(os, "sync", sync)
    journals.write_journal(place.journal, BEGUN)
    journals.write_journal(place.journal, replace(BEGUN, phase="trial"))
    journals.remove_journal(place)
    assert synced == ["", "switching", "trial"]
    assert journals.read_journal(place.journal) is None
