"""A table with only its newest entries in memory is drawn the same, without reads in ordinary play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar, cast

import pytest

from companion.errors import LamplightError
from companion.fairness.luck import throw_lucks
from companion.hall_link.table_report import AnswerCount, count_answers, game_report
from companion.presentation import (
    DeviceContext,
    LogReader,
    acts_for,
    amendment_preview,
    answers_after_undo,
    as_past,
    build_snapshot,
    evening_steps,
    events_since,
    expect_of,
    is_of_people,
    lights_of,
    line_and_note_texts,
    moments_since,
    newest_entry,
    seats,
    state_of,
)
from companion.presentation.undo_view import lines_of_next_answer
from companion.schema import TABLE, WALL, Answer, Prompt, Reading, Seat, SeenObject
from companion.sessions import AnswerGiven, LateSequence, SessionManager, TableSnapshot, question_of
from companion.sessions.table import number
from companion.web.routes.play.history import answer_at
from tests.new_log import new_log
from tests.sessions.table.chance import likely_answer

T = TypeVar("T")
GAMES = ("arkham", "draw_your_weapon", "mansions", "nemesis")
AT_HAND = 300  # of Mansions so many entries make a page of the log
STEPS = 420
EVERY = 60  # steps from one comparison to the next
MOST_CUTS = 2


class Earlier:
    """Provides earlier entries and counts the requests."""

    def __init__(self) -> None:
        self.calls = 0

    def sequence(self, whole: Sequence[T], count: int) -> LateSequence[T]:
        """Return a sequence that reads its first `count` entries on demand."""
        return LateSequence(whole[count:], lambda: self._read(whole[:count]))

    def _read(self, before: Sequence[T]) -> Sequence[T]:
        self.calls += 1
        return before


@dataclass
class Evening:
    """A game that is played by chance."""

    hall: SessionManager
    name: str
    random: Random
    number: int = 0
    done: set[str] = field(default_factory=set)

    @property
    def picture(self) -> TableSnapshot:
        """Return the snapshot with its whole past in memory."""
        found = self.hall.snapshot(self.name)
        return replace(found, moments=LateSequence(found.moments), taken_back=LateSequence(found.taken_back))

    def step(self) -> None:
        """One deed; what is refused is another one's time."""
        self.number += 1
        deed = self.random.random()
        with suppress(LamplightError):
            if self.picture.doubt is not None and deed < 0.6:
                self._settle()
            elif self.picture.both and deed < 0.5:
                self.hall.decisions.decide(self.name, self.picture.both[0].reading.id, "counts")
            elif deed < 0.86:
                self._answer()
            elif deed < 0.93:
                self._undo_or_redo(deed < 0.91)
            elif deed < 0.97:
                self._amend()
            else:
                self.hall.history.save(self.name, f"Moment {self.number}")

    def _settle(self) -> None:
        doubt = self.picture.doubt
        assert doubt is not None
        prompt = doubt.prompts[0]
        answer = likely_answer(cast("Any", replace(self.picture, open=(prompt,))), f"s{self.number}", self.random)
        if answer is None or self.random.random() < 0.2:
            self.hall.decisions.dismiss(self.name, doubt.reading.id)
        else:
            told = Answer(answer.id, prompt.id, answer.values, prompt.seat)
            self.hall.decisions.settle(self.name, doubt.reading.id, told)

    def _answer(self) -> None:
        picture = self.picture
        answer = likely_answer(cast("Any", picture), f"a{self.number}", self.random)
        prompt = next((p for p in picture.open if answer is not None and p.id == answer.prompt), None)
        if answer is None or prompt is None:
            return
        way = self.random.random() if prompt.of else 1.0
        if way < 0.6:
            self._read(prompt, answer.values)
        elif way < 0.8 and prompt.kind in ("roll", "draw"):
            self.hall.roll_virtually(self.name, prompt.id, prompt.seat, answer.id)
        else:
            self.hall.answer(self.name, replace(answer, reading="", source=""))

    def _read(self, prompt: Prompt, values: Sequence[str]) -> None:
        """A camera reading, good or bad; sometimes a second reader agrees or differs."""
        new = values[len(prompt.locked) :] if prompt.kind == "roll" else values
        conf = self.random.choice((0.99, 0.99, 0.3))
        other = tuple(option.id for option in prompt.options if option.refused is None)[:2]
        things = tuple(SeenObject(prompt.of[0], v, conf, tuple((o, 0.2) for o in other if o != v)) for v in new)
        name, question = f"cam-{self.number}", f"{self.name}.{question_of(self.picture.open)}"
        reading = Reading(
            name, "lamp", "vision/cam0", "e", self.number, question, prompt.zone, things, 0.0, f"{name}.jpg"
        )
        told = [reading]
        if self.random.random() < 0.15:
            objects = tuple(replace(seen, value=self.random.choice(other), conf=0.99) for seen in things)
            told.append(replace(reading, id=f"bag-{self.number}", source="bridge/bag", objects=objects, picture=""))
        assert {self.hall.readings.handle(one) for one in told} == {"committed"}
        self.done.add("read")

    def _undo_or_redo(self, undoes: bool) -> None:
        way, newest = self.picture.way_back, self.picture.moments[-1].entry.seq
        if undoes:
            self.hall.history.undo(self.name, max(1, newest - self.random.randrange(1, 12)), id=f"u{self.number}")
            self.done.add("undone")
        elif way is not None:
            self.hall.history.redo(self.name, way.seq, f"r{self.number}")

    def _amend(self) -> None:
        given = [m.entry for m in self.picture.moments if isinstance(m.entry.what, AnswerGiven)][-6:]
        entry = self.random.choice(given)
        assert isinstance(entry.what, AnswerGiven)
        answer = likely_answer(cast("Any", replace(self.picture, open=(entry.what.prompt,))), "", self.random)
        values = answer.values if answer is not None and self.random.random() < 0.9 else None
        self.hall.history.amend(self.name, entry.seq, values, id=f"m{self.number}")
        self.done.add("amended")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[SessionManager]:
    log = new_log(tmp_path)
    yield SessionManager(log, Random(1))
    log.close()


def cuts(picture: TableSnapshot, at_hand: int) -> list[int]:
    """Return places to cut at: rests, newest first."""
    moments = picture.moments.newest
    places = range(len(moments) - at_hand, 0, -1)
    return [place for place in places if moments[place - 1].entry.rest][:MOST_CUTS]


def late(picture: TableSnapshot, place: int) -> tuple[TableSnapshot, Earlier]:
    """Return the snapshot without moments before `place`, and the source of those."""
    earlier, rest = Earlier(), picture.moments.newest[place - 1].entry.seq
    back = picture.taken_back.newest
    moments = earlier.sequence(picture.moments.newest, place)
    return replace(
        picture, moments=moments, taken_back=earlier.sequence(back, sum(one.seq <= rest for one in back))
    ), earlier


def room(claimed: frozenset[Seat]) -> DeviceContext:
    return DeviceContext("boot", 1, "", claimed, {}, (), "", None, looks=True)


def pages(picture: TableSnapshot) -> list[Any]:
    """Return the views of all devices, with phones at all seats and with none."""
    phones = frozenset(seats(picture))
    devices = [(TABLE, frozenset[Seat]()), (TABLE, phones), (WALL, phones), *((seat, phones) for seat in phones)]
    return [build_snapshot(picture, seat, room(claimed)) for seat, claimed in devices]


def told(picture: TableSnapshot, seqs: Sequence[int]) -> list[Any]:
    """Return the messages to displays, lights and readers for these entries."""
    newest = newest_entry(picture)
    events = [events_since(picture, 1, seq) for seq in (newest, *seqs)]
    return [newest, events, state_of(picture, 1, (), "en"), expect_of(picture), lights_of(picture)]


def asked_of(picture: TableSnapshot, seqs: Sequence[int]) -> list[Any]:
    """Return the data for undo and amendment."""
    back = [answers_after_undo(picture, seq) for seq in seqs]
    return [back, [answer_at(picture, seq) for seq in seqs], [moments_since(picture, seq) for seq in seqs]]


def history(picture: TableSnapshot) -> list[Any]:
    """Read the past to its beginning."""
    readers = [LogReader(TABLE, acts_for(TABLE, picture, frozenset())), LogReader("1", frozenset({"1"}))]
    lines = [list(line_and_note_texts(picture, reader, before)) for reader in readers for before in (0, 60)]
    seqs = [m.entry.seq for m in picture.moments]
    back = [answers_after_undo(picture, seq) for seq in (0, *seqs[:40:9])]
    given = [answer_at(picture, seq) for seq in (0, *seqs[:40])]
    after = [lines_of_next_answer(picture, place, readers[0]) for place in (3, len(seqs) - 5, len(seqs))]
    return [lines, back, given, after, evening_steps(picture), events_since(picture, 1, 1), len(picture.taken_back)]


def is_ordinary(picture: TableSnapshot, place: int) -> bool:
    """Return whether the shown data is recent: no undo to the very rest, all readings asked since."""
    rest, first = (moment.entry.seq for moment in picture.moments.newest[place - 1 : place + 1])
    lies_there = picture.rest is None or number(picture.rest.reading.expect) + 1 >= first
    return lies_there and all(one.to > rest for one in picture.taken_back.newest if one.seq > rest)


def compare_ordinary(whole: TableSnapshot, place: int) -> bool:
    """Compare all views after an answer; a named moment may be older and counts as history.

    Returns whether nothing was to be read for it.
    """
    first = whole.moments.newest[place].entry.seq
    whole = replace(whole, saved=tuple(one for one in whole.saved if one.seq >= first))
    other, earlier = late(whole, place)
    seqs = [moment.entry.seq for moment in whole.moments.newest[-25:]]
    drawn = pages(other), told(other, seqs), asked_of(other, seqs)
    assert earlier.calls == 0 or not is_ordinary(whole, place)
    assert drawn == (pages(whole), told(whole, seqs), asked_of(whole, seqs))
    return is_ordinary(whole, place)


def compare_all(whole: TableSnapshot, place: int) -> None:
    """Check it also with hardly anything in memory."""
    other, _ = late(whole, place)
    seqs = [moment.entry.seq for moment in whole.moments.newest[-25:]]
    drawn = pages(other), told(other, seqs), asked_of(other, seqs), history(other)
    assert drawn == (pages(whole), told(whole, seqs), asked_of(whole, seqs), history(whole))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_drawing_is_equal_for_every_cut_of_the_past(hall: SessionManager, game: str) -> None:
    evening = Evening(hall, hall.open(game), Random(3))
    ordinary, counted, picture = 0, AnswerCount(), evening.picture
    for step in range(STEPS):
        evening.step()
        picture = evening.picture
        if step % EVERY == 0:
            for place in cuts(picture, AT_HAND):
                ordinary += compare_ordinary(picture, place)
            for at_hand in (1, 9, 40):
                for place in cuts(picture, at_hand)[:1]:
                    compare_all(picture, place)
            answers, counted = count_answers(picture, counted)
            assert answers == people(picture)
        if picture.over:
            break
    assert ordinary >= MOST_CUTS
    assert {"read", "undone", "amended"} <= evening.done
    check_counts(picture, counted)
    check_past(evening, picture)


def people(picture: TableSnapshot) -> int:
    return sum(is_of_people(moment.entry) for moment in picture.moments)


def check_counts(whole: TableSnapshot, counted: AnswerCount) -> None:
    """A summary is counted on without a look at the past, except one of another table or version."""
    other, earlier = late(whole, cuts(whole, AT_HAND)[0])
    answers, counted = count_answers(other, counted)
    assert (answers, earlier.calls) == (people(whole), 0)
    assert count_answers(other, replace(counted, table="t9"))[0] == answers and earlier.calls == 1
    for told in ("t1 40", [3], {"table": 3}, {"seq": "x"}, None):
        assert game_report(whole, told)["answers"] == answers


def check_past(evening: Evening, whole: TableSnapshot) -> None:
    """Compare previews, luck and earlier moments."""
    other, _ = late(whole, cuts(whole, 30)[0])
    assert throw_lucks(other.game, other.moments) == throw_lucks(whole.game, whole.moments)
    given = [m.entry.seq for m in whole.moments if isinstance(m.entry.what, AnswerGiven)]
    reader = LogReader(TABLE, frozenset({TABLE}))
    for seq in (given[0], given[-1], given[-3]):
        tried = evening.hall.history.preview(evening.name, seq, None, acts_for(TABLE, whole, frozenset()))
        one, same = (amendment_preview(picture, tried, seq, TABLE) for picture in (other, whole))
        assert one == same
    for at in [moment.entry.seq for moment in whole.moments][:60:12]:
        then = evening.hall.history.snapshot_at(evening.name, at)
        shown = build_snapshot(then, TABLE, room(frozenset()))
        assert as_past(shown, then, other, reader) == as_past(shown, then, whole, reader)
