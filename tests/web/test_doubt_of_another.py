"""An uncertain reading is settled only for a prompt that concerns it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import games
from companion.engine import Play, Rule, roll
from companion.schema import Reading, SeenObject
from tests.fakes import COIN, TOY
from tests.web.auth.test_permissions import Locked
from tests.web.rig import OURS, Rig


def two_kinds(g: Play) -> Rule[None]:  # type: ignore[type-arg]
    yield from g.ask(
        roll("1", "Ann: a coin", COIN, 1, of=("coin",)), roll("2", "Ben: a die", ("1", "2"), 1, of=("d6",))
    )


@pytest.fixture
def locked(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> Locked:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=two_kinds))
    return Locked(rig)


def test_seat_cannot_settle_another_seats_uncertain_reading(locked: Locked) -> None:
    hall, table = locked.rig.hall, locked.rig.hall.open("toy")
    ann = locked.device((table, "1"))
    own, theirs = hall.snapshot(table).open
    seen = SeenObject("d6", "2", 0.6, (("1", 0.35),))
    expect = f"{table}.{own.id.partition('.')[0]}"
    hall.readings.handle(Reading("r1", "lamp", "vision/cam0", "e", 1, expect, "tray", (seen,)))
    before = hall.snapshot(table)
    assert before.doubt is not None and before.doubt.prompts == (theirs,)
    told = {"reading": "r1", "prompt": own.id, "values": ["heads"], "id": "w1"}
    answer = ann.post(f"/api/tables/{table}/doubt", json=told, headers=OURS)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "NOT_MEANT")
    assert hall.snapshot(table).moments == before.moments and hall.snapshot(table).doubt == before.doubt
