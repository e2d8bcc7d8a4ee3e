"""A random player that answers any prompt and prefers untapped options."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.engine import Run
from companion.games.mansions.puzzles import next_step
from companion.games.mansions.rules.corrections import LOST, WON
from companion.games.mansions.state import State
from companion.scenarios.curiosity import Curiosity, possible
from companion.schema import HOUSE, Answer, Faces, Prompt
from companion.sessions import roll_virtually

SOLVING_SHARE = 0.7  # share of puzzle steps towards the solution
MOST_COUNTED = 6  # most successes of a test


class RandomPlayer:
    """Answer prompts at random. Choices depend on the seed only."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._curiosity = Curiosity()

    def answer(self, run: Run[State, object]) -> Answer:
        """Answer one of the open prompts. Raises ValueError if none can be answered."""
        prompt = self._prompt([p for p in run.open if not ends_by_hand(p)])
        values = self._values(prompt, run.state)
        self._curiosity.note(prompt, values, run.state)
        return Answer("", prompt.id, values, prompt.seat)

    def _prompt(self, open: Sequence[Prompt]) -> Prompt:
        if not open:
            raise ValueError("nothing is asked that can be answered")
        return self._random.choices(open, [self._curiosity.pull(prompt) for prompt in open])[0]

    def _values(self, prompt: Prompt, s: State) -> Faces:
        if prompt.seat == HOUSE or prompt.kind in {"roll", "draw"}:
            return roll_virtually(prompt, self._random)
        if prompt.kind == "count":
            most = max(prompt.least, min(prompt.most, MOST_COUNTED))
            return (str(self._random.randint(prompt.least, most)),)
        if prompt.kind == "write":
            options = possible(prompt)
            return (self._random.choice(options).id,) if options else ("Nobody",)
        if prompt.at == "puzzle" and self._random.random() < SOLVING_SHARE:
            return self._solve(prompt, s) or self._choose(prompt, s)
        return self._choose(prompt, s)

    def _solve(self, prompt: Prompt, s: State) -> Faces:
        """Return a step towards the solution, () without one."""
        story = s.story
        if story is None or story.open_puzzle not in story.puzzles:
            return ()
        try:
            step = next_step(story.puzzles[story.open_puzzle])
        except ValueError:
            return ()
        return tuple(step.split()) if prompt.most > 1 else (step,)

    def _choose(self, prompt: Prompt, s: State) -> Faces:
        options = list(possible(prompt))
        many = self._random.randint(prompt.least, min(prompt.most, len(options)))
        picked: list[str] = []
        for _ in range(many):
            option = self._random.choices(
                options, [self._curiosity.worth(prompt, o, len(options), s) for o in options]
            )[0]
            options.remove(option)
            picked.append(option.id)
        return tuple(picked)


def ends_by_hand(prompt: Prompt) -> bool:
    """Return whether the prompt closes a scenario by hand, which does not count as an ending."""
    return {option.id for option in prompt.options} == {WON, LOST}
