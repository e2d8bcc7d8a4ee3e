"""Requests of the page to a real hall with a toy game: answers and their refusals, sources, hosts and the tray."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest

from companion import games
from companion.presentation.visibility import prompts_together
from companion.schema import Answer, Heading, Sum, View
from tests.fakes import TOY, Scored, State
from tests.web.rig import OURS, Rig, joined


def heading(s: State, _seat: str) -> View:
    return (Heading("A night with coins", f"{s.points} points"),)


def test_shelf_shows_progress_and_sorts_finished_tables_last(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, view=heading))
    ended, running = rig.hall.open("toy", name="t2"), rig.hall.open("toy", name="t3")
    rig.hall.history.correct(ended, Scored(6))
    shelf: Any = rig.page().client.get("/api/shelf").json
    assert [(t["table"], t["over"]) for t in shelf["tables"]] == [("t1", False), (running, False), (ended, True)]
    assert shelf["tables"][1]["where"] == "A night with coins · 0 points"


def test_foreign_page_may_change_nothing(rig: Rig) -> None:
    client = rig.page().client
    for headers in ({}, {**OURS, "Origin": "http://evil.example"}):
        assert client.post("/api/tables", json={"game": "toy"}, headers=headers).status_code == 403


HOSTS = {
    True: ("[::1]", "[::1]:8080", "[fd00::7]", "192.168.1.5:8080", "Table.LOCAL", "table.local.:8080", "LOCALHOST"),
    False: ("::1", "[::1].evil.example", "evil.example.", "127.0.0.1.evil.example:8080", "[evil.example]"),
}


@pytest.mark.parametrize(("host", "known"), [(host, known) for known, hosts in HOSTS.items() for host in hosts])
def test_table_is_found_by_its_own_hosts_only(rig: Rig, host: str, known: bool) -> None:
    """A number of six parts has brackets."""
    answer = rig.page().client.get("/api/shelf", headers={"Host": host})
    assert ((answer.json or {}).get("code") == "UNKNOWN_HOST") is not known


def test_snapshot_shows_facts_of_the_newest_answer_only(rig: Rig) -> None:
    page = rig.page()
    assert page.snapshot()["just"] == []
    page.tap("coins")
    page.tap("heads", "heads", "tails")
    assert page.snapshot()["just"] == ["Ann rolls heads, heads, tails."]
    page.tap("2")
    assert page.snapshot()["just"] == ["2 points."]
    rig.hall.history.correct("t1", Scored(1), Scored(2))
    assert page.snapshot()["just"] == ["1 points.", "2 points."]


def coins_thrown(s: State, _seat: str) -> View:
    return (Sum("Coins", (), len(s.coins), verdict="done"),) if s.coins else ()


def test_verdict_is_old_after_the_next_answer(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, view=coins_thrown))
    name, shown = rig.hall.open("toy", name="t1b"), list[bool]()
    for values in (("coins",), ("heads", "heads", "tails"), ("2",)):
        rig.hall.answer(name, Answer(f"{values}", rig.hall.snapshot(name).open[0].id, values, "1"))
        shown.append(rig.page().client.get(f"/api/tables/{name}/snapshot").json["old"])  # type: ignore[index]
    assert shown == [False, False, True]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Ann"], "Ann"),
        (["Ann", "Cleo"], "Ann and Cleo"),
        (["Ann", "Ben", "Cleo"], "Everybody"),
        (["Ann", "Ben", "Dealer"], "Ann, Ben and Dealer"),
    ],
)
def test_now_line_names_all_seats_together(names: list[str], said: str) -> None:
    assert str(prompts_together(names, ["Ann", "Ben", "Cleo"])) == said


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("get", "readers/ports", {}, "NO_READERS"),
        ("get", "setup", {}, "NO_SETUP"),
        ("get", "kits", {}, "NO_TEACHER"),
        ("post", "staff", {}, "NO_STAFF"),
        ("post", "event", {"event": 1, "total": 1, "version": 1}, "NO_EVENT"),
        ("post", "readers/demo", {"tag": "no tag"}, "NO_TAG"),
        ("post", "tables/t1/record", {"hidden": True}, "NO_RECORDS"),
        ("post", "tables/t1/unseat", {"seat": "9"}, "NO_SUCH_SEAT"),
        ("post", "tables/t1/source", {"seats": ["1"], "source": "hand", "kind": "d20"}, "UNKNOWN_KIND"),
        ("post", "tables/t1/look", {}, "NO_CAMERA"),
    ],
)
def test_missing_part_is_refused_with_code(rig: Rig, method: str, path: str, body: dict[str, Any], code: str) -> None:
    client = rig.page()
    answer: Any = client.post(path, **body) if method == "post" else client.client.get(f"/api/{path}")
    assert (answer.status_code, answer.json["code"]) == (422, code) and answer.json["sentence"]


def test_answer_selects_its_table_and_useless_photograph_none(rig: Rig) -> None:
    hall, page = rig.hall, rig.page()
    hall.open("toy")
    hall.light("t1")
    for sent, status in (({}, 400), ({"photo": (io.BytesIO(b"dice"), "a.jpg")}, 200)):
        assert page.client.post("/api/tables/t2/photo", data=sent, headers=OURS).status_code == status
        assert hall.lit == "t1"
    prompt = hall.snapshot("t2").open[0].id
    for values, status, lit in (("no such face", 422, "t1"), ("coins", 200, "t2")):
        assert page.post("tables/t2/answer", prompt=prompt, values=[values], id=values).status_code == status
        assert hall.lit == lit


@pytest.mark.slow
@pytest.mark.parametrize("id", ["x" * 161, "x" * 10_000, "two\nlines", "\x1b[2J", "é"])
def test_answer_with_long_or_odd_key_is_refused(rig: Rig, id: str) -> None:
    before = rig.hall.snapshot("t1").rev
    told = rig.page().tap("coins", id=id)
    assert (told.status_code, told.json["code"], rig.hall.snapshot("t1").rev) == (400, "CODECERROR", before)
    assert rig.page().tap("coins", id="x" * 160).status_code == 200


def test_undecodable_names_and_endless_numbers_name_nothing(rig: Rig) -> None:
    client: Any = rig.page().client
    for number in ("2147483648", "9" * 400):
        answer = client.delete(f"/api/tables/t1/saved/{number}", headers=OURS)
        assert (answer.status_code, answer.json["sentence"]) == (404, "There is nothing at this address.")
    for name in ("%00", "t1%0a", "%e2%80%ae", "x" * 256):
        answer = client.get(f"/api/tables/{name}/snapshot")
        assert (answer.status_code, answer.json["code"]) == (404, "NOTHING_THERE"), name
    assert client.get("/picture/../log.db").status_code == 404


def test_source_of_seats_is_changed_for_all_or_none(rig: Rig) -> None:
    page, other = rig.page(), rig.page()

    def choose_(*seats: str, source: str = "hand") -> int:
        return int(page.post("tables/t1/source", seats=list(seats), source=source).status_code)

    assert [choose_("1", source="magic"), choose_("9"), choose_("1", "9"), choose_()] == [400, 422, 422, 200]
    assert {one["source"] for one in other.snapshot()["sittings"]} == {"scan"}
    assert choose_("1") == 200
    snapshot = other.snapshot()
    assert {one["seat"]: one["source"] for one in snapshot["sittings"]} == {"1": "hand", "2": "scan"}
    assert [one["source"] for one in snapshot["asked"] if one["prompt"]["seat"] == "1"] == ["hand"]
    assert choose_("1", "2", "table") == 200
    assert {one["source"] for one in other.snapshot()["sittings"]} == {"hand"}
    rig.seat("1")
    assert (choose_("1", source="scan"), choose_("2", source="scan")) == (422, 200), "a phone chooses for its own seat"


def test_source_of_one_kind_leaves_the_others(rig: Rig) -> None:
    page = rig.page()
    for seats in (["1"], ["table"]):
        assert page.post("tables/t1/source", seats=seats, source="virtual", kind="token").status_code == 200
    snapshot = page.snapshot()
    (ann, ben), whole = snapshot["sittings"], snapshot["whole"]
    assert (ann["source"], whole["source"]) == ("scan", "scan")
    kinds = {"coin": "scan", "card": "scan", "token": "virtual"}
    assert {one["kind"]: one["source"] for one in ann["sources"]} == kinds
    assert {one["kind"]: one["source"] for one in whole["sources"]} == kinds
    assert {one["source"] for one in ben["sources"]} == {"scan"}
    assert joined(rig, "2").snapshot()["whole"] is None
    page.tap("bag")
    (asked,) = page.snapshot()["asked"]
    assert (asked["source"], asked["chooses"]) == ("virtual", "token")
    assert page.post("tables/t1/source", seats=["1"], source="hand").status_code == 200
    assert {one["source"] for one in page.snapshot()["sittings"][0]["sources"]} == {"hand"}


def test_four_taps_in_any_order_set_the_tray(rig: Rig) -> None:
    page, edge = rig.page(), [[-9, 0], [600, 0], [600, 300], [0, 300]]
    for corners in ([[1, 1]], [[5, 5]] * 4, edge, [["a", 1]] * 4):
        refused = page.post("tables/t1/tray", corners=corners)
        assert refused.status_code in (400, 422) and refused.json["sentence"] and rig.camera.framed == []
    assert page.post("tables/t1/tray", corners=[[10, 10], [600, 300], [600, 12], [12, 310]]).status_code == 200
    assert rig.camera.framed == [((10, 10), (600, 12), (600, 300), (12, 310))]
    assert page.post("tables/t1/tray", corners=[]).status_code == 200 and rig.camera.framed[-1] == ()


def test_demo_throws_what_it_has_recorded(rig: Rig) -> None:
    page = rig.page()
    assert page.post("tables/t1/demo", throw="coin").status_code == 200 and rig.demo.thrown == ["coin"]
    assert page.post("tables/t1/demo", throw="anvil").status_code == 422
    assert page.post("tables/t1/demo", tag="62E3").status_code == 422
