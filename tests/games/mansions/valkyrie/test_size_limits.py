"""Size limits of scenarios: a small machine must be able to play them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from companion.errors import ContentError
from companion.games.mansions.content import scenario_sheets
from companion.games.mansions.content.valkyrie import record as community
from companion.games.mansions.content.valkyrie import section
from companion.games.mansions.content.valkyrie.record import record_of, scenario_of
from companion.presentation.pages.sheets import proved, proved_brought, proved_new
from tests.games.mansions.valkyrie.pack import ENGLISH, EVENTS, HEAD, files, record, zipped

MANY_SECTIONS = "\n".join(f"[Event{n}]" for n in range(section.NEW.sections + 1))
MANY_WORDS = EVENTS + "".join(f"[EventX{n}]\nadd={' '.join(f'Token{n}-{m}' for m in range(900))}\n" for n in range(40))
MANY_TEXTS = ENGLISH + "\n".join(f"a{n},b" for n in range(section.NEW.texts))
MANY_LETTERS = ENGLISH + "\n".join(f"Event{n}.text,{Random(n).randbytes(450).hex() * 20}" for n in range(300))  # 5.4 MB
LONG_TEXT = ENGLISH + f"EventLong.text,{'x' * (section.NEW.of_one + 1)}"

TOO_LARGE = [
    ({"events_ini": MANY_SECTIONS}, r"has 5002 sections, at most 5000 are read: take events out"),
    ({"events_ini": MANY_WORDS}, r"words in its sections, at most 30000 are read: take events out"),
    ({"Localization_English_txt": MANY_TEXTS}, r"texts in all its languages, at most 40000 are read: take languages"),
    ({"Localization_English_txt": MANY_LETTERS}, r"letters in all its languages, at most 4000000 are read: take lang"),
    ({"Localization_English_txt": LONG_TEXT}, r"EventLong.text of .* has 20001 letters, at most 20000 are read: make"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("changed", "sentence"), TOO_LARGE)
def test_import_refuses_a_large_file(changed: Mapping[str, str], sentence: str) -> None:
    with pytest.raises(ContentError, match=sentence):
        scenario_sheets.read("mill.valkyrie", zipped(files(**changed)))


@pytest.mark.slow
@pytest.mark.parametrize(("changed", "sentence"), TOO_LARGE)
def test_large_record_is_refused_but_still_replays(
    changed: Mapping[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(community, "check_size", lambda *_: None)
        before = record(**changed)
    with pytest.raises(ContentError, match=sentence):
        proved_new(scenario_sheets.SHEET, before)
    assert scenario_of(before).title == str(proved(scenario_sheets.SHEET, before)) == "The Mill"
    assert scenario_sheets.note(before)


@pytest.mark.parametrize(
    ("sections", "texts", "sentence"),
    [
        ({f"Event{n}": {} for n in range(20_001)}, {}, "20002 sections, at most 20000"),
        ({f"Event{n}": {"buttons": "1000"} for n in range(4_600)}, {}, "words in its sections, at most 100000"),
        ({"EventA": {"add": "a " * 100_001}}, {}, "words in its sections, at most 100000"),
        ({}, {f"a{n}": "" for n in range(40_001)}, "40001 texts in all its languages, at most 40000"),
        ({}, {"a": "x" * 8_000_001}, "letters in all its languages, at most 8000000"),
    ],
)
def test_imported_game_has_larger_limits(
    sections: Mapping[str, Mapping[str, str]], texts: Mapping[str, str], sentence: str
) -> None:
    brought = {**record(), "sections": {"Quest": HEAD, **sections}, "texts": {"English": texts}}
    with pytest.raises(ContentError, match=sentence):
        proved_brought(scenario_sheets.SHEET, brought)


def test_record_refuses_too_many_lines() -> None:
    lines = ENGLISH + "\n" * (section.MOST_LINES + 1)
    with pytest.raises(ContentError, match=r"mill.valkyrie has \d+ lines in its texts, at most 120000 are read"):
        record_of(files(Localization_English_txt=lines), "mill.valkyrie")


def test_large_toml_scenario_is_refused() -> None:
    shipped = scenario_sheets.shipped()[scenario_sheets.SAMPLE]
    before = {**shipped, "description": "x" * 400_000}
    with pytest.raises(ContentError, match=r"The scenario has \d+ letters, at most 400000 are read: make it shorter"):
        proved_new(scenario_sheets.SHEET, before)
    assert str(proved_brought(scenario_sheets.SHEET, before)) == scenario_sheets.scenario_of(before).title
    with pytest.raises(ContentError, match="at most 2000000 are read"):
        proved_brought(scenario_sheets.SHEET, {**shipped, "description": "x" * 2_000_000})
