"""The monsters of the boxes: their numbers and traits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from companion.engine import load, record

FILE = Path(__file__).parents[1] / "content" / "monsters.toml"


@dataclass(frozen=True, slots=True)
class Beast:
    """A kind of monster. `health_each` is added for each investigator."""

    title: str
    health: float
    health_each: float
    awareness: int
    horror: int
    brawn: int
    traits: tuple[str, ...] = ()
    box: str = ""  # "" = of a scenario


@cache
def beasts() -> Mapping[str, Beast]:
    """Every kind by its id ("MonsterDeepOne")."""
    return MappingProxyType({kind: record(Beast, told, f"{FILE}: {kind}") for kind, told in load(FILE).items()})
