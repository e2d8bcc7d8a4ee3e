"""Requests to a game with rich sheets end in a sentence or a playable table, never in a crash."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.games.arkham import GAME
from tests.web.house import OURS, House

ANN = {"name": "Ann", "willpower": 3, "intellect": 3, "combat": 3, "agility": 3, "health": 7, "sanity": 7}
CARD = {"title": "Mine", "easy": {"skull": {"modifier": -1}}}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(games, "find", lambda _name: GAME)
    house = House(tmp_path, GAME)
    yield house
    house.log.close()


def begin(house: House, **choices: Any) -> Any:
    told = {"game": "arkham", "seats": 2, "choices": choices}
    return house.client.post("/api/tables", json=told, headers=OURS)


def keep(house: House, kind: str, data: Any) -> Any:
    return house.client.put(f"/api/games/arkham/sheets/{kind}/mine", json=data, headers=OURS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("people", {"1": {"physical": "x"}}),
        ("people", [1]),
        ("people", {"1": {"physical": -3}}),
        ("people", {"1": {"physical": 10**30}}),
        ("played", 5),
        ("notes", [{"a": 1}]),
        ("bag", [["a"]]),
        ("bag", {"a": 1}),
    ],
)
def test_carry_over_of_unfinished_table_is_refused(house: House, name: str, value: Any) -> None:
    got = begin(house, **{name: value})
    assert got.status_code == 422
    assert got.json["sentence"].startswith(f"There is no choice '{name}'; there are scenario, difficulty,")
    assert house.hall.ids() == ()


def test_choices_without_end_are_not_read(house: House) -> None:
    got = begin(house, reference={**CARD, "easy": {"skull": {"effects": [{}] * 400_000}}})
    assert (got.status_code, got.json["sentence"]) == (400, "More than 1000 kB of choices came: no table needs that.")


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"reference": {"easy": 5}}, "reference: easy: a record is needed, not 5."),
        ({"reference": {"title": "M", "easy": {"skull": 5}}}, "reference: easy.skull: a record is needed, not 5."),
        ({"investigators": {"1": {**ANN, "deck": 5}}}, "investigators.1: deck: a list is needed, not 5."),
        ({"investigators": 5}, "investigators: a value for each seat is needed, not 5."),
        ({"without": ["AH-X-AOO"] * 2}, "without.1: 'AH-X-AOO' was chosen before."),
        ({"campaign_name": "a\u202eb"}, "campaign_name: '\\u202e' is no letter that can be read in one line."),
    ],
)
def test_a_choice_that_cannot_be_is_a_sentence(house: House, choices: Any, sentence: str) -> None:
    got = begin(house, **choices)
    assert (got.status_code, got.json["sentence"]) == (422, sentence)
    assert house.hall.ids() == ()


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("investigator", {**ANN, "elder_sign": {"counts": 5}}, "elder_sign.counts: a list is needed, not 5."),
        ("investigator", {**ANN, "deck": [{"name": "X", "card": 5}]}, "deck.0.card: a record is needed, not 5."),
        ("investigator", {**ANN, "deck": [{"name": "X", "card": {"icons": 5}}]}, "icons: a list is needed, not 5."),
        (
            "investigator",
            {**ANN, "elder_sign": {"effects": [{"cards": 10**6}]}},
            "elder_sign.effects.0.cards: a number",
        ),
        ("investigator", {**ANN, "deck": [{"name": "first"}]}, "deck.0.name: 'first' means something else"),
        ("reference", {**CARD, "hard": 5}, "hard: a record is needed, not 5."),
        ("reference", {**CARD, "easy": {"skull": {"effects": [{"damage": 10**400}]}}}, "skull.effects.0.damage"),
        ("reference", {**CARD, "easy": {"ghost": {}}}, "easy: there is no symbol 'ghost'"),
    ],
)
def test_a_sheet_that_cannot_be_is_a_sentence(house: House, kind: str, data: Any, words: str) -> None:
    got = keep(house, kind, data)
    assert got.status_code == 422 and words in got.json["sentence"]
    assert house.library.all("arkham", kind) == {}


def test_sheets_that_can_be_are_played(house: House) -> None:
    assert keep(house, "investigator", ANN).json == {"name": "mine", "title": "Ann"}
    assert keep(house, "reference", CARD).json == {"name": "mine", "title": "Mine"}
    table = begin(house, investigators={"1": "mine"}, reference="mine").json["table"]
    assert house.client.get(f"/api/tables/{table}/snapshot").status_code == 200


def test_shipped_sheets_can_be_kept_as_own(house: House) -> None:
    for kind, sheet in GAME.sheets.items():
        for data in sheet.shipped().values():
            assert keep(house, kind, data).status_code == 200
