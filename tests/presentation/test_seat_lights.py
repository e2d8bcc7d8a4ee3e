"""Lights of the seats, by prompts and dangers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.arkham.views import in_danger as arkham
from companion.games.mansions.views import in_danger as mansions
from companion.games.nemesis.views import in_danger as nemesis
from companion.presentation import lights_of
from companion.schema import Answer
from companion.sessions import SessionManager
from tests.fakes import TOY
from tests.new_log import new_log


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SessionManager]:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, danger=lambda _state, seat: seat == "2"))
    log = new_log(tmp_path)
    hall = SessionManager(log, Random(1))
    hall.open("toy")
    yield hall
    log.close()


def moods(hall: SessionManager) -> dict[str, str]:
    return {seat: light.mood for seat, light in lights_of(hall.snapshot("t1")).items()}


def tap(hall: SessionManager, place: int, *values: str) -> None:
    prompt = hall.snapshot("t1").open[place]
    hall.answer("t1", Answer(f"{prompt.id}", prompt.id, values, prompt.seat))


def test_asked_seat_is_lit_until_it_answers_and_danger_warned(hall: SessionManager) -> None:
    assert moods(hall) == {"1": "asked", "2": "danger"}
    tap(hall, 0, "cards")
    assert moods(hall) == {"1": "asked", "2": "asked"}
    tap(hall, 1, "2S")
    assert moods(hall) == {"1": "asked", "2": "danger"}
    picture = replace(hall.snapshot("t1"), over="The evening is over.")
    assert {light.mood for light in lights_of(picture).values()} == {"calm"}


GAMES: tuple[tuple[str, Callable[[Any, str], bool], Callable[[Any], Any]], ...] = (
    ("arkham", arkham, lambda one: replace(one, health=5, damage=4)),
    ("mansions", mansions, lambda one: replace(one, health=5, damage=replace(one.damage, up=3, down=1))),
    ("nemesis", nemesis, lambda one: replace(one, serious_wounds=3)),
)


@pytest.mark.parametrize(("name", "in_danger", "hurt"), GAMES, ids=[name for name, *_ in GAMES])
def test_game_warns_of_public_danger_only(name: str, in_danger: Any, hurt: Any) -> None:
    game = games.find(name)
    state: Any = game.setup(game.sample)
    field = "characters" if name == "nemesis" else "seats"
    crew = dict(getattr(state, field))
    near: Any = replace(state, **{field: {**crew, "1": hurt(crew["1"])}})
    assert [in_danger(state, "1"), in_danger(near, "1"), in_danger(near, "2")] == [False, True, False]
    assert game.danger is in_danger
    if name == "nemesis":
        dead: Any = replace(near, characters={**crew, "1": replace(hurt(crew["1"]), fate="dead")})
        assert not in_danger(dead, "1"), "nobody warns the dead"
