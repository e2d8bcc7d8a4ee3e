"""What an amendment would change, worked out on a copy of the table: what is said here is what happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.presentation.responses.log import AmendmentPreview
from companion.presentation.undo import answers_of
from companion.schema.prompt import Seat
from companion.schema.view import Sum
from companion.sessions.entry import AnswerGiven, first_id
from companion.sessions.history import LogState, can_be_kept
from companion.sessions.session import TableSnapshot
from companion.sessions.table import GameTable

Moments = Sequence[LogState[Any, Any]]
SAME = "Nothing else changes."
NOT_YET = "What comes of it is read out then."


def amendment_preview(
    now: TableSnapshot, after: GameTable[Any, Any], seq: int, seat: Seat, now_line: Callable[[TableSnapshot], str]
) -> AmendmentPreview:
    """For a device of `seat`; `after`: the table with the amendment."""
    old = [m for m in now.moments if m.entry.seq >= seq]
    new = [m for m in after.moments if m.entry.seq >= seq]
    gone, come = _apart(_said(now, old, seat), _would_be_said(now, new, seat))
    before, then = now_line(now), now_line(_as_it_would_be(now, after))
    later = [given for at, given in answers_of([m.entry for m in old]) if at > seq]
    again = {first_id(given.answer) for given in _givens(new)}
    dropped = [given for given in later if first_id(given.answer) not in again]
    asks = then if then != before and NOT_YET not in come else ""
    verdict = _verdict(now, old, seat), _verdict(now, new, seat)
    return AmendmentPreview(
        gone=gone,
        come=come,
        verdict=verdict,
        replayed=len(later) - len(dropped),
        dropped=tuple(given.prompt.title for given in dropped),
        kept=sum(can_be_kept(given) for given in dropped),
        asks=asks,
        later=len(later),
        newest=now.moments[-1].entry.seq,
        words=f"{' '.join(gone) or 'Nothing'} → {' '.join(come) or 'nothing yet'}" if gone or come else SAME,
    )


def _as_it_would_be(now: TableSnapshot, after: GameTable[Any, Any]) -> TableSnapshot:
    run = after.run
    return replace(now, state=run.state, question=run.question, open=run.open, over=run.over)


def _said(picture: TableSnapshot, moments: Moments, seat: Seat) -> list[str]:
    """What the seat reads of these in the log."""
    said = (picture.game.tell(m.state, event, seat) for m in moments for event in m.entry.establishes)
    return [sentence for sentence in said if sentence]


def _would_be_said(now: TableSnapshot, moments: Moments, seat: Seat) -> list[str]:
    """The same of what is only tried: it ends where something is read out that the seat has not heard yet."""
    said: list[str] = []
    heard = set(_said(now, now.moments, seat)) if now.game.unread is not None else set()
    for moment in moments:
        for event in moment.entry.establishes:
            sentence = now.game.tell(moment.state, event, seat)
            if not sentence:
                continue
            if now.game.unread is not None and now.game.unread(event, seat) and sentence not in heard:
                return [*said, NOT_YET]
            said.append(sentence)
    return said


def _apart(was: list[str], becomes: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is in the one alone and in the other alone, as often as it is."""
    return _without(was, Counter(becomes)), _without(becomes, Counter(was))


def _without(sentences: Iterable[str], others: Counter[str]) -> tuple[str, ...]:
    left = Counter(others)
    found = []
    for sentence in sentences:
        if left[sentence]:
            left[sentence] -= 1
        else:
            found.append(sentence)
    return tuple(found)


def _givens(moments: Moments) -> list[AnswerGiven]:
    return [m.entry.what for m in moments if isinstance(m.entry.what, AnswerGiven)]


def _verdict(picture: TableSnapshot, moments: Moments, seat: Seat) -> str:
    """How the test came out that the first of these answers is part of; "" where it is none, or is not over."""
    end = next((m for m in moments if m.entry.rest), moments[-1] if moments else None)
    if end is None:
        return ""
    sums = (block for block in picture.game.view(end.state, seat) if isinstance(block, Sum))
    return next((block.verdict for block in sums if block.verdict), "")
