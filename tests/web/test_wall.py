"""A wall display: shows the public view and has no rights."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import games
from companion.engine import Rule, roll
from companion.schema import TABLE, Answer
from tests.fakes import COIN, TOY, G, Rolled
from tests.web.rig import OURS, Page, Rig

WALL = "/api/tables/t1/snapshot?as=wall"


def invited(rig: Rig, seat: str) -> Page:
    told = rig.page().post("tables/t1/invite", seat=seat).json
    assert told is not None
    device = rig.page()
    assert device.post("join", token=told["url"].partition("#")[2]).json["seat"] == seat
    return device


def test_wall_gets_the_public_view_without_prompts(rig: Rig) -> None:
    shown = rig.page().client.get(WALL).json
    tablet = rig.page().snapshot()
    assert shown is not None
    assert shown["seat"] == "wall" and shown["now"] == tablet["now"] and shown["view"] == tablet["view"]
    assert not any(asked["mine"] for asked in shown["asked"])
    assert [asked["prompt"]["options"] for asked in shown["asked"]] == [[] for _ in shown["asked"]]


def everybody_rolls(g: G) -> Rule[None]:
    """Dice of the whole table."""
    g.emit(Rolled((yield from g.some(roll(TABLE, "Everybody: roll 2 coins", COIN, 2, of=("coin",))))))


def test_wall_cannot_undo_or_amend(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=everybody_rolls))
    rig.hall.open("toy", name="t2")
    prompt = rig.hall.snapshot("t2").open[0].id
    rig.hall.answer("t2", Answer("a", prompt, ("heads", "tails"), TABLE))
    tablet, wall = (rig.page().client.get(f"/api/tables/t2/snapshot{who}").json for who in ("", "?as=wall"))
    assert tablet is not None and wall is not None
    assert tablet["undo"] and tablet["thrown"]["mine"] and tablet["log"][0]["amend"]
    assert wall["thrown"]["slots"] == tablet["thrown"]["slots"]
    assert (wall["undo"], wall["redo"], wall["thrown"]["mine"]) == (None, None, False)
    assert all(line["undo"] is line["amend"] is None for line in wall["log"])


def test_joined_wall_cannot_act_at_its_table(rig: Rig) -> None:
    wall = invited(rig, "wall")
    assert wall.snapshot()["seat"] == "wall"
    prompt = rig.page().prompt()["id"]
    for door, body in {
        "answer": {"prompt": prompt, "values": ["coins"], "id": "w"},
        "undo": {"to": 0},
        "virtual": {"prompt": prompt, "id": "w"},
        "unseat": {"seat": "1"},
        "no such door": {},
    }.items():
        answer = wall.client.post(f"/api/tables/t1/{door}", json=body, headers=OURS)
        assert answer.status_code in (403, 404, 405), door
        assert answer.status_code != 403 or "only shows" in answer.json["sentence"]
    assert rig.page().prompt()["id"] == prompt


def test_wall_cannot_invite_and_has_no_seat(rig: Rig) -> None:
    wall = invited(rig, "wall")
    assert wall.post("tables/t1/invite", seat="1").status_code == 403
    assert all(sitting["seat"] != "wall" for sitting in rig.page().snapshot()["sittings"])
    assert rig.page().snapshot()["asked"][0]["mine"], "the tablet answers as before"


def test_refused_stream_states_its_reason(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    client = rig.page().client
    assert client.get("/api/tables/t1/place").json == {}
    monkeypatch.setattr("companion.web.sse.MOST_STREAMS", 0)
    for door in ("stream", "place"):
        answer = client.get(f"/api/tables/t1/{door}")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "Too many pages are open" in answer.json["sentence"]
    assert client.get("/api/tables/none/place").status_code == 404
