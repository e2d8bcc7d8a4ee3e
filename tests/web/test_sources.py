"""The doors of the reading: what a seat answers with, and the wish for a fresh look."""

from __future__ import annotations

import json
import threading

from companion.web.sse import SnapshotBroadcaster
from tests.web.rig import Rig, joined


def test_a_seat_chooses_and_every_page_shows_it(rig: Rig) -> None:
    page, other = rig.page(), rig.page()
    assert page.post("tables/t1/source", seats=["1"], source="hand").status_code == 200
    snapshot = other.snapshot()
    assert {one["seat"]: one["source"] for one in snapshot["sittings"]} == {"1": "hand", "2": "scan"}
    assert [one["source"] for one in snapshot["asked"] if one["prompt"]["seat"] == "1"] == ["hand"]


def test_unknown_source_or_seat_is_refused(rig: Rig) -> None:
    page = rig.page()
    assert page.post("tables/t1/source", seats=["1"], source="magic").status_code == 400
    assert page.post("tables/t1/source", seats=["9"], source="hand").status_code == 422


def test_of_several_seats_all_are_changed_or_none(rig: Rig) -> None:
    page = rig.page()
    assert page.post("tables/t1/source", seats=["1", "9"], source="hand").status_code == 422
    assert page.post("tables/t1/source", seats=[], source="hand").status_code == 200
    assert {one["source"] for one in page.snapshot()["sittings"]} == {"scan"}
    assert page.post("tables/t1/source", seats=["1", "2", "table"], source="hand").status_code == 200
    assert {one["source"] for one in page.snapshot()["sittings"]} == {"hand"}


def test_a_seat_chooses_for_one_kind_of_things_alone(rig: Rig) -> None:
    page = rig.page()
    assert page.post("tables/t1/source", seats=["1"], source="virtual", kind="token").status_code == 200
    (ann, ben) = page.snapshot()["sittings"]
    assert ann["source"] == "scan"
    assert {one["kind"]: one["source"] for one in ann["sources"]} == {
        "coin": "scan",
        "card": "scan",
        "token": "virtual",
    }
    assert {one["source"] for one in ben["sources"]} == {"scan"}
    page.tap("bag")
    (asked,) = page.snapshot()["asked"]
    assert (asked["source"], asked["chooses"]) == ("virtual", "token")


def test_table_device_chooses_the_source_of_common_prompts(rig: Rig) -> None:
    page = rig.page()
    assert page.post("tables/t1/source", seats=["table"], source="virtual", kind="token").status_code == 200
    whole = page.snapshot()["whole"]
    assert whole["source"] == "scan"
    assert [(one["kind"], one["source"]) for one in whole["sources"]][-1] == ("token", "virtual")
    assert joined(rig, "2").snapshot()["whole"] is None


def test_source_without_kind_applies_to_all_kinds(rig: Rig) -> None:
    page = rig.page()
    page.post("tables/t1/source", seats=["1"], source="virtual", kind="token")
    assert page.post("tables/t1/source", seats=["1"], source="hand").status_code == 200
    assert {one["source"] for one in page.snapshot()["sittings"][0]["sources"]} == {"hand"}


def test_a_kind_that_the_game_does_not_use_is_refused(rig: Rig) -> None:
    refused = rig.page().post("tables/t1/source", seats=["1"], source="hand", kind="d20")
    assert (refused.status_code, refused.json["code"]) == (422, "UNKNOWN_KIND")
    assert refused.json["sentence"] == "Toy uses nothing that is called d20."
    assert rig.hall.snapshot("t1").sources == {}


def test_a_seat_with_a_phone_of_its_own_chooses_there(rig: Rig) -> None:
    rig.seat("1")
    assert rig.page().post("tables/t1/source", seats=["1"], source="hand").status_code == 422
    assert rig.page().post("tables/t1/source", seats=["2"], source="hand").status_code == 200


def test_tray_activity_is_streamed_between_snapshots() -> None:
    hub = SnapshotBroadcaster()
    made: list[int] = []

    def make() -> dict[str, str]:
        made.append(1)
        return {"id": f"b-{len(made)}"}

    events = hub.events("t1", "table", make)
    assert "event: snapshot" in next(events)
    threading.Timer(0.01, hub.stir, ["hand"]).start()
    told = next(line for line in events if "snapshot" not in line)
    assert told.startswith("event: tray")
    assert json.loads(told.partition("data: ")[2]) == "hand"
    before = len(made)
    hub.stir("still")
    assert json.loads(next(events).partition("data: ")[2]) == "still"
    assert len(made) == before, "no snapshot is made for it"
    events.close()
