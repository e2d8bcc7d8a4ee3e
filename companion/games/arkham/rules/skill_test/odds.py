"""Odds before the draw: how likely a skill test is passed, by icons, and with which token. Exact, see `token_odds.py`."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Literal, TypeAlias

from companion.games.arkham.content import NUMBERS
from companion.games.arkham.facts import UNKNOWN
from companion.games.arkham.rules.skill_test.token_odds import STEPS, Said, is_drawn, revealed, spread
from companion.games.arkham.rules.skill_values import judged
from companion.games.arkham.state import Committed, State, Test, TestModifier

Passes: TypeAlias = Literal["yes", "no", "depends"]


def chance(s: State, test: Test, more: int = 0) -> Fraction:
    """The chance that the test passes from here on, with `more` further icons: exact over what is in the bag.

    The tokens that lie revealed have had their effects. Those to come have theirs by the rule itself, and the performer
    who falls by one does not pass. Whoever is asked something by an effect is taken to answer as little as can be,
    and what comes first: no asset takes harm for its owner, cards are discarded by number, the first enemy is hit.
    Nobody plays a card or cancels a token.
    """
    if test.step not in STEPS:
        return Fraction(judged(s, test).passed if s.last is None else s.last.passed)
    return _passing(s, _helped(test, more), spread(s, test))


def table(s: State, test: Test, icons: Iterable[int]) -> tuple[tuple[int, Fraction], ...]:
    """The chance before the result for each number of icons committed in all, whatever is committed now."""
    tokens, bare = spread(s, test), replace(test, committed=())  # what tokens say does not depend on icons
    return tuple((number, _passing(s, _helped(bare, number), tokens)) for number in icons)


def needed(s: State, test: Test) -> str | None:
    """The worst number token that passes by itself, as in "pull -2 or better"; None where none does or none is drawn."""
    if not is_drawn(s, test):
        return None
    passing = (n for n in reversed(NUMBERS) if judged(s, replace(test, revealed=(*test.revealed, n))).passed)
    return next(passing, None)


def by_token(s: State, test: Test) -> tuple[tuple[str, int, Passes], ...]:
    """Each face in the bag, how often it is there, and whether the test passes if it comes now.

    Nothing where no token is drawn.
    """
    if not is_drawn(s, test):
        return ()
    inside = Counter(s.bag.inside)
    return tuple((face, number, _passes(*revealed(s, test, face))) for face, number in inside.items())


def _passes(s: State, test: Test) -> Passes:
    now = chance(s, test)
    return "yes" if now == 1 else "depends" if now else "no"


def _helped(test: Test, icons: int) -> Test:
    """As if a card with so many matching icons were committed."""
    if not icons:
        return test
    return replace(test, committed=(*test.committed, Committed(test.performer, f"{UNKNOWN}{icons}")))


def _passing(s: State, test: Test, tokens: Mapping[Said, Fraction]) -> Fraction:
    """A higher sum never fails where a lower one passes: so the edge is searched, and not every sum judged."""
    sums = sorted(add for add, auto in tokens if not auto)
    failing = set(sums[: bisect_left(sums, True, key=lambda add: _is_passed(s, test, (add, "")))])
    passing = (
        p for (add, auto), p in tokens.items() if (_is_passed(s, test, (0, auto)) if auto else add not in failing)
    )
    return sum(passing, Fraction(0))


def _is_passed(s: State, test: Test, said: Said) -> bool:
    """By the rule's own judgement (ST.5, ST.6), all tokens being one modifier."""
    tokens = TestModifier("tokens", add=said[0], auto=said[1])
    return judged(replace(s, modifiers=(*s.modifiers, tokens)), replace(test, revealed=())).passed
