"""The cache returns a value for identical arguments only."""

from __future__ import annotations

from companion.presentation.visibility import MemoCache


class Thing:
    """Equal to any other, but a distinct object."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing)

    def __hash__(self) -> int:
        return 0


class Made:
    """Makes values numbered in order of creation."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self) -> int:
        self.number += 1
        return self.number


def test_the_same_things_are_worked_out_once() -> None:
    kept, made, one, other = MemoCache[int](9), Made(), Thing(), Thing()
    assert [kept.of((one, other), "how", made) for _ in range(3)] == [1, 1, 1]


def test_cache_distinguishes_order_and_viewer() -> None:
    kept, made, one, other = MemoCache[int](9), Made(), Thing(), Thing()
    asked = (((one,), "1"), ((other,), "1"), ((one,), "2"), ((one, other), "1"), ((other, one), "1"))
    assert [kept.of(things, how, made) for things, how in asked] == [1, 2, 3, 4, 5]
    assert [kept.of(things, how, made) for things, how in asked] == [1, 2, 3, 4, 5]


def test_only_the_newest_are_kept() -> None:
    kept, made, things = MemoCache[int](2), Made(), [Thing() for _ in range(3)]
    assert [kept.of((thing,), "", made) for thing in things] == [1, 2, 3]
    assert [kept.of((thing,), "", made) for thing in reversed(things)] == [3, 2, 4]


def test_cache_ignores_a_reused_id() -> None:
    """A new object may reuse the address of a deleted one."""
    kept, made = MemoCache[int](1000), Made()
    assert [kept.of((Thing(),), "", made) for _ in range(500)] == list(range(1, 501))
