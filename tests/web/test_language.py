"""Each device is spoken to in its own language, by every door, and the log knows of none."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from werkzeug.exceptions import BadRequest, InternalServerError, NotFound, SecurityError

from companion.games.arkham import GAME
from companion.i18n import _
from companion.i18n.languages import Languages
from companion.schema import Answer
from companion.sessions import SessionManager
from companion.web.request.error_answers import sentence_of_http
from companion.web.request.language import COOKIE
from tests.web.house import OURS, House

LANGUAGES = Languages()  # read once for all these tests


@pytest.fixture
def house(tmp_path: Path) -> House:
    made = House(tmp_path, GAME)
    speak(made)
    return made


def speak(house: House, languages: Languages = LANGUAGES, **changes: Any) -> None:
    """The house speaks these languages."""
    parts = house.app.extensions["lamplight"]
    house.app.extensions["lamplight"] = replace(parts, languages=languages, **changes)


def switch(house: House, language: str) -> None:
    house.client.set_cookie(COOKIE, language)


def snapshot(house: House, table: str, **headers: str) -> Any:
    return house.client.get(f"/api/tables/{table}/snapshot", headers=headers).json


def test_a_device_is_spoken_to_in_english_unless_it_says_otherwise(house):
    table = house.hall.open("arkham")
    assert snapshot(house, table)["language"] == "en"
    assert snapshot(house, table)["title"] == "Arkham Horror: The Card Game"


@pytest.mark.parametrize(
    ("cookie", "setting", "browser", "language"),
    [
        ("de", "", "", "de"),
        ("en", "de", "de", "en"),
        ("", "de", "en", "de"),
        ("", "", "de-AT,en;q=0.5", "de"),
        ("", "", "fr, en;q=0.5", "en"),
        ("xx", "", "de", "de"),
        ("../../etc", "", "", "en"),
        ("", "xx", "", "en"),
    ],
)
def test_the_cookie_counts_then_the_house_then_the_browser(house, cookie, setting, browser, language):
    speak(house, language=setting)
    if cookie:
        switch(house, cookie)
    page = house.client.get("/", headers={"Accept-Language": browser} if browser else {}).text
    assert f' lang="{language}" ' in page.partition("<head>")[0]


def test_a_snapshot_comes_in_the_language_of_the_device_with_its_names_and_ids_as_they_were(house):
    table = house.hall.open("arkham")
    english = snapshot(house, table)
    switch(house, "de")
    german = snapshot(house, table)
    assert german["language"] == "de"
    assert german["title"] == "Arkham Horror: Das Kartenspiel"
    assert german["now"] != english["now"]
    ids = [[option["id"] for option in one["prompt"]["options"]] for one in german["asked"]]
    assert ids == [[option["id"] for option in one["prompt"]["options"]] for one in english["asked"]]
    assert [one["name"] for one in german["sittings"]] == [one["name"] for one in english["sittings"]]
    assert german["id"] == english["id"]


def test_an_answer_is_given_by_its_id_whatever_the_button_said(house):
    table = house.hall.open("arkham")
    switch(house, "de")
    asked = next(one["prompt"] for one in snapshot(house, table)["asked"] if one["mine"] and one["prompt"]["options"])
    option = next(one for one in asked["options"] if one["refused"] is None)
    answer = {"prompt": asked["id"], "values": [option["id"]], "id": "a1"}
    assert house.client.post(f"/api/tables/{table}/answer", json=answer, headers=OURS).status_code == 200


def test_errors_are_sentences_in_the_language_of_the_device(house):
    table = house.hall.open("arkham")
    answer = {"prompt": "p999.0", "values": [], "id": "a1"}
    english = house.client.post(f"/api/tables/{table}/answer", json=answer, headers=OURS).json
    switch(house, "de")
    german = house.client.post(f"/api/tables/{table}/answer", json=answer, headers=OURS).json
    assert german["code"] == english["code"] == "NOT_OPEN"
    assert english["sentence"] == "This was answered already, or is not asked now."
    assert german["sentence"] == "Das ist schon beantwortet oder gerade nicht gefragt."


def test_evenings_as_files_are_listed_in_the_words_of_their_games(house, tmp_path):
    own = tmp_path / "words" / "de"
    own.mkdir(parents=True)
    (own / "arkham.po").write_text('msgid "Arkham Horror: The Card Game"\nmsgstr "Von uns"\n')
    (own / "nemesis.po").write_text('msgid "Arkham Horror: The Card Game"\nmsgstr "Von drüben"\n')
    house.hall.open("arkham")
    speak(house, Languages(own.parent))
    switch(house, "de")
    assert [row["title"] for row in house.client.get("/api/records").json["tables"]] == ["Von uns"]


def test_what_nobody_has_said_why_is_said_in_german(house):
    switch(house, "de")
    assert house.client.delete("/", headers=OURS).json["sentence"] == "So nimmt diese Adresse nichts an."


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (BadRequest(), "This request was not understood. Load the page again."),
        (SecurityError("Host x is not trusted."), "This request was not understood. Load the page again."),
        (InternalServerError(), "Something went wrong in Lamplight itself. Do it again; its log says more."),
        (NotFound(), "There is nothing at this address."),
        (NotFound(_("There is no such picture.")), "There is no such picture."),
    ],
)
def test_only_sentences_of_ours_are_shown(error, sentence):
    assert str(sentence_of_http(error)) == sentence


def test_a_table_that_has_gone_elsewhere_is_no_mistake_of_ours(house):
    table = house.hall.open("arkham")
    house.hall._shelf.is_left = True
    gone = house.client.get(f"/api/tables/{table}/snapshot")
    assert (gone.status_code, gone.json["code"]) == (503, "ELSEWHERE")


def test_a_name_that_is_no_games_reads_no_catalogue(house):
    switch(house, "de")
    house.client.get("/page/x/first.js")
    known = LANGUAGES.say.cache_info().currsize
    house.client.get("/page/x/second.js")
    assert LANGUAGES.say.cache_info().currsize == known


def test_the_shelf_says_each_table_in_the_words_of_its_game(house, tmp_path):
    own = tmp_path / "words" / "de"
    own.mkdir(parents=True)
    for game in ("nemesis", "arkham"):
        (own / f"{game}.po").write_text(f'msgid "{{who}}: {{what}}"\nmsgstr "{game} {{who}} {{what}}"\n')
        house.hall.open(game)
    speak(house, Languages(own.parent))
    switch(house, "de")
    rows = house.client.get("/api/shelf").json["tables"]
    assert [row["now"].partition(" ")[0] for row in rows] == [row["game"] for row in rows]
    assert {row["game"] for row in rows} == {"nemesis", "arkham"}


@pytest.mark.parametrize("door", ["/api/shelf", "/api/games/arkham/form", "/api/tables/none/snapshot"])
def test_every_door_speaks(house, door):
    english = house.client.get(door).text
    switch(house, "de")
    assert house.client.get(door).text != english


def test_the_stream_speaks_as_the_cookie_did_when_it_was_opened(house):
    table = house.hall.open("arkham")
    switch(house, "de")
    stream = house.client.get(f"/api/tables/{table}/stream")
    try:
        event = next(part.decode() for part in stream.response if b"event: snapshot" in part)
    finally:
        stream.close()
    data = next(line for line in event.splitlines() if line.startswith("data: "))
    assert json.loads(data.removeprefix("data: "))["language"] == "de"


def test_the_pages_own_words_are_kept_for_as_long_as_they_are_the_same(house):
    switch(house, "de")
    page = house.client.get("/").text
    address = page.partition('data-words="')[2].partition('"')[0]
    words = house.client.get(address)
    assert "immutable" in words.headers["Cache-Control"]
    assert words.text == LANGUAGES.page("de")
    assert words.json["Undo"] == "Rückgängig"
    assert words.json["{n} card"] == {"one": "{n} Karte", "other": "{n} Karten"}
    assert "immutable" not in house.client.get("/words/de.json").headers["Cache-Control"]
    assert house.client.get("/words/en.json").status_code == 404
    assert house.client.get("/words/xx.json").status_code == 404


def test_the_page_knows_all_languages_by_their_own_names(house):
    page = house.client.get("/").text
    assert "Deutsch" in page.partition('data-languages="')[2].partition('"')[0]


def test_a_log_with_english_words_is_read_in_german(house, tmp_path):
    """What was played before there was a second language, or by a table that spoke English."""
    table = house.hall.open("arkham")
    for number in range(4):
        picture = house.hall.snapshot(table)
        prompt = next(one for one in picture.open if one.kind == "choose" and one.at != "menu")
        free = next(option.id for option in prompt.options if option.refused is None)
        house.hall.answer(table, Answer(f"a{number}", prompt.id, (free,), prompt.seat))
    house.hall = SessionManager(house.log, house.hall._random)  # another process finds the log
    speak(house, sessions=house.hall)
    english = snapshot(house, table)["log"]
    switch(house, "de")
    german = snapshot(house, table)["log"]
    assert [line["seq"] for line in german] == [line["seq"] for line in english]
    told = [(one["text"], other["text"]) for one, other in zip(english, german, strict=True) if one["kind"] == "fact"]
    assert told
    assert all(one != other for one, other in told)
