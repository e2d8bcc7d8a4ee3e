"""The words of the page: found in its scripts, translated with the plurals of each language, and what people drop in wins."""

from __future__ import annotations

import json
import time
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from companion.i18n.languages import Languages
from tests.tools.words.content_messages import extract_page
from tests.tools.words.extract_javascript import extract
from tests.tools.words.template import KEYWORDS, template

FRENCH = """
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


def found(source: str) -> list[Any]:
    return [message for _line, _function, message, _comments in extract(BytesIO(source.encode()), KEYWORDS, (), {})]


def words(languages: Languages, language: str) -> Any:
    page = languages.page(language)
    assert page is not None
    return json.loads(page.json)


def drop(folder: Path, language: str, text: str) -> Languages:
    (folder / language).mkdir(exist_ok=True)
    (folder / language / "page.po").write_text(text, encoding="utf-8")
    return Languages(folder)


def test_a_template_is_found_with_numbered_holes_also_within_another() -> None:
    source = "const x = html`<p>${t`Table not heard for ${a ? t`one` : f(`${b}`)} s`}</p>`;\n// t`not this`"
    assert found(source) == ["Table not heard for {0} s", "one"]


def test_a_name_that_ends_in_t_is_no_tag_of_ours() -> None:
    assert found("html`a` + rest`b` + t`c`") == ["c"]


def test_a_sum_of_holes_is_nothing_to_translate_but_marks_around_them_are() -> None:
    assert found("t`${a} ${b}` + t`“${a}”`") == ["“{0}”"]


@pytest.mark.parametrize(
    "call",
    [
        'tn(n, "{n} card", "{n} cards")',
        'tn(\n  Math.max(a, f("b, c")),\n  "{n} card",\n  "{n} cards",\n  { a },\n)',
        "html`<b>${tn(list.filter((one) => one > 1).length, '{n} card', '{n} cards')}</b>`",
    ],
)
def test_a_plural_is_found_with_both_its_forms(call: str) -> None:
    assert found(call) == [("{n} card", "{n} cards")]


def test_a_plural_that_is_not_written_out_is_refused() -> None:
    with pytest.raises(ValueError, match="line 2: tn needs two strings"):
        found("\ntn(count, page.one, page.many)")


def test_each_is_told_with_its_line() -> None:
    lines = [line for line, *_ in extract(BytesIO(b"/** a\n * remark */\nt`one`;\n// t`none`\nt`two`"))]
    assert lines == [3, 5]


BROUGHT = """
tint = ["#335577", "#112233"]
kits = { demo_coin = "Demo: coins" }
faces.heads = { word = "Head", sentence = "the head", mark = "M0 0", tone = "good" }
kinds = [{ kind = "coin", shape = "disc", several = "coins", one = "{n} coin", many = "{n} coins", kit = "coins", title = "Coins", note = "two" }]
readable = [{ kind = "coin", title = "Old coins", least_px_per_mm = 1.1 }]
"""


@pytest.mark.parametrize(
    ("domain", "texts"),
    [
        ("page", ["Head", "coins", ("{n} coin", "{n} coins"), "Coins", "two", "Demo: coins"]),
        ("house", ["Head", "coins", "Old coins", "the head"]),
    ],
)
def test_a_game_brings_words_to_the_page_and_to_sentences(domain: str, texts: list[Any]) -> None:
    assert list(extract_page(BROUGHT, domain)) == texts


def test_words_of_the_scripts_and_of_games_are_messages_of_the_page() -> None:
    page = template("page")
    assert all(page.get(text) for text in ("Undo", "{n} card", "{n} noise die", "Chaos tokens"))


def test_german_says_one_and_several() -> None:
    german = words(Languages(), "de")
    assert german["Undo"] == "Rückgängig"
    assert german["{n} card"] == {"one": "{n} Karte", "other": "{n} Karten"}


def test_polish_has_forms_for_one_for_few_and_for_many() -> None:
    polish = words(Languages(), "pl")["{n} card"]
    assert polish == {"one": "{n} karta", "few": "{n} karty", "many": "{n} kart", "other": "{n} kart"}


def test_english_has_no_words_of_its_own_and_nor_has_what_is_not_there() -> None:
    assert Languages().page("en") is None
    assert Languages().page("xx") is None


def test_what_people_drop_in_wins_and_ours_stays_beside_it(tmp_path: Path) -> None:
    german = words(drop(tmp_path, "de", FRENCH), "de")
    assert german["Undo"] == "Annuler"
    assert german["{n} card"] == {"one": "{n} carte", "other": "{n} cartes"}
    assert german["Bring it back"] == "Wiederholen"


def test_a_plural_that_is_empty_in_their_file_takes_nothing_from_ours(tmp_path: Path) -> None:
    assert words(drop(tmp_path, "de", FRENCH), "de")["{n} token"] == {"one": "{n} Marker", "other": "{n} Marker"}


def test_a_language_of_their_own_is_there_and_told_to_be_unfinished(tmp_path: Path) -> None:
    languages = drop(tmp_path, "fr", FRENCH)
    assert words(languages, "fr")["Undo"] == "Annuler"
    there = {one.id: (one.name, one.is_finished) for one in languages.there()}
    assert there["fr"] == ("Français", False)
    assert there["de"] == ("Deutsch", True)


@pytest.mark.parametrize("language", ["pirate", "pt-BR", "x1"])
def test_a_folder_of_any_name_is_read(tmp_path: Path, language: str) -> None:
    languages = drop(tmp_path, language, FRENCH)
    assert words(languages, language)["Undo"] == "Annuler"
    assert languages.say(language)("Undo") == "Undo", "that is of the page"


def test_a_file_that_nobody_can_read_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert words(drop(tmp_path, "de", 'msgid "no end'), "de")["Undo"] == "Rückgängig"
    assert "page.po" in caplog.text


def test_the_version_changes_with_the_words(tmp_path: Path) -> None:
    ours, theirs = Languages().page("de"), drop(tmp_path, "de", FRENCH).page("de")
    assert ours == Languages().page("de")
    assert ours is not None and theirs is not None and ours.version != theirs.version


@pytest.mark.slow
def test_a_compiled_language_is_read_in_no_time() -> None:
    Languages().page("de")  # compiled now
    began = time.perf_counter()
    Languages().page("de")
    assert time.perf_counter() - began < 0.25, "it takes 20 ms; a busy machine has time enough"
