"""The boxes of the game."""

from __future__ import annotations

from types import MappingProxyType

from companion.engine import GameSetup
from companion.games.mansions.content import Component, Scenario, SpawnPart, TilePart, boxes
from companion.games.mansions.content.boxes import Lack
from companion.games.mansions.content.scenario import Part
from companion.games.mansions.setup import laid_out


def scenario(*packs: str, **parts: Part) -> Scenario:
    found = {
        name: Component(name, "tile" if name.startswith("Tile") else "spawn", part=part) for name, part in parts.items()
    }
    return Scenario("The Mill", packs=packs, components=MappingProxyType(found))


def test_the_base_game_lies_there_always() -> None:
    assert boxes.on_table(()) == ("MoMBase",)


def test_a_collection_brings_the_figures_and_tiles_of_the_first_edition() -> None:
    assert boxes.on_table(("RN",)) == ("MoMBase", "RN", "MoM1ET", "MoM1EI", "MoM1EM", "MoM1E")


def test_who_has_all_parts_of_a_box_has_the_box() -> None:
    assert "FA" in boxes.on_table(("FAT", "FAI", "FAM"))
    assert "FA" not in boxes.on_table(("FAT", "FAM"))


def test_a_scenario_may_ask_for_a_box_by_any_of_its_names() -> None:
    assert boxes.variables(("MoM1E",)) == {
        f"#{code}": 1.0 for code in ("MoMBase", "MoM1E", "MoM1ET", "MoM1EI", "MoM1EM")
    }


def test_a_scenario_needs_the_boxes_that_it_names_and_those_of_its_pieces() -> None:
    told = scenario("SoA", TileA=TilePart("TileSidePorch"), TileB=TilePart("TileSideFoyer"), TileC=TilePart(""))
    assert boxes.needed(told) == ("SoA", "BtT", "MoM1ET")


def test_a_monster_with_a_second_choice_needs_no_box() -> None:
    thralls = SpawnPart(("MonsterThrall",)), SpawnPart(("MonsterThrall", "MonsterCultist"))
    assert boxes.needed(scenario(SpawnA=thralls[0])) == ("BtT",)
    assert boxes.needed(scenario(SpawnA=thralls[1])) == ()


def test_what_is_missing_is_named_with_the_pieces_that_need_a_stand_in() -> None:
    told = scenario("SoA", TileA=TilePart("TileSidePorch"))
    assert boxes.missing(told, ("SoA",)) == (Lack("BtT", "Beyond the Threshold", ("TileA",)),)
    assert boxes.missing(told, ("SoA", "BtT")) == ()


def test_a_box_that_nobody_knows_is_called_by_its_code() -> None:
    assert boxes.title("TLE") == "TLE"
    assert boxes.missing(scenario("TLE"), ()) == (Lack("TLE", "TLE"),)


def test_at_a_table_the_boxes_that_a_scenario_names_count_as_there_beside_those_that_were_chosen() -> None:
    state = laid_out(GameSetup(("1",), choices={"boxes": ["RN"]}), scenario("BtT"))
    assert state.story is not None
    assert state.story.boxes == ("MoMBase", "BtT", "RN", "MoM1ET", "MoM1EI", "MoM1EM", "MoM1E")
