"""The commands of `words`: a language from nothing, brought up to its sources, checked, and told what it lacks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import ContentError
from tests.tools.words import commands, template
from tests.tools.words.catalogue_check import faults

BEGUN = """msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{who} attacks {whom}."
msgstr "%s"

msgid "{n} clue for {who}"
msgid_plural "{n} clues for {who}"
msgstr[0] "ein Hinweis: {who}"
msgstr[1] "{n} Hinweise: {who}"
"""
FORMS = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgctxt "dat"
msgid "The gatekeeper"
msgstr "dem Torwächter"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Catalogues of a checkout that has none; the page is all that there is to translate."""
    monkeypatch.setattr(template, "LOCALE", tmp_path)
    monkeypatch.setattr(template, "domains", lambda: ("page",))
    return tmp_path


def file_of(folder: Path, language: str, domain: str = "page") -> Path:
    path = folder / language / "LC_MESSAGES" / f"{domain}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def code_of(command: Callable[[], None]) -> int:
    with pytest.raises(SystemExit) as ended:
        command()
    return int(ended.value.code or 0)


@pytest.mark.slow
def test_words_new_writes_every_message_of_the_page(folder: Path, capsys: pytest.CaptureFixture) -> None:
    commands.new_command("pl")
    said = capsys.readouterr().out
    assert "the menu offers Polski" in said
    assert "words missing pl" in said
    text = file_of(folder, "pl").read_text(encoding="utf-8")
    assert 'msgid "Undo"\nmsgstr ""\n' in text
    assert 'msgid_plural "{n} cards"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n' in text
    with pytest.raises(ContentError, match="is there already"):
        commands.new_command("pl")


@pytest.mark.slow
def test_words_update_keeps_translations(folder: Path) -> None:
    commands.new_command("pl")
    file = file_of(folder, "pl")
    text = file.read_text(encoding="utf-8").replace('msgid "Undo"\nmsgstr ""', 'msgid "Undo"\nmsgstr "Cofnij"')
    file.write_text(f'{text}\nmsgid "Gone long ago"\nmsgstr "Dawno"\n', encoding="utf-8")
    commands.update_command("pl", "page")
    first = file.read_text(encoding="utf-8")
    assert 'msgid "Undo"\nmsgstr "Cofnij"' in first
    assert '#~ msgid "Gone long ago"\n#~ msgstr "Dawno"' in first
    commands.update_command("pl", "")
    assert file.read_text(encoding="utf-8") == first


@pytest.mark.slow
def test_words_missing_lists_frequent_messages_first(folder: Path, capsys: pytest.CaptureFixture) -> None:
    commands.new_command("pl")
    capsys.readouterr()
    assert code_of(lambda: commands.missing_command("pl", "")) == 1
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == f"page: {len(rest)} not translated"
    said = {message.id: len(message.locations) for message in template.template("page")}
    assert rest.index("  'Close'") < rest.index("  'Whole map'")
    assert said["Close"] > said["Whole map"]


def wrong(folder: Path, said: str, monkeypatch: pytest.MonkeyPatch, forms: str = FORMS) -> list[str]:
    file_of(folder, "de").write_text(BEGUN % said, encoding="utf-8")
    file_of(folder, "de", "house_forms").write_text(forms, encoding="utf-8")
    known = template.read("de", "page")
    monkeypatch.setattr("tests.tools.words.catalogue_check.template", lambda _domain: known)
    return list(faults("de", "page"))


@pytest.mark.parametrize("said", ["", "{who} greift {whom.dat} an.", "{whom.dat.cap}: {who}", "{whom.cap} und {who}"])
def test_words_check_accepts_moved_placeholders_and_known_forms(folder, said, monkeypatch) -> None:
    assert wrong(folder, said, monkeypatch) == []


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("{who} greift {wen} an.", "there is no wen"),
        ("{who} greift an.", "whom is left out"),
        ("{who greift an.", "who, whom is left out"),
        ("{who} greift {whom} an, {0}.", "there is no 0"),
        ("{who} greift {whom.acc} an.", "no name has the form acc"),
    ],
)
def test_words_check_names_an_unfit_translation(folder, said, fault, monkeypatch) -> None:
    assert f"{fault}: '{{who}} attacks {{whom}}.'" in wrong(folder, said, monkeypatch)


@pytest.mark.slow
def test_words_check_names_an_outdated_catalogue(folder: Path, capsys: pytest.CaptureFixture) -> None:
    file_of(folder, "de").write_text(BEGUN % "", encoding="utf-8")
    assert code_of(lambda: commands.check_command("")) == 1
    assert "de/page: " in (said := capsys.readouterr().out)
    assert "messages are new and 2 gone: bring it up to the sources with words update de page" in said


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "pl"])
def test_words_check_accepts_the_shipped_catalogues(language: str) -> None:
    assert list(faults(language, "page")) == []


@pytest.mark.slow
def test_words_german_page_is_complete() -> None:
    assert template.lacking("de", "page") == []
