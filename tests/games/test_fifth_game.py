"""A fifth game is one folder: the example of docs/adding-a-game.md is written to disk, loaded, played and tested."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.schema import Reading, SeenObject
from tests.command_line import typed
from tests.games.fifth import written
from tests.web.house import OURS, House

ROOT = Path(__file__).parents[2]
QUIETLY = ("-q", "-p", "no:cacheprovider", "-p", "no:randomly")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of games from the document."""
    return written(tmp_path_factory.mktemp("games"))


@pytest.fixture
def pips(folder: Path) -> Iterator[Any]:
    games.look_in(folder)
    yield games.find("pips")
    games.look_away(folder)


@pytest.fixture
def house(pips: Any, tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path, pips)
    yield house
    house.log.close()


def snapshot(house: House, table: str) -> Any:
    return house.get(f"/api/tables/{table}/snapshot").json


def tapped(house: House, table: str, *faces: str) -> None:
    """Answer the open prompt on the page."""
    prompt = snapshot(house, table)["asked"][0]["prompt"]["id"]
    told = {"id": f"tap-{prompt}", "prompt": prompt, "values": faces}
    assert house.client.post(f"/api/tables/{table}/answer", json=told, headers=OURS).status_code == 200


def thrown(house: House, table: str, *faces: str) -> str:
    """Answer the open prompt with dice under the camera."""
    question = house.hall.snapshot(table).open[0].id.rpartition(".")[0]
    seen = tuple(SeenObject("d6", face, 0.99) for face in faces)
    reading = Reading(
        f"r{question}", "lamp", "vision/cam0", "e", int(question[1:]), f"{table}.{question}", objects=seen
    )
    return house.hall.readings.handle(reading)


def begun(house: House) -> str:
    """Begin a game of three with one die each, by the page's form."""
    told = {"game": "pips", "seats": 3, "names": ["Ann", "Ben", "Cleo"], "choices": {"dice": 1}}
    return str(house.client.post("/api/tables", json=told, headers=OURS).json["table"])


@pytest.mark.slow
def test_shelf_shows_an_own_game(house):
    assert "pips" in games.names()
    (shown,) = house.get("/api/shelf").json["games"]
    assert (shown["title"], shown["seats"], shown["kinds"], shown["form"]) == ("Pips", [2, 6], ["d6"], True)


@pytest.mark.slow
def test_own_game_brings_tint_and_emblem(house):
    version = house.get("/api/shelf").json["assets"]
    assert '"pips":{"tint":["#3a4a2c","#0f140b"]' in house.get(f"/page/{version}/games.js").text
    drawn = house.get(f"/page/{version}/games/pips/emblem.svg")
    assert (drawn.status_code, drawn.mimetype) == (200, "image/svg+xml")
    assert "immutable" in drawn.headers["Cache-Control"]


@pytest.mark.slow
def test_own_game_is_played_by_dice_and_taps(house):
    table = begun(house)
    assert thrown(house, table, "4") == "committed"
    tapped(house, table, "4")
    tapped(house, table, "1")  # Ann and Ben tie: they alone roll again
    for faces in ("6", "2", *("5", "3", "1") * 2):
        tapped(house, table, faces)
    shown = snapshot(house, table)
    assert shown["over"] == "Ann has won 3 rounds."
    assert not shown["asked"]
    assert "Ann and Ben tie and roll again." in [line["text"] for line in shown["log"]]


@pytest.mark.slow
def test_replay_command_accepts_an_own_game(house, folder, tmp_path, monkeypatch):
    table = begun(house)
    for faces in ("4", "4", "1", "6", "2"):
        tapped(house, table, faces)
    games.look_away(folder)  # the command finds it by the setting
    monkeypatch.setenv("LAMPLIGHT_OWN_GAMES", str(folder))
    said = typed("replay", str(tmp_path / "log.db"))
    assert (said.exit_code, said.output.splitlines()[-1]) == (0, "1 of 1 table comes out the same")


@pytest.mark.slow
def test_own_game_passes_its_tests(folder):
    command = (sys.executable, "-m", "pytest", *QUIETLY, str(folder / "test_pips.py"))
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout
