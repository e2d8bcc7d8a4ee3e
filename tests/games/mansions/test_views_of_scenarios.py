"""Every option of a fully placed scenario can be tapped on the map, the foes or the overlay."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

import pytest

from companion.games.mansions.content import Scenario, toml_scenarios
from companion.games.mansions.content.toml_scenarios import reader
from companion.games.mansions.content.valkyrie import container, record
from companion.games.mansions.rules.actions import tokens
from companion.games.mansions.state import Space, State, Story
from companion.games.mansions.views.map import board, foes, overlay
from tests.games.mansions.manor import situation


def everything(scenario: Scenario) -> State:
    """Place every piece of a scenario at once."""
    laid = tuple(one.name for one in scenario.components.values() if one.kind in ("tile", "token", "door", "ui"))
    spaces = MappingProxyType({name: Space(r.adjacent, r.doors, r.impassable) for name, r in scenario.rooms.items()})
    return situation(story=Story(scenario, board=laid, fresh=laid), spaces=spaces)


def tappable(state: State) -> set[str]:
    drawn, over = board(state), overlay(state)
    parts = (*drawn.tiles, *drawn.spaces, *drawn.pieces, *foes(state).foes, *(over.elements if over else ()))
    return {part.option for part in parts}


def undrawn(scenario: Scenario) -> set[str]:
    state = everything(scenario)
    asked = {option.id for way in tokens.token_ways(state) for option in way.prompt.options}
    return asked - tappable(state)


@pytest.mark.parametrize("name", toml_scenarios.names())
def test_shipped_scenario_can_be_tapped_whole(name: str) -> None:
    assert not undrawn(toml_scenarios.read(reader.SCENARIOS / name))


def test_community_scenario_can_be_tapped_whole(shared: Path) -> None:
    folders = [path.parent for path in sorted((shared / "formats" / "scenarios").rglob("quest.ini"))]
    for folder in folders:
        scenario = record.scenario_of(record.record_of(container.from_folder(folder), folder.name))
        assert not undrawn(scenario), folder.name


def test_community_scenario_lists_each_piece_to_place(shared: Path) -> None:
    folder = next((shared / "formats" / "scenarios").glob("*ExoticMaterial"))
    scenario = record.scenario_of(record.record_of(container.from_folder(folder), folder.name))
    told = [str(line) for line in board(everything(scenario)).place]
    assert len(told) == sum(one.kind in ("tile", "token") for one in scenario.components.values())
    assert any(line.startswith("Tile: Town Square") for line in told)
