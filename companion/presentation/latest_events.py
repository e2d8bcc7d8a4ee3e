"""What the newest command established: damage or a defeat must not happen unseen. Nothing here is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.presentation.visibility import Moment, is_of_people, view_then
from companion.schema import Air, Block, CueKind, Paragraph, Seat, StagedCue, Story, Sum, Words
from companion.sessions import AnswerGiven, CorrectionMade, Fact, TableSnapshot, is_again

MOST_CUES = 3  # more than these nobody waits for
SLIGHT: tuple[CueKind, ...] = ("phase", "noise", "door", "encounter", "token", "scene")
"""What gives way first where a command brought more."""


@dataclass(frozen=True, slots=True)
class NewestCommand:
    """What was answered or stated by hand last, with the moment before it."""

    before: Moment
    moments: tuple[Moment, ...]  # its answer or corrections, and what followed; the oldest first


def just_now(picture: TableSnapshot, seat: Seat, view: Sequence[Block]) -> tuple[Words, ...]:
    """The facts of the newest answer or correction as this seat may hear them, without what its view says already."""
    said = {sentence for block in view for sentence in _sentences(block)}
    return tuple(sentence for sentence in _told(picture, seat) if sentence and sentence not in said)


def is_old(picture: TableSnapshot, seat: Seat, view: Sequence[Block]) -> bool:
    """Does a verdict of this view come from before the newest command? Then the question now is not about it."""
    newest, verdicts = newest_command(picture), _verdicts(view)
    if newest is None or not verdicts:
        return False
    told = _told(picture, seat)
    # the log tells it: then the view before, with its odds before a draw (20 ms), need not be made
    if any(verdict.sentence and verdict.sentence in told for verdict in verdicts):
        return False
    before = _verdicts(view_then(picture, newest.before.state, seat))
    return all(verdict in before for verdict in verdicts)


def cues(picture: TableSnapshot) -> tuple[StagedCue, ...]:
    """What the newest command brought to stage, the same for every seat; nothing of an answer that was only given again."""
    newest, cue = _newest_moments(picture), picture.game.cue
    if cue is None or any(isinstance(m.entry.what, AnswerGiven) and is_again(m.entry.what.answer) for m in newest):
        return ()
    found = [(m.entry.seq, cue(m.state, event)) for m in newest for event in m.entry.establishes]
    staged = [StagedCue(seq, one) for seq, one in found if one is not None]
    kept = sorted(staged, key=lambda one: one.cue.kind in SLIGHT)[:MOST_CUES]
    return tuple(sorted(kept, key=lambda one: one.seq))


def air(picture: TableSnapshot) -> Air:
    """How the place feels now."""
    return picture.game.air(picture.state) if picture.game.air is not None else "calm"


def _told(picture: TableSnapshot, seat: Seat) -> tuple[Words, ...]:
    """The log's sentences of the newest command's facts; "" for those that have none."""
    facts = [m for m in _newest_moments(picture) if isinstance(m.entry.what, Fact | CorrectionMade)]
    return tuple(picture.game.tell(m.state, event, seat) for m in facts for event in m.entry.establishes)


def newest_command(picture: TableSnapshot) -> NewestCommand | None:
    """None where there is none; the house's own draws belong to the command before them."""
    found: list[Moment] = []
    for moment, before in pairwise(reversed(picture.moments)):
        found.append(moment)
        if _begins(moment, before):
            return NewestCommand(before, tuple(reversed(found)))
    return None


def _newest_moments(picture: TableSnapshot) -> tuple[Moment, ...]:
    newest = newest_command(picture)
    return newest.moments if newest is not None else ()


def _begins(moment: Moment, before: Moment) -> bool:
    """Whether a command begins there; corrections that follow each other are one."""
    if isinstance(moment.entry.what, CorrectionMade):
        return not isinstance(before.entry.what, CorrectionMade)
    return is_of_people(moment.entry)


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
