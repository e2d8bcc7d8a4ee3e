"""Responses and refusals in games of every kind match the document."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games import names
from tests.asyncapi.evening import people
from tests.hostile.stand import Stand, open_stand
from tests.openapi import fits
from tests.web.house import OURS

STEPS = 5  # answers of people in each game
LOOKED = ("/api/tables/t1/snapshot", "/api/tables/t1/snapshot?as=wall", "/api/tables/t1/log?most=7")
AFTER = (
    "/api/tables/t1/steps",
    "/api/tables/t1/past?at=3",
    "/api/tables/t1/fairness",
    "/api/tables/t1/own/1",
    "/api/tables/t1/possible/1",
    "/api/fairness",
    "/api/shelf",
    "/api/lit",
    "/api/records",
    "/api/readers",
    "/api/readers/tags",
    "/api/setup",
    "/api/setup/inside",
    "/api/kits",
    "/t/t1/fairness.csv",
    "/t/t1/fairness.svg",
    "/t/t1",
    "/health",
    "/setup/markers-a4.pdf",
    "/words/de.json",
    "/api/tables/t9/snapshot",
)
SENT: tuple[tuple[str, Any], ...] = (
    ("/api/tables", {"game": "none"}),
    ("/api/tables/t1/answer", {"prompt": "p1"}),
    ("/api/tables/t1/answer", {"prompt": "p1", "values": ["6"], "id": "x"}),
    ("/api/tables/t1/saved", {"name": "now"}),
    ("/api/tables/t1/invite", {"seat": "1"}),
    ("/api/tables/t1/invite", {"seat": "9"}),
    ("/api/tables/t1/record", {"hidden": True}),
    ("/api/tables/t1/amend", {"seq": 2, "values": None, "dry": True}),
    ("/api/tables/t1/undo", {"to": 2}),
    ("/api/build", {"tray_mm": [300, 220], "picture_px": [1280, 720], "way": "across", "one": 66}),
    ("/api/join", {"token": "none"}),
    ("/api/readers/tags", {"tag": "0102", "kind": "token", "value": "skull"}),
)
"""Requests of a page, right and wrong."""


def door_of(app: Flask, path: str, method: str) -> str:
    """Return the endpoint at an address."""
    found, _ = app.url_map.bind("localhost").match(path.partition("?")[0], method)
    return str(found)


def played(stand: Stand, game: str) -> Iterator[TestResponse]:
    """Play on the tablet and yield all responses."""
    person, client = people(game, 1), stand.tablet
    for step in range(STEPS):
        yield from (client.get(path) for path in LOOKED)
        picture = stand.hall.snapshot("t1")
        if not picture.open:
            return
        given = person(picture, str(step))
        told = {"prompt": given.prompt, "values": given.values, "id": given.id}
        yield client.post("/api/tables/t1/answer", json=told, headers=OURS)


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
def test_responses_of_a_game_match_the_document(tmp_path: Path, game: str) -> None:
    told = fits.read()
    with open_stand(tmp_path, game) as stand:
        answers = list(played(stand, game))
        answers += [stand.tablet.post(path, json=body, headers=OURS) for path, body in SENT]
        answers += [stand.tablet.get(path) for path in (f"/api/games/{game}/form", f"/api/rules/{game}", *AFTER)]
        trouble = [
            said
            for answer in answers
            if (said := told.trouble(door_of(stand.app, answer.request.path, answer.request.method), answer))
        ]
    assert trouble == []
    assert sum(answer.status_code == 200 for answer in answers) > len(answers) / 2
