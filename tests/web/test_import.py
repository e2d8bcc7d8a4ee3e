"""Sheets that come in files of bytes, with pictures."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.engine import ImportedSheet, SheetFileFormat
from companion.errors import ContentError
from companion.games.mansions import GAME as MANSIONS
from companion.sessions import digest_of
from tests.fakes import FORMED
from tests.games.mansions.valkyrie.pack import ENGLISH, PNG, files, record, zipped
from tests.web.house import OURS, House

ANN = {"title": "Ann", "health": 7}


def read(name: str, upload: bytes) -> ImportedSheet:
    """A file of the toy: a picture, or a hero that has none."""
    if upload == b"bad":
        raise ContentError(f"{name} is damaged: get it again.")
    return ImportedSheet(ANN, {"face.png": upload} if upload.startswith(b"\x89") else {}, ("Ann came.",))


HERO = replace(
    FORMED.sheets["hero"], files=SheetFileFormat((".hero",), 17_500, read), note=lambda told: f"Hello {told['title']}"
)
TOY = replace(FORMED, sheets={"hero": HERO})


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    return House(tmp_path, TOY)


def test_imported_file_keeps_its_picture(house: House) -> None:
    got = house.send("Ann.HERO", PNG)
    assert got.json == {"names": ["ann"], "report": ["Ann came."]}
    assert house.library.all("toy", "hero") == {"ann": ANN}
    shown = house.get(f"/pictures/{digest_of(PNG)}")
    assert (shown.status_code, shown.data, shown.mimetype) == (200, PNG, "image/png")
    assert shown.headers["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in shown.headers["Cache-Control"] and "max-age=31536000" in shown.headers["Cache-Control"]
    shown.close()


def test_the_same_file_again_adds_nothing(house: House) -> None:
    house.send("ann.hero", PNG)
    assert house.send("ann.hero", PNG).json["names"] == []


def test_a_file_that_is_refused_leaves_nothing_behind(house: House) -> None:
    got = house.send("ann.hero", "bad")
    assert (got.status_code, got.json["sentence"]) == (422, "ann.hero is damaged: get it again.")
    assert house.library.all("toy", "hero") == {}


def test_sheet_with_unreadable_picture_is_refused(house: House) -> None:
    got = house.send("ann.hero", b"\x89nothing")
    assert got.status_code == 422 and "face.png is no picture" in got.json["sentence"]
    assert house.library.all("toy", "hero") == {}


def test_too_large_file_is_refused_with_the_limit(house: House) -> None:
    got = house.send("ann.hero", b"x" * 17_600)
    assert (got.status_code, got.json["sentence"]) == (422, "ann.hero: 17.6 kB came, at most 17.5 kB are read.")
    assert house.send("ann.hero", b"x" * 150_000).status_code == 413


@pytest.mark.parametrize("path", ["0" * 64, "..%2flog.db", "log.db", digest_of(PNG).upper()])
def test_picture_route_serves_imported_pictures_only(house: House, path: str) -> None:
    house.send("ann.hero", PNG)
    assert house.get(f"/pictures/{path}").status_code == 404


@pytest.fixture
def mansions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(games, "find", lambda _name: MANSIONS)
    return House(tmp_path, MANSIONS)


def upload(house: House, content: bytes) -> tuple[int, dict[str, object]]:

    sheet = {"sheet": (io.BytesIO(content), "mill.valkyrie")}
    got = house.client.post("/api/games/mansions/sheets/scenario/import", data=sheet, headers=OURS)
    return got.status_code, got.json


def test_uploaded_scenario_starts_a_table(mansions: House) -> None:
    status, told = upload(mansions, zipped(files(map_png=PNG)))
    assert status == 200 and told["names"] == ["the-mill"]
    page = mansions.get("/api/games/mansions/form").json["sheets"]["scenario"]
    assert page["own"] == {"the-mill": "The Mill"} and page["notes"]["the-mill"] == "2 to 5 investigators · English"
    begun = {"game": "mansions", "seats": 2, "choices": {"scenario": "the-mill"}}
    table = mansions.client.post("/api/tables", json=begun, headers=OURS).json["table"]
    story = mansions.hall.snapshot(table).state.story
    assert story.scenario.title == "The Mill" and story.scenario.pictures == {"map.png": digest_of(PNG)}


def test_a_hostile_zip_is_refused_with_a_sentence(mansions: House) -> None:
    status, told = upload(mansions, zipped({**files(), "../../x.ini": b""}))
    assert status == 422
    assert told["sentence"] == (
        "mill.valkyrie: '../../x.ini' leads out of the archive, so nothing of it was taken. Get the scenario from a place you trust."
    )


@pytest.mark.slow
def test_scenario_with_too_much_text_is_refused(mansions: House) -> None:
    long = ENGLISH + "".join(f"Event{n}.text,{Random(n).randbytes(450).hex() * 20}\n" for n in range(300))
    status, told = upload(mansions, zipped(files(Localization_English_txt=long)))
    assert status == 422 and "letters in all its languages, at most 4000000 are read" in str(told["sentence"])
    made = record()
    made["texts"]["English"]["Event1.text"] = "x" * 20_001
    sheet = {"sheet": (io.BytesIO(json.dumps(made).encode()), "mill.json")}
    got = mansions.client.post("/api/games/mansions/sheets/scenario/import", data=sheet, headers=OURS)
    assert got.status_code == 422 and "20001 letters, at most 20000 are read" in got.get_data(as_text=True)
    assert mansions.library.all("mansions", "scenario") == {}


def test_record_with_too_many_values_is_refused_unread(mansions: House) -> None:
    sheet = {"sheet": (io.BytesIO(b'{"a":[' + b"," * 400_000 + b"]}"), "mill.json")}
    got = mansions.client.post("/api/games/mansions/sheets/scenario/import", data=sheet, headers=OURS)
    assert got.status_code == 422
    assert "mill.json holds more than 400,000 values: no sheet needs so many." in got.get_data(as_text=True)


def test_older_oversized_scenario_stays_but_starts_no_table(mansions: House) -> None:
    before = record()
    before["texts"]["English"]["Event1.text"] = "x" * 25_000
    mansions.library.save("mansions", "scenario", "mill", before)
    sheets = mansions.get("/api/games/mansions/form").json["sheets"]["scenario"]
    assert (sheets["own"], sheets["broken"]) == ({"mill": "The Mill"}, {})
    got = mansions.begin(game="mansions", choices={"scenario": "mill"})
    assert got.status_code == 422
    assert "scenario: Event1.text of mill.valkyrie has 25000 letters, at most 20000 are read" in got.json["sentence"]
