"""Set-ups of an evening: the form, choices and their refusals over HTTP, and set-ups that no page has sent."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion import games
from companion.engine import GameSetup
from companion.errors import LamplightError
from companion.games.arkham import GAME as ARKHAM
from companion.presentation import prove_setup
from companion.schema import DEALER
from companion.sessions import SessionManager
from tests.fakes import FORMED, HEROES, TOY
from tests.web.conftest import Opening
from tests.web.house import House

ANN = {"title": "Ann", "health": 6, "skills": {"brains": 5}}


@pytest.fixture
def house(opening: Opening) -> House:
    return opening(FORMED, House)


def test_form_comes_with_the_sheets_by_title(house: House) -> None:
    house.put("ann", ANN)
    house.library.save("toy", "hero", "old", {"title": "Old", "health": 99})
    page = house.get("/api/games/toy/form").json
    assert (page["title"], page["seats"]) == ("Toy", [1, 2])
    assert [field["name"] for field in page["form"]["fields"]] == ["mood", "hero", "rival", "points", "dark"]
    hero = page["sheets"]["hero"]
    assert hero["shipped"] == {"bold": "The Bold", "meek": "The Meek"} and hero["own"] == {"ann": "Ann"}
    assert hero["broken"] == {"old": "health: a number from 1 to 20 is needed, not 99."}
    assert page["begin"] == {"seats": 2, "names": {}, "choices": {}}


def test_unknown_game_or_kind_of_sheet_is_named(house: House) -> None:
    got = house.get("/api/games/chess/form")
    assert got.status_code == 422 and got.json["sentence"] == "There is no game 'chess'; there are toy."
    got = house.get("/api/games/toy/sheets/monster/x")
    assert got.json["sentence"] == "Toy has no sheets of the kind 'monster'; there are hero."


def test_repeated_wish_returns_its_table_despite_later_changes(house: House) -> None:
    house.put("ann", ANN)
    wish = {"seats": 2, "choices": {"hero": {"1": "ann", "2": "bold"}}}
    assert [house.begin(**wish, id=wish_id).json["table"] for wish_id in ("w1", "w1", "w2")] == ["t1", "t1", "t2"]
    assert [house.begin(**wish).json["table"] for _ in range(2)] == ["t3", "t4"], "without an id each is another"
    house.library.delete("toy", "hero", "ann")
    assert house.begin(**wish, id="w1").json["table"] == "t1"
    assert [house.begin(id="w3").json["table"] for _ in range(2)] == ["t5", "t5"], "the sample"


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
        ({"choices": {"hero": {"1": "bold"}}}, "hero.2: choose a hero."),
        ({"choices": {"hero": {"1": "bold", "2": "eve"}}}, "hero.2: there is no hero 'eve'; there are bold, meek."),
        ({"choices": {"hero": {"1": {"title": "Nobody"}, "2": "bold"}}}, "hero.1: title: nobody is called Nobody."),
        ({"choices": {"points": 6}}, "points: a number from 0 to 5 is needed, not 6."),
        ({"after": "t1"}, "Table t1 is not over yet: play it to its end first."),
        ({"choices": {"won": 1}}, "There is no choice 'won'; there are mood, hero, rival, points, dark."),
        ({"choices": {"rival": {"title": "Nobody"}}}, "rival: title: nobody is called Nobody."),
    ],
)
def test_impossible_set_up_opens_no_table(house: House, told: Any, sentence: str) -> None:
    house.begin()
    got = house.begin(**{"seats": 2, **told})
    assert got.status_code == 422 and got.json["sentence"] == sentence
    assert house.hall.ids() == ("t1",)


def test_next_evening_starts_with_people_and_carry_over(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
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
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    house.hall.open("other", name="t9")
    refused = house.get("/api/games/toy/form?after=t9")
    assert refused.status_code == 422 and "t9" in refused.json["sentence"], "a table of another game"
    assert house.get("/api/games/toy/form?after=t99").status_code == 404


@pytest.fixture
def arkham(opening: Opening) -> House:
    """A house with a game of rich sheets."""
    return opening(ARKHAM, House)


CARD = {"title": "Mine", "easy": {"skull": {"modifier": -1}}}


@pytest.mark.parametrize(
    ("choices", "status", "sentence"),
    [
        ({"people": {"1": {"physical": 10**30}}}, 422, "There is no choice 'people'; there are scenario, difficulty,"),
        ({"reference": {"title": "M", "easy": {"skull": 5}}}, 422, "reference: easy.skull: a record is needed, not 5."),
        ({"without": ["AH-X-AOO"] * 2}, 422, "without.1: 'AH-X-AOO' was chosen before."),
        ({"campaign_name": "a\u202eb"}, 422, "campaign_name: '\\u202e' is no letter that can be read in one line."),
        (
            {"reference": {**CARD, "easy": {"skull": {"effects": [{}] * 400_000}}}},
            400,
            "More than 1000 kB of choices came: no table needs that.",
        ),
    ],
    ids=["people", "record", "twice", "letter", "endless"],
)
def test_impossible_choice_of_a_rich_game_is_refused(arkham: House, choices: Any, status: int, sentence: str) -> None:
    got = arkham.begin(game="arkham", seats=2, choices=choices)
    assert got.status_code == status and got.json["sentence"].startswith(sentence)
    assert arkham.hall.ids() == ()


BOLD = {"1": "bold", "2": "meek"}
OWN = {"title": "Ann the Odd <3 of hearts>", "health": 3}
SOUND = GameSetup(("1", "2"), {"1": "Ann", "2": "Ben", DEALER: "Dee"}, {"hero": BOLD, "points": 2})


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"names": {}},
        {"choices": {"hero": {"1": {**HEROES["bold"]}, "2": "meek"}, "won": 3}},
        {"choices": {"hero": {"1": OWN, "2": "meek"}}, "names": {"1": "Ann the Odd <3 of heart…"}},
    ],
    ids=["as it is", "without names", "with a sheet in full and what an ended one leaves", "called as its sheet"],
)
def test_choices_of_a_page_are_valid(change: Any) -> None:
    prove_setup(FORMED, replace(SOUND, **change))


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"seats": ("1", "3")}, "not numbered"),
        ({"seats": ()}, "seats 1 to 2"),
        ({"seats": ("1", "2", "3")}, "seats 1 to 2"),
        ({"names": {"house": "Ann"}}, "nobody sits there"),
        ({"names": {"1": "A" * 25}}, "names.1"),
        ({"names": {"1": "<b>Ann"}}, "names.1"),
        ({"names": {"1": "Ann", "2": "Ann"}}, "called Ann"),
        ({"choices": {"hero": BOLD, "points": 99}}, "points: a number"),
        ({"choices": {"hero": BOLD, "mood": "sad"}}, "mood: there is no choice"),
        ({"choices": {"hero": {**BOLD, "9": "bold"}}}, "hero"),
        ({"choices": {"hero": {"1": {"title": "Ann", "health": 400}, "2": "meek"}}}, "hero.1: health"),
    ],
)
def test_invalid_choices_are_refused_with_their_place(change: Any, place: str) -> None:
    with pytest.raises(LamplightError, match=place):
        prove_setup(FORMED, replace(SOUND, **change))


def test_rulebook_response_is_revalidated(house: House) -> None:
    got = house.get("/api/rules/toy")
    assert got.status_code == 200 and got.headers["Cache-Control"] == "no-cache" and got.headers["ETag"]
