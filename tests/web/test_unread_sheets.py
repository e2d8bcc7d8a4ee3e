"""Stories are readable for leaders, closed while a table plays them, and never on a player's phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.engine import Game
from companion.games.draw_your_weapon import GAME as DUEL
from companion.games.mansions import GAME as MANOR
from companion.games.nemesis import GAME as SHIP
from companion.schema import DEALER, TABLE
from tests.web.every_door import ELSEWHERE
from tests.web.house import OURS
from tests.web.planted import Evening

FIND = games.find
STORIES = [(DUEL, "adventure"), (MANOR, "scenario"), (SHIP, "ship")]


def asked(device: FlaskClient, game: str, kind: str, name: str, **headers: str) -> list[tuple[int, str]]:
    """Return the responses for the sheet and for its file."""
    door = f"/api/games/{game}/sheets/{kind}/{name}"
    answers = [device.get(path, headers=headers) for path in (door, f"{door}/file")]
    found = [(answer.status_code, answer.get_data(as_text=True)) for answer in answers]
    for answer in answers:
        answer.close()
    return found


def codes(found: list[tuple[int, str]]) -> set[int]:
    return {status for status, _ in found}


def keeper(evening: Evening) -> FlaskClient:
    phone, token = evening.app.test_client(), evening.house.devices.invite("", "keeper")
    assert phone.post("/api/join", json={"token": token}, headers={**OURS, **ELSEWHERE}).status_code == 200
    return phone


def played_by(game: Game[Any, Any], kind: str) -> str:
    """The sheet that the table of an evening plays."""
    field = next(field for field in game.form.fields if field.sheet == kind) if game.form else None
    return str(game.sample.choices.get(field.name, field.default)) if field is not None else ""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), STORIES, ids=lambda one: one if isinstance(one, str) else one.name)
def test_player_phones_cannot_read_stories(
    begin: Callable[..., Evening], monkeypatch: pytest.MonkeyPatch, game: Game[Any, Any], kind: str
) -> None:
    evening = begin(DUEL if game is not DUEL else MANOR)
    everything = replace(evening.app.extensions["lamplight"], games=tuple(game for game, _kind in STORIES))
    monkeypatch.setitem(evening.app.extensions, "lamplight", everything)
    monkeypatch.setattr(games, "find", FIND)
    for name in game.sheets[kind].shipped():
        for seat, device in evening.devices.items():
            found = asked(device, game.name, kind, name, **(ELSEWHERE if seat != TABLE else {}))
            assert codes(found) == ({200} if seat == TABLE else {403}), f"{name} to {seat}"
        assert codes(asked(keeper(evening), game.name, kind, name, **ELSEWHERE)) == {200}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), STORIES, ids=lambda one: one if isinstance(one, str) else one.name)
def test_story_is_closed_while_a_table_plays_it(begin: Callable[..., Evening], game: Game[Any, Any], kind: str) -> None:
    evening, name = begin(game), played_by(game, kind)
    for device in (evening.tablet, keeper(evening)):
        found = asked(device, game.name, kind, name, **(ELSEWHERE if device is not evening.tablet else {}))
        assert codes(found) == {422}
        assert all("STORY_ON" in told and "Play it to its end first." in told for _, told in found)
    other = next((one for one in game.sheets[kind].shipped() if one != name), None)
    if other is not None:
        assert codes(asked(evening.tablet, game.name, kind, other)) == {200}, "another story is not played"


@pytest.mark.slow
def test_a_story_under_another_name_is_the_same(begin: Callable[..., Evening]) -> None:
    """Imported stories are closed too while a table plays them."""
    evening, name = begin(SHIP), played_by(SHIP, "ship")
    record = {**SHIP.sheets["ship"].shipped()[name], "title": "Mine"}
    put = evening.tablet.put("/api/games/nemesis/sheets/ship/mine", json=record, headers=OURS)
    assert put.status_code == 200, put.get_data(as_text=True)
    assert codes(asked(evening.tablet, "nemesis", "ship", "mine")) == {200}, "no table plays it"
    made = evening.tablet.post(
        "/api/tables", json={"game": "nemesis", "seats": 2, "choices": {"ship": "mine"}}, headers=OURS
    )
    assert made.status_code == 200, made.get_data(as_text=True)
    copy = evening.tablet.put("/api/games/nemesis/sheets/ship/copy", json=record, headers=OURS)
    assert copy.status_code == 200
    for sheet in ("mine", "copy"):
        assert codes(asked(evening.tablet, "nemesis", "ship", sheet)) == {422}


@pytest.mark.slow
def test_a_dealer_is_read_the_adventure_by_the_table_alone(begin: Callable[..., Evening]) -> None:
    evening = begin(DUEL)
    found = asked(evening.devices[DEALER], "draw_your_weapon", "adventure", played_by(DUEL, "adventure"), **ELSEWHERE)
    assert codes(found) == {403}


@pytest.mark.slow
def test_archived_table_keeps_its_story_closed_until_it_is_over(begin: Callable[..., Evening]) -> None:
    for over, status in ((SHIP.over, 422), (lambda _state: "It is over.", 200)):
        evening = begin(replace(SHIP, over=over))
        evening.hall.tables.put_away("t1")
        assert evening.hall.ids() == ()
        found = asked(evening.tablet, "nemesis", "ship", played_by(SHIP, "ship"))
        assert codes(found) == {status} and all(("STORY_ON" in told) is (status == 422) for _, told in found)
