"""Summaries of an evening: numbers without names, for a day."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Engine

from companion import games
from companion.hall.database.row_security import log_of_table
from companion.hall.database.table_registry import add_tables
from companion.hall.evening_summary import KEEP_SECONDS, find_summary, store_summary, summarize_evening
from companion.hall.settings import HallSettings
from companion.hall.table_deletion import wipe_table
from companion.presentation.responses import EveningSummary
from companion.schema import Answer, Reading, Refused, SeenObject, to_json
from companion.sessions import SessionManager, question_of
from tests.hall.conftest import HEAD
from tests.hall.stage import PIPS, own_games

pytestmark = pytest.mark.postgres

BEGAN = 1_795_000_000.0


class Evening:
    """A game at one table."""

    def __init__(self, hall: Engine) -> None:
        self.hall, self.now = hall, BEGAN
        add_tables(hall, ["lamp-1"])
        self.table = SessionManager(log_of_table(hall, "lamp-1", self.clock), Random(1), "lamp-1")

    def clock(self) -> float:
        return self.now

    @property
    def told(self) -> EveningSummary:
        return summarize_evening(self.hall, "lamp-1", self.now)

    def store(self) -> str:
        return store_summary(self.hall, "lamp-1", self.clock)

    def find(self, token: str) -> EveningSummary | None:
        return find_summary(self.hall, token, self.clock)


@pytest.fixture
def evening(hall: Engine) -> Evening:
    evening = Evening(hall)
    evening.table.open("nemesis")
    return evening


def test_summary_has_public_numbers_and_no_name(evening: Evening) -> None:
    evening.now += 3600
    prompt = evening.table.snapshot("t1").open[0]
    free = tuple(option.id for option in prompt.options if option.refused is None)
    evening.table.answer("t1", Answer("a1", prompt.id, free[: max(1, prompt.least)], prompt.seat))
    told, setup = evening.told, evening.table.snapshot("t1").setup
    assert (str(told.game), told.answers, told.began, told.ended) == ("Nemesis", 1, BEGAN, BEGAN + 3600)
    assert told.people == len(setup.seats) and told.dice == told.drawn == told.taken_back == 0
    assert setup.names and not any(name in str(to_json(told)) for name in setup.names.values())


@pytest.fixture
def in_pips() -> Iterator[None]:
    """Replace a game so that every question is a throw."""
    games.look_in(own_games())
    yield
    games.look_away(own_games())


@pytest.mark.usefixtures("in_pips")
def test_summary_counts_real_dice_only(hall: Engine) -> None:
    evening = Evening(hall)
    evening.table.open(PIPS)
    (prompt, *_) = asked = evening.table.snapshot("t1").open
    faces = tuple(SeenObject(prompt.thing, option.id, 0.999) for option in prompt.options[: prompt.most])
    expect = f"t1.{question_of(asked)}"
    evening.table.readings.handle(Reading("r1", "lamp-1", "vision/cam0", "e", 1, expect, "tray", faces))
    after = evening.table.snapshot("t1").open[0]
    evening.table.roll_virtually("t1", after.id, after.seat, "v1")
    told = evening.told
    assert (told.dice, told.drawn, told.answers) == (len(faces), 0, 2) and faces
    evening.table.history.undo("t1", 1)
    assert evening.told.dice == 0


def test_summary_is_found_by_token_for_a_day(evening: Evening) -> None:
    token = evening.store()
    evening.now += KEEP_SECONDS - 1
    assert evening.find(token) == evening.told
    assert evening.find(f"{token}x") is None
    evening.now += 2
    assert evening.find(token) is None
    newer = evening.store()
    with evening.hall.connect() as connection:
        (kept,) = connection.exec_driver_sql("SELECT * FROM hall_summaries").all()
    assert newer not in str(kept), "the database opens no evening to who reads it, and what is old is forgotten"


def test_wipe_deletes_summaries_of_the_last_group(evening: Evening, tmp_path: Path) -> None:
    token = evening.store()
    wipe_table(evening.hall, HallSettings(data=tmp_path).of("lamp-1"))
    assert evening.find(token) is None
    with pytest.raises(Refused, match="No game lies there"):
        evening.store()


DOOR = "/api/staff/tables/lamp-1/evening"


@pytest.mark.usefixtures("evening")
def test_summary_link_of_the_staff_follows_the_reader_language(let_in: FlaskClient) -> None:
    told, guest = let_in.post(DOOR, headers=HEAD).json, let_in.application.test_client()
    assert told["svg"].startswith("<svg") and "/evening/" in told["url"]
    page = guest.get(told["url"])
    assert page.status_code == 200 and "Nemesis" in page.text
    page = guest.get(told["url"], headers={"Accept-Language": "de"})
    assert "Euer Abend" in page.text and 'lang="de"' in page.text
    gone = guest.get("/evening/nothing-of-the-kind")
    assert gone.status_code == 404 and "not kept any more" in gone.text
    assert guest.post(DOOR, headers=HEAD).status_code == 403
