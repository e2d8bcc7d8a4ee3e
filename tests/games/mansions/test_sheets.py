"""Scenarios in the form and in imports."""

from __future__ import annotations

import json

import pytest

from companion.errors import ContentError
from companion.games.mansions.content import scenario_sheets, toml_scenarios
from tests.games.mansions.valkyrie.pack import EVENTS, PNG, QUEST, files, zipped


@pytest.mark.parametrize("name", toml_scenarios.names())
def test_shipped_sheets_have_title_and_note(name: str) -> None:
    record = scenario_sheets.shipped()[name]
    assert str(scenario_sheets.proof(record)) == toml_scenarios.shipped(name).title
    note = str(scenario_sheets.note(record))
    assert "minutes" in note and "investigator" in note
    json.dumps(record)


def test_import_returns_record_pictures_and_report() -> None:
    found = scenario_sheets.read("mill.valkyrie", zipped(files(map_png=PNG)))
    assert str(scenario_sheets.proof(found.record)) == "The Mill" == scenario_sheets.scenario_of(found.record).title
    assert dict(found.pictures) == {"map.png": PNG}
    assert str(found.report[0]) == "The Mill: 2 events, in English, with 1 picture of its own."


def test_import_report_names_boxes_and_findings() -> None:
    events = EVENTS + "[TileA]\nside=TileSidePorch\n[EventLost]\nadd=TokenGone\ntrigger=Mythos\n"
    found = scenario_sheets.read("mill.valkyrie", zipped(files(events_ini=events)))
    report = [str(sentence) for sentence in found.report]
    assert "It uses pieces of Beyond the Threshold (1): where you do not have one, lay paper or a coin there." in report
    assert any("TokenGone" in sentence for sentence in report)


def test_sheet_note_lists_minutes_people_languages_and_boxes() -> None:
    quest = QUEST.replace("type=MoM", "type=MoM\nlengthmin=60\nlengthmax=90\npacks=MoM1E BtT\nminhero=1\nmaxhero=4")
    told = files(quest_ini=quest, Localization_German_txt=".,German\n")
    record = scenario_sheets.read("mill.valkyrie", zipped(told)).record
    assert str(scenario_sheets.note(record)) == (
        "60 to 90 minutes · 1 to 4 investigators · English, German"
        " · with Mansions of Madness, first edition, Beyond the Threshold"
    )


def test_import_refuses_a_hostile_file() -> None:
    with pytest.raises(ContentError, match="leads out of the archive"):
        scenario_sheets.read("mill.valkyrie", zipped({**files(), "../x.ini": b""}))


def test_sheet_refuses_a_record_without_a_kind() -> None:
    for record in ({}, {"kind": "valkyrie"}, {"title": 3}):
        with pytest.raises(ContentError):
            scenario_sheets.proof(record)


def test_shipped_sheets_begin_with_the_shortest():
    minutes = [toml_scenarios.shipped(name).minutes for name in scenario_sheets.shipped()]
    assert minutes == sorted(minutes)
    assert next(iter(scenario_sheets.shipped())) == scenario_sheets.SAMPLE
