"""The doors before an evening, on a real hall with a toy that has a form."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.sessions import SessionManager
from tests.fakes import FORMED, TOY
from tests.web.house import OURS, SHEETS, House

ANN = {"title": "Ann", "health": 6, "skills": {"brains": 5}}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(games, "find", lambda _name: FORMED)
    house = House(tmp_path)
    yield house
    house.log.close()


def test_the_form_comes_with_the_sheets_by_title(house: House) -> None:
    house.put("ann", ANN)
    page = house.get("/api/games/toy/form").json
    assert (page["title"], page["seats"]) == ("Toy", [1, 2])
    assert [field["name"] for field in page["form"]["fields"]] == ["mood", "hero", "rival", "points", "dark"]
    hero = page["sheets"]["hero"]
    assert hero["shipped"] == {"bold": "The Bold", "meek": "The Meek"} and hero["own"] == {"ann": "Ann"}
    assert page["begin"] == {"seats": 2, "names": {}, "choices": {}}


def test_unknown_game_error_lists_known_games(house: House) -> None:
    got = house.get("/api/games/chess/form")
    assert got.status_code == 422 and got.json["sentence"] == "There is no game 'chess'; there are toy."


def test_a_sheet_is_kept_read_and_thrown_away(house: House) -> None:
    assert house.put("ann", ANN).json == {"name": "ann", "title": "Ann"}
    assert house.get(f"{SHEETS}/ann").json == {"name": "ann", "own": True, "data": ANN}
    assert house.client.delete(f"{SHEETS}/ann", headers=OURS).status_code == 200
    gone = house.client.delete(f"{SHEETS}/ann", headers=OURS)
    assert gone.status_code == 422 and gone.json is not None
    assert gone.json["sentence"] == "There is no hero 'ann' of your own."


def test_shipped_sheet_is_read_only(house: House) -> None:
    assert house.get(f"{SHEETS}/bold").json["own"] is False
    assert "comes with the game" in house.put("bold", ANN).json["sentence"]
    assert house.client.delete(f"{SHEETS}/bold", headers=OURS).status_code == 422


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"title": "Nobody"}, "title: nobody is called Nobody."),
        ({"title": "Ann", "health": 99}, "health: a number from 1 to 20 is needed, not 99."),
        ({}, "title: a hero needs a name."),
        ([1], "ann: a record is needed, not [1]."),
    ],
)
def test_faulty_sheet_is_refused_with_its_place(house: House, data: Any, sentence: str) -> None:
    got = house.put("ann", data)
    assert got.status_code == 422 and got.json["sentence"] == sentence
    assert house.library.all("toy", "hero") == {}


@pytest.mark.parametrize("name", ["a b", "-a", "x" * 61, "a.b"])
def test_a_name_that_is_none_is_refused(house: House, name: str) -> None:
    assert "is no name for a sheet" in house.put(name, ANN).json["sentence"]


@pytest.mark.parametrize(
    "raw", [b"{", b'{"title": NaN}', b"\xff\xfe", b"[" * 100_000, b"{" * 3, b"x" * 200_001], ids=len
)
def test_bytes_that_are_no_sheet_are_a_sentence(house: House, raw: bytes) -> None:
    for got in (house.client.put(f"{SHEETS}/ann", data=raw, headers=OURS), house.send("ann.json", raw)):
        assert got.status_code == 422 and got.json is not None and got.json["sentence"]
    assert house.library.all("toy", "hero") == {}


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("a" + ".a" * 9_000 + "=1", "line 1 has more than 100 dots"),
        ('title = "Ann"\n' + "a" + ".a" * 101 + "=1", "line 2 has more than 100 dots"),
        ("#" * 20_001, "20 kB came, at most 20 kB are read"),
        ("a" + ".a" * 30 + "=1", "Records lie more than 20 deep in each other"),
        ("a = inf", "not JSON compliant"),
        ("a = 1979-05-27", "this is no JSON"),
    ],
    ids=["long key", "long key further down", "big", "deep", "infinite", "date"],
)
def test_toml_that_would_keep_the_house_busy_is_not_read(house: House, raw: str, words: str) -> None:
    before = time.process_time()
    assert words in house.send("ann.toml", raw).json["sentence"]
    assert time.process_time() - before < 1.0, "a key of 30 000 parts took 43 s"


@pytest.mark.parametrize("depth", [21, 100, 400, *range(800, 1000, 20)])
def test_records_in_records_are_a_sentence_however_deep(house: House, depth: int) -> None:
    deep = b'{"title": "Ann", "x": ' + b"[" * depth + b"]" * depth + b"}"
    for got in (house.client.put(f"{SHEETS}/ann", data=deep, headers=OURS), house.send("ann.json", deep)):
        assert got.status_code == 422
    for start, end in ((b'{"hero": {"1": ', b"}}"), (b'{"points": ', b"}")):
        chosen = b'{"game": "toy", "choices": ' + start + deep + end + b"}"
        assert house.client.post("/api/tables", data=chosen, headers=OURS).status_code in (400, 422)
    assert house.hall.ids() == () and house.library.all("toy", "hero") == {}


def test_sheet_name_is_checked_before_its_body(house: House) -> None:
    got = house.client.put(f"{SHEETS}/a b", data=b"{", headers=OURS)
    assert got.json is not None and "is no name for a sheet" in got.json["sentence"]


def test_a_full_library_reads_nothing_more(house: House) -> None:
    house.library.save_all("toy", "hero", {f"h{n}": ANN for n in range(400)})
    got = house.client.put(f"{SHEETS}/ann", data=b"{", headers=OURS)
    assert got.json is not None and got.json["sentence"].startswith("400 sheets of a kind are kept")
    assert house.put("h7", ANN).status_code == 200, "one that is there may be changed"


def test_file_with_too_many_sheets_is_refused_unread(house: House) -> None:
    several = {"hero": {f"h{n}": {} for n in range(401)}}
    assert house.send("all.json", json.dumps(several)).json["sentence"].startswith("400 sheets of a kind are kept")


def test_a_file_holds_one_sheet_in_json_or_toml(house: House) -> None:
    assert house.send("ann.json", json.dumps(ANN)).json["names"] == ["ann"]
    toml = 'title = "Ben Oak"\nhealth = 4\n[skills]\nbrains = 1\n'
    assert house.send("ben.toml", toml).json["names"] == ["ben-oak"]
    assert house.library.all("toy", "hero")["ben-oak"]["skills"] == {"brains": 1}


def test_faulty_file_names_every_fault_and_keeps_nothing(house: House) -> None:
    several = {"hero": {"ann": ANN, "ben": {"title": "Nobody"}, "eve": {"title": "", "health": 0}, "tom": 3}}
    got = house.send("all.json", json.dumps(several))
    assert got.status_code == 422 and got.json["sentence"].splitlines() == [
        "hero.ben: title: nobody is called Nobody.",
        "hero.eve: title: 1 to 40 letters are needed, 0 came.",
        "hero.eve: health: a number from 1 to 20 is needed, not 0.",
        "hero.tom: a record is needed, not int.",
    ]
    assert house.library.all("toy", "hero") == {}


def test_an_import_replaces_nothing_and_the_same_again_adds_nothing(house: House) -> None:
    house.put("ann", ANN)
    again = json.dumps({"hero": {"ann": ANN}})
    assert house.send("a.json", again).json["names"] == []
    other = json.dumps({"hero": {"ann": {"title": "Ann"}, "bold": {"title": "Bolder"}}})
    assert house.send("b.json", other).json["names"] == ["ann-2", "bold-2"]
    assert house.library.all("toy", "hero")["ann"] == ANN


def test_a_sheet_as_a_file_can_be_imported_elsewhere(house: House) -> None:
    house.put("ann", ANN)
    file = house.get(f"{SHEETS}/ann/file")
    assert "attachment; filename=hero-ann.json" in file.headers["Content-Disposition"]
    house.library.delete("toy", "hero", "ann")
    assert house.send("hero-ann.json", file.data).json["names"] == ["ann"]
    assert house.library.all("toy", "hero") == {"ann": ANN}


def test_outdated_sheet_is_listed_with_reason(house: House) -> None:
    house.library.save("toy", "hero", "old", {"title": "Old", "health": 99})
    hero = house.get("/api/games/toy/form").json["sheets"]["hero"]
    assert hero["own"] == {} and hero["broken"] == {"old": "health: a number from 1 to 20 is needed, not 99."}


@pytest.mark.parametrize(
    "told", [{}, {"seats": 2, "choices": {"hero": {"1": "bold", "2": "meek"}}}], ids=["the sample", "as chosen"]
)
def test_the_same_wish_twice_is_one_table(house: House, told: Any) -> None:
    tables = [house.begin(**told, id=wish).json["table"] for wish in ("w1", "w1", "w2")]
    assert tables == ["t1", "t1", "t2"]
    assert [house.begin(**told).json["table"] for _ in range(2)] == ["t3", "t4"], "without an id each is another"


def test_repeated_wish_returns_its_table_despite_later_changes(house: House) -> None:
    house.put("ann", ANN)
    wish = {"seats": 2, "choices": {"hero": {"1": "ann", "2": "bold"}}, "id": "w1"}
    assert house.begin(**wish).json["table"] == "t1"
    house.library.delete("toy", "hero", "ann")
    assert house.begin(**wish).json["table"] == "t1"


def test_opened_table_stores_own_sheets_in_full(house: House) -> None:
    house.put("ann", ANN)
    chosen = {"hero": {"1": "ann", "2": "bold"}, "points": 2, "mood": "wild"}
    table = house.begin(seats=2, names=["Ann", " "], choices=chosen).json["table"]
    setup = house.hall.snapshot(table).setup
    assert setup.names == {"1": "Ann", "2": "The Bold"} and setup.choices["hero"] == {"1": ANN, "2": "bold"}
    house.library.delete("toy", "hero", "ann")
    assert SessionManager(house.log, Random(1)).snapshot(table).setup == setup, "the log needs no library"


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"seats": 9}, "Toy seats 1 to 2, not 9."),
        ({"seats": 1, "names": ["Ann", "Ben"]}, "There are 1 seats and 2 names."),
        ({"names": ["Ann", "Ann "]}, "Two seats are called Ann: nobody would know who is meant."),
        ({"names": ["x" * 25]}, "names.1: at most 24 letters make a name."),
        (
            {"names": ["<b>Ann"]},
            "names.1: leave out angle, square and curly brackets; the page draws what stands in them.",
        ),
        ({"choices": {"hero": {"1": "bold"}}}, "hero.2: choose a hero."),
        ({"choices": {"hero": {"1": "bold", "2": "eve"}}}, "hero.2: there is no hero 'eve'; there are bold, meek."),
        ({"choices": {"hero": {"1": {"title": "Nobody"}, "2": "bold"}}}, "hero.1: title: nobody is called Nobody."),
        ({"choices": {"points": 6}}, "points: a number from 0 to 5 is needed, not 6."),
        ({"after": "t1"}, "Table t1 is not over yet: play it to its end first."),
        ({"choices": {"won": 1}}, "There is no choice 'won'; there are mood, hero, rival, points, dark."),
        ({"choices": {"rival": {"title": "Nobody"}}}, "rival: title: nobody is called Nobody."),
        (
            {"choices": {"hero": {"1": {"title": "Ann", "health": 99}, "2": "bold"}}},
            "hero.1: health: a number from 1 to 20 is needed, not 99.",
        ),
    ],
)
def test_impossible_set_up_opens_no_table(house: House, told: Any, sentence: str) -> None:
    house.begin()
    got = house.begin(**{"seats": 2, **told})
    assert got.status_code == 422 and got.json["sentence"] == sentence
    assert house.hall.ids() == ("t1",)


def test_next_evening_starts_with_people_and_carry_over(house: House) -> None:
    house.put("ann", ANN)
    house.begin(seats=2, names=["Eve", "Ben"], choices={"hero": {"1": "ann", "2": "meek"}, "rival": "bold"})
    assert house.get("/api/tables/t1/snapshot").json["next"] == ""
    house.play_out("t1")
    assert house.get("/api/tables/t1/snapshot").json["next"] == "/new/toy?after=t1"
    begin = house.get("/api/games/toy/form?after=t1").json["begin"]
    left = {"hero": {"1": ANN, "2": "meek"}, "points": 0, "mood": "wild", "won": 1}
    assert begin == {"seats": 2, "names": {"1": "Eve", "2": "Ben"}, "choices": left}
    table = house.begin(after="t1", choices={"mood": "calm"}).json["table"]
    setup = house.hall.snapshot(table).setup
    assert setup.names == {"1": "Eve", "2": "Ben"} and setup.choices == {**left, "mood": "calm"}


def test_next_evening_refuses_a_table_of_another_game(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    house.hall.open("other")
    assert "Table t9" not in house.get("/api/games/toy/form?after=t1").json["sentence"]
    assert house.get("/api/games/toy/form?after=t9").status_code == 404


def test_unknown_kind_of_sheet_is_named(house: House) -> None:
    got = house.get("/api/games/toy/sheets/monster/x")
    assert got.json["sentence"] == "Toy has no sheets of the kind 'monster'; there are hero."


def test_rulebook_response_is_revalidated(house: House) -> None:
    got = house.get("/api/rules/toy")
    assert got.status_code == 200 and got.headers["Cache-Control"] == "no-cache" and got.headers["ETag"]
