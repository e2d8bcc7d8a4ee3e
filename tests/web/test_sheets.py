"""Sheets of one's own over HTTP: kept, imported from files with pictures, and refused with their faults."""

from __future__ import annotations

import io
import json
import time
from dataclasses import replace
from typing import Any

import pytest

from companion.engine import ImportedSheet, SheetFileFormat
from companion.errors import ContentError
from companion.games.arkham import GAME as ARKHAM
from companion.games.mansions import GAME as MANSIONS
from companion.sessions import digest_of
from tests.fakes import FORMED
from tests.games.mansions.valkyrie.pack import PNG, files, record, zipped
from tests.web.conftest import Opening
from tests.web.house import OURS, SHEETS, House

ANN = {"title": "Ann", "health": 6, "skills": {"brains": 5}}


def read(name: str, upload: bytes) -> ImportedSheet:
    """A file of the toy: a picture, or a hero that has none."""
    if upload == b"bad":
        raise ContentError(f"{name} is damaged: get it again.")
    return ImportedSheet(ANN, {"face.png": upload} if upload.startswith(b"\x89") else {}, ("Ann came.",))


HERO = replace(
    FORMED.sheets["hero"], files=SheetFileFormat((".hero",), 17_500, read), note=lambda told: f"Hello {told['title']}"
)


@pytest.fixture
def house(opening: Opening) -> House:
    return opening(replace(FORMED, sheets={"hero": HERO}), House)


def own(house: House) -> Any:
    return house.library.all("toy", "hero")


def test_sheet_is_kept_read_downloaded_and_deleted(house: House) -> None:
    assert house.put("ann", ANN).json == {"name": "ann", "title": "Ann"}
    assert house.get(f"{SHEETS}/ann").json == {"name": "ann", "own": True, "data": ANN}
    file = house.get(f"{SHEETS}/ann/file")
    assert "attachment; filename=hero-ann.json" in file.headers["Content-Disposition"]
    assert house.client.delete(f"{SHEETS}/ann", headers=OURS).status_code == 200
    gone = house.client.delete(f"{SHEETS}/ann", headers=OURS)
    assert gone.status_code == 422 and gone.json == gone.json | {"sentence": "There is no hero 'ann' of your own."}
    assert house.send("hero-ann.json", file.data).json["names"] == ["ann"] and own(house) == {"ann": ANN}


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
    assert got.status_code == 422 and got.json["sentence"] == sentence and own(house) == {}


@pytest.mark.parametrize("name", ["a b", "-a", "x" * 61, "a.b"])
def test_sheet_name_is_checked_before_its_body(house: House, name: str) -> None:
    got: Any = house.client.put(f"{SHEETS}/{name}", data=b"{", headers=OURS)
    assert "is no name for a sheet" in got.json["sentence"]


@pytest.mark.parametrize(
    "raw", [b"{", b'{"title": NaN}', b"\xff\xfe", b"[" * 100_000, b"{" * 3, b"x" * 200_001], ids=len
)
def test_bytes_that_are_no_sheet_are_refused(house: House, raw: bytes) -> None:
    for got in (house.client.put(f"{SHEETS}/ann", data=raw, headers=OURS), house.send("ann.json", raw)):
        assert got.status_code in (413, 422) and got.json is not None and got.json["sentence"]
    assert own(house) == {}


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
def test_deeply_nested_records_are_refused(house: House, depth: int) -> None:
    deep = b'{"title": "Ann", "x": ' + b"[" * depth + b"]" * depth + b"}"
    for got in (house.client.put(f"{SHEETS}/ann", data=deep, headers=OURS), house.send("ann.json", deep)):
        assert got.status_code == 422
    for start, end in ((b'{"hero": {"1": ', b"}}"), (b'{"points": ', b"}")):
        chosen = b'{"game": "toy", "choices": ' + start + deep + end + b"}"
        assert house.client.post("/api/tables", data=chosen, headers=OURS).status_code in (400, 422)
    assert house.hall.ids() == () and own(house) == {}


def test_full_library_reads_nothing_more(house: House) -> None:
    several = {"hero": {f"h{n}": {} for n in range(401)}}
    assert house.send("all.json", json.dumps(several)).json["sentence"].startswith("400 sheets of a kind are kept")
    house.library.save_all("toy", "hero", {f"h{n}": ANN for n in range(400)})
    got: Any = house.client.put(f"{SHEETS}/ann", data=b"{", headers=OURS)
    assert got.json["sentence"].startswith("400 sheets of a kind are kept")
    assert house.put("h7", ANN).status_code == 200, "one that is there may be changed"


def test_faulty_file_names_every_fault_and_keeps_nothing(house: House) -> None:
    several = {"hero": {"ann": ANN, "ben": {"title": "Nobody"}, "eve": {"title": "", "health": 0}, "tom": 3}}
    got = house.send("all.json", json.dumps(several))
    assert got.status_code == 422 and got.json["sentence"].splitlines() == [
        "hero.ben: title: nobody is called Nobody.",
        "hero.eve: title: 1 to 40 letters are needed, 0 came.",
        "hero.eve: health: a number from 1 to 20 is needed, not 0.",
        "hero.tom: a record is needed, not int.",
    ]
    assert own(house) == {}


def test_imported_file_keeps_its_picture_once(house: House) -> None:
    assert house.send("Ann.HERO", PNG).json == {"names": ["ann"], "report": ["Ann came."]}
    assert house.send("ann.hero", PNG).json["names"] == [] and own(house) == {"ann": ANN}
    shown = house.get(f"/pictures/{digest_of(PNG)}")
    assert (shown.status_code, shown.data, shown.mimetype) == (200, PNG, "image/png")
    assert shown.headers["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in shown.headers["Cache-Control"] and "max-age=31536000" in shown.headers["Cache-Control"]
    shown.close()
    for path in ("0" * 64, "..%2flog.db", "log.db", digest_of(PNG).upper()):
        assert house.get(f"/pictures/{path}").status_code == 404, path


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"bad", "ann.hero is damaged: get it again."),
        (b"\x89nothing", "face.png is no picture"),
        (b"x" * 17_600, "ann.hero: 17.6 kB came, at most 17.5 kB are read."),
    ],
    ids=["damaged", "no picture", "too large"],
)
def test_refused_file_leaves_nothing_behind(house: House, content: bytes, says: str) -> None:
    got = house.send("ann.hero", content)
    assert got.status_code == 422 and says in got.json["sentence"] and own(house) == {}
    assert house.send("ann.hero", b"x" * 150_000).status_code == 413


def test_sheets_of_a_rich_game_are_kept_and_played(opening: Opening) -> None:
    house, card = opening(ARKHAM, House), {"title": "Mine", "easy": {"skull": {"modifier": -1}}}

    def keep(kind: str, data: Any) -> Any:
        return house.client.put(f"/api/games/arkham/sheets/{kind}/mine", json=data, headers=OURS)

    refused = keep("reference", {**card, "easy": {"skull": {"effects": [{"damage": 10**400}]}}})
    assert refused.status_code == 422 and "skull.effects.0.damage" in refused.json["sentence"]
    for kind, sheet in ARKHAM.sheets.items():
        assert {keep(kind, data).status_code for data in sheet.shipped().values()} == {200}
    ann = {"name": "Ann", "willpower": 3, "intellect": 3, "combat": 3, "agility": 3, "health": 7, "sanity": 7}
    assert keep("investigator", ann).json == {"name": "mine", "title": "Ann"}
    assert keep("reference", card).json == {"name": "mine", "title": "Mine"}
    chosen = {"investigators": {"1": "mine"}, "reference": "mine"}
    table = house.begin(game="arkham", seats=2, choices=chosen).json["table"]
    assert house.client.get(f"/api/tables/{table}/snapshot").status_code == 200


@pytest.fixture
def mansions(opening: Opening) -> House:
    return opening(MANSIONS, House)


def upload(house: House, content: bytes, name: str = "mill.valkyrie") -> tuple[int, Any]:
    sheet = {"sheet": (io.BytesIO(content), name)}
    got = house.client.post("/api/games/mansions/sheets/scenario/import", data=sheet, headers=OURS)
    return got.status_code, got.json


def test_uploaded_scenario_starts_a_table(mansions: House) -> None:
    status, told = upload(mansions, zipped(files(map_png=PNG)))
    assert status == 200 and told["names"] == ["the-mill"]
    page = mansions.get("/api/games/mansions/form").json["sheets"]["scenario"]
    assert page["own"] == {"the-mill": "The Mill"} and page["notes"]["the-mill"] == "2 to 5 investigators · English"
    table = mansions.begin(game="mansions", seats=2, choices={"scenario": "the-mill"}).json["table"]
    story = mansions.hall.snapshot(table).state.story
    assert story.scenario.title == "The Mill" and story.scenario.pictures == {"map.png": digest_of(PNG)}


def test_hostile_or_endless_file_is_refused_with_a_sentence(mansions: House) -> None:
    status, told = upload(mansions, zipped({**files(), "../../x.ini": b""}))
    assert status == 422 and told["sentence"] == (
        "mill.valkyrie: '../../x.ini' leads out of the archive, so nothing of it was taken. Get the scenario from a place you trust."
    )
    status, told = upload(mansions, b'{"a":[' + b"," * 400_000 + b"]}", "mill.json")
    assert status == 422 and "mill.json holds more than 400,000 values: no sheet needs so many." in told["sentence"]


def test_older_oversized_scenario_stays_but_starts_no_table(mansions: House) -> None:
    before = record()
    before["texts"]["English"]["Event1.text"] = "x" * 25_000
    mansions.library.save("mansions", "scenario", "mill", before)
    sheets = mansions.get("/api/games/mansions/form").json["sheets"]["scenario"]
    assert (sheets["own"], sheets["broken"]) == ({"mill": "The Mill"}, {})
    got = mansions.begin(game="mansions", choices={"scenario": "mill"})
    assert got.status_code == 422
    assert "scenario: Event1.text of mill.valkyrie has 25000 letters, at most 20000 are read" in got.json["sentence"]
