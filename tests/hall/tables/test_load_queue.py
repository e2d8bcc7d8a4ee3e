"""Whose turn it is: who throws comes first, and nobody waits for a lamp that is read already."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from companion.hall.tables.load_queue import LoadQueue, Priority
from tests.messaging.heard import wait_for


class Queue:
    """Turns of which one is taken, and those who wait behind it."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self.turns, self.order, self._pool = LoadQueue(1), list[str](), pool
        self._over, began = threading.Event(), threading.Event()
        self.first = pool.submit(self._hold, began)
        assert began.wait(10)

    def _hold(self, began: threading.Event) -> None:
        with self.turns.turn("first", Priority.UNASKED):
            began.set()
            assert self._over.wait(10)

    def wait(self, lamp: str, haste: Priority) -> Future[None]:
        waiting = len(self.turns._waiting) + 1
        found = self._pool.submit(self._take, lamp, haste)
        wait_for(lambda: len(self.turns._waiting) == waiting)
        return found

    def _take(self, lamp: str, haste: Priority) -> None:
        with self.turns.turn(lamp, haste):
            self.order.append(lamp)

    def go_on(self) -> None:
        self._over.set()
        self.first.result(10)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as pool:
        yield pool


@pytest.fixture
def queue(pool: ThreadPoolExecutor) -> Queue:
    return Queue(pool)


def test_who_throws_comes_first_then_who_looks_then_the_others(queue: Queue) -> None:
    waiting = [
        queue.wait("nobody's", Priority.UNASKED),
        queue.wait("page", Priority.LOOKED_AT),
        queue.wait("another page", Priority.LOOKED_AT),
        queue.wait("throw", Priority.THROWN),
    ]
    queue.go_on()
    for one in waiting:
        one.result(10)
    assert queue.order == ["throw", "page", "another page", "nobody's"]


def test_who_waits_for_a_lamp_that_is_read_by_now_waits_no_more(queue: Queue) -> None:
    gone, stays = queue.wait("lamp-1", Priority.LOOKED_AT), queue.wait("lamp-2", Priority.LOOKED_AT)
    queue.turns.release("lamp-1")
    gone.result(10)
    assert not stays.done(), "its turn has not come"
    queue.go_on()
    stays.result(10)


def test_a_turn_that_was_not_needed_is_nobodys(queue: Queue) -> None:
    queue.wait("lamp-1", Priority.LOOKED_AT)
    queue.turns.release("lamp-1")
    queue.go_on()
    with queue.turns.turn("one", Priority.UNASKED):
        assert queue.turns._free == 0
    assert queue.turns._free == 1


def test_what_fails_in_its_turn_gives_it_back() -> None:
    turns = LoadQueue(1)
    with pytest.raises(ValueError, match="a mistake"), turns.turn("lamp-1", Priority.THROWN):
        raise ValueError("a mistake")
    with turns.turn("lamp-1", Priority.THROWN):
        pass


def test_one_turn_is_kept_for_who_throws() -> None:
    turns = LoadQueue(2)
    with turns.turn("page", Priority.LOOKED_AT), turns.turn("throw", Priority.THROWN):
        assert turns._free == 0
    with turns.turn("page", Priority.LOOKED_AT):
        assert not turns._is_free(Priority.UNASKED) and turns._is_free(Priority.THROWN)


def test_while_a_throw_waits_for_its_table_nobody_who_only_looks_begins(pool: ThreadPoolExecutor) -> None:
    turns, order = LoadQueue(2), list[str]()

    def look() -> None:
        with turns.turn("page", Priority.LOOKED_AT):
            order.append("page")

    with turns.turn("throw", Priority.THROWN):
        looking = pool.submit(look)
        wait_for(lambda: len(turns._waiting) == 1)
        order.append("throw")
    looking.result(10)
    assert order == ["throw", "page"]


def test_whoever_only_looks_goes_on_when_another_who_looks_has_done(pool: ThreadPoolExecutor) -> None:
    turns, inside, over = LoadQueue(2), threading.Event(), threading.Event()

    def look() -> None:
        with turns.turn("page", Priority.LOOKED_AT):
            inside.set()
            assert over.wait(10)

    def look_too() -> None:
        with turns.turn("another page", Priority.LOOKED_AT):
            pass

    first = pool.submit(look)
    assert inside.wait(10)
    second = pool.submit(look_too)
    wait_for(lambda: len(turns._waiting) == 1)
    with turns.turn("throw", Priority.THROWN):
        pass
    assert not second.done(), "the turn that was kept is nobody else's"
    over.set()
    first.result(10), second.result(10)


def test_a_lamp_has_one_turn_and_leaves_the_others_to_others(pool: ThreadPoolExecutor) -> None:
    turns, inside, over = LoadQueue(2), threading.Event(), threading.Event()

    def read(lamp: str) -> None:
        with turns.turn(lamp, Priority.THROWN):
            inside.set()
            assert over.wait(10)

    first = pool.submit(read, "lamp-1")
    assert inside.wait(10)
    second = pool.submit(read, "lamp-1")
    wait_for(lambda: len(turns._waiting) == 1)
    with turns.turn("lamp-2", Priority.THROWN):
        assert not second.done()
    over.set()
    first.result(10), second.result(10)


def test_as_many_begin_as_may(pool: ThreadPoolExecutor) -> None:
    turns, begun, over = LoadQueue(3), list[str](), threading.Event()

    def look(lamp: str) -> None:
        with turns.turn(lamp, Priority.LOOKED_AT):
            begun.append(lamp)
            assert over.wait(10)

    with turns.turn("throw", Priority.THROWN):
        looking = [pool.submit(look, f"page {number}") for number in range(3)]
        wait_for(lambda: len(turns._waiting) == 3)
    wait_for(lambda: len(begun) == 2)
    assert len(turns._waiting) == 1, "one turn is kept"
    over.set()
    for one in looking:
        one.result(10)


def test_who_finds_it_read_by_now_does_not_even_wait() -> None:
    turns = LoadQueue(1)
    with turns.turn("another", Priority.THROWN), turns.turn("lamp-1", Priority.LOOKED_AT, lambda: False):
        pass


def test_several_are_read_at_once_and_no_more(pool: ThreadPoolExecutor) -> None:
    turns, inside, most = LoadQueue(2), list[str](), list[int]()

    def read(lamp: str) -> None:
        with turns.turn(lamp, Priority.THROWN):
            inside.append(lamp)
            most.append(len(inside))
            threading.Event().wait(0.005)
            inside.remove(lamp)

    for one in [pool.submit(read, f"lamp-{number}") for number in range(24)]:
        one.result(10)
    assert max(most) == 2
