"""What was physically thrown or drawn at a table, folded from its log: each throw once, whatever became of it.

An undone throw lay on the table all the same: people take back bad ones, and a ledger without them would flatter. Where
somebody said that it was no answer at all, it was no throw: a die lay there still. What was read twice, given once more by
the table, or kept after an undo is one throw, with what was said of it last. Where no reader saw it, or a person then said
by hand what it was, nobody can tell a mended tap from a new throw: the last word counts.

What is secret, the house's own, chosen out of a hand, or owed to a question that is not closed, is no throw here.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from companion.engine import NUMBERED, RANKS, SUIT_NAMES, suit, without
from companion.schema import HOUSE, Faces, Prompt, Seat
from companion.sessions import VIRTUAL, AnswerGiven, LogEntry, RedoMade, UndoMade, first_id, is_own

RollSource: TypeAlias = Literal["camera", "serial", "hand", "virtual"]
"""Who said what came; "virtual": the app threw it."""


@dataclass(frozen=True, slots=True)
class LoggedThrow:
    """One throw of dice, or one draw."""

    seq: int  # of its entry in the log
    seat: Seat
    kind: str  # "d6", "token"
    is_rolled: bool  # dice may repeat faces; what is drawn is out of the bag
    urn: Faces  # all that could come, each as often as it is there
    values: Faces  # what came, without dice that lay there already and those nobody was sure of
    source: RollSource
    asks: tuple[str, ...]  # the same in two prompts that one answer may answer
    amended: bool = False  # somebody said later that it was another one
    undone: bool = False
    unsure: int = 0  # dice left out, because nobody was sure of them

    @property
    def is_physical(self) -> bool:
        """Whether it lay on the table."""
        return self.source != "virtual"


def throws(log: Sequence[LogEntry[Any]], counting: Sequence[LogEntry[Any]]) -> tuple[LoggedThrow, ...]:
    """All that may be told, the oldest first. `counting`: the entries of the log that count."""
    stands, withdrawn = {entry.seq for entry in counting}, _withdrawn(log)
    found: dict[tuple[str, ...], LoggedThrow] = {}
    wrong: dict[tuple[str, ...], LoggedThrow] = {}  # as they were told first
    taken: dict[tuple[str, ...], tuple[int, tuple[str, ...]]] = {}  # what was taken back lies there still, for any seat
    undos = [entry.seq for entry in log if isinstance(entry.what, UndoMade)]
    for entry, given in _shown(log, counting):
        throw = _throw(entry.seq, given, undone=entry.seq not in stands)
        key = _key(throw, given)
        turn = bisect(undos, entry.seq)
        since, kept = taken.get(key[1:], (turn, key))
        place = kept if since < turn and key not in found and key not in wrong else key
        before = found.get(place) or wrong.get(place)
        if throw.undone and entry.seq in withdrawn:
            wrong.setdefault(key, throw)
        elif before is None or not before.undone:  # one reading may answer two prompts: both count
            found[key if before is None else (*key, str(entry.seq))] = throw
        else:
            is_other = before.amended or before.values != throw.values
            found[place] = replace(throw, seq=before.seq, amended=is_other)
        if throw.undone and entry.seq not in withdrawn:
            taken[key[1:]] = turn, place
    return _last_words(found.values())


def _withdrawn(log: Sequence[LogEntry[Any]]) -> frozenset[int]:
    """Answers of which somebody said that they were others, or none."""
    return frozenset(entry.what.amends for entry in log if isinstance(entry.what, UndoMade))


def _shown(
    log: Sequence[LogEntry[Any]], counting: Sequence[LogEntry[Any]]
) -> Iterator[tuple[LogEntry[Any], AnswerGiven]]:
    """The answers of things whose question was closed, so that all have seen them."""
    covered = _owed(log, counting)
    for entry in log:
        given = entry.what
        if isinstance(given, AnswerGiven) and is_thrown(given.prompt) and entry.seq not in covered:
            yield entry, given


def is_thrown(prompt: Prompt) -> bool:
    """Whether chance answers it, on the table and before everybody."""
    is_chance = prompt.kind in ("roll", "draw") and bool(prompt.of)
    return is_chance and prompt.seat != HOUSE and not prompt.secret and not is_own(prompt)


def _owed(log: Sequence[LogEntry[Any]], counting: Sequence[LogEntry[Any]]) -> frozenset[int]:
    """Answers to questions that were never closed: those that count now, and those that were taken back before."""
    stands = {entry.seq for entry in counting}
    taken_back = _never_closed(log)
    return frozenset(seq for seq in taken_back if seq not in stands) | frozenset(_never_closed(counting))


def _never_closed(entries: Sequence[LogEntry[Any]]) -> list[int]:
    owed: list[int] = []
    never: list[int] = []
    for entry in entries:
        if isinstance(entry.what, AnswerGiven):
            owed = [] if entry.what.closes else [*owed, entry.seq]
        elif isinstance(entry.what, UndoMade | RedoMade):
            never, owed = never + owed, []
    return never + owed


def _key(throw: LoggedThrow, given: AnswerGiven) -> tuple[str, ...]:
    """The same of two answers that are one throw."""
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
        values=tuple(face_of(value) for value in _thrown_now(prompt, sure)),
        source=roll_source(given),
        asks=prompt.asks,
        undone=undone,
        unsure=len(answer.unsure),
    )


def urn_of(prompt: Prompt) -> Faces:
    """All that could come: the sides of the die, or what is in the bag."""
    if prompt.kind == "roll" and prompt.sides:
        return _faces(prompt.sides)
    return _faces(tuple(option.id for option in prompt.options if option.refused is None))


@lru_cache(1024)
def _faces(values: Faces) -> Faces:
    """The same of one bag, drawn from a hundred times."""
    return tuple(map(face_of, values))


@lru_cache(1024)
def face_of(value: str) -> str:
    """The face that is counted: of a card its suit, of a numbered token who comes.

    >>> face_of("10H"), face_of("adult-3"), face_of("-3")
    ('Hearts', 'adult', '-3')
    """
    if value[-1:] in SUIT_NAMES and value[:-1] in RANKS:
        return str(SUIT_NAMES[suit(value)])
    return value.rpartition("-")[0] if NUMBERED.fullmatch(value) else value


def _thrown_now(prompt: Prompt, values: Faces) -> Faces:
    """Without the dice that lay there already: they were not thrown again."""
    for face in prompt.locked if prompt.kind == "roll" else ():
        values = without(values, face) if face in values else values
    return values


def roll_source(given: AnswerGiven) -> RollSource:
    """Who said what came."""
    answer = given.answer
    if not answer.reading:
        return "hand"
    if answer.source == VIRTUAL:
        return "virtual"
    return "serial" if answer.source.startswith("bridge/") else "camera"


def _last_words(found: Iterable[LoggedThrow]) -> tuple[LoggedThrow, ...]:
    """Without what was taken back and then said anew by hand, to the same question."""
    kept: list[LoggedThrow] = []
    for throw in sorted(found, key=lambda one: one.seq):
        before = kept[-1] if kept else None
        if before is not None and before.undone and _says_anew(throw, before):
            is_other = throw.amended or before.values != throw.values
            kept[-1] = replace(throw, amended=is_other)
        else:
            kept.append(throw)
    return tuple(kept)


def _says_anew(throw: LoggedThrow, before: LoggedThrow) -> bool:
    return throw.source == "hand" and before.is_physical and throw.asks == before.asks
