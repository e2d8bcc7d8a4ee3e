"""Records of community scenarios, and the scenarios read from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ContentError
from companion.games.mansions.content import Scenario
from companion.games.mansions.content.valkyrie.container import from_folder
from companion.games.mansions.content.valkyrie.record import record_of, scenario_of, title_of
from tests.games.mansions.valkyrie.pack import PNG, QUEST, files, record

GERMAN = ".,German\nquest.name,Die Mühle\n"


def test_record_refuses_a_file_without_a_quest() -> None:
    with pytest.raises(ContentError, match=r"mill.valkyrie holds no quest.ini: it is no scenario"):
        record_of({"events.ini": b""}, "mill.valkyrie")


def test_record_refuses_an_old_format() -> None:
    with pytest.raises(ContentError, match="says format 2; formats 4 to 21 are read"):
        record(quest_ini="[Quest]\nformat=2")


def test_record_finds_files_by_any_spelling() -> None:
    quest = QUEST.replace("events.ini", ".\\Data\\EVENTS.ini")
    there = files(QUEST_INI=quest, data__events_ini="[UIA]\nimage=Art\\MAP.png\ndisplay=false\n", art__map_png=PNG)
    del there["quest.ini"]
    part: Any = scenario_of(record_of(there)).components["UIA"].part
    assert part.picture == "art/map.png"


def test_record_reports_a_missing_listed_file() -> None:
    told = record(quest_ini=QUEST + "more.ini\n")
    assert scenario_of(told).findings == ("quest.ini lists 'more.ini', which is not there: it is left out.",)


def test_record_reads_unlisted_translations() -> None:
    told = record(Localization_German_txt=GERMAN)
    assert scenario_of(told, "german").title == "Die Mühle"
    assert scenario_of(told, "German").language == "German"
    assert scenario_of(told, "German").components["EventStart"].text.startswith("The wheel")
    assert scenario_of(told).title == "The Mill" == title_of(told)


def test_record_stores_picture_digests_and_reports_others() -> None:
    told = record(map_png=PNG, fake_png=b"<svg/>", note_txt="Hello")
    assert list(told["pictures"]) == ["map.png"] and len(told["pictures"]["map.png"]) == 64
    assert scenario_of(told).findings[0].startswith("fake.png is no picture that can be shown")


def test_record_without_a_name_is_called_like_its_file() -> None:
    assert title_of(record(Localization_English_txt=".,English\n")) == "mill"
    assert scenario_of(record(Localization_English_txt=".,English\n")).title == "mill"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "own"}, "This is no record of a community scenario"),
        ({"file": 3}, "This is no record of a community scenario"),
        ({"sections": []}, r"sections: a record of records is needed, not \[\]"),
        ({"sections": {"Quest": 3}}, "sections.Quest: a record of words is needed, not 3"),
        ({"sections": {"Quest": {"format": 18}}}, "sections.Quest.format: words are needed, not 18"),
        ({"sections": {}}, r"quest.ini says format \(nothing\)"),
        ({"texts": {"English": None}}, "texts.English: a record of words is needed, not None"),
        ({"pictures": {"map.png": "../../etc"}}, "pictures: the SHA-256 of each file is needed"),
        ({"notes": [3]}, "notes: a list of sentences is needed"),
    ],
)
def test_record_names_the_place_of_a_fault(change: dict[str, Any], sentence: str) -> None:
    for ask in (scenario_of, title_of):
        with pytest.raises(ContentError, match=sentence):
            ask({**record(), **change})


COUNTS = {
    "EwenDC+ValkyrieConsumingShadow__src_ConsumingShadowSource": ({"event": 530, "tile": 28, "token": 114, "spawn": 87, "item": 38, "puzzle": 3, "ui": 31}, 13, 4),
    "Mattias-G+MansionsOfMadness__wiltshire": ({"event": 337, "tile": 12, "token": 103, "spawn": 10, "item": 25, "puzzle": 6, "ui": 14}, 3, 1),
    "NPBruce+valkyrie-questdata__src_source_MoM_ExoticMaterial": ({"event": 80, "tile": 8, "token": 25, "spawn": 14, "item": 11, "puzzle": 1, "ui": 1}, 0, 10),
    "NPBruce+valkyrie-questdata__src_source_MoM_TheFallofHouseLynch": ({"event": 180, "tile": 20, "token": 63, "spawn": 22, "item": 15, "puzzle": 5, "ui": 9}, 6, 6),
    "NPBruce+valkyrie-questdata__src_source_MoM_TheTruth": ({"event": 205, "tile": 14, "token": 60, "spawn": 12, "item": 31, "puzzle": 5, "ui": 8}, 2, 2),
    "NPBruce+valkyrie-questdata__src_source_MoM_Demo": ({"event": 3}, 0, 1),
    "NPBruce+valkyrie-questdata__src_source_MoM_Demo_examples_tokenvar": ({"event": 6, "tile": 4, "token": 7}, 0, 1),
    "NPBruce+valkyrie-questdata__src_source_MoM_Demo_features_1.1": ({"event": 6, "tile": 1, "token": 2, "item": 3, "puzzle": 1, "ui": 4}, 0, 1),
    "NPBruce+valkyrie-questdata__src_source_MoM_Demo_features_1.2": ({"event": 7, "spawn": 1, "item": 1}, 1, 1),
}  # fmt: skip
"""Folder -> components by kind, number of monsters, number of languages."""


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_record_imports_real_scenarios(name: str, shared: Path) -> None:
    counts, monsters, languages = COUNTS[name]
    told = record_of(from_folder(shared / "formats" / "scenarios" / name), name)
    found = scenario_of(told)
    kinds = [one.kind for one in found.components.values()]
    assert {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)} == counts
    assert (len(found.monsters), len(told["texts"])) == (monsters, languages)
    assert found.findings == ()
    shown = [one for one in found.components.values() if one.kind == "event" and one.display]
    assert sum(bool(one.text) for one in shown) > 0.97 * len(shown) or len(shown) < 50
    for language in told["texts"]:
        assert scenario_of(told, language).language == language


FILES = st.sampled_from(["events.ini", "Localization.English.txt", "map.png"])


@given(st.dictionaries(FILES, st.binary(max_size=200)))
def test_record_accepts_any_bytes(content: dict[str, bytes]) -> None:
    assert isinstance(scenario_of(record_of({**files(), **content})), Scenario)


@given(st.binary(max_size=200))
def test_record_reads_or_names_a_random_quest(quest: bytes) -> None:
    assert outcome({**files(), "quest.ini": b"[Quest]\nformat=18\n" + quest}).endswith(".")


def outcome(told: dict[str, bytes]) -> str:
    try:
        scenario_of(record_of(told))
    except ContentError as error:
        return str(error)
    return "It is read."
