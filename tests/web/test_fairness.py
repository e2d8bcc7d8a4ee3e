"""Fairness of a table and of the house as page, spreadsheet and picture."""

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
from companion.schema import Answer
from companion.sessions import SessionManager
from companion.web.request.language import COOKIE
from tests.cut import cut
from tests.fairness.logs import Book
from tests.web.conftest import Stage
from tests.web.rig import Rig
from tests.web.sample_page import misfits

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


def test_fairness_is_equal_for_all_devices_without_secrets(rig: Rig) -> None:
    """A card played from a hand was chosen, not drawn; open results stay secret."""
    answer(rig.hall, "t1", "cards")
    answer(rig.hall, "t1", "AS", by="1", reading="c1", source="vision/cam0")
    assert told(rig)["dice"] == []
    answer(rig.hall, "t1", "2S", by="2", reading="c2", source="vision/cam0")
    assert told(rig)["dice"] == []
    assert "AS" not in rig.page().client.get("/t/t1/fairness.csv").get_data(as_text=True)


def test_the_house_sums_its_evenings_and_shows_one_of_them(rig: Rig) -> None:
    other = rig.hall.open("toy")
    coins(rig, *HEADS)
    coins(rig, "tails", "tails", "tails", table=other)
    whole = told(rig, "/api/fairness")
    assert counts(whole["dice"][0]) == {"heads": 3, "tails": 3}
    assert [evening["table"] for evening in whole["evenings"]] == [other, "t1"]
    (die,) = told(rig, f"/api/fairness?evening={other}")["dice"]
    assert counts(die) == {"heads": 0, "tails": 3}


FAIR = "3 dice have been thrown, and nothing speaks against them."


def test_page_spreadsheet_and_picture_say_the_same(rig: Rig) -> None:
    coins(rig, "heads", "tails", "heads")
    page = told(rig)
    (die,) = page["dice"]
    assert (die["kind"], die["rolls"], counts(die)) == ("coin", 1, {"heads": 2, "tails": 1})
    assert (die["faces"][0]["expected"], die["sentence"]) == (0.5, FAIR)
    assert [person["name"] for person in page["people"]] == ["Ann"]
    picture = rig.page().client.get("/t/t1/fairness.svg")
    assert picture.mimetype == "image/svg+xml"
    words = words_of(picture.get_data(as_text=True))
    assert {"The dice of the evening", FAIR, "3 in one roll", "Heads"} <= set(words)
    for path, name in (("/t/t1/fairness.csv", "lamplight-t1.csv"), ("/fairness.csv", "lamplight.csv")):
        got = rig.page().client.get(path)
        assert got.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert name in got.headers["Content-Disposition"]
        rows = list(csv.DictReader(io.StringIO(got.get_data().decode("utf-8-sig"))))
        assert {(row["kind"], row["kind_name"]) for row in rows} == {("coin", "coin")}
        shown = [(row["face"], row["expected"], row["seat"]) for row in rows]
        assert shown == [(face, "0.5000", "Ann") for face in ("heads", "tails", "heads")]


def test_luck_follows_chosen_person_and_evening() -> None:
    """Luck by three throws: Ann's great one, a greater one of another evening, Ben's bad one."""
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


def test_fairness_picture_supports_etag_and_download(rig: Rig) -> None:
    client = rig.page().client
    tag = client.get("/t/t1/fairness.svg").headers["ETag"]
    assert client.get("/t/t1/fairness.svg", headers={"If-None-Match": tag}).status_code == 304
    assert "attachment" in client.get("/t/t1/fairness.svg?save").headers["Content-Disposition"]
    coins(rig, *HEADS)
    assert client.get("/t/t1/fairness.svg", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("name", ['<script>alert("1")</script>', "Ann & Ben", "A" * 200])
def test_no_name_breaks_the_picture(rig: Rig, name: str) -> None:
    table = rig.hall.open("toy", GameSetup(("1", "2"), {"1": name, "2": "Ben"}))
    coins(rig, *HEADS, table=table)
    words = words_of(rig.page().client.get(f"/t/{table}/fairness.svg").get_data(as_text=True))
    assert any(name[:8] in one for one in words)


@pytest.mark.parametrize("path", ["/api/tables/none/fairness", "/t/none/fairness.csv", "/t/none/fairness.svg"])
def test_fairness_of_unknown_table_is_not_found(rig: Rig, path: str) -> None:
    got: Any = rig.page().client.get(path)
    assert (got.status_code, "none" in got.json["sentence"]) == (404, True)


@pytest.mark.browser
def test_fairness_page_follows_its_filters_and_fits(page: Tab, stage: Stage, rig: Rig) -> None:
    """Heads came far too often at this table."""
    stage.app = rig.app
    for number in range(14):
        coins(rig, *HEADS, number=number)
    page.goto("/t/t1/fairness")
    expect(page.get_by_test_id("verdict")).to_contain_text("Heads comes too often: 100%")
    expect(page.get_by_test_id("face-heads")).to_contain_text("42 · expected 50%")
    answer(rig.hall, "t1", "bag")
    answer(rig.hall, "t1", "skull", reading="token", source="bridge/bag")
    page.reload()
    page.get_by_test_id("by-die").select_option("toy/token")
    expect(page.get_by_test_id("die-coin")).to_have_count(0)
    expect(page.get_by_test_id("face-skull")).to_contain_text("expected 50%")
    with page.expect_download() as download:
        page.get_by_test_id("csv").click()
    assert download.value.suggested_filename == "lamplight-t1.csv"
    page.get_by_test_id("all-evenings").click()
    expect(page.get_by_test_id("die-toy/token")).to_be_visible()
    page.get_by_test_id("up").click()
    page.get_by_test_id("fairness").click()
    expect(page).to_have_url(f"{stage.url}/fairness")
    page.context.add_cookies([{"name": COOKIE, "value": "de", "url": stage.url}])  # its words are the longest
    page.goto("/t/t1/fairness")
    expect(page.get_by_test_id("verdict").first).to_contain_text("kommt zu oft")
    assert misfits(page, cut) == []
