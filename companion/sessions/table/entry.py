"""One line of a log of a table: as a record, as a stored row, and as version 0.1.0 stored it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field

from companion.engine import Game, GameSetup, short, stored_name
from companion.errors import LamplightError
from companion.i18n import _
from companion.schema import Answer, Prompt, Reading, from_json, to_json
from companion.sessions.table.prompts import is_same_request

NEW_FIELD = "part_of"  # of answers and readings
REPEATED = "+"  # 0.1.0: "w1+17" repeats the answer "w1" after the entry 17
REST = "+"  # 0.1.0: "r7+" is the rest of the reading "r7", "r7++" the rest of that
PROMPT = ":"  # 0.1.0: "r7:p41.0" is the answer that the reading "r7" gave to that prompt by itself


def complete_answer(answer: Answer, stored: Mapping[str, Any]) -> Answer:
    """Fill in the fields that 0.1.0 did not write; `stored`: the data of its row, read only where they may be missing."""
    if not answer.reading and REPEATED not in answer.id:
        return answer
    first = _first_id(answer.id)
    completed = replace(
        answer,
        repeats=first if first != answer.id else "",
        part_of=_whole(answer.reading),
        decided=bool(answer.reading) and first != answer.reading and not first.startswith(f"{answer.reading}{PROMPT}"),
    )
    return answer if completed == answer or NEW_FIELD in stored["answer"] else completed


def complete_reading(reading: Reading, stored: Mapping[str, Any]) -> Reading:
    """Fill in the reading of which this one, out of a stored doubt, is the rest; `stored`: its JSON."""
    return reading if NEW_FIELD in stored else replace(reading, part_of=_whole(reading.id))


def _first_id(id: str) -> str:
    """Return the id without the entries after which the answer was given once more.

    >>> _first_id("w1+17+20"), _first_id("r7+"), _first_id("r7++17")
    ('w1', 'r7+', 'r7+')
    """
    first, mark, seq = id.rpartition(REPEATED)
    return _first_id(first) if mark and seq.isdigit() else id


def _whole(reading: str) -> str:
    """Return the id of the whole reading; "" where this one is whole."""
    return reading.rstrip(REST) if reading.endswith(REST) else ""


E = TypeVar("E")
Kind: TypeAlias = Literal["setup", "answer", "event", "correction", "undo", "redo"]


class UnknownFactError(LamplightError):
    """The log holds a fact that this version of the game does not know."""

    code = "UNKNOWNEVENT"


@dataclass(frozen=True, slots=True)
class TableBegan:
    """The first entry: all that the game's `setup` reads."""

    game: str
    setup: GameSetup
    id: str = ""  # of the request to open: the same twice is one table


@dataclass(frozen=True, slots=True)
class TableResumed:
    """Earlier entries are in the log, but not in memory. Never written."""

    began: TableBegan
    question: int  # the number of the question that follows


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """An answer with its prompt, so that an amendment knows the question."""

    answer: Answer
    prompt: Prompt  # with what was chosen and, of things, with what could have come: the rules can ask for all again
    closes: bool  # the question; a later answer of a simultaneous one has not closed it yet
    possible: Annotated[int, Field(exclude_if=lambda count: not count)] = 0
    """Number of possible options; 0 = the prompt has them all, as an earlier version stored it."""

    @property
    def is_choice(self) -> bool:
        """Return whether another answer was possible."""
        prompt = self.prompt
        if prompt.kind in ("count", "write"):
            return prompt.kind == "write" or prompt.least < prompt.most
        possible = self.possible or sum(option.refused is None for option in prompt.options)
        return possible > 1 or prompt.least < prompt.most


@dataclass(frozen=True, slots=True)
class Fact(Generic[E]):
    """A fact of the game."""

    event: E


@dataclass(frozen=True, slots=True)
class CorrectionMade(Generic[E]):
    """A fact set by hand."""

    event: E


@dataclass(frozen=True, slots=True)
class UndoMade:
    """Entries after `to` are no longer in force."""

    to: int
    amends: int = 0  # seq of the amended answer, after which the later answers are repeated; 0 = an undo
    id: str = ""  # of the request: the same twice is done once


@dataclass(frozen=True, slots=True)
class RedoMade:
    """Entries that the undo at `undone` took back are in force again."""

    undone: int
    id: str = ""  # of the request: the same twice is done once


What: TypeAlias = TableBegan | TableResumed | AnswerGiven | Fact[E] | CorrectionMade[E] | UndoMade | RedoMade


@dataclass(frozen=True, slots=True)
class LogEntry(Generic[E]):
    """An entry of the log."""

    seq: int
    what: What[E]
    rest: bool = False  # after this entry nothing is under way

    @property
    def establishes(self) -> tuple[E, ...]:
        """Return the facts that the entry adds."""
        return (self.what.event,) if isinstance(self.what, Fact | CorrectionMade) else ()


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry as it is stored."""

    seq: int
    kind: Kind
    name: str  # of the event's class, of the game, of the prompt's kind
    data: Mapping[str, Any]  # JSON
    by: str
    rest: bool
    v: int = 1  # version of the shape of `data`


def to_kept(answer: Answer, prompt: Prompt, *, closes: bool) -> AnswerGiven:
    """Return what the log keeps of an answer: the chosen options, and the ids of all objects that were possible.

    The fairness ledger reads those.
    """
    options = tuple(
        option if option.id in answer.values else replace(option, text="")
        for option in prompt.options
        if prompt.of or option.id in answer.values
    )
    possible = sum(option.refused is None for option in prompt.options)
    return AnswerGiven(answer, replace(prompt, options=options), closes, possible)


def is_same_entry(old: LogEntry[Any], new: LogEntry[Any]) -> bool:
    """Return whether two entries are equal; an earlier version may have worded the prompt differently."""
    match old.what, new.what:
        case AnswerGiven(prompt=asked), AnswerGiven(prompt=asks):
            return is_same_request(asked, asks) and _without_words(old) == _without_words(new)
        case (Fact(was), Fact(event)) | (CorrectionMade(was), CorrectionMade(event)):
            return is_same_fact(was, event)
        case was, event:
            return is_same_fact(was, event)


def is_same_fact(old: Any, new: Any) -> bool:
    """Return whether two facts are equal; an earlier version stored English sentences where text is stored now."""
    return type(old) is type(new) and bool(old == new or to_json(old, str) == to_json(new, str))


def _without_words(entry: LogEntry[Any]) -> LogEntry[Any]:
    given = entry.what
    if not isinstance(given, AnswerGiven):
        return entry
    bare = replace(given.prompt, title="", options=(), key="", about="", whom="")
    return replace(entry, what=AnswerGiven(given.answer, bare, given.closes))


def is_again(answer: Answer) -> bool:
    """Return whether the table itself repeated the answer, after an amendment or under changed rules."""
    return bool(answer.repeats)


def first_id(answer: Answer) -> str:
    """Return the id with which it was given first."""
    return answer.repeats or answer.id


def repeat_answer(answer: Answer, seq: int) -> Answer:
    """Return the same answer to be given once more after the entry `seq`.

    >>> repeat_answer(Answer("w1", "p3.0", ("yes",)), 17).id
    'w1+17'
    """
    return replace(answer, id=f"{first_id(answer)}+{seq}", repeats=first_id(answer))


def reuse_answer(answer: Answer, prompt: str, id: str) -> Answer:
    """Return a new answer with the things of one that was taken back; a person chose it."""
    return replace(answer, id=id, prompt=prompt, repeats="", decided=bool(answer.reading))


def pending_answers(newest_first: Iterable[LogEntry[Any]]) -> tuple[AnswerGiven, ...]:
    """Return the answers to a question that other seats still owe answers to. They are not shown before all are in.

    After an undo the same question has another id, so ids do not tell. The last closed question is near the end of the log.
    """
    owed: list[AnswerGiven] = []
    for entry in newest_first:
        if isinstance(entry.what, AnswerGiven):
            if entry.what.closes:
                break
            owed.append(entry.what)
    return tuple(reversed(owed))


def answered_together(newest_first: Iterable[LogEntry[Any]], answer: AnswerGiven) -> tuple[AnswerGiven, ...]:
    """Return the answers to the closed question that `answer` answered; none where that is not in force."""
    group: list[AnswerGiven] = []
    for entry in newest_first:
        if isinstance(entry.what, AnswerGiven):
            if entry.what.closes and any(given is answer for given in group):
                break
            group = [entry.what] if entry.what.closes else [*group, entry.what]
    return tuple(reversed(group)) if any(given is answer for given in group) else ()


def to_row(entry: LogEntry[Any]) -> LogRow:
    """Convert an entry to its stored form."""
    match entry.what:
        case TableBegan(game):
            return LogRow(entry.seq, "setup", game, to_json(entry.what), "", entry.rest)
        case AnswerGiven(answer, prompt):
            return LogRow(entry.seq, "answer", prompt.kind, to_json(entry.what), answer.by or prompt.seat, entry.rest)
        case Fact(event):
            return LogRow(entry.seq, "event", stored_name(type(event)), to_json(event), "", entry.rest)
        case CorrectionMade(event):
            return LogRow(entry.seq, "correction", stored_name(type(event)), to_json(event), "", entry.rest)
        case UndoMade():
            return LogRow(entry.seq, "undo", "", to_json(entry.what), "", entry.rest)
        case RedoMade():
            return LogRow(entry.seq, "redo", "", to_json(entry.what), "", entry.rest)
        case TableResumed():
            raise TypeError("where a table was resumed is not written")


def to_entry(game: Game[Any, Any], row: LogRow) -> LogEntry[Any]:
    """Parse a stored entry. Raises CodecError or UnknownFactError where the game has changed its shape."""
    return LogEntry(row.seq, _parse_what(game, row), row.rest)


def _parse_what(game: Game[Any, Any], row: LogRow) -> What[Any]:
    match row.kind:
        case "setup":
            return from_json(TableBegan, row.data)
        case "answer":
            return _parse_answer(row)
        case "undo":
            return from_json(UndoMade, row.data)
        case "redo":
            return from_json(RedoMade, row.data)
        case "event":
            return Fact(from_json(_event_class(game, row), row.data))
        case "correction":
            return CorrectionMade(from_json(_event_class(game, row), row.data))


def _parse_answer(row: LogRow) -> AnswerGiven:
    given = from_json(AnswerGiven, row.data)
    answer = complete_answer(given.answer, row.data)
    return given if answer is given.answer else replace(given, answer=answer)


def _event_class(game: Game[Any, Any], row: LogRow) -> type[Any]:
    event_class = _event_classes(game.events).get(row.name)
    if event_class is None:
        raise UnknownFactError(
            _(
                "{game}: entry {seq} is a {fact}, which this version does not know.",
                game=game.title,
                seq=str(row.seq),
                fact=short(row.name),
            )
        )
    return event_class


@lru_cache
def _event_classes(events: tuple[type[Any], ...]) -> Mapping[str, type[Any]]:
    return {stored_name(cls): cls for cls in reversed(events)}
