"""Languages of an installation, shipped and dropped in, for text and for the page. A broken file stops no other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.i18n import _, from_data, ngettext
from companion.i18n.languages import Languages
from companion.system.atomic_write import REASONS, explain_os_error

PIRATE = """
msgid "{who} moves to {place}."
msgstr "Arr, {who} sails t' {place}."

msgid "The flooded archive"
msgstr "The drowned chest"
"""
PAGE = """
msgid "Undo"
msgstr "Annuler"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} carte"
msgstr[1] "{n} cartes"

msgid "{n} token"
msgid_plural "{n} tokens"
msgstr[0] ""
msgstr[1] ""
"""
MOVES = _("{who} moves to {place}.", who="Ann", place=from_data("Kitchen"))
ARCHIVE = from_data("The flooded archive")


def drop(folder: Path, language: str, name: str, text: str | bytes) -> Languages:
    (folder / language).mkdir(exist_ok=True)
    (folder / language / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return Languages(folder)


def page(languages: Languages, language: str) -> Any:
    words = languages.page(language)
    assert words is not None
    return json.loads(words)


def test_ours_are_there_by_their_own_names() -> None:
    there = [(one.id, one.name, one.is_finished) for one in Languages().there()]
    assert there == [("en", "English", True), ("de", "Deutsch", True), ("pl", "Polski", False)]


@pytest.mark.parametrize("language", ["en", "xx"])
def test_unknown_language_falls_back_to_english(language: str) -> None:
    assert Languages().say(language)(MOVES) == "Ann moves to Kitchen."
    assert Languages().page(language) is None


@pytest.mark.parametrize("language", ["fr", "pirate", "pt-BR", "x1"])
def test_dropped_in_language_falls_back_per_message(tmp_path: Path, language: str) -> None:
    drop(tmp_path, language, "page.po", PAGE)
    languages = drop(tmp_path, language, "arkham.po", PIRATE)
    theirs = languages.say(language, "arkham")
    assert [theirs(one) for one in (MOVES, ngettext("{n} card", "{n} cards", 1))] == [
        "Arr, Ann sails t' Kitchen.",
        "1 card",
    ]
    assert page(languages, language)["Undo"] == "Annuler"
    assert {one.id: one.is_finished for one in languages.there()}[language] is False


def test_dropped_in_file_counts_after_a_restart(tmp_path: Path) -> None:
    now = Languages(tmp_path)
    assert [languages.has("fr") for languages in (now, drop(tmp_path, "fr", "mine.po", PIRATE))] == [False, True]


def test_dropped_in_catalogue_overrides_the_shipped_one(tmp_path: Path) -> None:
    german = drop(tmp_path, "de", "house.po", 'msgid "Nothing is asked."\nmsgstr "Ruhe."').say("de", "arkham")
    assert [german(_("Nothing is asked.")), german(_("Everybody"))] == ["Ruhe.", "Alle"]
    languages = drop(tmp_path, "de", "page.po", PAGE)
    words = page(languages, "de")
    assert [words["Undo"], words["Bring it back"]] == ["Annuler", "Wiederholen"]
    assert words["{n} card"] == {"one": "{n} carte", "other": "{n} cartes"}
    assert words["{n} token"] == {"one": "{n} Marker", "other": "{n} Marker"}, "an empty plural takes nothing from ours"
    assert languages.page("de") != Languages().page("de") == Languages().page("de")


def test_polish_has_forms_for_one_for_few_and_for_many() -> None:
    polish = page(Languages(), "pl")["{n} card"]
    assert polish == {"one": "{n} karta", "few": "{n} karty", "many": "{n} kart", "other": "{n} kart"}


def test_own_scenario_uses_its_own_catalogue(tmp_path: Path) -> None:
    house = from_data("The lock house")
    own = drop(tmp_path, "de", "the_lock_house.po", 'msgid "The lock house"\nmsgstr "Das Schleusenhaus"')
    assert [one.say("de", "arkham")(house) for one in (own, Languages())] == ["Das Schleusenhaus", "The lock house"]


@pytest.mark.parametrize("broken", ['msgid "no end', 'msgid "a"\nmsgstr "b"\nmsgstr "c"\nnonsense\n', b"\xff\xfe\x00"])
def test_broken_catalogue_is_reported_and_skipped(
    tmp_path: Path, broken: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    drop(tmp_path, "de", "mine.po", PIRATE)
    languages = drop(tmp_path, "de", "page.po", broken)
    assert ["page.po" in fault for fault in languages.faults()] == [True]
    assert languages.say("de", "arkham")(ARCHIVE) == "The drowned chest"
    assert page(languages, "de")["Undo"] == "Rückgängig"
    assert "page.po" in caplog.text


def test_a_language_is_read_once() -> None:
    languages = Languages()
    assert languages.say("de", "arkham") is languages.say("de", "arkham")
    assert languages.page("de") is languages.page("de")


@pytest.mark.parametrize("number", sorted(REASONS))
def test_why_a_file_is_refused_is_translated(number: int) -> None:
    refused = explain_os_error(OSError(number, "in the words of the system"))
    assert Languages().say("de")(from_data(refused)) != refused
