"""Notes beside the game: deleted moments, revoked seats, and their lines in the log."""

from __future__ import annotations

from random import Random
from typing import Any, NoReturn

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from companion.errors import StoreError
from companion.presentation import LogReader, line_and_note_texts
from companion.presentation.log_lines import lines
from companion.sessions import Devices, SessionManager
from companion.sessions.history import HistoryService
from tests.web.rig import OURS, Locked, entering


def post(device: FlaskClient, door: str, **told: Any) -> Any:
    return device.post(f"/api/{door}", json=told, headers=OURS)


def notes(locked: Locked) -> list[str]:
    return [str(note.text) for note in locked.rig.hall.snapshot("t1").notes]


def log(device: FlaskClient) -> list[str]:
    return [line["text"] for line in device.get("/api/tables/t1/snapshot").json["log"]]


def test_moment_is_deleted_by_its_author_or_the_tablet(locked: Locked) -> None:
    ann, ben, tablet = (locked.device(held) for held in (("t1", "1"), ("t1", "2"), ("", "table")))
    for name in ("Attic", "Cellar"):
        assert post(ann, "tables/t1/saved", name=name).status_code == 200
    told = ben.delete("/api/tables/t1/saved/1", headers=OURS)
    assert (told.status_code, told.get_json()["code"], notes(locked)) == (422, "NOT_YOURS", [])
    assert [one["mine"] for one in ben.get("/api/tables/t1/snapshot").json["saved"]] == [False, False]
    assert ann.delete("/api/tables/t1/saved/1", headers=OURS).status_code == 200
    assert tablet.delete("/api/tables/t1/saved/2", headers=OURS).status_code == 200
    assert tablet.delete("/api/tables/t1/saved/2", headers=OURS).status_code == 200, "it has no name, as was wished"
    said = ["The moment “Attic” was forgotten by Ann.", "The moment “Cellar” was forgotten by the tablet."]
    assert notes(locked) == said and log(ben)[-2:] == said
    assert ben.get("/api/tables/t1/snapshot").json["notice"]["text"] == said[-1]
    afresh = SessionManager(locked.rig.log, Random(1)).snapshot("t1")
    assert [str(note.text) for note in afresh.notes] == said


def test_no_moment_goes_without_its_line(locked: Locked) -> None:
    hall, tablet = locked.rig.hall, locked.device(("", "table"))
    assert post(tablet, "tables/t1/saved", name="Attic").status_code == 200
    with locked.rig.log.database.begin() as connection:
        connection.execute(text("CREATE TRIGGER full BEFORE INSERT ON notes BEGIN SELECT RAISE(ABORT, 'full'); END"))
    assert tablet.delete("/api/tables/t1/saved/1", headers=OURS).status_code >= 500
    afresh = SessionManager(locked.rig.log, Random(1)).snapshot("t1")
    for picture in (hall.snapshot("t1"), afresh):
        assert ([one.name for one in picture.saved], picture.notes) == (["Attic"], ())


def test_undo_keeps_notes_in_place(locked: Locked) -> None:
    hall, page = locked.rig.hall, locked.rig.page()
    page.tap("coins")
    hall.history.note("t1", "Somebody came.")
    page.tap("heads", "heads", "tails")
    texts = [line["text"] for line in page.snapshot()["log"]]
    assert texts.index("Ann: what now?") < texts.index("Somebody came.") < texts.index("Ann rolls heads, heads, tails.")
    hall.history.undo("t1", 0)
    assert "Somebody came." in [line["text"] for line in page.snapshot()["log"]]
    assert page.client.get("/api/tables/t1/past?at=1").json["log"] == []


@pytest.mark.parametrize("most", [1, 2, 3])
def test_log_page_ending_at_a_note_loses_no_line(locked: Locked, most: int) -> None:
    hall, page = locked.rig.hall, locked.rig.page()
    page.tap("coins")
    for number in range(2):
        hall.history.note("t1", f"Note {number}")
    page.tap("heads", "heads", "tails")
    hall.history.note("t1", "The newest")
    whole, paged, more = page.client.get("/api/tables/t1/log").json["lines"], list[Any](), True
    while more:
        before = paged[0]["seq"] if paged else 0
        told = page.client.get(f"/api/tables/t1/log?most={most}&before={before}").json
        paged, more = told["lines"] + paged, told["more"]
    assert paged == whole and sum(line["kind"] == "note" for line in whole) == 3
    picture, reader = hall.snapshot("t1"), LogReader("table", frozenset({"1", "2"}))
    newest = lines(picture, reader, most)
    older = [*line_and_note_texts(picture, reader, newest[0].seq)]
    assert (*older[::-1], *newest) == lines(picture, reader)


MORE = "One more device sits at the seat of Ann now, and sees what is shown there."
GONE = "A device was sent away from the seat of Ann."
FREE = "The seat of Ann was taken back: the tablet answers for it."


def test_comers_and_goers_of_a_seat_are_announced_and_logged(locked: Locked) -> None:
    tablet, phone = locked.device(("", "table")), locked.device(("t1", "1"))
    assert notes(locked) == []
    locked.device(("t1", "1"))
    assert (notes(locked), log(phone)[-1]) == ([MORE], MORE)
    assert phone.get("/api/tables/t1/snapshot").json["notice"]["text"] == MORE
    locked.device(("t1", "wall"))
    locked.device(("t1", "wall"))
    assert notes(locked) == [MORE], "a wall sees what everybody sees"
    first, second = (one.id for one in locked.devices.all() if one.role == "1")
    assert tablet.delete(f"/api/devices/{first}", headers=OURS).status_code == 200
    assert notes(locked)[1:] == [GONE]
    assert tablet.delete("/api/devices", headers=OURS).status_code == 200
    assert notes(locked)[2:] == [FREE] and second not in {one.id for one in locked.devices.all()}


def test_revoked_seat_is_announced_to_all_and_its_phone(locked: Locked) -> None:
    tablet, phone = locked.device(("", "table")), locked.device(("t1", "1"))
    assert post(tablet, "tables/t1/unseat", seat="2").status_code == 200
    assert notes(locked) == [], "nobody sat there"
    assert phone.get("/api/entering").json["was_in"] is False
    assert post(tablet, "tables/t1/unseat", seat="1").status_code == 200
    assert notes(locked) == [FREE] == log(tablet)[-1:]
    assert phone.get("/api/entering").json == entering(was_in=True)


@pytest.mark.slow
def test_seated_keeper_cannot_invite_to_its_table(locked: Locked) -> None:
    keeper, other = locked.device(("", "keeper"), ("t1", "2")), locked.device(("", "keeper"))
    for door in ("invite", "unseat"):
        told = post(keeper, f"tables/t1/{door}", seat="1")
        assert (told.status_code, told.json["code"]) == (422, "NOT_YOURS") and "yourself" in told.json["sentence"], door
        assert post(other, f"tables/t1/{door}", seat="1").status_code == 200
    assert post(keeper, "tables/t1/invite", seat="wall").status_code == 200
    assert post(keeper, "tables/t2/invite", seat="1").json.get("code") != "NOT_YOURS", "there it does not sit"
    told = post(keeper, "devices/invite", role="table")
    assert (told.status_code, told.json["code"]) == (422, "NOT_YOURS") and "pair" in told.json["sentence"]
    assert [post(keeper, "devices/invite", role=role).status_code for role in ("keeper", "wall")] == [200, 200]
    assert post(other, "devices/invite", role="table").status_code == 200


@pytest.mark.parametrize(
    ("role", "said"),
    [("table", "One more device is a tablet of this table now."), ("keeper", "One more device keeps this house now.")],
)
def test_new_tablet_or_keeper_is_announced_at_every_table(locked: Locked, role: str, said: str) -> None:
    hall = locked.rig.hall
    hall.open("toy", aside=True)
    hall.light("t1")
    locked.device(("", "table"))
    assert notes(locked) == [], "it is the first"
    locked.device(("", role))
    assert [[str(note.text) for note in hall.snapshot(table).notes] for table in ("t1", "t2")] == [[said], [said]]


@pytest.mark.parametrize("broken", ["note", "dismiss"])
def test_join_succeeds_when_its_note_cannot_be_written(
    locked: Locked, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = locked.device(("t1", "1"))
    target: object = HistoryService if broken == "note" else Devices
    monkeypatch.setattr(target, broken, no_room)
    for client in (first, locked.app.test_client()):
        token = locked.devices.invite("t1", "1")
        assert post(client, "join", token=token).status_code == 200
        assert client.get("/api/tables/t1/snapshot").json["seat"] == "1"


def test_revocation_succeeds_when_its_note_cannot_be_written(locked: Locked, monkeypatch: pytest.MonkeyPatch) -> None:
    tablet, ann, ben = (locked.device(held) for held in (("", "table"), ("t1", "1"), ("t1", "2")))
    monkeypatch.setattr(HistoryService, "note", no_room)
    assert post(tablet, "tables/t1/unseat", seat="1").status_code == 200
    (ben_id,) = (one.id for one in locked.devices.all() if one.role == "2")
    assert tablet.delete(f"/api/devices/{ben_id}", headers=OURS).status_code == 200
    assert [one.get("/api/tables/t1/snapshot").status_code for one in (ann, ben)] == [403, 403]


def no_room(*_: object) -> NoReturn:
    raise StoreError("The disk is full.")
