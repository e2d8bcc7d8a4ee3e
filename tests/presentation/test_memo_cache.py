"""What was worked out once is given again to whoever asks with the very same things, and to nobody else."""

from __future__ import annotations

from companion.presentation.visibility import MemoCache


class Thing:
    """As good as any other, and another one all the same."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing)

    def __hash__(self) -> int:
        return 0


class Made:
    """What is made, numbered in its order."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self) -> int:
        self.number += 1
        return self.number


def test_the_same_things_are_worked_out_once() -> None:
    kept, made, one, other = MemoCache[int](9), Made(), Thing(), Thing()
    assert [kept.of((one, other), "how", made) for _ in range(3)] == [1, 1, 1]


def test_equal_things_in_another_order_or_for_somebody_else_are_worked_out_anew() -> None:
    kept, made, one, other = MemoCache[int](9), Made(), Thing(), Thing()
    asked = (((one,), "1"), ((other,), "1"), ((one,), "2"), ((one, other), "1"), ((other, one), "1"))
    assert [kept.of(things, how, made) for things, how in asked] == [1, 2, 3, 4, 5]
    assert [kept.of(things, how, made) for things, how in asked] == [1, 2, 3, 4, 5]


def test_only_the_newest_are_kept() -> None:
    kept, made, things = MemoCache[int](2), Made(), [Thing() for _ in range(3)]
    assert [kept.of((thing,), "", made) for thing in things] == [1, 2, 3]
    assert [kept.of((thing,), "", made) for thing in reversed(things)] == [3, 2, 4]


def test_the_number_of_a_thing_that_is_gone_is_nobody_elses() -> None:
    """A new object may be given the address of one that nobody holds any more."""
    kept, made = MemoCache[int](1000), Made()
    assert [kept.of((Thing(),), "", made) for _ in range(500)] == list(range(1, 501))
