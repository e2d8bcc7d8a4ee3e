"""How lucky each throw was, by the odds that the page showed before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.engine import Game
from companion.fairness.throws import RollSource, is_thrown, roll_source
from companion.schema import TABLE, Faces, Odds, Seat, Sum, Words
from companion.sessions import AnswerGiven, LogState, pending_answers

MIDDLE = 0.5


@dataclass(frozen=True, slots=True)
class ThrowLuck:
    """How lucky a throw was."""

    seq: int
    seat: Seat
    title: Words  # of its prompt
    kind: str
    values: Faces
    source: RollSource
    best: float  # chance of this result or a better one; 0.01 is great luck
    worst: float  # chance of this result or a worse one

    @property
    def place(self) -> float:
        """Return the percentile: 0 is the worst, 1 the best, 1/2 the average."""
        return (1 - self.best + self.worst) / 2


def throw_lucks(game: Game[Any, Any], evening: Sequence[LogState[Any, Any]]) -> tuple[ThrowLuck, ...]:
    """Return the luck of each throw that had odds, the oldest first."""
    moments = tuple(evening)
    covered = pending_answers(moment.entry for moment in reversed(moments))
    throws = []
    for place, (before, moment) in enumerate(pairwise(moments), 1):
        given = moment.entry.what
        if game.afterwards is None or not isinstance(given, AnswerGiven) or given in covered:
            continue
        prompt, values = given.prompt, given.answer.values
        odds = game.afterwards(before.state, prompt, values) if is_thrown(prompt) else None
        chances = tails(odds, _verdict(game, moments[place:]) if odds.chance is not None else "") if odds else None
        if chances is not None and min(chances) > 0:  # 0: a card played later changed the result
            throw = moment.entry.seq, prompt.seat, prompt.title, prompt.thing, values, roll_source(given)
            throws.append(ThrowLuck(*throw, *chances))
    return tuple(throws)


def tails(odds: Odds, verdict: str = "") -> tuple[float, float] | None:
    """Return the chances of a result as good or better, and as bad or worse. None if these odds are not ordered.

    A histogram ascends. Descending rows mean "so much or more". With a single chance, the verdict decides if the
    marked row is the one that the table showed.
    """
    result = next((place for place, bar in enumerate(odds.bars) if bar.came), None)
    shares = [bar.share for bar in odds.bars]
    if result is None:
        return None
    if odds.shape == "histogram":
        return sum(shares[result:]), sum(shares[: result + 1])
    if odds.chance is not None:
        is_shown = odds.bars[result].now
        return {"passed": (odds.chance, 1.0), "failed": (1.0, 1 - odds.chance)}.get(verdict) if is_shown else None
    if all(share >= other for share, other in pairwise(shares)):
        return shares[result], 1 - (shares[result + 1] if result + 1 < len(shares) else 0.0)
    return None


def luckiest(throws: Iterable[ThrowLuck]) -> ThrowLuck | None:
    """Return the throw with the smallest `best`, at most 1/2; the newest of several."""
    return min(
        (throw for throw in throws if throw.best <= MIDDLE), key=lambda throw: (throw.best, -throw.seq), default=None
    )


def unluckiest(throws: Iterable[ThrowLuck]) -> ThrowLuck | None:
    """Return the throw with the smallest `worst`, at most 1/2; the newest of several."""
    return min(
        (throw for throw in throws if throw.worst <= MIDDLE), key=lambda throw: (throw.worst, -throw.seq), default=None
    )


def _verdict(game: Game[Any, Any], later: Sequence[LogState[Any, Any]]) -> str:
    """Return the verdict of the test of a throw, "" if it has no test or is not finished."""
    end = next((moment for moment in later if moment.entry.rest), None)
    blocks = game.view(end.state, TABLE) if end is not None else ()
    return next((block.verdict for block in blocks if isinstance(block, Sum) and block.verdict), "")
