"""Each device gets its own language from every route; the log is independent of it."""

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
from companion.web.request.error_answers import sentence_of_http
from companion.web.request.language import COOKIE
from tests.web.house import OURS, House

LANGUAGES = Languages()  # read once for all tests


@pytest.fixture
def house(tmp_path: Path) -> House:
    made = House(tmp_path, GAME)
    speak(made)
    return made


def speak(house: House, languages: Languages = LANGUAGES, **changes: Any) -> None:
    """Give the house these languages."""
    parts = house.app.extensions["lamplight"]
    house.app.extensions["lamplight"] = replace(parts, languages=languages, **changes)


def switch(house: House, language: str) -> None:
    house.client.set_cookie(COOKIE, language)


def snapshot(house: House, table: str, **headers: str) -> Any:
    return house.client.get(f"/api/tables/{table}/snapshot", headers=headers).json


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


def test_snapshot_and_stream_translate_text_and_keep_ids(house):
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
    stream = house.client.get(f"/api/tables/{table}/stream")
    try:
        event = next(part.decode() for part in stream.response if b"event: snapshot" in part)
    finally:
        stream.close()
    data = next(line for line in event.splitlines() if line.startswith("data: "))
    assert json.loads(data.removeprefix("data: "))["language"] == "de"


def test_refusal_uses_the_device_language_and_an_answer_none(house):
    table = house.hall.open("arkham")
    door, late = f"/api/tables/{table}/answer", {"prompt": "p999.0", "values": [], "id": "a1"}
    english = house.client.post(door, json=late, headers=OURS).json
    switch(house, "de")
    german = house.client.post(door, json=late, headers=OURS).json
    assert german["code"] == english["code"] == "NOT_OPEN"
    assert english["sentence"] == "This was answered already, or is not asked now."
    assert german["sentence"] == "Das ist schon beantwortet oder gerade nicht gefragt."
    asked = next(one["prompt"] for one in snapshot(house, table)["asked"] if one["mine"] and one["prompt"]["options"])
    option = next(one for one in asked["options"] if one["refused"] is None)
    answer = {"prompt": asked["id"], "values": [option["id"]], "id": "a1"}
    assert house.client.post(door, json=answer, headers=OURS).status_code == 200


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


@pytest.mark.slow
def test_page_catalogue_is_cached_until_it_changes(house):
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
