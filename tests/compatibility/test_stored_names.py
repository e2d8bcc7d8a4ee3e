"""The names under which facts are stored do not change: logs and archives of people hold them.

`python -m tests.compatibility.test_stored_names` adds the names of new facts to stored_names.json.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

from companion import games
from companion.engine import stored_name
from companion.sessions import Fact, LogEntry, to_entry, to_row
from tests.fakes import TOY

FILE = Path(__file__).with_name("stored_names.json")


def names_now(game: str) -> list[str]:
    return sorted(stored_name(fact) for fact in games.find(game).events)


@pytest.mark.parametrize("game", games.names())
def test_stored_names_of_facts_are_kept(game: str) -> None:
    kept, now = json.loads(FILE.read_text(encoding="utf-8"))[game], names_now(game)
    assert not set(kept) - set(now), "a fact was renamed: give its class `stored_as`, the name in the log"
    assert now == kept, "a new fact: python -m tests.compatibility.test_stored_names"
    assert len(set(now)) == len(now)


@dataclass(frozen=True, slots=True)
class CoinsThrown:
    """A fact whose class was called Rolled when logs were written."""

    stored_as: ClassVar[str] = "Rolled"
    faces: tuple[str, ...]


def test_renamed_fact_is_stored_and_read_under_its_old_name() -> None:
    game = replace(TOY, events=(CoinsThrown,))
    row = to_row(LogEntry(2, Fact(CoinsThrown(("heads",)))))
    assert row.name == "Rolled"
    assert to_entry(game, row).establishes == (CoinsThrown(("heads",)),)


if __name__ == "__main__":
    FILE.write_text(json.dumps({game: names_now(game) for game in games.names()}, indent=1) + "\n", encoding="utf-8")
