"""A table that was resumed at a rest is the same as one that was read from its first entry on, whatever is done with it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from companion import games
from companion.schema import Refused, codec, from_json, to_json
from companion.sessions import AnswerGiven, GameTable, LogEntry, RuleError, to_entry, to_row
from companion.sessions.table import Earlier, RedoMade, RestingState, TableBegan, UndoMade, givens
from tests.sessions.table.chance import any_values, likely_answer

GAMES = ("arkham", "draw_your_weapon", "mansions", "nemesis")
STEPS = 220
EVERY = 12  # entries from one resumption to the next


@dataclass(frozen=True, slots=True)
class KeptLog:
    """The log that a resumed table can still read."""

    entries: Sequence[LogEntry[Any]]

    def read(self) -> Sequence[LogEntry[Any]]:
        return self.entries

    def answer(self, id: str) -> AnswerGiven | None:
        return next((given for given in givens(self.entries) if given.answer.id == id), None)

    def has_request(self, id: str) -> bool:
        return any(isinstance(e.what, UndoMade | RedoMade) and e.what.id == id for e in self.entries)


def through_json(table: GameTable[Any, Any], rest: RestingState[Any]) -> RestingState[Any]:
    """As it is read from where it was stored."""
    state = codec.load(type(rest.state), codec.dump(rest.state))
    began = from_json(TableBegan, json.loads(json.dumps(to_json(rest.began))))
    return RestingState(rest.seq, rest.question, began, state)


def written(table: GameTable[Any, Any], entries: Sequence[LogEntry[Any]]) -> list[LogEntry[Any]]:
    return [to_entry(table.game, to_row(entry)) for entry in entries]


def resumed(whole: GameTable[Any, Any], rest: RestingState[Any]) -> GameTable[Any, Any]:
    """The table as a process reads it that begins at a rest."""
    rest = through_json(whole, rest)
    before = written(whole, [entry for entry in whole.log if entry.seq <= rest.seq])
    since = written(whole, [entry for entry in whole.log if entry.seq > rest.seq])
    return GameTable(whole.game, since, Earlier(whole.game, rest, KeptLog(before)))


def assert_same(one: GameTable[Any, Any], other: GameTable[Any, Any]) -> None:
    """Compare everything that play needs, without loading older entries."""
    assert one.seq == other.seq
    assert one.run.state == other.run.state
    assert (one.open, one.run.at_rest, one.run.over) == (other.open, other.run.at_rest, other.run.over)
    assert (one.trail.aside, one.trail.way_back) == (other.trail.aside, other.trail.way_back)


def assert_same_past(one: GameTable[Any, Any], other: GameTable[Any, Any]) -> None:
    assert tuple(one.known.moments) == tuple(other.known.moments)
    assert tuple(one.known.in_force) == tuple(other.known.in_force)
    assert tuple(one.known.answers) == tuple(other.known.answers)
    assert tuple(one.known.taken_back) == tuple(other.known.taken_back)
    assert list(one.known.whole) == list(other.known.whole)


class SameTwice:
    """One table with its whole log, and one that is resumed again and again."""

    def __init__(self, game: str, seed: int) -> None:
        self.random = Random(seed)
        found = games.find(game)
        self.whole: GameTable[Any, Any] = GameTable.begin(found, found.sample)
        self.late = resumed(self.whole, next(self.whole.known.resting_states()))
        self.resumptions = self.shortenings = self.completions = 0
        self.number = 0

    def step(self) -> None:
        self.number += 1
        deed = self.random.random()
        if deed < 0.82:
            self._answer()
        elif deed < 0.90:
            self._both("undo", self._some_seq(0.9), id=f"u{self.number}")
        elif deed < 0.94 and (way := self.whole.trail.way_back) is not None:
            self._both("redo", way.seq, id=f"r{self.number}")
        elif deed < 0.98:
            self._amend()
        elif self.whole.log:
            self._past(self._some_seq(0.5))
        assert_same(self.whole, self.late)
        self._resume()

    def _answer(self) -> None:
        answer = likely_answer(self.whole, f"a{self.number}", self.random)
        if answer is not None:
            self._both("answer", answer)
            assert self.late.known.knows(answer.id) == self.whole.known.knows(answer.id)

    def _amend(self) -> None:
        """Amend or remove an answer; sometimes with an outdated `seen`."""
        entry = self._some_answer()
        if entry is None:
            return
        values = self.random.choice((None, any_values(entry.what.prompt, self.random), entry.what.answer.values))
        seen = self.random.choice((None, None, entry.seq, self.whole.seq))
        self._both("amend", entry.seq, values, seen, id=f"m{self.number}")
        assert self.late.known.has_done(f"m{self.number}") == self.whole.known.has_done(f"m{self.number}")

    def _both(self, command: str, *given: Any, **named: Any) -> None:
        before = len(self.whole.log), self.late.seq
        assert self._told(self.whole, command, *given, **named) == self._told(self.late, command, *given, **named)
        new = [entry for entry in self.late.log if entry.seq > before[1]]
        assert new == self.whole.log[before[0] :]

    @staticmethod
    def _told(table: GameTable[Any, Any], command: str, *given: Any, **named: Any) -> str:
        try:
            getattr(table, command)(*given, **named)
        except (Refused, RuleError) as error:
            return f"{type(error).__name__}: {error}"
        return ""

    def _past(self, at: int) -> None:
        try:
            moments, run = self.whole.moments_at(at)
        except Refused:
            with pytest.raises(Refused):
                self.late.moments_at(at)
            return
        others, other = self.late.moments_at(at)
        assert moments == others and (run.state, run.open) == (other.state, other.open)

    def _some_seq(self, near: float) -> int:
        """Mostly one of the newest."""
        newest = self.whole.seq
        return (
            max(1, newest - self.random.randrange(8)) if self.random.random() < near else self.random.randint(1, newest)
        )

    def _some_answer(self) -> LogEntry[Any] | None:
        answers = self.whole.trail.answers[-self.random.choice((3, 3, 3, 40)) :]
        return self.random.choice(answers) if answers else None

    def _resume(self) -> None:
        if self.late.known.earlier is None:
            self.completions += 1
        base = self.late.known.earlier.rest.seq if self.late.known.earlier is not None else 0
        rest = next(self.late.known.resting_states(base), None)
        if rest is None or rest.seq - base < EVERY:
            return
        if self.random.random() < 0.5:
            self.late = resumed(
                self.whole, next(one for one in self.whole.known.resting_states() if one.seq == rest.seq)
            )
            self.resumptions += 1
        else:
            before = [entry for entry in self.late.known.whole if entry.seq <= rest.seq]
            self.late.shorten(Earlier(self.late.game, through_json(self.late, rest), KeptLog(before)))
            self.shortenings += 1
        assert_same(self.whole, self.late)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_a_resumed_table_is_the_same_as_its_whole_log(game: str, seed: int) -> None:
    both = SameTwice(game, seed)
    for _ in range(STEPS):
        if both.whole.run.over:
            break
        both.step()
    assert_same_past(both.whole, both.late)
    assert both.resumptions and both.shortenings


def test_stored_state_that_differs_from_log_is_ignored() -> None:
    whole = SameTwice("arkham", 1).whole
    random = Random(1)
    while len(list(whole.known.resting_states())) < 4:
        assert not whole.run.over
        answer = likely_answer(whole, f"a{whole.seq}", random)
        if answer is not None:
            whole.answer(answer)
    newest, *_, first = whole.known.resting_states()
    wrong = RestingState(newest.seq, newest.question, newest.began, first.state)
    late = resumed(whole, wrong)
    assert late.run.state != whole.run.state
    late.complete()
    assert late.run.state == whole.run.state and list(late.log) == list(whole.log)


def act(table: GameTable[Any, Any], number: int, random: Random) -> None:
    """Answer, mostly; sometimes undo, redo or amend."""
    deed = random.random()
    with suppress(Refused, RuleError):
        if deed < 0.06:
            table.undo(max(1, table.seq - random.randint(1, 8)), id=f"u{number}")
        elif deed < 0.1 and table.trail.way_back is not None:
            table.redo(table.trail.way_back.seq, id=f"b{number}")
        elif deed < 0.13 and table.trail.answers:
            entry = random.choice(table.trail.answers[-4:])
            table.amend(entry.seq, any_values(entry.what.prompt, random), id=f"m{number}")
        elif (answer := likely_answer(table, f"a{number}", random)) is not None:
            table.answer(answer)


def brought(one: GameTable[Any, Any], other: GameTable[Any, Any]) -> None:
    other.follow([to_entry(one.game, to_row(entry)) for entry in one.log if entry.seq > other.seq])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.slow
def test_following_table_equals_the_original(name: str) -> None:
    random, game = Random(name), games.find(name)
    one, other = (GameTable.begin(game, game.sample) for _ in range(2))
    for number in range(STEPS):
        act(one, number, random)
        if random.random() < 0.6:
            brought(one, other)
            assert (other.seq, other.run.state, other.run.at_rest) == (one.seq, one.run.state, one.run.at_rest)
            assert other.open == one.open
            assert list(other.known.in_force) == list(one.known.in_force)
            assert (other.trail.aside, other.trail.way_back) == (one.trail.aside, one.trail.way_back)
            assert [rest.seq for rest in other.known.resting_states()] == [r.seq for r in one.known.resting_states()]
    assert one.seq > STEPS / 2


def test_following_run_restarts_after_an_undo() -> None:
    game = games.find("arkham")
    one, other = (GameTable.begin(game, game.sample) for _ in range(2))
    run, random = other.run, Random(4)
    while (answer := likely_answer(one, f"a{one.seq}", random)) is not None and one.seq < 30:
        with suppress(Refused):
            one.answer(answer)
    brought(one, other)
    assert other.run is run
    one.undo(one.seq - 4)
    brought(one, other)
    assert other.run is not run
    assert other.open == one.open


def test_following_with_other_rules_undoes_the_procedure() -> None:
    game = games.find("arkham")
    one, other = (GameTable.begin(game, game.sample) for _ in range(2))
    answer = likely_answer(one, "a", Random(1))
    assert answer is not None
    one.answer(answer)
    (given, *_) = [to_entry(game, to_row(entry)) for entry in one.log if entry.seq > other.seq]
    other.follow([given])  # its facts are missing
    assert other.seq > given.seq
