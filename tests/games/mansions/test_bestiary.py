"""The monsters of the boxes."""

from __future__ import annotations

import json
from pathlib import Path

from companion.games.mansions.content import beasts
from companion.games.mansions.content.boxes import all_boxes


def test_a_monster_has_its_numbers() -> None:
    deep_one = beasts()["MonsterDeepOne"]
    assert (deep_one.title, deep_one.health, deep_one.health_each) == ("Deep One", 2, 1)
    assert (deep_one.awareness, deep_one.horror, deep_one.brawn) == (3, 4, 2)
    assert (deep_one.traits, deep_one.box) == (("humanoid",), "MoMBase")


def test_every_monster_comes_in_a_box_and_can_be_seen_and_hurt() -> None:
    assert {beast.box for beast in beasts().values()} <= set(all_boxes())
    assert all(beast.health > 0 and beast.awareness > 0 and beast.traits for beast in beasts().values())


def test_no_monster_is_missing(shared: Path) -> None:
    ids = json.loads((shared / "formats" / "mom-content-ids.json").read_text())["kinds"]["Monster"]
    assert set(ids) == set(beasts())
