"""The boxes of the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from companion.engine import GameSetup
from companion.games.mansions.content import Component, Scenario, SpawnPart, TilePart, beasts, boxes
from companion.games.mansions.content.boxes import Lack, all_boxes
from companion.games.mansions.content.printed import item_of_card, printed_cards
from companion.games.mansions.content.scenario import Part
from companion.games.mansions.content.tiles import PAPER, size, tiles
from companion.games.mansions.setup import laid_out


def scenario(*packs: str, **parts: Part) -> Scenario:
    found = {
        name: Component(name, "tile" if name.startswith("Tile") else "spawn", part=part) for name, part in parts.items()
    }
    return Scenario("The Mill", packs=packs, components=MappingProxyType(found))


def test_box_is_owned_with_all_its_parts() -> None:
    assert "FA" in boxes.on_table(("FAT", "FAI", "FAM"))
    assert "FA" not in boxes.on_table(("FAT", "FAM"))


def test_box_variables_cover_all_codes() -> None:
    assert boxes.variables(("MoM1E",)) == {
        f"#{code}": 1.0 for code in ("MoMBase", "MoM1E", "MoM1ET", "MoM1EI", "MoM1EM")
    }


def test_scenario_needs_named_boxes_and_those_of_pieces() -> None:
    told = scenario("SoA", TileA=TilePart("TileSidePorch"), TileB=TilePart("TileSideFoyer"), TileC=TilePart(""))
    assert boxes.needed(told) == ("SoA", "BtT", "MoM1ET")


def test_spawn_with_an_alternative_needs_no_box() -> None:
    thralls = SpawnPart(("MonsterThrall",)), SpawnPart(("MonsterThrall", "MonsterCultist"))
    assert boxes.needed(scenario(SpawnA=thralls[0])) == ("BtT",)
    assert boxes.needed(scenario(SpawnA=thralls[1])) == ()


def test_missing_boxes_list_their_pieces() -> None:
    told = scenario("SoA", TileA=TilePart("TileSidePorch"))
    assert boxes.missing(told, ("SoA",)) == (Lack("BtT", "Beyond the Threshold", ("TileA",)),)
    assert boxes.missing(told, ("SoA", "BtT")) == ()


def test_unknown_box_is_named_by_its_code() -> None:
    assert boxes.title("TLE") == "TLE"
    assert boxes.missing(scenario("TLE"), ()) == (Lack("TLE", "TLE"),)


def test_setup_owns_chosen_boxes_and_the_scenarios_packs() -> None:
    state = laid_out(GameSetup(("1",), choices={"boxes": ["RN"]}), scenario("BtT"))
    assert state.story is not None
    assert state.story.boxes == ("MoMBase", "BtT", "RN", "MoM1ET", "MoM1EI", "MoM1EM", "MoM1E")


SIZES = {(10.5, 7.0), (7.0, 7.0), (7.0, 3.5), (3.5, 7.0), (3.5, 3.5)}


def test_printed_things_have_a_box_and_numbers() -> None:
    assert {one.box for kind in (beasts, tiles, printed_cards) for one in kind().values()} <= set(all_boxes())
    assert all(beast.health > 0 and beast.awareness > 0 and beast.traits for beast in beasts().values())
    assert {(tile.w, tile.h) for tile in tiles().values()} <= SIZES
    assert all(card.traits and card.title for card in printed_cards().values())


@pytest.mark.parametrize(("kind", "printed"), [("Monster", beasts), ("TileSide", tiles), ("Item", printed_cards)])
def test_no_printed_thing_is_missing(kind: str, printed: Callable[[], Mapping[str, object]], shared: Path) -> None:
    ids = json.loads((shared / "formats" / "mom-content-ids.json").read_text())["kinds"][kind]
    assert set(ids) == set(printed())


def test_unknown_tile_side_has_the_size_of_paper() -> None:
    assert size("TileSideMoon") == PAPER
    assert size("TileSideTownSquare") == (tiles()["TileSideTownSquare"].w, tiles()["TileSideTownSquare"].h)


@pytest.mark.parametrize(
    ("card", "weapon", "attack", "spell", "light"),
    [
        ("ItemCommonKnife", "bladed", "melee", False, False),
        ("ItemCommonTommyGun", "firearm", "ranged", False, False),
        ("ItemSpellWither", "spell", "ranged", True, False),
        ("ItemSpellFleshWard", "", "", True, False),
        ("ItemUniqueOilLamp", "", "", False, True),
        ("ItemCommonTorch", "heavy", "melee", False, True),
        ("ItemUnknown", "", "", False, False),
    ],
)
def test_card_traits_give_weapon_spell_and_light(card: str, weapon: str, attack: str, spell: bool, light: bool) -> None:
    found = item_of_card(card, "A thing")
    assert (found.name, found.weapon, found.attack) == ("A thing", weapon, attack)
    assert (found.spell, found.light_source) == (spell, light)
