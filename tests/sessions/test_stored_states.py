"""A long table is opened from a stored state: the same as from its log, which alone counts."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from companion.errors import LamplightError
from companion.schema import Answer
from companion.sessions import SessionManager, SqlEventLog, TableSnapshot, resting_states
from companion.sessions.table_reader import AT_HAND, EVERY, MOST_AT_HAND, fingerprint
from tests.new_log import new_log
from tests.sessions.table.chance import likely_answer

GAME = "draw_your_weapon"
LENGTH = 700  # entries


@dataclass
class Evening:
    """A session manager with one long table."""

    folder: Path
    log: SqlEventLog
    hall: SessionManager
    random: Random
    number: int = 0

    def play(self, entries: int) -> None:
        while self.table.seq < entries and not self.table.run.over:
            self.answer()

    def answer(self) -> None:
        self.number += 1
        found = likely_answer(self.table, f"a{self.number}", self.random)
        if found is not None:
            try:
                self.hall.answer("t1", replace(found, reading="", source=""))
            except LamplightError:  # a rule refuses what its prompt takes
                return

    @property
    def table(self) -> Any:
        return self.hall._shelf.get("t1").table

    @property
    def states(self) -> list[int]:
        """The entries after which a state is stored."""
        with self.log.database.connect() as connection:
            return list(connection.scalars(select(resting_states.c.seq).order_by(resting_states.c.seq)))

    def change_states(self, how: Callable[[bytes], bytes]) -> None:
        with self.log.database.begin() as connection:
            for row in connection.execute(select(resting_states)).all():
                changed = update(resting_states).where(resting_states.c.seq == row.seq)
                connection.execute(changed.values(state=how(row.state)))

    def again(self) -> Evening:
        """Restart the process."""
        self.log.close()
        log = new_log(self.folder)
        return replace(self, log=log, hall=SessionManager(log, Random(1)))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a database with a long table."""
    folder = tmp_path_factory.mktemp("played")
    evening = begun(folder)
    evening.hall.open(GAME)
    evening.play(LENGTH)
    evening.log.close()
    return folder


def begun(folder: Path) -> Evening:
    log = new_log(folder)
    return Evening(folder, log, SessionManager(log, Random(1)), Random(3), number=10_000)


@pytest.fixture
def evening(played: Path, tmp_path: Path) -> Iterator[Evening]:
    (tmp_path / "log.db").write_bytes((played / "log.db").read_bytes())
    found = begun(tmp_path)
    yield found
    found.log.close()


def shown(picture: TableSnapshot) -> Mapping[str, Any]:
    """Everything that play needs, with the whole past."""
    return {
        "state": picture.state,
        "open": picture.open,
        "moments": tuple(picture.moments),
        "taken back": tuple(picture.taken_back),
        "way back": picture.way_back,
        "aside": picture.aside,
    }


def from_the_log(evening: Evening) -> Mapping[str, Any]:
    """As it is without any stored state."""
    with evening.log.database.begin() as connection:
        connection.execute(delete(resting_states))
    return shown(SessionManager(evening.log, Random(1)).snapshot("t1"))


@pytest.mark.slow
def test_a_long_table_is_opened_without_its_first_entries(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    read, asked = evening.log.read, list[int]()

    def noted(table: str, after: int = 0, upto: int = 2**31 - 1) -> Any:
        asked.append(upto if upto == 1 else after)
        return read(table, after, upto)

    monkeypatch.setattr(evening.log, "read", noted)
    hall = SessionManager(evening.log, Random(1))
    picture = hall.snapshot("t1")
    assert min(asked) == 1 and sorted(asked)[1] >= LENGTH - AT_HAND - 2 * EVERY - 60
    assert picture.open
    asked.clear()
    evening = replace(evening, hall=hall)
    for _ in range(20):
        evening.answer()
    assert asked == [], "nor is an answer looked for there"


@pytest.mark.slow
def test_stored_state_equals_the_log(evening: Evening) -> None:
    assert evening.table.known.earlier is not None
    now = shown(evening.hall.snapshot("t1"))
    assert now == from_the_log(evening)


@pytest.mark.parametrize("which", ["all", "the newest", "the oldest"])
@pytest.mark.slow
def test_any_stored_state_may_be_deleted_at_any_time(evening: Evening, which: str) -> None:
    before = shown(evening.hall.snapshot("t1"))
    gone = {"all": evening.states, "the newest": evening.states[-1:], "the oldest": evening.states[:-1]}[which]
    with evening.log.database.begin() as connection:
        connection.execute(delete(resting_states).where(resting_states.c.seq.in_(gone)))
    evening.answer()
    evening.hall.history.undo("t1", evening.table.trail.in_force[-2].seq - 1)
    evening = evening.again()
    evening.hall.history.redo("t1", evening.table.trail.way_back.seq)
    assert shown(evening.hall.snapshot("t1")) == from_the_log(evening) != before


@pytest.mark.slow
@pytest.mark.parametrize(
    "how", [lambda _: b"nothing that was deflated", lambda _: zlib.compress(b'{"no": "state"}')], ids=["bytes", "shape"]
)
def test_a_damaged_one_counts_for_nothing(evening: Evening, how: Callable[[bytes], bytes]) -> None:
    before = shown(evening.hall.snapshot("t1"))
    evening.change_states(how)
    assert shown(evening.again().hall.snapshot("t1")) == before


@pytest.mark.slow
def test_a_state_of_other_rules_counts_for_nothing(evening: Evening) -> None:
    before = shown(evening.hall.snapshot("t1"))
    with evening.log.database.begin() as connection:
        connection.execute(update(resting_states).values(made_by="other rules", state=b"theirs"))
    again = evening.again()
    assert shown(again.hall.snapshot("t1")) == before
    with again.log.database.connect() as connection:
        assert fingerprint(GAME) in set(connection.scalars(select(resting_states.c.made_by))), "one is stored at once"


@pytest.mark.slow
def test_wrong_stored_state_is_found_and_table_reloaded(evening: Evening) -> None:
    truth = shown(evening.hall.snapshot("t1"))
    assert evening.hall.tables.compare_stored_states("t1")
    with evening.log.database.begin() as connection:
        first, *_, last = connection.execute(select(resting_states).order_by(resting_states.c.seq)).all()
        connection.execute(update(resting_states).values(state=first.state))
    assert first.state != last.state
    evening = evening.again()
    assert evening.hall.tables.compare_stored_states("t1") is False
    assert shown(evening.hall.snapshot("t1")) == truth
    assert evening.hall.tables.compare_stored_states("t1")


@pytest.mark.slow
def test_an_undo_far_back_is_the_same_after_a_restart(evening: Evening) -> None:
    seqs = [entry.seq for entry in evening.table.known.answers]
    evening.hall.history.undo("t1", seqs[len(seqs) // 4] - 1)
    after = shown(evening.hall.snapshot("t1"))
    evening = evening.again()
    assert shown(evening.hall.snapshot("t1")) == after
    for _ in range(60):
        evening.answer()
    after = shown(evening.hall.snapshot("t1"))
    evening = evening.again()
    assert shown(evening.hall.snapshot("t1")) == after == from_the_log(evening)


@pytest.mark.slow
def test_repeated_old_answer_changes_nothing(evening: Evening) -> None:
    first = next(iter(evening.table.known.answers)).what.answer
    evening = evening.again()
    before = evening.table.seq
    evening.hall.answer("t1", Answer(first.id, evening.table.open[0].id, first.values, first.by))
    assert evening.table.seq == before
    assert evening.hall.history.given("t1", first.id).answer == first


@pytest.mark.slow
def test_memory_holds_the_newest_entries_alone(evening: Evening) -> None:
    evening.play(2 * LENGTH)
    assert evening.table.seq > LENGTH + MOST_AT_HAND
    assert len(evening.table.log) <= MOST_AT_HAND + EVERY + 60
    assert len(evening.states) <= 8
    assert shown(evening.hall.snapshot("t1")) == from_the_log(evening)


@pytest.mark.slow
def test_unstorable_state_is_read_from_the_log(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    truth = shown(evening.hall.snapshot("t1"))
    with evening.log.database.begin() as connection:
        connection.execute(delete(resting_states))
    load = monkeypatch.setattr
    load("companion.sessions.table_reader.codec.load", lambda _cls, _text: object())
    again = evening.again()
    assert (again.states, shown(again.hall.snapshot("t1"))) == ([], truth)
