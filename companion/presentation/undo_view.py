"""Build undo, redo, earlier moments, and the preview of an amendment."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from typing import Any

from companion.i18n import Text, _, joined
from companion.presentation.log_lines import LogReader, line_texts, where
from companion.presentation.responses import (
    AmendmentPreview,
    EveningSteps,
    LogChapter,
    LogLineView,
    PastView,
    RetractedDice,
    SavePointView,
    Snapshot,
    UndoableStep,
)
from companion.presentation.visibility import (
    MemoCache,
    begins_at,
    found_earlier,
    is_of_people,
    moments_since,
    newest_first,
    now_line,
    title_of,
)
from companion.schema import HOUSE, TABLE, Prompt, Seat, Sum, Words
from companion.sessions import (
    AnswerGiven,
    LateSequence,
    LogEntry,
    LogState,
    Preview,
    TableSnapshot,
    can_be_kept,
    first_id,
    fits_again,
    is_own,
    is_same_request,
    last_standing,
    pending_answers,
    trial_refusal,
)

Moments = Sequence[LogState[Any, Any]]


def undoable(picture: TableSnapshot, reader: LogReader) -> UndoableStep | None:
    """Return the last step of people: inside a procedure the last answer, at rest the whole last procedure.

    Draws of the engine are not a step: it would repeat them at once, and the undo would have no effect.
    """
    step = _last_step(picture)
    if not step:
        return None
    back = answers_after_undo(picture, step - 1)
    given = [answer for _, answer in back]
    if may_take_back(given, reader):
        return UndoableStep(back[0][0] - 1, title_of(picture, given[0].prompt), len(back), things=_count_things(given))
    return _undo_hidden_answer(picture, reader)


def _last_step(picture: TableSnapshot) -> int:
    """Return the entry of the step's first answer, 0 without answers."""
    seq = 0
    for entry in newest_first(picture):
        if seq and entry.rest:
            return seq
        if is_of_people(entry):
            seq = entry.seq
            if not picture.at_rest:
                return seq
    return seq


def answers_after_undo(picture: TableSnapshot, to: int) -> list[tuple[int, AnswerGiven]]:
    """Return the answers of people that an undo to `to` retracts, with their seq. It may go further than `to`, see `last_standing`."""
    entries: list[LogEntry[Any]] = []
    for entry in newest_first(picture):
        entries.insert(0, entry)
        if entry.seq <= to and last_standing(entries, to) != entry.seq:  # otherwise the undo may go further than these
            break
    stands = last_standing(entries, to)
    return [answer for answer in answers_of(entries) if answer[0] > stands]


def redoable(picture: TableSnapshot, reader: LogReader) -> UndoableStep | None:
    """Return the last undo, if no other answer came."""
    way = picture.way_back
    if way is None or not may_take_back(way.steps, reader):
        return None
    title = title_of(picture, way.steps[0].prompt) if way.steps else ""
    return UndoableStep(way.seq, title, len(way.steps), way.amends, _count_things(way.steps))


def may_take_back(given: Sequence[AnswerGiven], reader: LogReader) -> bool:
    """Return whether a device may undo: the table's screen and the Dealer everything, a seat's device what its seat took part in."""
    return reader.leads or any(answer.prompt.seat in reader.mine for answer in given)


def answers_of(entries: Sequence[LogEntry[Any]]) -> list[tuple[int, AnswerGiven]]:
    """Return the answers of people with their seq."""
    return [(e.seq, e.what) for e in entries if isinstance(e.what, AnswerGiven) and e.what.prompt.seat != HOUSE]


def retracted_dice(picture: TableSnapshot, reader: LogReader) -> tuple[RetractedDice, ...]:
    """Return retracted things that can answer an open prompt here. Taps are not offered: they are quicker to repeat."""
    offers = ((prompt, retracted_answer_for(picture, prompt, reader)) for prompt in picture.open)
    return tuple(
        RetractedDice(
            given.answer.id,
            title_of(picture, given.prompt),
            given.answer.values,
            (prompt.id,),
            given.prompt.of[0],
            len(picture.aside) - 1,
        )
        for prompt, given in offers
        if given is not None
    )


def retracted_answer_for(picture: TableSnapshot, prompt: Prompt, reader: LogReader) -> AnswerGiven | None:
    """Return the best retracted answer for a prompt, preferably to the same request."""
    if prompt.seat not in reader.mine | {TABLE}:
        return None
    visible = (answer for answer in picture.aside if not is_own(answer.prompt) or answer.prompt.seat in reader.mine)
    fitting = [answer for answer in visible if fits_again(answer, prompt)]
    same = [answer for answer in fitting if is_same_request(answer.prompt, prompt)]
    return next(iter(same or fitting), None)


def savepoint_views(picture: TableSnapshot, seat: Seat) -> tuple[SavePointView, ...]:
    """Return the save points, and what an undo to each would retract."""
    return tuple(
        SavePointView(
            point.id, point.seq, point.name, point.at, *_since(picture, point.seq), point.may_be_forgotten(seat)
        )
        for point in picture.saved
    )


_EARLIER_SAVED = MemoCache[tuple[bool, int]](256)
"""Save points before the moments in memory."""


def _since(picture: TableSnapshot, seq: int) -> tuple[bool, int]:
    """Return whether an entry counts, and how many answers of people followed."""
    counts, later = _since_among(seq, picture.moments.newest)
    if seq >= begins_at(picture):
        return counts, later
    counts, before = found_earlier(_EARLIER_SAVED, picture, seq, partial(_since_among, seq))
    return counts, before + later


def _since_among(seq: int, moments: Moments) -> tuple[bool, int]:
    later = 0
    for moment in reversed(moments):
        if moment.entry.seq <= seq:
            return moment.entry.seq == seq, later
        later += is_of_people(moment.entry)
    return False, later


def _count_things(given: Sequence[AnswerGiven]) -> int:
    return sum(len(answer.answer.values) for answer in given if answer.prompt.of)


def _undo_hidden_answer(picture: TableSnapshot, reader: LogReader) -> UndoableStep | None:
    """Offer to undo only the seat's own answer while other answers to the question are missing."""
    own = [answer for answer in pending_answers(newest_first(picture)) if answer.prompt.seat in reader.mine - {HOUSE}]
    if not own:
        return None
    seq = next(entry.seq for entry in newest_first(picture) if entry.what == own[-1])
    return UndoableStep(seq - 1, title_of(picture, own[-1].prompt), 1, seq, _count_things(own[-1:]))


def as_past(shown: Snapshot, then: TableSnapshot, now: TableSnapshot, reader: LogReader) -> Snapshot:
    """Turn an earlier snapshot into one without actions, and without who answers what."""
    seqs, at = steps_of(now), then.moments[-1].entry.seq
    later = [given for _, given in answers_of([m.entry for m in moments_since(now, at + 1)])]
    next_lines = lines_of_next_answer(now, len(then.moments), reader)
    return replace(
        shown,
        id=f"{shown.id}-{at}",
        asked=tuple(replace(a, prompt=replace(a.prompt, options=()), mine=False) for a in shown.asked),
        sittings=tuple(replace(sitting, own=False) for sitting in shown.sittings),
        undo=None,
        demo=None,
        join="",
        next="",
        cues=(),
        thrown=replace(shown.thrown, mine=False) if shown.thrown is not None else None,
        pause=None,
        saved=(),
        past=PastView(
            at=at,
            step=max(bisect_right(seqs, at) - 1, 0),
            steps=len(seqs) - 1,
            where=where(then, then.moments[-1]),
            now=now_line(now),
            next=next_lines,
            back=at if later and may_take_back(later, reader) else None,
        ),
    )


def lines_of_next_answer(now: TableSnapshot, count: int, reader: LogReader) -> tuple[LogLineView, ...]:
    """Return the first line of the answer that followed these moments."""
    later = now.moments[count:]
    end = next((k for k, m in enumerate(later) if k and isinstance(m.entry.what, AnswerGiven)), len(later))
    step = replace(now, moments=LateSequence(now.moments[: count + end]), taken_back=LateSequence())
    lines = [line for line in islice(line_texts(step, reader), end) if later and line.seq >= later[0].entry.seq]
    return tuple(lines[-1:])


def evening_steps(picture: TableSnapshot) -> EveningSteps:
    """Return the steps with chapters where they change."""
    seqs = steps_of(picture)
    by_seq = {m.entry.seq: m for m in picture.moments}
    places = [where(picture, by_seq[seq]) for seq in seqs]
    chapters = (LogChapter(k, place) for k, place in enumerate(places) if place and (k == 0 or place != places[k - 1]))
    rolls = tuple(k for k, (_, given) in enumerate(_first_answers(picture)) if given.prompt.of)
    return EveningSteps(tuple(seqs), tuple(chapters), rolls)


def steps_of(picture: TableSnapshot) -> list[int]:
    """Return the entry before each answer of people that can be undone alone, and the newest."""
    return [seq for seq, _ in _first_answers(picture)] + [picture.moments[-1].entry.seq]


def _first_answers(picture: TableSnapshot) -> list[tuple[int, AnswerGiven]]:
    """Return each first answer to a question, with the entry before it."""
    answers, owed = [], False
    for before, moment in pairwise(picture.moments):
        given = moment.entry.what
        if not isinstance(given, AnswerGiven):
            continue
        if not owed and given.prompt.seat != HOUSE:
            answers.append((before.entry.seq, given))
        owed = not given.closes
    return answers


NOTHING_CHANGES = _("Nothing else changes.")


def amendment_preview(now: TableSnapshot, after: Preview[Any, Any], seq: int, seat: Seat) -> AmendmentPreview:
    """Build the preview for a device of `seat`. `after`: result of the amendment, as far as the device may know it."""
    moments = moments_since(now, seq)
    later = [given for at, given in answers_of([m.entry for m in moments]) if at > seq]
    sentences, hides = _collect_known(partial(now.game.tell, state, event, seat) for state, event in after.facts)
    stops = hides or after.stops
    answers = [k for k, moment in enumerate(moments) if isinstance(moment.entry.what, AnswerGiven)]
    cut = answers[len(after.again) + 1 :][:1] if stops else []  # behind the answers that are known to stay
    old = _fact_sentences(now, moments[: cut[0]] if cut else moments, seat)
    gone, come = _subtract(old, sentences), _subtract(sentences, old)
    asks, ends = ("", stops) if stops else _preview_now_line(now, after)
    stops = stops or ends
    verdict, hides = list[Words](), stops
    if not stops or after.at_rest is not None:
        then = after.state if after.at_rest is None else after.at_rest
        verdict, hides = _collect_known([partial(_verdict_in, now, then, seat)])
    come += (stops or hides,) if stops or hides else ()
    again = {first_id(given.answer) for given in after.again}
    dropped = [given for given in later if first_id(given.answer) not in again] if not stops else []
    return AmendmentPreview(
        gone=gone,
        come=come,
        verdict=(_verdict(now, moments, seat), next(iter(verdict), "")),
        replayed=len(after.again),
        dropped=tuple(title_of(now, given.prompt) for given in dropped),
        kept=sum(can_be_kept(given) for given in dropped),
        asks=asks,
        later=len(later),
        newest=now.moments[-1].entry.seq,
        words=_describe_change(gone, come),
    )


def _describe_change(gone: Sequence[Words], come: Sequence[Words]) -> Text:
    if not gone and not come:
        return NOTHING_CHANGES
    was, becomes = joined(" ", gone) or _("Nothing"), joined(" ", come) or _("nothing yet")
    return _("{was} → {becomes}", was=was, becomes=becomes)


def _preview_now_line(now: TableSnapshot, after: Preview[Any, Any]) -> tuple[Words, Words]:
    """Return the Now line if it differs, and the sentence about what hides it."""
    run = after.run
    lines, hides = _collect_known(
        [lambda: now_line(replace(now, state=run.state, question=run.question, open=run.open, over=run.over))]
    )
    return next((line for line in lines if line != now_line(now)), ""), hides


def _collect_known(sayings: Iterable[Callable[[], Words]]) -> tuple[list[Words], Words]:
    """Collect sentences until one depends on hidden information; return that one's explanation too."""
    sentences: list[Words] = []
    try:
        for say in sayings:
            sentences += filter(None, [say()])
    except Exception as error:  # noqa: BLE001  what is hidden raises whatever looks at it
        return sentences, trial_refusal(error)
    return sentences, ""


def _fact_sentences(picture: TableSnapshot, moments: Moments, seat: Seat) -> list[Words]:
    sentences = (picture.game.tell(m.state, event, seat) for m in moments for event in m.entry.establishes)
    return [sentence for sentence in sentences if sentence]


def _subtract(sentences: Iterable[Words], others: Iterable[Words]) -> tuple[Words, ...]:
    """Return the sentences that the others lack; each of the others counts once."""
    left, kept = Counter(others), []
    for sentence in sentences:
        if left[sentence]:
            left[sentence] -= 1
        else:
            kept.append(sentence)
    return tuple(kept)


def _verdict(picture: TableSnapshot, moments: Moments, seat: Seat) -> str:
    """Return the verdict of the test that the first answer belongs to, "" without one or while it runs."""
    end = next((m for m in moments if m.entry.rest), moments[-1] if moments else None)
    return _verdict_in(picture, end.state, seat) if end is not None else ""


def _verdict_in(picture: TableSnapshot, state: Any, seat: Seat) -> str:
    sums = (block for block in picture.game.view(state, seat) if isinstance(block, Sum))
    return next((block.verdict for block in sums if block.verdict), "")
