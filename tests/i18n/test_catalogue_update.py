"""A catalogue that is brought up to its sources loses nothing that somebody wrote."""

from __future__ import annotations

from io import BytesIO

from babel.messages.pofile import read_po

from companion.i18n.catalogue_update import lacking, merge, update
from companion.i18n.domains import Domain

OLD = """
#: a.py
msgid "{0} moves."
msgstr "{0} geht."

msgid "It rains."
msgstr "Es regnet."

msgid "Not translated."
msgstr ""

# by hand
msgid "{0} clues"
msgstr "{0} Hinweise"

msgctxt "dat"
msgid "the Kitchen"
msgstr "der Küche"

# same
msgid "Ann"
msgstr "Ann"
"""


def merged(sources: dict[str, tuple[str, ...]], old: str = OLD):
    catalogue = read_po(BytesIO(old.encode()), locale="de")
    return merge(catalogue, sources, "de", "test")


SOURCES = {"{0} moves.": ("b.py",), "{0} falls.": ("b.py",), "Ann": ("a.py",), "the Kitchen": ("a.toml",)}


def test_what_is_translated_stays_and_what_is_new_stands_empty():
    made = merged(SOURCES)
    assert made["{0} moves."].string == "{0} geht."
    assert made["{0} moves."].locations == [("b.py", 0)]
    assert made["{0} falls."].string == ""


def test_forms_remarks_and_entries_by_hand_stay():
    made = merged(SOURCES)
    assert made.get("the Kitchen", "dat").string == "der Küche"
    assert made["{0} clues"].string == "{0} Hinweise"
    assert made["Ann"].user_comments == ["same"]


def test_what_is_gone_is_kept_aside_where_it_was_translated_and_comes_back_with_its_source():
    made = merged(SOURCES)
    assert made.get("It rains.") is None
    assert made.get("Not translated.") is None
    assert [message.string for message in made.obsolete.values()] == ["Es regnet."]
    again = merge(made, SOURCES | {"It rains.": ("a.py",)}, "de", "test")
    assert again["It rains."].string == "Es regnet."
    assert not again.obsolete


def test_a_new_language_begins_with_every_sentence_open_and_loses_none_that_is_translated(tmp_path):
    domain = Domain("lamp", ("companion/messaging/displays/*.py",))
    everything = lacking("fr", domain, tmp_path)
    assert everything
    update("fr", domain, tmp_path)
    file = tmp_path / "fr" / "lamp.po"
    text = file.read_text(encoding="utf-8")
    first = everything[0]
    file.write_text(text.replace(f'msgid "{first}"\nmsgstr ""', f'msgid "{first}"\nmsgstr "Ouvert"'), encoding="utf-8")
    update("fr", domain, tmp_path)
    assert lacking("fr", domain, tmp_path) == everything[1:]
