"""Files of earlier versions are accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import games
from companion.archive.validation import validate
from tests.archive.golden import FOLDER
from tests.archive.houses import SHORT, Place

FILES = sorted(FOLDER.glob("*.lamplight"))


def test_there_is_a_file_of_each_game() -> None:
    assert {path.name.partition("-")[0] for path in FILES} == set(games.names())
    assert max(path.stat().st_size for path in FILES) < 20_000


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_golden_files_are_accepted(file: Path, tmp_path: Path) -> None:
    place = Place(tmp_path)
    brought = place.desk.bring(file.name, file.read_bytes())
    assert brought.answers > SHORT // 2
    assert place.hall.snapshot(brought.table).open
    assert validate(file.name, file.read_bytes()).table.trail.way_back
    place.log.close()
