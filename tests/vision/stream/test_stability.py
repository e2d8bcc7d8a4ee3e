"""What several looks agree on, and what one more look may add."""

from __future__ import annotations

import pytest

from companion.schema import UNKNOWN, SeenObject
from vision.stream.stability import answer_open, combine_looks

BOX = (100.0, 100.0, 40.0, 40.0)


def die(value: str | None, share: float = 0.85, kind: str = "d20", x: float = 100.0) -> SeenObject:
    """Return a die; where its face is open, `share` is that of the 7."""
    others = () if value else (("7", share), ("1", 0.1))
    return SeenObject(kind, value, 0.95 if value else 0.6, others, (x, 100.0, 40.0, 40.0))


OPEN = ((die(None),), (die(None),), (die(None),))


def answered(looks: tuple[tuple[SeenObject, ...], ...], last: tuple[SeenObject, ...]) -> list[str | None]:
    return [seen.value for seen in answer_open(combine_looks(looks, 2), looks, last)]


def test_last_look_answers_an_open_face() -> None:
    assert answered(OPEN, (die("7", x=103.0),)) == ["7"]


def test_last_look_answers_with_one_look_for_it() -> None:
    assert answered(((die("7"),), *OPEN[1:]), (die("7"),)) == ["7"]


@pytest.mark.parametrize(
    "last",
    [(), (die(None),), (die("1"),), (die("7", kind="d6"),), (die("7", x=140.0),)],
    ids=["sees nothing", "is unsure", "prefers another face", "sees another kind", "sees another die"],
)
def test_last_look_without_agreement_changes_nothing(last: tuple[SeenObject, ...]) -> None:
    assert answered(OPEN, last) == [None]


def test_last_look_tells_no_unlikely_face() -> None:
    looks = tuple((die(None, share),) for share in (0.9, 0.7, 0.7))
    assert answered(looks, (die("7"),)) == [None]


def test_last_look_does_not_outvote_a_sure_look() -> None:
    assert answered(((die("1"),), (die(None),), (die(None),)), (die("7"),)) == [None]
    assert answered(((die("1"),), (die("7"),), (die("7"),)), (die("7"),)) == [None]


def test_last_look_leaves_agreed_faces_alone() -> None:
    assert answered(((die("1"),), (die("1"),)), (die("7"),)) == ["1"]


@pytest.mark.parametrize(
    "seen",
    [SeenObject("d20", None, 0.9, (), BOX, cocked=True), SeenObject(UNKNOWN, None, 0.9, (), BOX)],
    ids=["cocked", "stranger"],
)
def test_last_look_names_nothing_cocked_or_strange(seen: SeenObject) -> None:
    assert answered(((seen,), (seen,), (seen,)), (die("7"),)) == [None]
