"""The page's doors, on a real hall with a toy game."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest

from companion import games
from companion.engine import Rule, choose, draw
from companion.schema import Answer, Heading, Paragraph, SeenObject, Sum, View
from companion.sessions import AnswerGiven
from companion.web.request import is_here
from companion.web.request.guards import is_known_host
from companion.web.services import PageAddress
from tests.fakes import TOY, G, Scored, State
from tests.web.rig import OURS, Rig, joined


def test_the_shelf_shows_games_and_tables_that_wait(rig: Rig) -> None:
    shelf = rig.page().client.get("/api/shelf").json
    assert shelf is not None and shelf["games"][0]["title"] == "Toy"
    assert shelf["tables"][0]["now"] == "Ann: what now?" and shelf["tables"][0]["seats"] == ["Ann", "Ben"]


def heading(s: State, _seat: str) -> View:
    return (Heading("A night with coins", f"{s.points} points"),)


def test_the_shelf_says_where_an_evening_stands_and_lays_what_is_over_last(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, view=heading))
    ended, running = rig.hall.open("toy", name="t2"), rig.hall.open("toy", name="t3")
    rig.hall.history.correct(ended, Scored(6))
    shelf = rig.page().client.get("/api/shelf").json
    assert shelf is not None
    assert [(t["table"], t["over"]) for t in shelf["tables"]] == [("t1", False), (running, False), (ended, True)]
    assert shelf["tables"][1]["where"] == "A night with coins · 0 points"


def test_a_tap_answers_and_every_page_shows_it(rig: Rig) -> None:
    page, other = rig.page(), rig.page()
    assert page.tap("coins").status_code == 200
    assert other.snapshot()["now"] == "Ann: roll 3 coins"


def test_a_prompt_answered_already_is_a_conflict(rig: Rig) -> None:
    page = rig.page()
    prompt = page.prompt()["id"]
    page.tap("coins")
    late = page.post("tables/t1/answer", prompt=prompt, values=["bag"], id="late")
    assert late.status_code == 409 and "answered already" in late.json["sentence"]


def test_an_answer_that_does_not_fit_is_a_sentence_and_the_table_goes_on(rig: Rig) -> None:
    page = rig.page()
    page.tap("coins")
    refused = page.tap("heads", "heads")
    assert refused.status_code == 422 and refused.json["sentence"] == "“Ann: roll 3 coins”: 3 wanted, 2 came."
    assert page.tap("heads", "heads", "tails").status_code == 200


@pytest.mark.parametrize("data", [b"{", b"[1]", b'{"prompt": 3}', b"\xff", b""], ids=str)
def test_a_body_that_is_no_record_is_named(rig: Rig, data: bytes) -> None:
    got = rig.page().client.post("/api/tables/t1/answer", data=data, headers=OURS, content_type="application/json")
    assert got.status_code == 400 and got.json is not None and got.json["sentence"]


def test_a_table_that_is_not_there_is_named(rig: Rig) -> None:
    got = rig.page().client.get("/api/tables/t9/stream")
    assert got.status_code == 404 and got.json is not None and "'t9'" in got.json["sentence"]


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
def test_a_table_answers_to_its_number_or_name_however_a_browser_writes_it(rig: Rig, host: str) -> None:
    answer = rig.page().client.get("/api/shelf", headers={"Host": host})
    assert ((answer.json or {}).get("code") == "UNKNOWN_HOST") is (host == "::1"), "a number of six parts has brackets"


@pytest.mark.parametrize(
    "host", ["[::1].evil.example", "evil.example.", "127.0.0.1.evil.example:8080", "[evil.example]"]
)
def test_a_table_does_not_answer_to_what_only_looks_like_its_number(rig: Rig, host: str) -> None:
    answer = rig.page().client.get("/api/shelf", headers={"Host": host})
    assert answer.json is not None and answer.json["code"] == "UNKNOWN_HOST"


@pytest.mark.parametrize("host", ["[::1]", "[::1]:8080", "LocalHost:8080", "localhost.", "127.0.0.1"])
def test_this_machine_is_known_by_each_of_its_names(rig: Rig, host: str) -> None:
    page = rig.page()
    with page.client.application.test_request_context("/", headers={"Host": host}, environ_base={"REMOTE_ADDR": "::1"}):
        assert is_here()


def test_a_roll_that_is_read_needs_no_tap(rig: Rig) -> None:
    page = rig.page()
    page.tap("coins")
    rig.throw(1, *(SeenObject("coin", face, 0.99) for face in ("heads", "tails", "heads")))
    snapshot = page.snapshot()
    assert snapshot["now"] == "Ann: points" and snapshot["tray"]["taken"]
    assert snapshot["log"][-1]["text"] == "Ann rolls heads, tails, heads."
    assert snapshot["log"][-2]["source"] == "camera"


def test_a_doubtful_die_is_settled_with_its_likeliest_face(rig: Rig) -> None:
    page = rig.page()
    page.tap("coins")
    unsure = SeenObject("coin", "tails", 0.6, (("heads", 0.35),))
    rig.throw(1, SeenObject("coin", "heads", 0.99), SeenObject("coin", "heads", 0.99), unsure)
    doubt = page.snapshot()["doubt"]
    assert doubt["open"] == [2] and [g["values"][2] for g in doubt["guesses"]] == ["tails", "heads"]
    told = page.post("tables/t1/doubt", reading="r1", prompt=doubt["prompts"][0], values=doubt["guesses"][0]["values"])
    assert told.status_code == 200 and page.snapshot()["now"] == "Ann: points"


def test_a_token_that_is_not_in_the_bag_is_never_offered(rig: Rig) -> None:
    page = rig.page()
    page.tap("bag")
    rig.throw(1, SeenObject("token", "-4", 0.99, (("-1", 0.01),)))
    doubt = page.snapshot()["doubt"]
    assert doubt["why"] == "-4 is not in the bag; there are skull, -1, star."
    assert doubt["values"] == [""] and [guess["values"] for guess in doubt["guesses"]] == [["-1"]]


def test_what_the_rule_itself_refuses_is_not_offered_again(rig: Rig) -> None:
    page = rig.page()
    page.tap("coins")
    rig.throw(1, *(SeenObject("coin", face, 0.99) for face in ("tails", "tails", "heads")))
    doubt = page.snapshot()["doubt"]
    assert "refused by the rule" in doubt["why"] and doubt["guesses"] == []


def test_what_the_newest_answer_established_is_told_and_nothing_older(rig: Rig) -> None:
    page = rig.page()
    assert page.snapshot()["just"] == []
    page.tap("coins")
    page.tap("heads", "heads", "tails")
    assert page.snapshot()["just"] == ["Ann rolls heads, heads, tails."]
    page.tap("2")
    assert page.snapshot()["just"] == ["2 points."]
    rig.hall.history.correct("t1", Scored(1), Scored(2))
    assert page.snapshot()["just"] == ["1 points.", "2 points."]


def test_what_the_view_says_already_is_not_told_twice(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        games, "find", lambda _name: replace(TOY, view=lambda s, _seat: (Paragraph(f"{s.points} points."),))
    )
    rig.hall.open("toy", name="t2")
    rig.hall.history.correct("t2", Scored(2))
    assert rig.page().client.get("/api/tables/t2/snapshot").json["just"] == []  # type: ignore[index]


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


def test_dice_that_were_given_once_are_kept_for_a_question_they_can_answer(rig: Rig) -> None:
    page = rig.page()
    page.tap("coins")
    page.tap("heads", "heads", "tails")
    page.tap("2")
    first = next(m.entry.seq for m in rig.hall.snapshot("t1").moments if isinstance(m.entry.what, AnswerGiven))
    rig.hall.history.amend("t1", first, ("bag",))
    assert rig.hall.snapshot("t1").aside and page.snapshot()["aside"] == []  # a token is asked for now
    page.tap("-1")
    page.tap("coins")
    (aside,) = page.snapshot()["aside"]
    assert aside["values"] == ["heads", "heads", "tails"] and aside["prompts"] == [page.prompt()["id"]]


def test_what_lies_there_unasked_is_named_and_summed(rig: Rig) -> None:
    rig.throw(1, SeenObject("d6", "2", 0.99), SeenObject("d6", "5", 0.99), SeenObject("unknown"))
    tray = rig.page().snapshot()["tray"]
    assert (tray["total"], tray["words"], tray["taken"]) == (7, "2 and 5: 7, 1 not recognised", False)


def window(g: G) -> Rule[None]:
    """A token is waited for; who likes to may do something before."""
    free = (choose(seat, f"{name}: a fast card", ("card",)) for seat, name in (("1", "Ann"), ("2", "Ben")))
    token = draw("2", "Ben: a token", g.state.bag, of=("token",))
    yield from g.first(*free, token)
    g.emit(Scored(1))


def test_who_is_only_free_to_act_is_not_waited_for(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=window))
    rig.hall.open("toy", name="t2")
    snapshot = rig.page().client.get("/api/tables/t2/snapshot").json
    assert snapshot is not None and snapshot["now"] == "Ben: a token" and len(snapshot["asked"]) == 3
    assert [(s["asked"], s["answered"]) for s in snapshot["sittings"]] == [(False, False), (True, False)]


def free_play(g: G) -> Rule[None]:
    """One card, and what may be tapped on the map instead."""
    on_map = replace(choose("2", "Ben: or tap the map", ("door",)), at="board")
    yield from g.first(on_map, choose("1", "Ann: two actions", ("move",)))
    g.emit(Scored(1))


def test_what_a_block_draws_is_not_what_the_table_waits_for(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=free_play))
    rig.hall.open("toy", name="t2")
    snapshot = rig.page().client.get("/api/tables/t2/snapshot").json
    assert snapshot is not None and snapshot["now"] == "Ann: two actions"
    assert [s["asked"] for s in snapshot["sittings"]] == [True, False]


def map_and_menu(g: G) -> Rule[None]:
    """A map to tap, and what may be put right in the menu."""
    put_right = replace(choose("2", "Ben: put right", ("wounds",)), at="menu")
    yield from g.first(put_right, replace(choose("1", "Ann: two actions", ("door",)), at="board"))
    g.emit(Scored(1))


def test_for_what_stands_in_the_menu_nobody_waits(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=map_and_menu))
    rig.hall.open("toy", name="t2")
    snapshot = rig.page().client.get("/api/tables/t2/snapshot").json
    assert snapshot is not None and snapshot["now"] == "Ann: two actions"
    assert [s["asked"] for s in snapshot["sittings"]] == [True, False]


def test_an_undo_is_seen_by_all(rig: Rig) -> None:
    page = rig.page()
    page.tap("coins")
    undo = page.snapshot()["undo"]
    page.post("tables/t1/undo", to=undo["to"])
    assert page.snapshot()["now"] == "Ann: what now?"


def test_an_amendment_says_first_what_it_changes(rig: Rig) -> None:
    page = rig.page()
    page.tap("coins")
    page.tap("heads", "heads", "tails")
    seq = next(line["amend"] for line in page.snapshot()["log"] if line["kind"] == "answer")
    dry = page.post("tables/t1/amend", seq=seq, values=["tails", "tails", "tails"], dry=True)
    assert dry.json["words"] == "Ann rolls heads, heads, tails. → Ann rolls tails, tails, tails."
    assert page.snapshot()["log"][-1]["text"] == "Ann rolls heads, heads, tails."
    page.post("tables/t1/amend", seq=seq, values=["tails", "tails", "tails"])
    assert page.snapshot()["log"][-1]["text"] == "Ann rolls tails, tails, tails."


def test_a_phone_joins_a_seat_and_answers_for_it_alone(rig: Rig) -> None:
    tablet, phone = rig.page(), joined(rig, "2")
    tablet.tap("cards")
    mine = {a["prompt"]["seat"]: a["mine"] for a in phone.snapshot()["asked"]}
    assert mine == {"1": False, "2": True}
    assert phone.tap("AS", seat="1").status_code == 422
    assert phone.tap("AS", seat="2").status_code == 200


def test_the_tablet_no_longer_sees_what_a_joined_seat_is_asked(rig: Rig) -> None:
    tablet = rig.page()
    joined(rig, "2")
    tablet.tap("cards")
    asked = {a["prompt"]["seat"]: a["prompt"]["options"] for a in tablet.snapshot()["asked"]}
    assert asked["1"] and not asked["2"]


def test_what_one_answered_is_no_line_before_all_have(rig: Rig) -> None:
    tablet = rig.page()
    tablet.tap("cards")
    tablet.tap("AS", seat="1")
    assert not [line for line in tablet.snapshot()["log"] if "AS" in line["text"]]
    assert [s["answered"] for s in tablet.snapshot()["sittings"]] == [True, False]


def test_what_one_answered_is_no_line_either_where_an_undo_renamed_the_question(rig: Rig) -> None:
    tablet = rig.page()
    tablet.tap("cards")
    tablet.tap("AS", seat="1")
    half = rig.hall.snapshot("t1").moments[-1].entry.seq
    rig.hall.history.correct("t1", Scored(1))
    assert tablet.post("tables/t1/undo", to=half).status_code == 200
    assert [s["answered"] for s in tablet.snapshot()["sittings"]] == [True, False]
    assert not [line for line in tablet.snapshot()["log"] if "AS" in line["text"]]


def test_a_card_on_the_tray_is_covered_for_the_other_seat_until_all_are_in(rig: Rig) -> None:
    tablet, one, two = rig.page(), joined(rig, "1"), joined(rig, "2")
    one.tap("cards")
    rig.throw(1, SeenObject("card", "AS", 0.99))
    rig.hall.decisions.settle("t1", "r1", Answer("tap", rig.hall.snapshot("t1").open[0].id, ("AS",), "1"))
    assert [page.snapshot()["tray"] is None for page in (tablet, one, two)] == [True, False, True]
    two.tap("2S", seat="2")
    assert [page.snapshot()["tray"] is None for page in (tablet, one, two)] == [False, False, False]


def test_whose_card_it_is_is_asked_without_the_face(rig: Rig) -> None:
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


def test_a_code_asked_for_on_this_machine_names_its_address_in_the_network(rig: Rig) -> None:
    rig.app.extensions["lamplight"] = replace(rig.app.extensions["lamplight"], address=PageAddress("192.0.2.5", 8080))
    for own, wanted in (("127.0.0.1:8080", "192.0.2.5:8080"), ("table.local:8080", "table.local:8080")):
        sent = {"json": {"seat": "1"}, "headers": OURS, "base_url": f"http://{own}"}
        invited = rig.page().client.post("/api/tables/t1/invite", **sent).json  # type: ignore[arg-type]
        assert invited is not None and invited["url"].startswith(f"http://{wanted}/join#")


def test_the_tablet_takes_back_a_seat_whose_phone_is_gone(rig: Rig) -> None:
    tablet, phone = rig.page(), joined(rig, "2")
    tablet.tap("cards")
    claimed = {sitting["seat"]: sitting["claimed"] for sitting in tablet.snapshot()["sittings"]}
    assert claimed == {"1": False, "2": True} and tablet.tap("AS", seat="2").status_code == 422
    assert phone.post("tables/t1/unseat", seat="2").status_code == 403
    assert tablet.post("tables/t1/unseat", seat="2").status_code == 200
    assert tablet.tap("AS", seat="2").status_code == 200 and phone.snapshot()["seat"] == "table"


def test_a_phone_whose_seat_was_taken_back_sees_what_all_see(rig: Rig) -> None:
    phone = joined(rig, "2")
    stream = phone.client.get("/api/tables/t1/stream")
    events = iter(stream.response)
    assert '"seat": "2"' in _text(next(events))
    rig.page().post("tables/t1/unseat", seat="2")
    assert '"seat": "table"' in _text(next(events))
    stream.close()


def _text(event: str | bytes) -> str:
    return event if isinstance(event, str) else event.decode()


def test_an_invitation_to_a_seat_that_was_taken_back_counts_no_more(rig: Rig) -> None:
    invited = rig.page().post("tables/t1/invite", seat="2").json
    assert invited is not None
    rig.page().post("tables/t1/unseat", seat="2")
    assert rig.page().post("join", token=invited["url"].partition("#")[2]).status_code == 403


def test_no_seat_is_taken_back_that_is_not_there(rig: Rig) -> None:
    assert rig.page().post("tables/t1/unseat", seat="9").status_code == 422


def test_the_faces_an_answer_could_have_been_are_those_it_was_asked_with(rig: Rig) -> None:
    page = rig.page()
    page.tap("bag")
    page.tap("-1")
    seq = next(line["amend"] for line in page.snapshot()["log"] if line["kind"] == "answer")
    got = page.client.get(f"/api/tables/t1/possible/{seq}")
    assert got.json["faces"] == ["skull", "-1", "star"]
    assert page.client.get("/api/tables/t1/possible/999").status_code == 422


def test_what_another_seat_could_have_shown_is_its_own(rig: Rig) -> None:
    tablet, phone = rig.page(), joined(rig, "2")
    tablet.tap("cards")
    tablet.tap("AS", seat="1")
    phone.tap("2S", seat="2")
    seqs = [line["seq"] for line in tablet.snapshot()["log"] if line["kind"] == "answer"]
    got = [tablet.client.get(f"/api/tables/t1/possible/{seq}").status_code for seq in seqs]
    assert got == [200, 422]


def test_a_seat_invites_nobody(rig: Rig) -> None:
    phone = joined(rig, "2")
    assert phone.post("tables/t1/invite", seat="1").status_code == 403


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


def test_four_taps_in_any_order_show_the_tray(rig: Rig) -> None:
    page = rig.page()
    assert page.post("tables/t1/tray", corners=[[10, 10], [600, 300], [600, 12], [12, 310]]).status_code == 200
    assert rig.framed == [((10, 10), (600, 12), (600, 300), (12, 310))]
    assert page.post("tables/t1/tray", corners=[]).status_code == 200 and rig.framed[-1] == ()


@pytest.mark.parametrize("corners", [[[1, 1]], [[5, 5]] * 4, [[-9, 0], [600, 0], [600, 300], [0, 300]], [["a", 1]] * 4])
def test_what_is_no_tray_is_refused(rig: Rig, corners: list[list[object]]) -> None:
    refused = rig.page().post("tables/t1/tray", corners=corners)
    assert refused.status_code in (400, 422) and refused.json["sentence"] and rig.framed == []


def test_pictures_lie_in_their_folder_alone(rig: Rig) -> None:
    assert rig.page().client.get("/picture/../log.db").status_code == 404


def test_the_stream_begins_with_a_snapshot(rig: Rig) -> None:
    stream = rig.page().client.get("/api/tables/t1/stream")
    first = next(iter(stream.response)).decode() if not isinstance(stream.response, str) else stream.response
    stream.close()
    assert re.match(r"event: snapshot\nid: [0-9a-f]{8}-\d+\ndata: {", first)


def test_the_page_allows_no_foreign_script(rig: Rig) -> None:
    got = rig.page().client.get("/health")
    assert got.headers["Content-Security-Policy"].startswith("default-src 'self'")
