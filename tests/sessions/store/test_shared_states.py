"""State that all processes of a table share; a failed change is not visible."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress

from companion.sessions import SqlEventLog
from companion.sessions.store import SharedStates

Store = Callable[[], SqlEventLog]
EACH = 25


def count_up(states: SharedStates, name: str = "lesson/") -> None:
    with states.changing(name) as found:
        states.write(name, {"n": json.loads(found).get("n", 0) + 1})


def count_to_the_end(states: SharedStates) -> None:
    for _ in range(EACH):
        count_up(states)


def test_shared_state_is_read_by_another_process(database: Store) -> None:
    one, other = (SharedStates(database().database) for _ in range(2))
    assert other.read() == {}
    count_up(one)
    count_up(other)
    assert {name: json.loads(text) for name, text in one.read().items()} == {"lesson/": {"n": 2}}


def test_no_change_of_two_at_once_is_lost(database: Store) -> None:
    both = [SharedStates(database().database) for _ in range(2)]
    threads = [threading.Thread(target=count_to_the_end, args=(one,)) for one in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert json.loads(both[0].read()["lesson/"]) == {"n": 2 * EACH}


def test_failed_change_of_shared_state_is_not_stored(database: Store) -> None:
    states = SharedStates(database().database)
    with suppress(ZeroDivisionError), states.changing("lesson/"):
        states.write("lesson/", {"n": 1})
        raise ZeroDivisionError
    assert states.read() == {}


def test_commit_callback_runs_only_after_commit(database: Store) -> None:
    states, log, done = SharedStates(database().database), database(), list[str]()
    with states.changing("lesson/"):
        states.once_committed(lambda: done.append("one"))
        assert done == []
    with suppress(ZeroDivisionError), states.changing("lesson/"):
        states.once_committed(lambda: done.append("never"))
        raise ZeroDivisionError
    states.once_committed(lambda: done.append("at once"))
    assert done == ["one", "at once"]
    with log.database.transaction():
        log.database.once_committed(lambda: done.append("of the whole"))
        with suppress(ZeroDivisionError), log.database.transaction():
            log.database.once_committed(lambda: done.append("never"))
            raise ZeroDivisionError
        with log.database.transaction():
            log.database.once_committed(lambda: done.append("of the part"))
        assert done == ["one", "at once"]
    assert done == ["one", "at once", "of the whole", "of the part"]
