"""Rectangles of tiles."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from companion.games.mansions.content import Component, Scenario, TilePart, TokenPart, holder, rect
from companion.games.mansions.content.tiles import Rect
from companion.games.mansions.content.valkyrie.container import from_folder
from companion.games.mansions.content.valkyrie.record import record_of, scenario_of


def tile(
    turned: float = 0, at: tuple[float, float] = (0, 0), name: str = "TileA", w: float = 7, h: float = 3.5
) -> Component:
    return Component(name, "tile", at=at, part=TilePart("", turned, w=w, h=h))


@pytest.mark.parametrize(
    ("turned", "covered"),
    [
        (0, (10, -20, 7, 3.5)),
        (90, (10, -27, 3.5, 7)),
        (180, (3, -23.5, 7, 3.5)),
        (270, (6.5, -20, 3.5, 7)),
        (-90, (6.5, -20, 3.5, 7)),
        (360, (10, -20, 7, 3.5)),
    ],
)
def test_tile_turns_about_its_top_left_corner(turned: float, covered: Rect) -> None:
    assert rect(tile(turned, (10, 20))) == covered


def test_tile_at_an_angle_covers_its_corners() -> None:
    assert rect(tile(45, w=2, h=2)) == (0, -1.4142, 2.8284, 2.8284)


def test_a_printed_side_has_its_printed_size() -> None:
    assert rect(Component("TileA", "tile", at=(0, 0), part=TilePart("TileSideDiner")))[2:] == (10.5, 7)


def test_rect_of_a_token_is_a_point() -> None:
    assert rect(Component("TokenA", "token", at=(1, 2), part=TokenPart("TokenSearch"))) == (1, -2, 0, 0)


def test_holder_is_the_smallest_tile() -> None:
    two = (tile(w=7, h=7), tile(name="TileB", w=3.5, h=3.5))
    assert holder(two, (1, -1)) == "TileB"
    assert holder(two, (6, -6)) == "TileA"
    assert holder(two, (8, 1)) == ""


FOLDERS = [
    "EwenDC+ValkyrieConsumingShadow__src_ConsumingShadowSource",
    "Mattias-G+MansionsOfMadness__wiltshire",
    "NPBruce+valkyrie-questdata__src_source_MoM_ExoticMaterial",
    "NPBruce+valkyrie-questdata__src_source_MoM_TheFallofHouseLynch",
    "NPBruce+valkyrie-questdata__src_source_MoM_TheTruth",
]


@pytest.mark.parametrize("name", FOLDERS)
def test_real_scenario_tiles_touch_without_overlap(name: str, shared: Path) -> None:
    rects = tiles_of(scenario_of(record_of(from_folder(shared / "formats" / "scenarios" / name))))
    assert not [pair for pair in combinations(rects, 2) if overlap(*pair) > 0.1]
    alone = [one for one in rects if not any(touch(one, other) for other in rects if other is not one)]
    assert len(alone) <= 1


def tiles_of(scenario: Scenario) -> list[Rect]:
    return [rect(one) for one in scenario.components.values() if one.kind == "tile"]


def overlap(one: Rect, other: Rect) -> float:
    across, down = shared_edge(one, other)
    return max(0.0, across) * max(0.0, down)


def touch(one: Rect, other: Rect) -> bool:
    across, down = shared_edge(one, other)
    return min(across, down) > -0.1 and max(across, down) > 1


def shared_edge(one: Rect, other: Rect) -> tuple[float, float]:
    return tuple(  # type: ignore[return-value]
        min(one[axis] + one[axis + 2], other[axis] + other[axis + 2]) - max(one[axis], other[axis]) for axis in (0, 1)
    )
