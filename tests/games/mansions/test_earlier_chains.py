"""A stored chain of silent events, close to the limit for circles, replays to the same state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.archive.replay import compare
from companion.engine import GameSetup
from companion.games.mansions import GAME
from companion.games.mansions.facts import EventLeft, EventQueued, EventRun, ItemsChosen, VariablesSet
from companion.games.mansions.rules.story.silent_chain import MOST_UNSEEN
from companion.schema import HOUSE, Answer
from companion.sessions import Fact, GameTable, LogEntry, TableBegan
from tests.games.mansions.valkyrie.pack import HEAD

LONG = MOST_UNSEEN - 20  # events
NAMES = 20  # operations of each
LAST = f"EventA{LONG}"


def silent(n: int) -> dict[str, str]:
    operations = " ".join(f"v{place},=,{n}" for place in range(NAMES))
    return {"display": "false", "buttons": "1", "event1": f"EventA{n + 1}", "operations": operations}


SECTIONS = {
    "Quest": dict(HEAD),
    **{f"EventA{n}": silent(n) for n in range(LONG)},
    "EventA0": {**silent(0), "trigger": "EventStart"},
    LAST: {"buttons": "1", "operations": "one,=,#rand6 two,=,#rand6"},
}
RECORD: dict[str, Any] = {"kind": "valkyrie", "file": "a.valkyrie", "sections": SECTIONS, "texts": {}, "pictures": {}}


def established() -> Iterator[Any]:
    """Yield the facts of a log before events counted."""
    yield ItemsChosen(())
    for n in range(LONG):
        yield EventRun(f"EventA{n}")
        yield VariablesSet(tuple((f"v{place}", float(n)) for place in range(NAMES)))
        yield EventLeft(f"EventA{n}")
        yield EventQueued(f"EventA{n + 1}")


def earlier() -> list[LogEntry[Any]]:
    began = TableBegan("mansions", GameSetup(("1",), choices={"scenario": RECORD}))
    facts = [LogEntry(seq, Fact(one)) for seq, one in enumerate(established(), 2)]
    last = facts.pop()
    return [LogEntry(1, began, rest=True), *facts, LogEntry(last.seq, last.what, rest=True)]


@pytest.mark.slow
def test_stored_chain_replays_to_the_same_facts() -> None:
    assert compare(GAME, earlier()) == ""


@pytest.mark.slow
def test_stored_chain_continues_its_event() -> None:
    table = GameTable(GAME, earlier())
    assert [str(prompt.title) for prompt in table.open] == ["the story draws a number, 1"]
    table.answer(Answer("a", table.open[0].id, ("3",), HOUSE))
    again = GameTable(GAME, list(table.log))
    assert again.log == table.log, "nothing of it was taken back"
    assert [str(prompt.title) for prompt in again.open] == ["the story draws a number, 2"]


def test_stored_chain_counts_each_event_once() -> None:
    assert GameTable(GAME, earlier()).run.state.story.unseen == LONG
