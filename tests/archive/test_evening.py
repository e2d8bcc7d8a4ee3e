"""An evening comes to another house as it was: every entry, every page, every byte."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from companion import games
from companion.archive.file import digests
from companion.schema import Answer
from tests.archive.houses import Place, short
from tests.bench.rules import LONG
from tests.bench.rules import evening as long_evening
from tests.games.course import possible

ANSWERS, MOST_S = 2000, 2.0


@pytest.mark.slow
def test_import_of_2000_answers_is_fast_and_identical(here: Place, there: Place) -> None:
    here.lay(long_evening(games.find("arkham"), LONG["arkham"], ANSWERS))
    content = here.desk.keep("t1")[1]
    begun = process_time()
    brought = there.desk.bring("evening.lamplight", content)
    took = process_time() - begun
    assert (brought.answers, brought.notes, brought.here) == (ANSWERS, (), False)
    assert took < MOST_S
    assert digests(there.hall.snapshot("t1").state) == digests(here.hall.snapshot("t1").state)
    assert there.sent("t1") == here.sent("t1")
    assert list(there.log.read("t1")) == list(here.log.read("t1"))


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
def test_the_evening_goes_on_there_as_it_does_here(name: str, here: Place, there: Place) -> None:
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
