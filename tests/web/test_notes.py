"""What happens beside the game: who takes a moment's name away or a seat, and what the log says of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.sessions import SessionManager
from tests.web.auth.test_permissions import Locked
from tests.web.rig import OURS, Rig


@pytest.fixture
def locked(rig: Rig) -> Locked:
    return Locked(rig)


def post(device: FlaskClient, door: str, **told: Any) -> Any:
    return device.post(f"/api/{door}", json=told, headers=OURS)


def notes(locked: Locked) -> list[str]:
    return [str(note.text) for note in locked.rig.hall.snapshot("t1").notes]


def log(device: FlaskClient) -> list[str]:
    return [line["text"] for line in device.get("/api/tables/t1/snapshot").json["log"]]


def test_a_moment_is_forgotten_by_whoever_named_it_or_the_tablet_and_the_log_says_so(locked: Locked) -> None:
    ann, ben, tablet = (locked.device(held) for held in (("t1", "1"), ("t1", "2"), ("", "table")))
    for name in ("Attic", "Cellar"):
        assert post(ann, "tables/t1/saved", name=name).status_code == 200
    told = ben.delete("/api/tables/t1/saved/1", headers=OURS)
    assert (told.status_code, told.get_json()["code"], notes(locked)) == (422, "NOT_YOURS", [])
    assert [one["mine"] for one in ben.get("/api/tables/t1/snapshot").json["saved"]] == [False, False]
    assert ann.delete("/api/tables/t1/saved/1", headers=OURS).status_code == 200
    assert tablet.delete("/api/tables/t1/saved/2", headers=OURS).status_code == 200
    assert tablet.delete("/api/tables/t1/saved/2", headers=OURS).status_code == 409
    said = ["The moment “Attic” was forgotten by Ann.", "The moment “Cellar” was forgotten by the tablet."]
    assert notes(locked) == said and log(ben)[-2:] == said
    assert ben.get("/api/tables/t1/snapshot").json["notice"]["text"] == said[-1]
    afresh = SessionManager(locked.rig.log, Random(1)).snapshot("t1")
    assert [str(note.text) for note in afresh.notes] == said


def test_a_note_stands_where_it_was_and_no_undo_takes_it_back(locked: Locked) -> None:
    hall, page = locked.rig.hall, locked.rig.page()
    page.tap("coins")
    hall.note("t1", "Somebody came.")
    page.tap("heads", "heads", "tails")
    texts = [line["text"] for line in page.snapshot()["log"]]
    assert texts.index("Ann: what now?") < texts.index("Somebody came.") < texts.index("Ann rolls heads, heads, tails.")
    hall.undo("t1", 0)
    assert "Somebody came." in [line["text"] for line in page.snapshot()["log"]]
    assert page.client.get("/api/tables/t1/past?at=1").json["log"] == []


def test_a_table_keeps_its_newest_notes(locked: Locked) -> None:
    for number in range(45):
        locked.rig.hall.note("t1", f"Note {number}")
    assert (len(notes(locked)), notes(locked)[-1]) == (40, "Note 44")
