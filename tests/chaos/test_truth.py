"""The checks of `truth` find faults."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.schema import Answer, Reading, RollPrompt, SeenObject
from companion.sessions import AnswerGiven, LogEntry
from tests.chaos.truth import Kept, in_vain, lost, twice

ROLL = RollPrompt("1", "", of=("mom_d8",), id="p4.0")
DIE, TOKEN = (SeenObject("mom_d8", "blank", 0.99),), (SeenObject("token", "skull", 0.99),)


def entry(seq: int, id: str, reading: str = "") -> LogEntry[object]:
    return LogEntry(seq, AnswerGiven(Answer(id, ROLL.id, ("blank",), reading=reading), ROLL, closes=True))


def lay(id: str, objects: tuple[SeenObject, ...] = DIE, expect: str = "p4") -> Reading:
    return Reading(id, "lamp", "vision/cam0", "e", 1, expect, objects=objects)


@pytest.mark.parametrize(
    ("kept", "seqs", "wrongs"),
    [
        (Kept("e", 2, 0), (1, 2), 0),
        (Kept("e", 3, 0), (1, 3), 1),
        (Kept("e", 2, 0), (1, 2, 2), 1),
        (Kept("e", 2, 1), (1, 2), 1),
        (Kept("new", 0, 0), (1, 2), 0),
    ],
    ids=["all came", "one is missing", "one came twice", "one waits", "of another epoch"],
)
def test_readings_are_committed_once_and_none_waits(kept: Kept, seqs: Sequence[int], wrongs: int) -> None:
    heard = [("cam", "e", seq, f"e.{seq}") for seq in seqs]
    assert len(list(lost("cam", kept, heard))) == wrongs


def test_truth_finds_doubled_prompts_answers_and_readings() -> None:
    assert list(twice("t1", [entry(1, "a", "e.1")])) == []
    assert len(list(twice("t1", [entry(1, "a", "e.1"), entry(2, "a", "e.1")]))) == 3


@pytest.mark.parametrize(
    ("came", "is_wrong"),
    [
        ((lay("e.1"), lay("e.2")), True),
        ((lay("e.2"), lay("e.1")), False),
        ((lay("e.1", TOKEN), lay("e.2")), False),
        ((lay("e.1", expect="p3"), lay("e.2")), False),
        ((lay("unsure"), lay("e.2")), False),
    ],
    ids=[
        "a later one counts",
        "the first counts",
        "it was another thing",
        "it was for another question",
        "it was unclear",
    ],
)
def test_wasted_throw_is_found(came: Sequence[Reading], is_wrong: bool) -> None:
    assert bool(list(in_vain([entry(1, "e.2", "e.2")], came, {"e.1", "e.2"}))) == is_wrong
