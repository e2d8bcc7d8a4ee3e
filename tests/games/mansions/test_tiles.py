"""The printed tiles: what the table of them says fits together."""

from __future__ import annotations

from companion.games.mansions.tiles import PAPER, size, tiles


def test_both_sides_of_a_tile_have_one_size():
    known = tiles()
    for side, tile in known.items():
        if tile.reverse in known:
            assert {tile.w, tile.h} == {known[tile.reverse].w, known[tile.reverse].h}, side


def test_a_side_that_nobody_knows_is_a_sheet_of_paper():
    assert size("TileSideNowhere") == PAPER
