"""The languages of a house: ours and dropped-in ones, read once, and a broken file stops no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.i18n import _, from_data, ngettext
from companion.i18n.languages import Languages
from companion.system.atomic_write import WHY, explain_os_error

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'
PIRATE = {"{who} moves to {place}.": "Arr, {who} sails t' {place}.", "The flooded archive": "The drowned chest"}
MOVES = _("{who} moves to {place}.", who="Ann", place=from_data("Kitchen"))


def drop(folder: Path, language: str, name: str, messages: dict[str, str]) -> None:
    (folder / language).mkdir(exist_ok=True)
    entries = "\n".join(f'msgid "{one}"\nmsgstr "{said}"\n' for one, said in messages.items())
    (folder / language / name).write_text(HEAD + entries, encoding="utf-8")


def test_ours_are_there_by_their_own_names() -> None:
    assert [(one.id, one.name) for one in Languages().there()] == [
        ("en", "English"),
        ("de", "Deutsch"),
        ("pl", "Polski"),
    ]


def test_english_is_what_the_sources_say() -> None:
    assert Languages().say("en")(MOVES) == "Ann moves to Kitchen."
    assert Languages().say("xx")(MOVES) == "Ann moves to Kitchen."


def test_a_language_that_somebody_drops_in_is_spoken_and_stays_english_where_it_is_silent(tmp_path: Path) -> None:
    drop(tmp_path, "fr", "arkham.po", PIRATE)
    languages = Languages(tmp_path)
    assert "Français" in [one.name for one in languages.there()]
    french = languages.say("fr", "arkham")
    assert french(MOVES) == "Arr, Ann sails t' Kitchen."
    assert french(ngettext("{n} card", "{n} cards", 1)) == "1 card"


def test_what_is_dropped_in_while_the_lamp_burns_is_there_at_the_next_start(tmp_path: Path) -> None:
    now = Languages(tmp_path)
    drop(tmp_path, "fr", "mine.po", PIRATE)
    assert [languages.has("fr") for languages in (now, Languages(tmp_path))] == [False, True]


def test_what_is_dropped_in_wins_over_ours_and_ours_stays_beside_it(tmp_path: Path) -> None:
    drop(tmp_path, "de", "house.po", {"Nothing is asked.": "Ruhe."})
    german = Languages(tmp_path).say("de", "arkham")
    assert german(_("Nothing is asked.")) == "Ruhe."
    assert german(_("Everybody")) == "Alle"


def test_somebodys_own_scenario_is_translated_by_a_file_of_its_own(tmp_path: Path) -> None:
    drop(tmp_path, "de", "the_lock_house.po", {"The lock house": "Das Schleusenhaus"})
    assert Languages(tmp_path).say("de", "arkham")(from_data("The lock house")) == "Das Schleusenhaus"


def test_a_scenario_without_translations_is_shown_as_it_is() -> None:
    assert Languages().say("de", "arkham")(from_data("The lock house nobody knows")) == "The lock house nobody knows"


@pytest.mark.parametrize("broken", ['msgid "no end', 'msgid "a"\nmsgstr "b"\nmsgstr "c"\nnonsense\n', b"\xff\xfe\x00"])
def test_a_broken_file_is_told_of_and_the_others_go_on(tmp_path: Path, broken: str | bytes) -> None:
    drop(tmp_path, "de", "mine.po", PIRATE)
    (tmp_path / "de" / "other.po").write_bytes(broken if isinstance(broken, bytes) else broken.encode())
    languages = Languages(tmp_path)
    assert ["other.po" in fault for fault in languages.faults()] == [True]
    assert languages.say("de", "arkham")(from_data("The flooded archive")) == "The drowned chest"


def test_a_language_is_read_once() -> None:
    languages = Languages()
    assert languages.say("de", "arkham") == languages.say("de", "arkham")


def test_a_folder_of_another_name_is_called_by_its_name(tmp_path: Path) -> None:
    drop(tmp_path, "pirate", "mine.po", PIRATE)
    assert "pirate" in [one.name for one in Languages(tmp_path).there()]


@pytest.mark.parametrize("number", sorted(WHY))
def test_why_a_file_is_refused_is_translated(number: int) -> None:
    refused = explain_os_error(OSError(number, "in the words of the system"))
    assert Languages().say("de")(from_data(refused)) != refused
