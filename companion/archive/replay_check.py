"""Replay an imported log by the rules: every answer, undo and amendment must give the same entries.

Undone entries are replayed too: they may be redone. `replay` compares only entries in force, of older rules. An
imported log must match entry by entry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import thread_time
from typing import Any

from companion.engine import Game, fault_at, short
from companion.errors import ContentError, LamplightError, own_command, sentence_of
from companion.i18n import Text, _
from companion.schema import HOUSE, TABLE, Answer, Seat, Words
from companion.sessions import (
    AnswerGiven,
    CorrectionMade,
    Fact,
    GameTable,
    LogEntry,
    RedoMade,
    TableBegan,
    UndoMade,
    is_same_entry,
)

MOST_ID = 160  # letters
MOST_S = 60  # 2,000 answers take half a second
IMPORT_BY_COMMAND = _(
    "Take it by hand, with {command}, if you trust where it comes from", command=own_command("record import --as-is")
)


def rebuild_table(
    file: Words, game: Game[Any, Any], entries: Sequence[LogEntry[Any]], *, as_is: bool
) -> GameTable[Any, Any]:
    """Return the table of a file. `as_is` accepts facts that the rules do not give. Raises ContentError."""
    try:
        return _open_unchecked(game, entries) if as_is else replay_log(game, entries)
    except LamplightError as error:
        raise ContentError(fault_at(file, error.sentence)) from error


def replay_log(
    game: Game[Any, Any], entries: Sequence[LogEntry[Any]], clock: Callable[[], float] = thread_time
) -> GameTable[Any, Any]:
    """Return the replayed table. Raises ContentError naming the first entry that differs.

    `clock`: CPU time in s. A forged log could make undo take unlimited time.
    """
    if not entries or not isinstance(entries[0].what, TableBegan):
        raise ContentError(_("The evening does not begin with its set-up, so nothing can be told of it."))
    table, until = _open_beginning(game, entries), clock() + MOST_S
    place = 1
    while place < len(entries):
        if clock() > until:
            raise ContentError(
                _(
                    "After {s} s the rules were at entry {place} of {last}: no evening takes so long.",
                    s=MOST_S,
                    place=str(place),
                    last=str(len(entries)),
                )
            )
        if place == len(table.log):
            _repeat_at(table, entries, place)
        for replayed, stored in zip(table.log[place:], entries[place:], strict=False):
            if not is_same_entry(stored, replayed):
                raise ContentError(
                    difference(stored, _("the rules have {what} there.", what=describe_entry(replayed, stored)))
                )
            place += 1
    if len(table.log) > len(entries):
        raise ContentError(
            difference(entries[-1], _("the rules go on with {what}.", what=describe_entry(table.log[place])))
        )
    return table


def describe_entry(entry: LogEntry[Any], other: LogEntry[Any] | None = None) -> Text:
    """Describe an entry of the replay in a few words. `other`: the entry of the file."""
    match entry.what:
        case AnswerGiven(_, prompt):
            name = _("an answer to “{title}”", title=prompt.title)
        case Fact(event) | CorrectionMade(event):
            name = _("the fact {fact}", fact=type(event).__name__)
        case _:
            name = _("the entry {entry}", entry=type(entry.what).__name__)
    is_alike = other is not None and _kind_of(other) == _kind_of(entry)
    return _("{what}, but with other contents,", what=name) if is_alike else name


def _kind_of(entry: LogEntry[Any]) -> tuple[Any, ...]:
    """Return a key that is equal for entries that differ only in contents."""
    match entry.what:
        case AnswerGiven(_, prompt):
            return AnswerGiven, *prompt.asks[1:]  # for any seat
        case Fact(event) | CorrectionMade(event):
            return Fact, type(event)
        case _:
            return (type(entry.what),)


def difference(entry: LogEntry[Any], why: Words) -> Text:
    """Return the sentence about an entry that differs. `why`: its end, with a full stop."""
    return _(
        "Entry {entry} of the evening is not as this Lamplight's rules have it: {why} {otherwise}.",
        entry=str(entry.seq),
        why=why,
        otherwise=IMPORT_BY_COMMAND,
    )


def seats_of(table: GameTable[Any, Any]) -> frozenset[Seat]:
    """Return the seats that may answer."""
    return frozenset({"", TABLE, HOUSE, "dealer", *table.setup.seats})


def _open_unchecked(game: Game[Any, Any], entries: Sequence[LogEntry[Any]]) -> GameTable[Any, Any]:
    """Open the table without a replay, as for own tables. Raises ContentError."""
    try:
        return GameTable(game, entries)
    except Exception as error:  # forged facts may break any code
        raise ContentError(
            _("its facts do not fit {game} as it is now ({error})", game=game.title, error=repr(error))
        ) from error


def _open_beginning(game: Game[Any, Any], entries: Sequence[LogEntry[Any]]) -> GameTable[Any, Any]:
    if not entries[0].rest:
        raise ContentError(difference(entries[0], _("after the set-up nothing is under way.")))
    try:
        return GameTable(game, entries[:1])
    except Exception as error:  # a game may fail in any way on a forged setup
        raise ContentError(
            difference(
                entries[0], _("{game} cannot be set up like this ({error}).", game=game.title, error=sentence_of(error))
            )
        ) from error


def _repeat_at(table: GameTable[Any, Any], entries: Sequence[LogEntry[Any]], place: int) -> None:
    """Repeat the entry. Raises ContentError."""
    entry, before = entries[place], len(table.log)
    try:
        _repeat(table, entry)
    except LamplightError as error:
        raise ContentError(difference(entry, error.sentence)) from error
    if len(table.log) == before:
        raise ContentError(difference(entry, _("it changes nothing.")))


def _repeat(table: GameTable[Any, Any], entry: LogEntry[Any]) -> None:
    if isinstance(entry.what, UndoMade | RedoMade):
        _require_names(entry.what.id)
    match entry.what:
        case AnswerGiven(answer, _):
            _require_answer(table, answer)
            table.answer(answer)
        case UndoMade(to, 0, id):
            table.undo(to, id=id)
        case UndoMade():
            table.take_out(entry.what)
        case RedoMade(undone, id):
            table.redo(undone, id)
        case Fact():
            raise ContentError(_("no rule establishes this fact."))
        case CorrectionMade():
            raise ContentError(_("it was put right by hand, which no rule can prove."))
        case TableBegan():
            raise ContentError(_("an evening begins once."))


def _require_names(*names: str) -> None:
    if any(len(name) > MOST_ID or not name.isprintable() for name in names):
        raise ContentError(_("its name is none that Lamplight gives."))


def _require_answer(table: GameTable[Any, Any], answer: Answer) -> None:
    """Check the fields that the rules do not read: seat, ids, uncertain dice. Raises ContentError."""
    if answer.by not in seats_of(table):
        raise ContentError(_("{seat} has no seat at this table.", seat=short(answer.by)))
    _require_names(answer.id, answer.reading, answer.source, answer.repeats, answer.part_of)
    if any(not 0 <= unsure < len(answer.values) for unsure in answer.unsure):
        raise ContentError(_("a die that nobody is sure of is not there."))
