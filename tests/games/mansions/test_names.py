"""Names of official ids and keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.content.official_names import official, official_title


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("MonsterDeepOne", "Deep One"),
        ("MonsterHoundOfTindalos", "Hound of Tindalos"),
        ("MonsterMiGo", "Mi-Go"),
        ("TileSideFoyer1", "Foyer 1"),
        ("TileSideYard1MAD25", "Yard 1"),
        ("TileSideOfficeFA", "Office"),
        ("ItemCommonKnife", "Knife"),
        ("ItemCommon41Derringer", ".41 Derringer"),
        ("ItemCommon2x4", "2x4"),
        ("ItemSpellMistsOfRlyeh", "Mists of R'lyeh"),
        ("TokenCommon38Revolver", ".38 Revolver"),
        ("TokenRichardBechman", "Richard Bechman"),
        ("TokenArthurHollowayIII", "Arthur Holloway III"),
        ("HeroMichaelMcGlen", "Michael McGlen"),
        ("CustomMonsterHorrificHive", "Horrific Hive"),
        ("SpawnHouse_KitchenCultist", "House Kitchen Cultist"),
        ("Event", "Event"),
        ("", ""),
    ],
)
def test_official_title_reads_ids(name: str, called: str) -> None:
    assert official_title(name) == called


@pytest.mark.parametrize(
    ("key", "called"),
    [
        ("TILE_TOWN_SQUARE_MAD20", "Town Square"),
        ("TILE_YARD_2_MAD20", "Yard 2"),
        ("MONSTER_DEEP_ONE_HYBRID", "Deep One Hybrid"),
        ("UNIQUE_MONSTER_PRIEST_OF_DAGON", "Priest of Dagon"),
        ("COMMON_ITEM_2x4", "2x4"),
        ("COMMON_ITEM_LUCKY_RABBITS_FOOT", "Lucky Rabbit's Foot"),
        ("SPELL_FLESH_WARD", "Flesh Ward"),
        ("UI_PASS", "Pass"),
        ("MAD23", "Beyond the Threshold"),
        ("MAD99", "MAD99"),
        ("EXPLORE_MOVE", "Explore Move"),
    ],
)
def test_official_name_reads_text_keys(key: str, called: str) -> None:
    assert official(key) == called


def test_official_name_reads_keys_of_real_scenarios(shared: Path) -> None:
    found = [path.read_text() for path in (shared / "formats" / "scenarios").rglob("Localization.*.txt")]
    keys = sorted(set(re.findall(r"\{ffg:([^{}:]+)\}", "".join(found))))
    assert len(keys) > 50
    assert not [key for key in keys if "_" in official(key) or "MAD" in official(key)]


@given(st.text(max_size=40))
def test_official_name_accepts_any_word(word: str) -> None:
    assert isinstance(official_title(word), str)
    assert official(word) or not word
