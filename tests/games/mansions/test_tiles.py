"""The printed tiles."""

from __future__ import annotations

import json
from pathlib import Path

from companion.games.mansions.content.boxes import all_boxes
from companion.games.mansions.content.tiles import PAPER, size, tiles

SIZES = {(10.5, 7.0), (7.0, 7.0), (7.0, 3.5), (3.5, 7.0), (3.5, 3.5)}


def test_every_side_lies_on_the_grid_and_comes_in_a_box() -> None:
    assert len(tiles()) == 237
    assert {(tile.w, tile.h) for tile in tiles().values()} <= SIZES
    assert {tile.box for tile in tiles().values()} <= set(all_boxes())


def test_the_reverse_of_the_reverse_is_the_side_itself() -> None:
    wrong = [side for side, tile in tiles().items() if tiles()[tile.reverse].reverse != side]
    assert len(wrong) <= 2, wrong  # the community's tables have slips of their own


def test_a_side_that_nobody_knows_is_a_sheet_of_paper() -> None:
    assert size("TileSideMoon") == PAPER
    assert size("TileSideTownSquare") == (tiles()["TileSideTownSquare"].w, tiles()["TileSideTownSquare"].h)


def test_no_side_is_missing(shared: Path) -> None:
    ids = json.loads((shared / "formats" / "mom-content-ids.json").read_text())["kinds"]["TileSide"]
    assert set(ids) == set(tiles())
