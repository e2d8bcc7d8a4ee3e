"""Printed things, boxes, investigators and cards, official names, and scenarios as sheets of the form."""

from __future__ import annotations

import json
from pathlib import Path
from types import MappingProxyType

import pytest

from companion.engine import check_form, check_names
from companion.errors import ContentError
from companion.games.mansions import content as c
from companion.games.mansions.content.boxes import Lack, all_boxes
from companion.games.mansions.content.official_names import official, official_title
from companion.games.mansions.content.printed import condition_meanings, item_of_card, printed_cards, tiles
from companion.games.mansions.rules.damage_and_horror import CONDITIONS
from tests.games.mansions.valkyrie.pack import EVENTS, PNG, QUEST, files, zipped

SHIPPED = [c.toml_scenarios.shipped(name) for name in c.toml_scenarios.names()]

# --- boxes ------------------------------------------------------------------------------------------------------------


def scenario(*packs: str, **parts) -> c.Scenario:
    there = {name: c.Component(name, name[:-1].lower(), part=part) for name, part in parts.items()}
    return c.Scenario("The Mill", packs=packs, components=MappingProxyType(there))


PORCH, THRALL = c.TilePart("TileSidePorch"), c.SpawnPart(("MonsterThrall",))


def test_box_is_owned_with_all_its_parts():
    assert "FA" in c.boxes.boxes_on_table(("FAT", "FAI", "FAM"))
    assert "FA" not in c.boxes.boxes_on_table(("FAT", "FAM"))


@pytest.mark.parametrize(
    ("needs", "codes"),
    [
        (scenario("SoA", TileA=PORCH, TileB=c.TilePart("TileSideFoyer"), TileC=c.TilePart("")), ("SoA", "BtT", "MoM1ET")),
        (scenario(SpawnA=THRALL), ("BtT",)),
        (scenario(SpawnA=c.SpawnPart(("MonsterThrall", "MonsterCultist"))), ()),  # another one can come
    ],
)  # fmt: skip
def test_scenario_needs_named_boxes_and_those_of_pieces(needs, codes):
    assert c.boxes.needed_boxes(needs) == codes


def test_missing_boxes_list_their_pieces():
    assert c.boxes.missing_boxes(scenario("SoA", TileA=PORCH), ("SoA",)) == (
        Lack("BtT", "Beyond the Threshold", ("TileA",)),
    )
    assert c.boxes.missing_boxes(scenario("SoA", TileA=PORCH), ("SoA", "BtT")) == ()
    assert c.boxes.missing_boxes(scenario("TLE"), ()) == (Lack("TLE", "TLE"),)  # an unknown box


# --- printed things ---------------------------------------------------------------------------------------------------


def test_printed_things_have_a_box_and_numbers():
    assert {one.box for kind in (c.beasts, tiles, printed_cards) for one in kind().values()} <= set(all_boxes())
    assert all(beast.health > 0 and beast.awareness > 0 and beast.traits for beast in c.beasts().values())
    sizes = {(10.5, 7.0), (7.0, 7.0), (7.0, 3.5), (3.5, 7.0), (3.5, 3.5)}
    assert {(tile.w, tile.h) for tile in tiles().values()} <= sizes
    assert all(card.traits and card.title for card in printed_cards().values())


@pytest.mark.parametrize(("kind", "printed"), [("Monster", c.beasts), ("TileSide", tiles), ("Item", printed_cards)])
def test_no_printed_thing_is_missing(kind: str, printed, shared: Path):
    ids = json.loads((shared / "formats" / "mom-content-ids.json").read_text())["kinds"][kind]
    assert set(ids) == set(printed())


@pytest.mark.parametrize(
    ("card", "weapon", "attack", "spell", "light"),
    [
        ("ItemCommonKnife", "bladed", "melee", False, False),
        ("ItemSpellWither", "spell", "ranged", True, False),
        ("ItemSpellFleshWard", "", "", True, False),
        ("ItemCommonTorch", "heavy", "melee", False, True),
        ("ItemUnknown", "", "", False, False),
    ],
)
def test_card_traits_give_weapon_spell_and_light(card, weapon, attack, spell, light):
    item = item_of_card(card, "A thing")
    assert (item.name, item.weapon, item.attack) == ("A thing", weapon, attack)
    assert (item.spell, item.light_source) == (spell, light)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("MonsterHoundOfTindalos", "Hound of Tindalos"),
        ("TileSideYard1MAD25", "Yard 1"),
        ("ItemCommon2x4", "2x4"),
        ("ItemSpellMistsOfRlyeh", "Mists of R'lyeh"),
        ("TokenArthurHollowayIII", "Arthur Holloway III"),
        ("CustomMonsterHorrificHive", "Horrific Hive"),
        ("SpawnHouse_KitchenCultist", "House Kitchen Cultist"),
        ("Event", "Event"),
    ],
)
def test_official_title_reads_ids(name: str, title: str):
    assert official_title(name) == title


@pytest.mark.parametrize(
    ("key", "title"),
    [
        ("TILE_YARD_2_MAD20", "Yard 2"),
        ("UNIQUE_MONSTER_PRIEST_OF_DAGON", "Priest of Dagon"),
        ("COMMON_ITEM_LUCKY_RABBITS_FOOT", "Lucky Rabbit's Foot"),
        ("MAD23", "Beyond the Threshold"),
        ("MAD99", "MAD99"),
        ("EXPLORE_MOVE", "Explore Move"),
    ],
)
def test_official_name_reads_text_keys(key: str, title: str):
    assert official(key) == title


# --- investigators and cards ------------------------------------------------------------------------------------------


def typed(**changes):
    return {**c.investigators.shipped()["mei_tan"], **changes}


@pytest.mark.parametrize("name", c.investigators.shipped())
def test_shipped_investigators_fit_the_form(name):
    check_form(c.investigators.FORM.fields, c.investigators.shipped()[name])
    check_names(c.investigators.FORM.fields, c.investigators.shipped()[name])
    assert c.investigators.proof(c.investigators.shipped()[name]) == c.investigators.figure(name).name


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"strength": 0}, "strength: a number from 1 to 9 is needed, not 0"),
        ({"health": 99}, "health: a number from 1 to 20"),
        ({"name": "  "}, "name: 1 to 40 letters"),
        ({"possessions": ["Cannon"]}, "there is no card Cannon; there are Fire poker"),
        ({"luck": 3}, "there is no 'luck'"),
        ({"will": None}, "will: Field required"),
    ],
)
def test_typed_investigator_names_the_place_of_a_fault(changes, fault):
    with pytest.raises(ContentError, match=f"The investigator: .*{fault}"):
        c.investigators.proof(typed(**changes))


def test_unknown_investigator_lists_the_known_ones():
    with pytest.raises(ContentError, match="no investigator Nobody; there are winifred_oake, barnaby_thrupp"):
        c.investigators.figure("Nobody")


CARD = {"name": "Rake", "weapon": "heavy", "attack": "melee", "damage": 2}


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        ([{**CARD, "weapon": "garden"}], "Rake: weapon is one of|Rake: attack is melee or ranged"),
        ([{**CARD, "attack": "far"}], "Rake: attack is melee or ranged"),
        ([{**CARD, "damage": 0}], "Rake: a weapon needs all of weapon, attack and damage"),
        ([{**CARD, "rerolls": 1}], "Rake: rerolls needs skills out of strength"),
        ([{**CARD, "rerolls": 1, "skills": ["luck"]}], "Rake: rerolls needs skills out of strength"),
        ([{**CARD, "wepon": "heavy"}], "Rake: .*there is no 'wepon'"),
        ([CARD, CARD], "two cards are called Rake"),
    ],
)
def test_possession_names_the_place_of_a_fault(cards, fault):
    with pytest.raises(ContentError, match=f"here: ({fault})"):
        c.investigators.cards(cards, "here")


def test_shipped_conditions_have_a_meaning_and_items_a_card():
    pools = [
        *map(c.combat_lines.attacks, c.combat_lines.WEAPONS),
        *map(c.combat_lines.evades, c.combat_lines.FOES),
        c.PERILS,
    ]
    pools += [*map(c.combat_lines.activations, c.combat_lines.FOES), *(one.components for one in SHIPPED)]
    effects = [effect for pool in pools for one in pool.values() for effect in one.effects]
    gained = {effect.what for effect in effects if effect.kind == "condition"}
    assert gained | set(CONDITIONS.values()) <= set(condition_meanings())
    items = {one.title for s in SHIPPED for one in s.components.values() if isinstance(one.part, c.ItemPart)}
    assert items <= set(c.investigators.possessions())


# --- sheets -----------------------------------------------------------------------------------------------------------


def test_shipped_sheets_begin_with_the_shortest():
    sheets = c.scenario_sheets.shipped()
    minutes = [c.toml_scenarios.shipped(name).minutes for name in sheets]
    assert minutes == sorted(minutes)
    assert next(iter(sheets)) == c.scenario_sheets.SAMPLE
    for name, record in sheets.items():
        assert str(c.scenario_sheets.proof(record)) == c.toml_scenarios.shipped(name).title
        assert "minutes" in str(c.scenario_sheets.note(record)) and json.dumps(record)


def test_import_returns_record_pictures_and_report():
    found = c.scenario_sheets.read("mill.valkyrie", zipped(files(map_png=PNG)))
    assert str(c.scenario_sheets.proof(found.record)) == "The Mill" == c.scenario_sheets.scenario_of(found.record).title
    assert dict(found.pictures) == {"map.png": PNG}
    assert str(found.report[0]) == "The Mill: 2 events, in English, with 1 picture of its own."


def test_import_report_names_boxes_and_findings():
    events = EVENTS + "[TileA]\nside=TileSidePorch\n[EventLost]\nadd=TokenGone\ntrigger=Mythos\n"
    report = [str(one) for one in c.scenario_sheets.read("mill.valkyrie", zipped(files(events_ini=events))).report]
    assert "It uses pieces of Beyond the Threshold (1): where you do not have one, lay paper or a coin there." in report
    assert any("TokenGone" in sentence for sentence in report)


def test_sheet_note_lists_minutes_people_languages_and_boxes():
    quest = QUEST.replace("type=MoM", "type=MoM\nlengthmin=60\nlengthmax=90\npacks=MoM1E BtT\nminhero=1\nmaxhero=4")
    upload = zipped(files(quest_ini=quest, Localization_German_txt=".,German\n"))
    assert str(c.scenario_sheets.note(c.scenario_sheets.read("mill.valkyrie", upload).record)) == (
        "60 to 90 minutes · 1 to 4 investigators · English, German"
        " · with Mansions of Madness, first edition, Beyond the Threshold"
    )


@pytest.mark.parametrize("record", [{}, {"kind": "valkyrie"}, {"title": 3}])
def test_sheet_refuses_a_record_without_a_kind(record):
    with pytest.raises(ContentError):
        c.scenario_sheets.proof(record)


def test_sheet_limits_new_records_more_than_brought_ones():
    sheets, record = c.scenario_sheets, c.scenario_sheets.read("mill.valkyrie", zipped()).record
    large, huge = ({**record, "texts": {"English": {"a": "x" * letters}}} for letters in (20_001, 8_000_001))
    with pytest.raises(ContentError, match="at most 20000"):
        sheets.check_new(large)
    sheets.check_brought(large)
    with pytest.raises(ContentError, match="at most 8000000"):
        sheets.check_brought(huge)
