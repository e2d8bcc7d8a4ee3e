"""Whole evenings that chance plays: any seats, scenario, difficulty and set-up, any answer that is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from companion.engine import Run
from companion.games.arkham import GAME
from companion.games.arkham.content import POOL
from companion.games.arkham.facts import TestEnded, TokenAdded, TokenRemoved, TokenRevealed
from companion.games.arkham.state import State
from companion.schema import Answer, Faces, Prompt
from tests.games.chances import any_setup
from tests.games.course import possible

ROUNDS, ANSWERS = 12, 300
SELDOM = frozenset({"adjust", "audit", "bag", "end", "end_turn", "resign", "test"})
"""Options that random games choose seldom, so that sessions last long enough."""
MUCH = 3  # of a counter; more of it is as seldom


def played(seed: int, rounds: int = ROUNDS, answers: int = ANSWERS) -> Iterator[tuple[Run[Any, Any], tuple[Any, ...]]]:
    """An evening to its end or to a limit: the run after each answer, and the facts that the answer established."""
    random = Random(seed)
    run = Run(GAME, GAME.setup(any_setup(GAME, random)))
    for number in range(answers):
        if not run.open or run.state.round > rounds:
            return
        prompt = any_prompt(run.open, random)
        yield run, run.answer(Answer(f"a{number}", prompt.id, any_values(prompt, random), prompt.seat))


def any_values(prompt: Prompt, random: Random) -> Faces:
    """Any answer that is possible, one that does much by hand or ends something a few times less often."""
    for _ in range(3):
        values = possible(prompt, random)
        much = prompt.kind == "count" and int(values[0]) > MUCH
        if not much and SELDOM.isdisjoint(values):
            break
    return values


def any_prompt(open: Iterable[Prompt], random: Random) -> Prompt:
    """Choose an open prompt. The draw is more likely than a window, so that tests end."""
    prompts = list(open)
    draws = [prompt for prompt in prompts if prompt.kind == "draw"]
    return draws[0] if draws and random.random() < 0.6 else random.choice(prompts)


class BagCounted:
    """The expected tokens in the bag and outside, computed from facts alone."""

    def __init__(self, whole: Iterable[str]) -> None:
        self.tokens = Counter(whole)
        self._drawn: Counter[str] = Counter()

    def hear(self, facts: Iterable[Any]) -> None:
        """Bless and curse tokens that were revealed go back to the token pool when the test ends."""
        for fact in facts:
            match fact:
                case TokenAdded(token):
                    self.tokens[token] += 1
                case TokenRemoved(token):
                    self.tokens[token] -= 1
                case TokenRevealed(token) if token in POOL:
                    self._drawn[token] += 1
                case TestEnded():
                    self.tokens -= self._drawn
                    self._drawn = Counter()

    def is_whole(self, s: State) -> bool:
        """Return whether the bag matches, and no token is outside without a test."""
        return Counter(s.bag.all) == +self.tokens and (s.test is not None or not s.bag.out)
