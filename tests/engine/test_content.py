"""Content is read to the last key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.engine import load, record
from companion.errors import ContentError


@dataclass(frozen=True, slots=True)
class Leaf:
    colour: str = "green"


@dataclass(frozen=True, slots=True)
class Tree:
    height: int
    top: Leaf | None = None
    leaves: tuple[Leaf, ...] = ()
    named: Mapping[str, Leaf] = field(default_factory=dict)


def test_a_record_is_read_with_what_is_in_it() -> None:
    told = {"height": 3, "top": None, "leaves": [{"colour": "red"}], "named": {"a": {}}}
    assert record(Tree, told, "here") == Tree(3, None, (Leaf("red"),), {"a": Leaf()})


@pytest.mark.parametrize(
    ("told", "place"),
    [
        ({"hight": 1}, "here: there is no 'hight'; there are height, top, leaves, named."),
        ({"top": {"color": "red"}}, "here: top: there is no 'color'; there are colour."),
        ({"leaves": [{}, {"color": "red"}]}, "here: leaves.1: there is no 'color'; there are colour."),
        ({"named": {"a": {"color": "red"}}}, "here: named.a: there is no 'color'; there are colour."),
    ],
)
def test_record_names_an_unknown_key(told: dict[str, Any], place: str) -> None:
    with pytest.raises(ContentError) as fault:
        record(Tree, {"height": 1, **told}, "here")
    assert str(fault.value) == place


def test_every_key_that_no_field_reads_is_named() -> None:
    with pytest.raises(ContentError) as fault:
        record(Tree, {"height": 1, "a": 1, "top": {"b": 1}}, "here")
    assert len(str(fault.value).splitlines()) == 2


def test_record_names_the_place_of_a_fault() -> None:
    with pytest.raises(ContentError, match=r"^here: Tree: leaves\.0\.colour: "):
        record(Tree, {"height": 1, "leaves": [{"colour": 3}]}, "here")


def test_load_names_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="there is no such content file"):
        load(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("a = ")
    with pytest.raises(ContentError, match=r"bad\.toml: "):
        load(tmp_path / "bad.toml")
