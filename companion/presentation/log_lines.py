"""Build the log as one seat may read it, and the facts of the newest command. Stores nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, pairwise
from typing import Any, Literal, TypeAlias

from companion.engine import face_text
from companion.i18n import Text, _, listed, ngettext
from companion.presentation.responses import LogLineView
from companion.presentation.visibility import (
    MemoCache,
    Moment,
    begins_at,
    earlier_of,
    is_of_people,
    name,
    newest_first,
    title_of,
    view_then,
)
from companion.schema import (
    DEALER,
    HOUSE,
    TABLE,
    Air,
    Answer,
    Block,
    CueKind,
    Faces,
    Paragraph,
    Prompt,
    Seat,
    StagedCue,
    Story,
    Sum,
    Words,
)
from companion.sessions import (
    VIRTUAL,
    AnswerGiven,
    CorrectionMade,
    Fact,
    LogState,
    Retraction,
    TableSnapshot,
    first_id,
    is_again,
    pending_answers,
)

MOST_CUES = 3  # players would not wait for more
SLIGHT: tuple[CueKind, ...] = ("phase", "noise", "door", "encounter", "token", "scene")
"""Dropped first if a command brings more cues."""


@dataclass(frozen=True, slots=True)
class NewestCommand:
    """The newest answer or manual correction, with the moment before it."""

    before: Moment
    moments: tuple[Moment, ...]  # its answer or corrections and their effects, oldest first


def just_now(picture: TableSnapshot, seat: Seat, view: Sequence[Block]) -> tuple[Words, ...]:
    """Return the facts of the newest command that this seat may hear and its view does not contain."""
    shown = {sentence for block in view for sentence in _sentences(block)}
    return tuple(sentence for sentence in _newest_sentences(picture, seat) if sentence and sentence not in shown)


def is_old(picture: TableSnapshot, seat: Seat, view: Sequence[Block]) -> bool:
    """Return whether the view's verdict is older than the newest command, so that the open question is not about it."""
    newest, verdicts = newest_command(picture), _verdicts(view)
    if newest is None or not verdicts:
        return False
    sentences = _newest_sentences(picture, seat)
    # in the log: skip building the earlier view, whose odds before a draw take 20 ms
    if any(verdict.sentence and verdict.sentence in sentences for verdict in verdicts):
        return False
    before = _verdicts(view_then(picture, newest.before.state, seat))
    return all(verdict in before for verdict in verdicts)


def cues(picture: TableSnapshot) -> tuple[StagedCue, ...]:
    """Return the newest command's cues, the same for every seat; none for a replayed answer."""
    newest, cue = _newest_moments(picture), picture.game.cue
    if cue is None or any(isinstance(m.entry.what, AnswerGiven) and is_again(m.entry.what.answer) for m in newest):
        return ()
    cues_by_entry = [(m.entry.seq, cue(m.state, event)) for m in newest for event in m.entry.establishes]
    staged = [StagedCue(seq, shown) for seq, shown in cues_by_entry if shown is not None]
    kept = sorted(staged, key=lambda staged_cue: staged_cue.cue.kind in SLIGHT)[:MOST_CUES]
    return tuple(sorted(kept, key=lambda staged_cue: staged_cue.seq))


def air(picture: TableSnapshot) -> Air:
    """Return the mood of the game's place."""
    return picture.game.air(picture.state) if picture.game.air is not None else "calm"


def _newest_sentences(picture: TableSnapshot, seat: Seat) -> tuple[Words, ...]:
    """Return the log's sentences for the newest command's facts, "" for facts without one."""
    facts = [m for m in _newest_moments(picture) if isinstance(m.entry.what, Fact | CorrectionMade)]
    return tuple(picture.game.tell(m.state, event, seat) for m in facts for event in m.entry.establishes)


def newest_command(picture: TableSnapshot) -> NewestCommand | None:
    """Return the newest command, or None. Draws of the engine belong to the command before them."""
    moments: list[Moment] = []
    for moment, before in pairwise(reversed(picture.moments)):
        moments.append(moment)
        # consecutive corrections are one command
        if is_of_people(moment.entry) or (_is_corrected(moment) and not _is_corrected(before)):
            return NewestCommand(before, tuple(reversed(moments)))
    return None


def _newest_moments(picture: TableSnapshot) -> tuple[Moment, ...]:
    newest = newest_command(picture)
    return newest.moments if newest is not None else ()


def _is_corrected(moment: Moment) -> bool:
    return isinstance(moment.entry.what, CorrectionMade)


def _verdicts(view: Sequence[Block]) -> list[Sum]:
    return [block for block in view if isinstance(block, Sum) and block.verdict]


def _sentences(block: Block) -> tuple[Words, ...]:
    match block:
        case Sum():
            return (block.sentence,)
        case Story() | Paragraph():
            return (block.text,)
        case _:
            return ()


SPEAKERS = {TABLE: _("Table"), HOUSE: _("House")}
MOST_LINES = 60  # lines in a snapshot; the page requests older ones

Step: TypeAlias = tuple[LogState[Any, Any], Sequence[LogState[Any, Any]]]
"""An answer, a correction or the start, with the facts that followed from it."""


@dataclass(frozen=True, slots=True)
class LogReader:
    """The reader of a log: the seat that a device shows, and those it answers for."""

    seat: Seat
    mine: frozenset[Seat]

    @property
    def leads(self) -> bool:
        """Whether it may undo anything: the table's screen and the Dealer's, but not a display, which answers for no seat."""
        return self.seat in (TABLE, DEALER) and bool(self.mine)

    def may_amend(self, seat: Seat) -> bool:
        return bool(self.mine) and seat in self.mine | {TABLE}


def lines(picture: TableSnapshot, reader: LogReader, most: int = MOST_LINES) -> tuple[LogLineView, ...]:
    """Return the newest lines, oldest first."""
    return tuple(page_of(line_and_note_texts(picture, reader), most)[0][::-1])


def page_of(lines: Iterator[LogLineView], most: int) -> tuple[list[LogLineView], bool]:
    """Return the first `most` of these lines and all with the number of the last; and whether there are more.

    The page requests older lines by that number, which a note shares with the line before it.
    """
    page = list(islice(lines, most))
    for line in lines:
        if line.seq != page[-1].seq:
            return page, True
        page.append(line)
    return page, False


def line_and_note_texts(picture: TableSnapshot, reader: LogReader, before: int = 0) -> Iterator[LogLineView]:
    """Yield lines and notes; arguments as of `line_texts`."""
    notes = [LogLineView(note.seq, note.text, "note", "rules", at=note.seq) for note in picture.notes]
    for line in line_texts(picture, reader, before):
        while notes and notes[-1].seq >= line.seq:
            yield from _keep_before((notes.pop(),), before)
        yield line
    yield from _keep_before(reversed(notes), before)


def line_texts(picture: TableSnapshot, reader: LogReader, before: int = 0) -> Iterator[LogLineView]:
    """Yield lines, newest first. `before`: only of entries before this one, 0 = all.

    Secret or hidden choices have no line; the facts that follow from them do.
    """
    covered = pending_answers(newest_first(picture))
    marks, begins = list(picture.taken_back.newest), begins_at(picture)
    may_undo, next_step = reader.leads, None
    for moment, facts in steps(picture.moments):
        given = moment.entry.what
        if moment.entry.seq < begins:
            marks, begins = [*earlier_of(picture.taken_back), *marks], 0
        while marks and marks[-1].seq > moment.entry.seq:
            yield from _keep_before(_undo_lines(picture, marks.pop(), next_step), before)
        may_undo = may_undo or (isinstance(given, AnswerGiven) and given.prompt.seat in reader.mine)
        sources, hidden = (picture.game, picture.setup, moment, *facts), given in covered
        make = partial(_step_lines, picture, (moment, facts), reader, hidden=hidden)
        step_lines = _STEP_LINES.of(sources, (reader, hidden), make)
        old = (_before_amendment(marks[-1], moment) if marks else None) or ()
        for line in reversed(step_lines):
            changed = replace(line, was=old if line.amend is not None else (), undo=line.undo if may_undo else None)
            yield from _keep_before((changed,), before)
        next_step = moment


def steps(moments: Sequence[LogState[Any, Any]]) -> Iterator[Step]:
    """Yield steps, newest first; facts without an answer are steps of their own."""
    facts: list[LogState[Any, Any]] = []
    for moment in reversed(moments):
        if isinstance(moment.entry.what, Fact):
            facts.append(moment)
        else:
            yield moment, facts[::-1]
            facts = []


def before_amendment(picture: TableSnapshot, moment: LogState[Any, Any]) -> Faces | None:
    """Return the original values of an amended answer, None if it was not amended."""
    seq = moment.entry.seq
    marks = picture.taken_back.newest if seq >= begins_at(picture) else picture.taken_back
    newest = next((back for back in reversed(marks) if back.seq < seq), None)
    return _before_amendment(newest, moment) if newest is not None else None


def _before_amendment(back: Retraction[Any], moment: LogState[Any, Any]) -> Faces | None:
    """Return the values of an answer before this amendment, which is the entry before it; None if it is not the amended one."""
    new = moment.entry.what
    if moment.entry.seq != back.seq + 1 or not isinstance(new, AnswerGiven):
        return None
    old = next((e.what for e in back.gone if e.seq == back.amends and isinstance(e.what, AnswerGiven)), None)
    return old.answer.values if old is not None and first_id(old.answer) == first_id(new.answer) else None


def _keep_before(lines: Iterable[LogLineView], before: int) -> Iterator[LogLineView]:
    return (line for line in lines if not before or line.seq < before)


_STEP_LINES = MemoCache[tuple[LogLineView, ...]](2048)
"""Lines of a few tables for all seats, because every snapshot repeats the past."""


def _step_lines(picture: TableSnapshot, step: Step, reader: LogReader, *, hidden: bool) -> tuple[LogLineView, ...]:
    """Return the lines of a step, oldest first."""
    moment, facts = step
    fact_lines = tuple(line for fact in (moment, *facts) for line in _fact_lines(picture, fact, reader.seat))
    given = moment.entry.what
    if not isinstance(given, AnswerGiven) or hidden or given.prompt.seat == HOUSE:
        return fact_lines
    if given.prompt.secret and given.prompt.seat != reader.seat:
        return fact_lines
    last = facts[-1] if facts else moment
    line = _answer_line(picture, moment, given, reader, last.entry.seq)
    if given.prompt.of:
        return (line, *fact_lines)
    if not given.is_choice or given.prompt.seat not in reader.mine | {TABLE}:
        return fact_lines  # only the seat itself may see its options
    if not fact_lines:
        return (line,)
    # the fact tells the choice already
    return (replace(line, seq=fact_lines[0].seq, text=fact_lines[0].text, kind="fact", source="rules"), *fact_lines[1:])


def _fact_lines(picture: TableSnapshot, moment: LogState[Any, Any], seat: Seat) -> Iterator[LogLineView]:
    entry = moment.entry
    if not isinstance(entry.what, Fact | CorrectionMade):
        return
    text = picture.game.tell(moment.state, entry.what.event, seat)
    kind: Literal["fact", "correction"] = "fact" if isinstance(entry.what, Fact) else "correction"
    if text:
        yield LogLineView(entry.seq, text, kind, "rules", where=where(picture, moment), at=entry.seq)


def _answer_line(
    picture: TableSnapshot, moment: LogState[Any, Any], given: AnswerGiven, reader: LogReader, at: int
) -> LogLineView:
    answer, prompt, seq = given.answer, given.prompt, moment.entry.seq
    sensed = bool(prompt.of)
    return LogLineView(
        seq,
        answer_words(picture, answer, prompt) if sensed else title_of(picture, prompt),
        "answer" if sensed else "choice",
        source(answer),
        seq - 1,
        seq if reader.may_amend(prompt.seat) else None,
        answer.values,
        prompt.of[0] if sensed else "",
        where=where(picture, moment),
        at=at,
        seat=prompt.seat,
        chosen=() if sensed else given_words(answer, prompt),
        unsure=answer.unsure,
        sent=sent_from(picture, answer),
    )


def answer_words(picture: TableSnapshot, answer: Answer, prompt: Prompt) -> Text:
    """Return the log's sentence about laid or thrown things."""
    return _(
        "{who}: {values}",
        who=SPEAKERS.get(prompt.seat) or name(picture, prompt.seat),
        values=listed(given_words(answer, prompt), ", "),
    )


def given_words(answer: Answer, prompt: Prompt) -> tuple[Words, ...]:
    """Return an answer in words: option texts, names of faces, or typed text unchanged."""
    texts = {option.id: option.text or face_text(option.id) for option in prompt.options}
    is_typed = prompt.kind == "write"  # except a tapped proposal
    return tuple(texts.get(value) or (value if is_typed else face_text(value)) for value in answer.values)


_UNDO_LINES = MemoCache[LogLineView](256)
"""Undo lines of a few tables: they may refer to a moment that must be loaded first."""


def _undo_lines(
    picture: TableSnapshot, back: Retraction[Any], following: LogState[Any, Any] | None
) -> Iterator[LogLineView]:
    """Yield the line of an undo. An amendment has none: it is shown with the step that follows."""
    is_amendment = back.amends and following is not None and _before_amendment(back, following) is not None
    if not is_amendment:
        yield _UNDO_LINES.of((picture.game, picture.setup, back), "", lambda: _undo_line(picture, back))


def _undo_line(picture: TableSnapshot, back: Retraction[Any]) -> LogLineView:
    standing = next(m for m in reversed(picture.moments) if m.entry.seq <= back.to)
    rolled = next((given for given in back.steps if given.prompt.kind == "roll" and not given.prompt.secret), None)
    return LogLineView(
        back.seq,
        undo_text(picture, back),
        "undo",
        "rules",
        values=rolled.answer.values if rolled is not None else (),
        object=rolled.prompt.of[0] if rolled is not None and rolled.prompt.of else "",
        where=where(picture, standing),
        at=standing.entry.seq,
    )


def undo_text(picture: TableSnapshot, back: Retraction[Any]) -> Text:
    """Return a sentence about what an undo removed. Titles are public."""
    if not back.steps:
        return _("Taken back: what was stated by hand.")
    title, more = title_of(picture, back.steps[0].prompt), len(back.steps) - 1
    if back.amends:
        return _("Asked again: “{title}”", title=title)
    if not more:
        return _("Taken back: “{title}”", title=title)
    return ngettext(
        "Taken back: “{title}”, and one step after it",
        "Taken back: “{title}”, and {n} steps after it",
        more,
        title=title,
    )


def where(picture: TableSnapshot, moment: LogState[Any, Any]) -> Words:
    """Return the log's chapter of a moment, "" if its game has none."""
    return picture.game.where(moment.state) if picture.game.where is not None else ""


def sent_from(picture: TableSnapshot, answer: Answer) -> Words:
    """Return how a device sent the reading, "" if the table's own camera or reader made it."""
    if not answer.sender:
        return ""
    if answer.sender == TABLE:
        return _("photograph, tablet")
    who = name(picture, answer.sender)
    if source(answer) == "camera":
        return _("photograph, {who}’s phone", who=who)
    return _("tag, {who}’s phone", who=who)


def source(answer: Answer) -> Literal["camera", "serial", "virtual", "hand"]:
    """Return the source of an answer. The log depends on it permanently."""
    if not answer.reading:
        return "hand"
    if answer.source == VIRTUAL:
        return "virtual"
    return "serial" if answer.source.startswith("bridge/") else "camera"
