"""Exports of this version and of earlier ones are imported completely."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.archive.file import LOG, digests
from companion.archive.validation import validate
from companion.engine import GameSetup
from companion.schema import Answer
from companion.sessions import GameTable
from tests.archive.forger import members_of
from tests.archive.golden import FOLDER
from tests.archive.houses import SHORT, Place, short
from tests.games.course import possible
from tests.games.mansions.valkyrie.pack import record


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_import_keeps_amended_and_undone_entries(name: str, here: Place, there: Place) -> None:
    here.lay(short(name))
    content = here.desk.keep("t1")[1]
    brought = there.desk.bring("evening.lamplight", content)
    there.start()
    assert brought.notes == ()
    assert there.sent("t1") == here.sent("t1")
    assert list(there.log.read("t1")) == list(here.log.read("t1"))
    assert there.hall.snapshot("t1").way_back == here.hall.snapshot("t1").way_back
    assert there.desk.keep("t1")[1] == content


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_imported_game_continues_like_the_original(name: str, here: Place, there: Place) -> None:
    here.lay(short(name))
    there.desk.bring("evening.lamplight", here.desk.keep("t1")[1])
    for place in (here, there):
        random = Random(5)
        for number in range(6):
            if not (asked := [p for p in place.hall.snapshot("t1").open if p.at != "menu"]):
                break
            prompt = random.choice(asked)
            place.hall.answer("t1", Answer(f"new{number}", prompt.id, possible(prompt, random), prompt.seat))
    assert list(there.log.read("t1")) == list(here.log.read("t1"))
    assert there.sent("t1") == here.sent("t1")
    assert digests(there.hall.snapshot("t1").state) == digests(here.hall.snapshot("t1").state)


@pytest.mark.slow
def test_import_accepts_a_large_scenario(here: Place, there: Place) -> None:
    """As a table was begun when 20,000 sections and a text of any length were imported."""
    scenario = record()
    scenario["sections"] |= {f"EventB{n}": {"buttons": "1"} for n in range(6_000)}
    texts = {f"EventB{n}.text": "a, b, " * 60_000 for n in range(5)}  # commas in texts are not counted
    scenario["texts"]["English"] |= {"EventStart.text": "x" * 25_000, **texts}
    here.lay(GameTable.begin(games.find("mansions"), GameSetup(("1", "2"), choices={"scenario": scenario})))
    content = here.desk.keep("t1")[1]
    assert members_of(content)[LOG].count(b",") > 400_000
    assert str(there.desk.bring("x.lamplight", content).title) == "Mansions of Madness"


FILES = sorted(FOLDER.glob("*.lamplight"))


def test_golden_files_exist_for_each_game() -> None:
    assert {path.name.partition("-")[0] for path in FILES} == set(games.names())
    assert max(path.stat().st_size for path in FILES) < 20_000


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_golden_files_are_accepted(file: Path, there: Place) -> None:
    brought = there.desk.bring(file.name, file.read_bytes())
    assert brought.answers > SHORT // 2
    assert there.hall.snapshot(brought.table).open
    assert validate(file.name, file.read_bytes()).table.trail.way_back
