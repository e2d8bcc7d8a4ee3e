"""The page's doors, on a real hall with a toy game."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from companion import games
from companion.schema import Answer, Heading, SeenObject, Sum, View
from companion.web.request import is_here
from companion.web.request.guards import is_known_host
from tests.fakes import TOY, Scored, State
from tests.web.rig import OURS, Rig, joined


def heading(s: State, _seat: str) -> View:
    return (Heading("A night with coins", f"{s.points} points"),)


def test_shelf_shows_progress_and_sorts_finished_tables_last(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, view=heading))
    ended, running = rig.hall.open("toy", name="t2"), rig.hall.open("toy", name="t3")
    rig.hall.history.correct(ended, Scored(6))
    shelf = rig.page().client.get("/api/shelf").json
    assert shelf is not None
    assert [(t["table"], t["over"]) for t in shelf["tables"]] == [("t1", False), (running, False), (ended, True)]
    assert shelf["tables"][1]["where"] == "A night with coins · 0 points"


def test_a_prompt_answered_already_is_a_conflict(rig: Rig) -> None:
    page = rig.page()
    prompt = page.prompt()["id"]
    page.tap("coins")
    late = page.post("tables/t1/answer", prompt=prompt, values=["bag"], id="late")
    assert late.status_code == 409 and "answered already" in late.json["sentence"]


def test_unfitting_answer_is_refused_and_table_continues(rig: Rig) -> None:
    page = rig.page()
    page.tap("coins")
    refused = page.tap("heads", "heads")
    assert refused.status_code == 422 and refused.json["sentence"] == "“Ann: roll 3 coins”: 3 wanted, 2 came."
    assert page.tap("heads", "heads", "tails").status_code == 200


@pytest.mark.parametrize("data", [b"{", b"[1]", b'{"prompt": 3}', b"\xff", b""], ids=str)
def test_a_body_that_is_no_record_is_named(rig: Rig, data: bytes) -> None:
    got = rig.page().client.post("/api/tables/t1/answer", data=data, headers=OURS, content_type="application/json")
    assert got.status_code == 400 and got.json is not None and got.json["sentence"]


def test_a_foreign_page_may_change_nothing(rig: Rig) -> None:
    client = rig.page().client
    assert client.post("/api/tables", json={"game": "toy"}).status_code == 403
    foreign = {**OURS, "Origin": "http://evil.example"}
    assert client.post("/api/tables", json={"game": "toy"}, headers=foreign).status_code == 403


@pytest.mark.parametrize(
    ("name", "known"),
    [("localhost", True), ("table.local", True), ("192.168.1.5", True), ("::1", True), ("evil.example", False)],
)
def test_only_names_of_this_table_are_answered(name: str, known: bool) -> None:
    assert is_known_host(name, frozenset()) is known


NAMED = ("[::1]", "[::1]:8080", "[fd00::7]", "192.168.1.5:8080", "Table.LOCAL", "table.local.:8080", "LOCALHOST", "::1")


@pytest.mark.parametrize("host", NAMED)
def test_table_is_found_by_encoded_number_or_name(rig: Rig, host: str) -> None:
    answer = rig.page().client.get("/api/shelf", headers={"Host": host})
    assert ((answer.json or {}).get("code") == "UNKNOWN_HOST") is (host == "::1"), "a number of six parts has brackets"


@pytest.mark.parametrize(
    "host", ["[::1].evil.example", "evil.example.", "127.0.0.1.evil.example:8080", "[evil.example]"]
)
def test_table_is_not_found_by_lookalike_number(rig: Rig, host: str) -> None:
    answer = rig.page().client.get("/api/shelf", headers={"Host": host})
    assert answer.json is not None and answer.json["code"] == "UNKNOWN_HOST"


@pytest.mark.parametrize("host", ["[::1]", "[::1]:8080", "LocalHost:8080", "localhost.", "127.0.0.1"])
def test_this_machine_is_known_by_each_of_its_names(rig: Rig, host: str) -> None:
    page = rig.page()
    with page.client.application.test_request_context("/", headers={"Host": host}, environ_base={"REMOTE_ADDR": "::1"}):
        assert is_here()


def test_a_doubtful_die_is_settled_with_its_likeliest_face(rig: Rig) -> None:
    page = rig.page()
    page.tap("coins")
    unsure = SeenObject("coin", "tails", 0.6, (("heads", 0.35),))
    rig.throw(1, SeenObject("coin", "heads", 0.99), SeenObject("coin", "heads", 0.99), unsure)
    doubt = page.snapshot()["doubt"]
    assert doubt["open"] == [2] and [g["values"][2] for g in doubt["guesses"]] == ["tails", "heads"]
    told = page.post("tables/t1/doubt", reading="r1", prompt=doubt["prompts"][0], values=doubt["guesses"][0]["values"])
    assert told.status_code == 200 and page.snapshot()["now"] == "Ann: points"


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


def test_a_verdict_is_old_once_something_else_is_answered(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, view=coins_thrown))
    name = rig.hall.open("toy", name="t1b")
    rig.hall.answer(name, Answer("a", rig.hall.snapshot(name).open[0].id, ("coins",), "1"))
    rig.hall.answer(name, Answer("b", rig.hall.snapshot(name).open[0].id, ("heads", "heads", "tails"), "1"))

    def old() -> bool:
        shown = rig.page().client.get(f"/api/tables/{name}/snapshot").json
        return bool(shown and shown["old"])

    assert not old()
    rig.hall.answer(name, Answer("c", rig.hall.snapshot(name).open[0].id, ("2",), "1"))
    assert old()


def test_a_phone_joins_a_seat_and_answers_for_it_alone(rig: Rig) -> None:
    tablet, phone = rig.page(), joined(rig, "2")
    tablet.tap("cards")
    mine = {a["prompt"]["seat"]: a["mine"] for a in phone.snapshot()["asked"]}
    assert mine == {"1": False, "2": True}
    assert phone.tap("AS", seat="1").status_code == 422
    assert phone.tap("AS", seat="2").status_code == 200


def test_tablet_sees_no_prompt_of_a_joined_seat(rig: Rig) -> None:
    tablet = rig.page()
    joined(rig, "2")
    tablet.tap("cards")
    asked = {a["prompt"]["seat"]: a["prompt"]["options"] for a in tablet.snapshot()["asked"]}
    assert asked["1"] and not asked["2"]


def test_partial_answer_is_not_logged_before_all_answered(rig: Rig) -> None:
    tablet = rig.page()
    tablet.tap("cards")
    tablet.tap("AS", seat="1")
    assert not [line for line in tablet.snapshot()["log"] if "AS" in line["text"]]
    assert [s["answered"] for s in tablet.snapshot()["sittings"]] == [True, False]


def test_card_on_tray_is_covered_until_all_answered(rig: Rig) -> None:
    tablet, one, two = rig.page(), joined(rig, "1"), joined(rig, "2")
    one.tap("cards")
    rig.throw(1, SeenObject("card", "AS", 0.99))
    rig.hall.decisions.settle("t1", "r1", Answer("tap", rig.hall.snapshot("t1").open[0].id, ("AS",), "1"))
    assert [page.snapshot()["tray"] is None for page in (tablet, one, two)] == [True, False, True]
    two.tap("2S", seat="2")
    assert [page.snapshot()["tray"] is None for page in (tablet, one, two)] == [False, False, False]


def test_owner_prompt_shows_no_card_face(rig: Rig) -> None:
    one, two = joined(rig, "1"), joined(rig, "2")
    one.tap("cards")
    rig.throw(1, SeenObject("card", "AS", 0.99))
    for phone in (one, two):
        doubt = phone.snapshot()["doubt"]
        assert doubt["why"] == "Whose is it?" and not doubt["objects"] and not doubt["guesses"] and not doubt["values"]
    prompt = one.prompt("1")["id"]
    assert one.post("tables/t1/doubt", reading="r1", prompt=prompt, values=[]).status_code == 200
    assert [s["answered"] for s in two.snapshot()["sittings"]] == [True, False]


def test_an_invitation_is_good_once_and_for_two_minutes(rig: Rig) -> None:
    invited = rig.page().post("tables/t1/invite", seat="1").json
    assert invited is not None
    token = invited["url"].partition("#")[2]
    rig.now = 121.0
    assert rig.page().post("join", token=token).status_code == 403
    assert rig.page().post("join", token=token).json["sentence"].startswith("This invitation was used or is too old")


def test_the_tablet_takes_back_a_seat_whose_phone_is_gone(rig: Rig) -> None:
    tablet, phone = rig.page(), joined(rig, "2")
    tablet.tap("cards")
    claimed = {sitting["seat"]: sitting["claimed"] for sitting in tablet.snapshot()["sittings"]}
    assert claimed == {"1": False, "2": True} and tablet.tap("AS", seat="2").status_code == 422
    assert phone.post("tables/t1/unseat", seat="2").status_code == 403
    assert tablet.post("tables/t1/unseat", seat="2").status_code == 200
    assert tablet.tap("AS", seat="2").status_code == 200 and phone.snapshot()["seat"] == "table"


def test_phone_without_its_seat_sees_the_public_view(rig: Rig) -> None:
    phone = joined(rig, "2")
    stream = phone.client.get("/api/tables/t1/stream")
    events = iter(stream.response)
    assert '"seat": "2"' in _text(next(events))
    rig.page().post("tables/t1/unseat", seat="2")
    assert '"seat": "table"' in _text(next(events))
    stream.close()


def _text(event: str | bytes) -> str:
    return event if isinstance(event, str) else event.decode()


def test_invitation_ends_when_its_seat_is_revoked(rig: Rig) -> None:
    invited = rig.page().post("tables/t1/invite", seat="2").json
    assert invited is not None
    rig.page().post("tables/t1/unseat", seat="2")
    assert rig.page().post("join", token=invited["url"].partition("#")[2]).status_code == 403


def test_possible_faces_stay_with_their_seat(rig: Rig) -> None:
    tablet, phone = rig.page(), joined(rig, "2")
    tablet.tap("cards")
    tablet.tap("AS", seat="1")
    phone.tap("2S", seat="2")
    seqs = [line["seq"] for line in tablet.snapshot()["log"] if line["kind"] == "answer"]
    got = [tablet.client.get(f"/api/tables/t1/possible/{seq}").status_code for seq in seqs]
    assert got == [200, 422]


def test_a_photograph_is_read_or_refused_with_a_sentence(rig: Rig) -> None:
    client = rig.page().client
    for photograph, status in ((b"dice", 200), (b"text", 422)):
        upload = {"photo": (io.BytesIO(photograph), "tray.jpg")}
        got = client.post("/api/tables/t1/photo", data=upload, headers=OURS)
        assert got.status_code == status
    assert client.post("/api/tables/t1/photo", headers=OURS).status_code == 400


def test_the_demo_throws_what_it_has_recorded(rig: Rig) -> None:
    page = rig.page()
    assert page.post("tables/t1/demo", throw="coin").status_code == 200 and rig.thrown == ["coin"]
    assert page.post("tables/t1/demo", throw="anvil").status_code == 422
    assert page.post("tables/t1/demo", tag="62E3").status_code == 422


def test_picture_route_serves_its_folder_only(rig: Rig) -> None:
    assert rig.page().client.get("/picture/../log.db").status_code == 404


def test_four_taps_in_any_order_set_the_tray(rig: Rig) -> None:
    page = rig.page()
    assert page.post("tables/t1/tray", corners=[[10, 10], [600, 300], [600, 12], [12, 310]]).status_code == 200
    assert rig.framed == [((10, 10), (600, 12), (600, 300), (12, 310))]
    assert page.post("tables/t1/tray", corners=[]).status_code == 200 and rig.framed[-1] == ()


@pytest.mark.parametrize("corners", [[[1, 1]], [[5, 5]] * 4, [[-9, 0], [600, 0], [600, 300], [0, 300]], [["a", 1]] * 4])
def test_corners_of_no_tray_are_refused(rig: Rig, corners: list[list[object]]) -> None:
    refused = rig.page().post("tables/t1/tray", corners=corners)
    assert refused.status_code in (400, 422) and refused.json["sentence"] and rig.framed == []
