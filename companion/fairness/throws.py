"""Throws and draws of a table, each once, read from its log.

An undone throw counts: players take back bad ones, and a ledger without them would flatter. An answer withdrawn as a
mistake does not count. A throw that was read twice, repeated by the table, or kept after an undo counts once, with its
last values. Without a reader, or after a manual amendment, a corrected tap cannot be told from a new throw: the last
values count.

Left out are secret prompts, draws of the seat "house", cards chosen from a hand, and answers to an open prompt.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from companion.engine import NUMBERED_FACE, RANKS, SUIT_NAMES, suit, without
from companion.schema import HOUSE, Faces, Prompt, Seat
from companion.sessions import VIRTUAL, AnswerGiven, LogEntry, RedoMade, UndoMade, first_id, is_own

RollSource: TypeAlias = Literal["camera", "serial", "hand", "virtual"]
"""Source of the values; "virtual": random numbers of the app."""


@dataclass(frozen=True, slots=True)
class LoggedThrow:
    """One throw of dice, or one draw."""

    seq: int  # of its entry in the log
    seat: Seat
    kind: str  # "d6", "token"
    is_rolled: bool  # dice may repeat faces; what is drawn is out of the bag
    urn: Faces  # all possible faces, with repetitions
    values: Faces  # without locked dice and uncertain ones
    source: RollSource
    asks: tuple[str, ...]  # equal in two prompts that one answer may fit
    amended: bool = False  # corrected later
    undone: bool = False
    unsure: int = 0  # uncertain dice, left out

    @property
    def is_physical(self) -> bool:
        return self.source != "virtual"


def throws(log: Sequence[LogEntry[Any]], counting: Sequence[LogEntry[Any]]) -> tuple[LoggedThrow, ...]:
    """Return all public throws, the oldest first. `counting`: the entries of the log in force."""
    stands = {entry.seq for entry in counting}
    withdrawn = {entry.what.amends for entry in log if isinstance(entry.what, UndoMade)}  # or amended
    throws_by_key: dict[tuple[str, ...], LoggedThrow] = {}
    retracted: dict[tuple[str, ...], LoggedThrow] = {}  # first values of withdrawn answers
    # Undone throws are still on the table, for any seat.
    taken: dict[tuple[str, ...], tuple[int, tuple[str, ...]]] = {}
    undos = [entry.seq for entry in log if isinstance(entry.what, UndoMade)]
    for entry, given in _thrown_answers(log, counting):
        throw = _throw(entry.seq, given, undone=entry.seq not in stands)
        key = _key(throw, given)
        turn = bisect(undos, entry.seq)
        since, turn_key = taken.get(key[1:], (turn, key))
        place = turn_key if since < turn and key not in throws_by_key and key not in retracted else key
        before = throws_by_key.get(place) or retracted.get(place)
        if throw.undone and entry.seq in withdrawn:
            retracted.setdefault(key, throw)
        elif before is None or not before.undone:  # one reading may answer two prompts: both count
            throws_by_key[key if before is None else (*key, str(entry.seq))] = throw
        else:
            is_other = before.amended or before.values != throw.values
            throws_by_key[place] = replace(throw, seq=before.seq, amended=is_other)
        if throw.undone and entry.seq not in withdrawn:
            taken[key[1:]] = turn, place
    return _merge_manual_answers(throws_by_key.values())


def _thrown_answers(
    log: Sequence[LogEntry[Any]], counting: Sequence[LogEntry[Any]]
) -> Iterator[tuple[LogEntry[Any], AnswerGiven]]:
    """Yield the thrown answers to closed prompts, which all seats have seen."""
    covered = _unclosed(log, counting)
    for entry in log:
        given = entry.what
        if isinstance(given, AnswerGiven) and is_thrown(given.prompt) and entry.seq not in covered:
            yield entry, given


def is_thrown(prompt: Prompt) -> bool:
    """Return whether the prompt is answered by a public throw on the table."""
    is_chance = prompt.kind in ("roll", "draw") and bool(prompt.of)
    return is_chance and prompt.seat != HOUSE and not prompt.secret and not is_own(prompt)


def _unclosed(log: Sequence[LogEntry[Any]], counting: Sequence[LogEntry[Any]]) -> frozenset[int]:
    """Return the seqs of answers to prompts that were never closed, in force or undone."""
    in_force = {entry.seq for entry in counting}
    return frozenset(_never_closed(log)) - in_force | frozenset(_never_closed(counting))


def _never_closed(entries: Sequence[LogEntry[Any]]) -> list[int]:
    open_seqs: list[int] = []
    unclosed: list[int] = []
    for entry in entries:
        if isinstance(entry.what, AnswerGiven):
            open_seqs = [] if entry.what.closes else [*open_seqs, entry.seq]
        elif isinstance(entry.what, UndoMade | RedoMade):
            unclosed, open_seqs = unclosed + open_seqs, []
    return unclosed + open_seqs


def _key(throw: LoggedThrow, given: AnswerGiven) -> tuple[str, ...]:
    """Return a key that is equal for answers of the same throw."""
    return (throw.seat, given.prompt.kind, throw.kind, given.answer.reading or f" {first_id(given.answer)}")


def _throw(seq: int, given: AnswerGiven, *, undone: bool) -> LoggedThrow:
    prompt, answer = given.prompt, given.answer
    sure = tuple(value for place, value in enumerate(answer.values) if place not in answer.unsure)
    return LoggedThrow(
        seq=seq,
        seat=prompt.seat,
        kind=prompt.thing,
        is_rolled=prompt.kind == "roll",
        urn=urn_of(prompt),
        values=tuple(face_of(value) for value in _faces_thrown(prompt, sure)),
        source=roll_source(given),
        asks=prompt.asks,
        undone=undone,
        unsure=len(answer.unsure),
    )


def urn_of(prompt: Prompt) -> Faces:
    """Return the possible faces: the sides of the die or the contents of the bag."""
    if prompt.kind == "roll" and prompt.sides:
        return _faces(prompt.sides)
    return _faces(tuple(option.id for option in prompt.options if option.refused is None))


@lru_cache(1024)
def _faces(values: Faces) -> Faces:
    """Return the distinct faces. Cached, since a bag is drawn from a hundred times."""
    return tuple(map(face_of, values))


@lru_cache(1024)
def face_of(value: str) -> str:
    """Return the face to count: the suit of a card, the kind of a numbered token.

    >>> face_of("10H"), face_of("adult-3"), face_of("-3")
    ('Hearts', 'adult', '-3')
    """
    if value[-1:] in SUIT_NAMES and value[:-1] in RANKS:
        return str(SUIT_NAMES[suit(value)])
    return value.rpartition("-")[0] if NUMBERED_FACE.fullmatch(value) else value


def _faces_thrown(prompt: Prompt, values: Faces) -> Faces:
    """Remove locked dice, which were not thrown again."""
    for face in prompt.locked if prompt.kind == "roll" else ():
        values = without(values, face) if face in values else values
    return values


def roll_source(given: AnswerGiven) -> RollSource:
    """Return how a throw was made."""
    answer = given.answer
    if not answer.reading:
        return "hand"
    if answer.source == VIRTUAL:
        return "virtual"
    return "serial" if answer.source.startswith("bridge/") else "camera"


def _merge_manual_answers(throws: Iterable[LoggedThrow]) -> tuple[LoggedThrow, ...]:
    """Merge undone throws with a manual answer to the same prompt."""
    merged: list[LoggedThrow] = []
    for throw in sorted(throws, key=lambda throw: throw.seq):
        before = merged[-1] if merged else None
        is_again = before is not None and before.undone and before.is_physical and throw.asks == before.asks
        if before is not None and is_again and throw.source == "hand":
            merged[-1] = replace(throw, amended=throw.amended or before.values != throw.values)
        else:
            merged.append(throw)
    return tuple(merged)
