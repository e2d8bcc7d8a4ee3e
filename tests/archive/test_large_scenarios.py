"""Tables with scenarios above the import limit continue at a bounded cost."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.archive.file import LOG
from companion.engine import GameSetup
from companion.errors import ContentError
from companion.sessions import GameTable
from tests.archive.forger import Lines, members_of, retouched
from tests.archive.houses import Place
from tests.games.mansions.valkyrie.pack import record

TEXT = "a, b, " * 60_000  # letters: commas in texts are not counted


@cache
def begun() -> GameTable[Any, Any]:
    """As a table was begun when 20,000 sections and a text of any length were imported."""
    before = record()
    before["sections"] |= {f"EventB{n}": {"buttons": "1"} for n in range(6_000)}
    before["texts"]["English"] |= {"EventStart.text": "x" * 25_000, **{f"EventB{n}.text": TEXT for n in range(5)}}
    return GameTable.begin(games.find("mansions"), GameSetup(("1", "2"), choices={"scenario": before}))


@pytest.fixture
def kept(tmp_path: Path) -> bytes:
    place = Place(tmp_path / "there")
    place.lay(begun())
    assert place.hall.ids() == ("t1",), "it is not broken"
    content = place.desk.keep("t1")[1]
    place.log.close()
    return content


@pytest.mark.slow
def test_table_with_an_old_large_scenario_is_accepted(kept: bytes, tmp_path: Path) -> None:
    assert members_of(kept)[LOG].count(b",") > 400_000
    here = Place(tmp_path / "here")
    assert str(here.desk.bring("x.lamplight", kept).title) == "Mansions of Madness"
    here.log.close()


def scenario(lines: Lines) -> dict[str, Any]:
    found: dict[str, Any] = lines[0]["data"]["setup"]["choices"]["scenario"]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"sections": {f"E{n}": {} for n in range(100_000)}}, "line 1 holds more than 140,000 values"),
        ({"texts": {"English": {f"{n}": "" for n in range(150_000)}}}, "line 1 holds more than 140,000 values"),
        (
            {"texts": {"English": {f"{n}": "" for n in range(50_000)}}},
            "50000 texts in all its languages, at most 40000",
        ),
        ({"file": '"' * 2_100_000}, "line 1 holds more than 140,000 values"),
        ({"file": "x" * 24_000_000}, "kB, 24,000 at most are read"),
    ],
)
def test_scenario_of_extreme_cost_is_refused(
    change: dict[str, Any], sentence: str, kept: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.archive.file.zip_file.MOST_RATIO", 10**9)
    place = Place(tmp_path / "here")
    with pytest.raises(ContentError, match=sentence):
        place.desk.bring("x.lamplight", retouched(kept, lambda lines: scenario(lines).update(change)))
    assert place.hall.ids() == ()
    place.log.close()
