"""The languages of a house: ours and dropped-in ones, read once, and a broken file stops no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.i18n.languages import Language, Languages
from companion.system.atomic_write import WHY, explain_os_error
from tests.i18n.ours import german

PIRATE = """
msgid "{0} moves to {1}."
msgstr "Arr, {0} sails t' {1}."

msgid "The flooded archive"
msgstr "The drowned chest"
"""


def drop(folder: Path, language: str, name: str, text: str) -> None:
    (folder / language).mkdir(exist_ok=True)
    (folder / language / name).write_text(text, encoding="utf-8")


def test_english_and_our_languages_are_there_by_their_own_names():
    polish = Language("pl", "Polski", is_finished=False)
    assert Languages().there() == (Language("en", "English"), Language("de", "Deutsch"), polish)


def test_english_has_no_words_of_its_own():
    assert Languages().of("en") is None


def test_a_language_that_somebody_drops_in_is_there_and_spoken(tmp_path):
    drop(tmp_path, "fr", "mine.po", PIRATE)
    languages = Languages(tmp_path)
    assert [one.name for one in languages.there()] == ["English", "Deutsch", "Français", "Polski"]
    spoken = languages.of("fr")
    assert spoken is not None
    assert spoken.tongue("arkham").say("Ann moves to Kitchen.") == "Arr, Ann sails t' Kitchen."


def test_what_is_dropped_in_while_the_lamp_burns_is_there_at_the_next_start(tmp_path):
    now = Languages(tmp_path)
    drop(tmp_path, "fr", "mine.po", PIRATE)
    assert [languages.has("fr") for languages in (now, Languages(tmp_path))] == [False, True]


def test_what_is_dropped_in_wins_over_ours_and_ours_stays_beside_it(tmp_path):
    drop(tmp_path, "de", "arkham.po", PIRATE)
    spoken = Languages(tmp_path).of("de")
    assert spoken is not None
    assert spoken.tongue("arkham").say("The flooded archive") == "The drowned chest"
    assert spoken.tongue("arkham").say("Ann and Ben") == "Ann und Ben"


def test_somebodys_own_scenario_is_translated_by_a_file_of_its_own(tmp_path):
    drop(tmp_path, "de", "the_lock_house.po", 'msgid "The lock house"\nmsgstr "Das Schleusenhaus"\n')
    spoken = Languages(tmp_path).of("de")
    assert spoken is not None
    assert spoken.tongue("arkham").say("Ann: The lock house") == "Ann: Das Schleusenhaus"


@pytest.mark.slow
@pytest.mark.parametrize("broken", ['msgid "no end', 'msgid "a"\nmsgstr "b"\nmsgstr "c"\nnonsense\n', b"\xff\xfe\x00"])
def test_a_broken_file_is_told_of_and_the_others_go_on(tmp_path, broken):
    drop(tmp_path, "de", "mine.po", PIRATE)
    (tmp_path / "de" / "other.po").write_bytes(broken if isinstance(broken, bytes) else broken.encode())
    languages = Languages(tmp_path)
    assert len(languages.faults()) == 1
    assert "other.po" in languages.faults()[0]
    spoken = languages.of("de")
    assert spoken is not None
    assert spoken.tongue("arkham").say("The flooded archive") == "The drowned chest"


def test_a_language_is_read_once_and_not_before_it_is_asked_for(tmp_path):
    drop(tmp_path, "fr", "mine.po", PIRATE)
    languages = Languages(tmp_path)
    assert not languages.is_loaded("fr")
    assert languages.of("fr") is languages.of("fr")
    assert languages.is_loaded("fr")


def test_a_folder_of_another_name_is_called_by_its_name(tmp_path):
    drop(tmp_path, "pirate", "mine.po", PIRATE)
    assert Languages(tmp_path).there()[-2] == Language("pirate", "pirate", is_finished=False)


def test_a_word_of_two_games_is_said_as_the_game_at_hand_says_it():
    assert german().tongue("nemesis").say("Queen") == "Königin"
    assert german().tongue("draw_your_weapon").say("Queen") == "Dame"


@pytest.mark.parametrize("number", sorted(WHY))
def test_why_a_file_is_refused_is_said_in_the_words_of_the_page(number):
    refused = explain_os_error(OSError(number, "in the words of the system"))
    said = german().tongue("").say(f"Nothing can be written: {refused}.", frozenset())
    assert said.startswith("Nichts kann gespeichert werden: ")
    assert WHY[number] not in said
