"""How lucky a throw was: from the odds that the page showed before it, and what came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.engine import Game
from companion.fairness.throws import RollSource, is_thrown, roll_source
from companion.schema import TABLE, Faces, Odds, Seat, Sum, Words
from companion.sessions import AnswerGiven, LogState, half_given

MIDDLE = 0.5


@dataclass(frozen=True, slots=True)
class ThrowLuck:
    """One throw."""

    seq: int
    seat: Seat
    title: Words  # what was asked
    kind: str
    values: Faces
    source: RollSource
    best: float  # how many of all throws come out as well or better; 0.01 is great luck
    worst: float  # how many as badly or worse

    @property
    def place(self) -> float:
        """Among all throws, 0 the worst, 1 the best; 1/2 on the average, whatever was asked."""
        return (1 - self.best + self.worst) / 2


def lucks(game: Game[Any, Any], evening: Sequence[LogState[Any, Any]]) -> tuple[ThrowLuck, ...]:
    """Of each throw before which odds were shown, the oldest first."""
    moments = tuple(evening)
    covered = half_given(moment.entry for moment in reversed(moments))
    found = []
    for place, (before, moment) in enumerate(pairwise(moments), 1):
        given = moment.entry.what
        if (
            game.afterwards is None
            or not isinstance(given, AnswerGiven)
            or not is_thrown(given.prompt)
            or given in covered
        ):
            continue
        odds = game.afterwards(before.state, given.prompt, given.answer.values)
        both = tails(odds, _verdict(game, moments[place:]) if odds.chance is not None else "") if odds else None
        if (
            both is not None and min(both) > 0
        ):  # what the odds had not allowed came of something else: a card played later
            prompt, answer = given.prompt, given.answer
            found.append(
                ThrowLuck(
                    moment.entry.seq, prompt.seat, prompt.title, prompt.thing, answer.values, roll_source(given), *both
                )
            )
    return tuple(found)


def tails(odds: Odds, verdict: str = "") -> tuple[float, float] | None:
    """How much is as good or better, and as bad or worse, than what is marked; None where these odds have no better and worse.

    A histogram rises; rows that fall say "so much or more"; where there is one chance, and what is marked is what the
    table had for it, the verdict tells.
    """
    came = next((place for place, bar in enumerate(odds.bars) if bar.came), None)
    shares = [bar.share for bar in odds.bars]
    if came is None:
        return None
    if odds.shape == "histogram":
        return sum(shares[came:]), sum(shares[: came + 1])
    if odds.chance is not None:
        is_told = odds.bars[came].now
        return {"passed": (odds.chance, 1.0), "failed": (1.0, 1 - odds.chance)}.get(verdict) if is_told else None
    if all(one >= other for one, other in pairwise(shares)):
        return shares[came], 1 - (shares[came + 1] if came + 1 < len(shares) else 0.0)
    return None


def luckiest(found: Iterable[ThrowLuck]) -> ThrowLuck | None:
    """The throw of which the fewest are as good, if that is no more than every other; of several the newest."""
    return min((one for one in found if one.best <= MIDDLE), key=lambda one: (one.best, -one.seq), default=None)


def unluckiest(found: Iterable[ThrowLuck]) -> ThrowLuck | None:
    """The one of which the fewest are as bad."""
    return min((one for one in found if one.worst <= MIDDLE), key=lambda one: (one.worst, -one.seq), default=None)


def _verdict(game: Game[Any, Any], later: Sequence[LogState[Any, Any]]) -> str:
    """How the test came out that a throw was part of; "" where it is none, or is not over."""
    end = next((moment for moment in later if moment.entry.rest), None)
    sums = _sums(game, end) if end is not None else iter(())
    return next((block.verdict for block in sums if block.verdict), "")


def _sums(game: Game[Any, Any], moment: LogState[Any, Any]) -> Iterator[Sum]:
    return (block for block in game.view(moment.state, TABLE) if isinstance(block, Sum))
