"""Compare a new reading of a table with earlier ones. The caller holds the table's lock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.schema import Prompt, Reading, SeenObject, ShowPrompt
from companion.sessions.matching import AmbiguousReading, ReadingConfirmed, ReadingConflict, is_told
from companion.sessions.session import TableSession, TrayState
from companion.sessions.table import LogEntry, givens, is_own, own_prompts, question_of

CARD_OF_NO_SEAT = ShowPrompt("nobody", "", of=("card",))


def private_prompts(seated: TableSession, reading: Reading) -> tuple[Prompt, ...]:
    """Return the private prompts that a reading may show. It is hidden from other seats.

    A reading may come late, or be read again after a restart. If its question is not the open one, or unknown, the
    owner of a card is unknown: in a game with cards it is then shown to no seat.
    """
    prompts = own_prompts(seated.table.run.question)
    is_for_open_question = bool(reading.expect) and reading.expect == question_of(seated.table.open)
    if is_for_open_question or CARD_OF_NO_SEAT.thing not in seated.table.game.kinds:
        return prompts
    return (*prompts, CARD_OF_NO_SEAT)


def tray_after_second_reading(
    rest: TrayState | None, reading: Reading, outcome: ReadingConfirmed | ReadingConflict
) -> TrayState:
    """Return the tray after a second reading of a draw. Prefer the reading that has a picture."""
    agrees, first = isinstance(outcome, ReadingConfirmed), outcome.draw.given.answer
    if rest is not None and rest.reading.id == first.reading and rest.reading.picture:
        return replace(rest, agrees=agrees)
    private = (outcome.draw.prompt,) if is_own(outcome.draw.prompt) else ()
    return TrayState(reading, agrees, private, of=first.whole_reading, agrees=agrees)


def readings_before(seated: TableSession, whole: str) -> tuple[Reading, ...]:
    """Return the readings before the whole reading of this id, the oldest first; all, if it is not in memory."""
    readings = tuple(seated.heard)
    ids = [reading.id for reading in readings]
    return readings[: ids.index(whole)] if whole in ids else readings


def answered_objects(seated: TableSession, reading: Reading, *, is_new: bool) -> tuple[SeenObject, ...]:
    """Return objects that have answered already, and answer nothing again while they remain on the tray.

    They are of the reader's previous reading, and of this reading itself unless it comes for the first time (`is_new`).
    """
    answers = seated.table.known.answers
    previous = _previous_objects(seated, reading)
    values = _values_that_answered(answers, {seen.value for seen in previous if seen.value is not None})
    own_values = set() if is_new else _values_answered_with(seated, reading)
    return (
        *(seen for seen in previous if seen.value in values),
        *(seen for seen in reading.objects if seen.value in own_values),
    )


def _previous_objects(seated: TableSession, reading: Reading) -> tuple[SeenObject, ...]:
    """Return the objects of the last reading of the same reader."""
    sender = (reading.source, reading.sender)
    for earlier in reversed(readings_before(seated, reading.whole)):
        if (earlier.source, earlier.sender) == sender:
            return earlier.objects
    return ()


def _values_that_answered(answers: Sequence[LogEntry[Any]], values: set[str]) -> set[str]:
    """Return those of `values` that an object has answered with. Searches from the newest answer."""
    answered: set[str] = set()
    for given in givens(reversed(answers)):
        if answered == values:
            break
        if given.answer.reading:
            answered |= values.intersection(given.answer.values)
    return answered


def _values_answered_with(seated: TableSession, reading: Reading) -> set[str]:
    """Return the values of the answers that came from this reading.

    If it is a part of a whole reading, the answers of the whole count too, unless a player decided them.
    """
    known, whole = seated.table.known, reading.whole
    if not known.rests_on(whole):
        return set()
    of_whole = (given for given in givens(known.answers) if given.answer.whole_reading == whole)
    of_reading = (given for given in of_whole if given.answer.reading == reading.id or not is_told(given, whole))
    return {value for given in of_reading for value in given.answer.values}


def raw_reading(seated: TableSession, doubt: AmbiguousReading) -> Reading:
    """Return the doubtful reading as received, with the ids of its tags, if it is still in memory."""
    return next((reading for reading in seated.heard if reading.id == doubt.reading.id), doubt.reading)
