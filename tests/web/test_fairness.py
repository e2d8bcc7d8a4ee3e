"""The ledger as devices are told it: of a table and of the house, as a page, a spreadsheet and a picture."""

from __future__ import annotations

import csv
import io
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from companion.engine import GameSetup
from companion.fairness.ledger import Ledger
from companion.fairness.luck import ThrowLuck
from companion.presentation.pages.fairness import LedgerData, LedgerFilter, fairness_page
from companion.presentation.pages.fairness_ledgers import evening_of
from companion.presentation.responses import FaceLine
from companion.schema import Answer
from companion.sessions import SessionManager
from companion.web.images.fairness_poster import most_of
from companion.web.images.svg import bracket
from companion.web.request.language import COOKIE
from tests.barriers import EVERYWHERE, barriers, sideways, too_small
from tests.cut import cut
from tests.fairness.logs import Book
from tests.tab import stopped
from tests.web.conftest import Stage
from tests.web.rig import Rig

HEADS = ("heads", "heads", "heads")
SVG = "{http://www.w3.org/2000/svg}"


def answer(hall: SessionManager, table: str, *values: str, by: str = "1", **told: Any) -> None:
    prompt = next(one for one in hall.snapshot(table).open if one.seat == by)
    hall.answer(table, Answer(f"{table}{prompt.id}{values}", prompt.id, values, by, **told))


def coins(rig: Rig, *faces: str, table: str = "t1", number: int = 0) -> None:
    """Three coins that the camera reads; a point for the procedure's end."""
    answer(rig.hall, table, "coins")
    answer(rig.hall, table, *faces, reading=f"{table}r{number}{faces}", source="vision/cam0")
    answer(rig.hall, table, "0")


def told(rig: Rig, path: str = "/api/tables/t1/fairness") -> Any:
    return rig.page().client.get(path).json


def counts(die: Any) -> dict[str, int]:
    return {face["face"]: face["count"] for face in die["faces"]}


def test_what_came_stands_beside_what_was_expected(rig: Rig) -> None:
    coins(rig, "heads", "heads", "tails")
    page = told(rig)
    (die,) = page["dice"]
    assert (die["kind"], die["rolls"], counts(die)) == ("coin", 1, {"heads": 2, "tails": 1})
    assert die["faces"][0]["expected"] == 0.5
    assert die["sentence"] == "3 dice have been thrown, and nothing speaks against them."
    assert [person["name"] for person in page["people"]] == ["Ann"]


def test_every_device_is_told_the_same_and_none_what_nobody_has_seen(rig: Rig) -> None:
    """A card out of a hand was chosen, not drawn; what is owed to an open question is told to nobody."""
    answer(rig.hall, "t1", "cards")
    answer(rig.hall, "t1", "AS", by="1", reading="c1", source="vision/cam0")
    assert told(rig)["dice"] == []
    answer(rig.hall, "t1", "2S", by="2", reading="c2", source="vision/cam0")
    assert told(rig)["dice"] == []
    assert "AS" not in rig.page().client.get("/t/t1/fairness.csv").get_data(as_text=True)


def test_a_die_that_comes_up_alike_for_ever_is_said_to(rig: Rig) -> None:
    for number in range(20):
        coins(rig, *HEADS, number=number)
    (die,) = told(rig)["dice"]
    assert die["sentence"].startswith("Heads comes too often: 100% (")
    assert die["advice"] == "Or the camera takes another face for it: look at its pictures."
    assert die["streak"].startswith("The longest run: Heads, in 20 rolls one after the other.")


def test_a_throw_that_was_taken_back_counts(rig: Rig) -> None:
    answer(rig.hall, "t1", "coins")
    seq = rig.hall.snapshot("t1").moments[-1].entry.seq
    answer(rig.hall, "t1", *HEADS, reading="r1", source="vision/cam0")
    rig.hall.history.undo("t1", seq)
    (die,) = told(rig)["dice"]
    assert (counts(die)["heads"], die["undone"]) == (3, 1)


def test_the_house_sums_its_evenings_and_shows_one_of_them(rig: Rig) -> None:
    other = rig.hall.open("toy")
    coins(rig, *HEADS)
    coins(rig, "tails", "tails", "tails", table=other)
    whole = told(rig, "/api/fairness")
    assert counts(whole["dice"][0]) == {"heads": 3, "tails": 3}
    assert [evening["table"] for evening in whole["evenings"]] == [other, "t1"]
    (die,) = told(rig, f"/api/fairness?evening={other}")["dice"]
    assert counts(die) == {"heads": 0, "tails": 3}


def test_a_person_s_throws_are_shown_alone_and_nobody_s_where_there_is_none(rig: Rig) -> None:
    coins(rig, *HEADS)
    assert counts(told(rig, "/api/tables/t1/fairness?who=Ann")["dice"][0])["heads"] == 3
    assert told(rig, "/api/tables/t1/fairness?who=Zoe")["dice"] == []


def test_a_seat_without_a_name_is_found_by_what_the_device_calls_it(rig: Rig) -> None:
    table = rig.hall.open("toy", GameSetup(("1", "2")))
    coins(rig, *HEADS, table=table)
    client = rig.page().client
    client.set_cookie(COOKIE, "de")
    for door in (f"/api/tables/{table}/fairness", "/api/fairness"):
        (person,) = client.get(door).get_json()["people"]
        assert person["name"] == "Platz 1"
        assert counts(client.get(f"{door}?who=Platz 1").get_json()["dice"][0])["heads"] == 3


def test_an_evening_is_folded_again_when_something_was_answered_there_and_only_then(rig: Rig) -> None:
    coins(rig, *HEADS)
    first = evening_of(rig.hall, "t1")
    assert evening_of(rig.hall, "t1") is first
    coins(rig, *HEADS, number=1)
    folded = evening_of(rig.hall, "t1")
    assert len(folded.throws) == 2
    assert {throw.seq for throw in folded.throws} <= folded.times.keys()


def test_the_spreadsheet_has_a_row_for_each_face_that_came(rig: Rig) -> None:
    coins(rig, "heads", "tails", "heads")
    for path, name in (("/t/t1/fairness.csv", "lamplight-t1.csv"), ("/fairness.csv", "lamplight.csv")):
        got = rig.page().client.get(path)
        assert got.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert name in got.headers["Content-Disposition"]
        rows = list(csv.DictReader(io.StringIO(got.get_data().decode("utf-8-sig"))))
        assert {(row["kind"], row["kind_name"]) for row in rows} == {("coin", "coin")}
        assert [(row["face"], row["expected"], row["seat"]) for row in rows] == [
            ("heads", "0.5000", "Ann"),
            ("tails", "0.5000", "Ann"),
            ("heads", "0.5000", "Ann"),
        ]


def test_luck_is_told_of_the_person_and_the_evening_that_are_looked_at() -> None:
    """By the odds of three throws: Ann's great one, another evening's greater one, and Ben's bad one."""
    books = Book(), Book()
    for book in books:
        book.dice("6")
        book.dice("1", seat="2")
    ledger = Ledger((books[0].evening("t1"), books[1].evening("t2")), (("toy", "d6"),))
    great, greater = (ThrowLuck(1, "1", "Ann: roll", "d6", ("6",), "camera", best, 1.0) for best in (0.1, 0.01))
    bad = ThrowLuck(2, "2", "Ben: roll", "d6", ("1",), "virtual", 1.0, 0.2)
    told = LedgerData(ledger, {"t1": (great, bad), "t2": (greater,)}, {"t1": "It is over."})
    whole, one = (fairness_page(told, LedgerFilter(evening=evening), "", "") for evening in ("", "t1"))
    assert (whole.luckiest and whole.luckiest.best, one.luckiest and one.luckiest.best) == (0.01, 0.1)
    assert one.unluckiest is not None
    assert (one.unluckiest.name, one.unluckiest.app, one.unluckiest.worst) == ("Ben", True, 0.2)
    ann, ben = one.people
    assert (ann.odds, ben.odds, ann.luck > 0.9, ben.luck < 0.2) == (1, 1, True, True)
    assert fairness_page(told, LedgerFilter(who="Ben"), "", "").luckiest is None
    assert [evening.over for evening in whole.evenings] == [False, True]


def words_of(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def test_the_picture_for_the_wall_says_what_the_page_says(rig: Rig) -> None:
    coins(rig, "heads", "tails", "heads")
    got = rig.page().client.get("/t/t1/fairness.svg")
    assert got.mimetype == "image/svg+xml"
    words = words_of(got.get_data(as_text=True))
    assert "The dice of the evening" in words
    assert "3 dice have been thrown, and nothing speaks against them." in words
    assert "3 in one roll" in words
    assert "Heads" in words


def test_a_bracket_ends_in_the_picture_or_says_that_it_goes_on() -> None:
    dice = (FaceLine("blank", 22, 0.49, 0.375, 0.23, 0.64, ""), FaceLine("success", 15, 0.33, 0.375, 0.12, 0.65, ""))
    assert 0.65 <= most_of(dice) <= 0.7
    assert most_of((FaceLine("20", 1, 0.05, 0.05, 0.0, 0.7, ""),)) == pytest.approx(0.09), "else its bar is not seen"
    closed, open_ = bracket(0, 100, 50, 10), bracket(0, 100, 50, 10, is_open=True)
    assert ("M100.0 40v20" in closed, "l10 10-10 10" in open_, "M100.0 40" in open_) == (True, True, False)


def test_it_is_sent_only_when_it_changed_and_saved_when_it_is_wished(rig: Rig) -> None:
    client = rig.page().client
    tag = client.get("/t/t1/fairness.svg").headers["ETag"]
    assert client.get("/t/t1/fairness.svg", headers={"If-None-Match": tag}).status_code == 304
    assert "attachment" in client.get("/t/t1/fairness.svg?save").headers["Content-Disposition"]
    coins(rig, *HEADS)
    assert client.get("/t/t1/fairness.svg", headers={"If-None-Match": tag}).status_code == 200


def test_it_is_drawn_in_german_for_a_german_device(rig: Rig) -> None:
    coins(rig, *HEADS)
    client = rig.page().client
    client.set_cookie(COOKIE, "de")
    words = words_of(client.get("/t/t1/fairness.svg").get_data(as_text=True))
    assert "Die Würfel des Abends" in words
    assert "3 Würfel sind gefallen, und nichts spricht gegen sie." in words


@pytest.mark.parametrize("name", ['<script>alert("1")</script>', "Ann & Ben", "A" * 200])
def test_no_name_breaks_the_picture(rig: Rig, name: str) -> None:
    table = rig.hall.open("toy", GameSetup(("1", "2"), {"1": name, "2": "Ben"}))
    coins(rig, *HEADS, table=table)
    words = words_of(rig.page().client.get(f"/t/{table}/fairness.svg").get_data(as_text=True))
    assert any(name[:8] in one for one in words)


@pytest.mark.parametrize("path", ["/api/tables/none/fairness", "/t/none/fairness.csv", "/t/none/fairness.svg"])
def test_a_table_that_is_not_there_is_said_to_be_none(rig: Rig, path: str) -> None:
    got: Any = rig.page().client.get(path)
    assert (got.status_code, "none" in got.json["sentence"]) == (404, True)


@pytest.fixture
def looked_at(page: Tab, stage: Stage, rig: Rig) -> Tab:
    """The page of a table at which heads came far too often."""
    stage.app = rig.app
    for number in range(14):
        coins(rig, *HEADS, number=number)
    page.goto("/t/t1/fairness")
    expect(page.get_by_test_id("die-coin")).to_be_visible()
    return page


@pytest.mark.browser
def test_the_page_shows_each_face_and_follows_what_is_chosen(looked_at: Tab, rig: Rig) -> None:
    expect(looked_at.get_by_test_id("verdict")).to_contain_text("Heads comes too often: 100%")
    expect(looked_at.get_by_test_id("face-heads")).to_contain_text("42 · expected 50%")
    answer(rig.hall, "t1", "bag")
    answer(rig.hall, "t1", "skull", reading="token", source="bridge/bag")
    looked_at.reload()
    looked_at.get_by_test_id("by-die").select_option("toy/token")
    expect(looked_at.get_by_test_id("die-coin")).to_have_count(0)
    expect(looked_at.get_by_test_id("face-skull")).to_contain_text("expected 50%")
    with looked_at.expect_download() as download:
        looked_at.get_by_test_id("csv").click()
    assert download.value.suggested_filename == "lamplight-t1.csv"
    looked_at.get_by_test_id("all-evenings").click()
    expect(looked_at.get_by_test_id("die-toy/token")).to_be_visible()
    looked_at.get_by_test_id("up").click()
    looked_at.get_by_test_id("fairness").click()
    expect(looked_at).to_have_url(f"{stage_of(looked_at)}/fairness")


def stage_of(page: Tab) -> str:
    return "/".join(page.url.split("/")[:3])


@pytest.mark.browser
def test_it_stands_in_nobody_s_way(looked_at: Tab, stage: Stage) -> None:
    """In German: what fits in its words fits in English."""
    looked_at.context.add_cookies([{"name": COOKIE, "value": "de", "url": stage.url}])
    looked_at.reload()
    expect(looked_at.get_by_test_id("verdict")).to_contain_text("kommt zu oft")
    found = barriers(looked_at)
    for name, size in EVERYWHERE.items():
        looked_at.set_viewport_size({"width": size[0], "height": size[1]})
        found += [f"{name}: {one}" for one in sideways(looked_at) + too_small(looked_at) + cut(looked_at)]
    assert found == []


@pytest.mark.browser
def test_nothing_thrown_is_said_to_be_nothing(page: Tab, stage: Stage, rig: Rig) -> None:
    stage.app = rig.app
    page.goto("/fairness")
    expect(page.get_by_test_id("empty")).to_contain_text("Nothing was thrown yet.")


def end(rig: Rig) -> None:
    """Six points end the evening."""
    for number in range(2):
        answer(rig.hall, "t1", "coins")
        answer(rig.hall, "t1", *HEADS, reading=f"end{number}", source="vision/cam0")
        answer(rig.hall, "t1", "3")
    assert rig.hall.snapshot("t1").over


@pytest.mark.browser
def test_the_wall_shows_the_dice_of_an_evening_that_is_over(page: Tab, stage: Stage, rig: Rig) -> None:
    stage.app = rig.app
    end(rig)
    page.goto("/t/t1/wall")
    expect(page.get_by_test_id("wall-dice")).to_be_visible()
    assert page.get_by_test_id("wall-dice").evaluate("one => one.decode().then(() => one.naturalWidth)") == 1920


@pytest.mark.browser
def test_who_saw_the_end_come_reads_it_first(lone_page: Tab, stage: Stage, rig: Rig) -> None:
    stage.app = rig.app
    lone_page.clock.install()
    lone_page.goto("/t/t1/wall")
    expect(lone_page.get_by_test_id("now")).to_contain_text("what now?")
    stopped(lone_page)
    end(rig)
    expect(lone_page.get_by_test_id("now")).to_have_text("Ann has won.")
    lone_page.clock.run_for(30_000)
    expect(lone_page.get_by_test_id("wall-dice")).to_have_count(0)
    lone_page.clock.run_for(12_000)
    expect(lone_page.get_by_test_id("wall-dice")).to_be_visible()
