"""What a device can take back, bring back and keep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.presentation.log_lines import LogReader
from companion.presentation.responses.log import RetractedDice, SavePointView, UndoableStep
from companion.schema.prompt import HOUSE, TABLE, Prompt
from companion.sessions.entry import AnswerGiven, LogEntry, half_given
from companion.sessions.history import fits_again, standing
from companion.sessions.prompts import is_own
from companion.sessions.session import TableSnapshot


def undoable(picture: TableSnapshot, reader: LogReader) -> UndoableStep | None:
    """The last step of people: inside a procedure the last answer, at rest the whole of the last procedure.

    What the house drew by itself is no step: it would be drawn again at once, and nothing be taken back.
    """
    entries = [moment.entry for moment in picture.moments]
    answers = answers_of(entries)
    if not answers:
        return None
    seq = answers[-1][0]
    if picture.at_rest:
        rests = [e.seq for e in entries if e.rest and e.seq < seq]
        seq = next(answer[0] for answer in answers if answer[0] > max(rests, default=0))
    stands = standing(entries, seq - 1)  # of a question that several answered at once none is taken back alone
    seq = next(at for at, _ in answers if at > stands)
    back = [given for at, given in answers if at >= seq]
    if may_take_back(back, reader):
        return UndoableStep(seq - 1, back[0].prompt.title, len(back), things=_things(back))
    return _own_half(entries, reader)


def redoable(picture: TableSnapshot, reader: LogReader) -> UndoableStep | None:
    """What was taken back last, while nothing else was answered."""
    way = picture.way_back
    if way is None or not may_take_back(way.steps, reader):
        return None
    title = way.steps[0].prompt.title if way.steps else ""
    return UndoableStep(way.seq, title, len(way.steps), way.amends, _things(way.steps))


def may_take_back(given: Sequence[AnswerGiven], reader: LogReader) -> bool:
    """The screen of all and the Dealer take back everything, a seat's own device what its seat had a part in."""
    return reader.leads or any(one.prompt.seat in reader.mine for one in given)


def answers_of(entries: Sequence[LogEntry[Any]]) -> list[tuple[int, AnswerGiven]]:
    """The answers of people, each with its seq."""
    return [(e.seq, e.what) for e in entries if isinstance(e.what, AnswerGiven) and e.what.prompt.seat != HOUSE]


def asides(picture: TableSnapshot, reader: LogReader) -> tuple[RetractedDice, ...]:
    """For each open prompt here the things that were given once and can answer it: taps are quicker made again than kept."""
    offers = ((prompt, offered(picture, prompt, reader)) for prompt in picture.open)
    return tuple(
        RetractedDice(
            given.answer.id,
            given.prompt.title,
            given.answer.values,
            (prompt.id,),
            given.prompt.of[0],
            len(picture.aside) - 1,
        )
        for prompt, given in offers
        if given is not None
    )


def offered(picture: TableSnapshot, prompt: Prompt, reader: LogReader) -> AnswerGiven | None:
    """What was given to the same before goes first."""
    if prompt.seat not in reader.mine | {TABLE}:
        return None
    fit = [one for one in picture.aside if fits_again(one, prompt) and _may_see(one, reader)]
    same = [one for one in fit if one.prompt.asks == prompt.asks]
    return next(iter(same or fit), None)


def saved(picture: TableSnapshot) -> tuple[SavePointView, ...]:
    """The moments with a name, and what would be taken back to be there again."""
    seqs = {moment.entry.seq for moment in picture.moments}
    answers = answers_of([moment.entry for moment in picture.moments])
    return tuple(
        SavePointView(one.id, one.seq, one.name, one.at, one.seq in seqs, sum(seq > one.seq for seq, _ in answers))
        for one in picture.saved
    )


def _may_see(given: AnswerGiven, reader: LogReader) -> bool:
    return not is_own(given.prompt) or given.prompt.seat in reader.mine


def _things(given: Sequence[AnswerGiven]) -> int:
    return sum(len(one.answer.values) for one in given if one.prompt.of)


def _own_half(entries: Sequence[LogEntry[Any]], reader: LogReader) -> UndoableStep | None:
    """A seat's own answer to a question that others still owe theirs to: it alone is taken back."""
    owed = half_given(reversed(entries))
    mine = [(seq, given) for seq, given in answers_of(entries) if given in owed and given.prompt.seat in reader.mine]
    if not mine:
        return None
    seq, given = mine[-1]
    return UndoableStep(seq - 1, given.prompt.title, 1, seq, _things([given]))
