"""Weigh what a player without a plan may do: more for what was not tapped yet, less for what brings the story no further."""

from __future__ import annotations

from collections import Counter

from companion.games.mansions.content import TokenPart
from companion.games.mansions.rules.investigator_phase import HOLD
from companion.games.mansions.rules.map import distance
from companion.games.mansions.state import State, Story
from companion.schema import Faces, Option, Prompt

WEIGHTS = {"overlay": 12.0, "board": 8.0, "": 3.0, "foes": 1.0, "puzzle": 10.0, "menu": 0.02}
"""Which of several open prompts is answered, by the block that draws it."""
CURIOUS = 3.0  # an option is worth as many times less, each time that it was taken
BACK = 0.25  # what only closes what was opened
END_EARLY = 0.05  # of a phase in which there is still something to do
END_FREE = 1.0  # where nobody counts actions, it is never over by itself
KILLS, SELDOM = "MOM-ELIM-4", 0.02  # people report an elimination when there was one
IDLE = {
    "test": 0.05, "card": 0.1, "end": 0.2, "push": 0.1, "steal": 0.1, "trade": 0.1, "set_fire": 0.03, "barricade": 0.2, "stay": 0.1,
}  # fmt: skip
"""Buttons of a turn that bring the story no further."""
FAR = 0.15  # a token that nobody in this turn stands at
CLOSES = ("cancel", "end", "go", "nobody")


class Curiosity:
    """What was tapped in one evening, and what that leaves an option worth."""

    def __init__(self) -> None:
        self._taken: Counter[tuple[str, str]] = Counter()
        self._used: Counter[str] = Counter()  # tokens, by something else than "cancel"

    def note(self, prompt: Prompt, values: Faces, s: State) -> None:
        """Remember an answer."""
        self._taken.update((_asked(prompt), value) for value in values)
        shown = story_of(s).shown
        if shown is not None and not set(values) & set(CLOSES):
            self._used[shown.event] += 1

    def pull(self, prompt: Prompt) -> float:
        """More where there is something that was not tapped yet."""
        best = max((self._fresh(prompt, option) for option in possible(prompt)), default=1.0)
        return WEIGHTS.get(prompt.at, 1.0) * best * (SELDOM if prompt.rule == KILLS else 1.0)

    def worth(self, prompt: Prompt, option: Option, others: int, s: State) -> float:
        if option.id == HOLD and others > 1:
            return END_EARLY if story_of(s).counted_actions else END_FREE
        if prompt.at == "board" and option.id in s.spaces:
            return 0.02 + self._pulls(s, option.id)
        worth = self._fresh(prompt, option) * IDLE.get(option.id, 1.0) * (BACK if option.id in CLOSES else 1.0)
        return worth * self._reach(s, option.id) if prompt.at == "board" else worth

    def _pulls(self, s: State, space: str) -> float:
        """How much there is to do in a space, or not far from it."""
        return sum(
            1.0 / (1.0 + CURIOUS * self._used[name]) / (1.0 + (distance(s, space, place) or 0)) ** 2
            for name in story_of(s).board
            for place in places_of(s, name)
        )

    def _reach(self, s: State, token: str) -> float:
        """Less for what nobody can do anything with from where they stand."""
        active, places = story_of(s).active, places_of(s, token)
        return FAR if places and active in s.seats and s.seats[active].space not in places else 1.0

    def _fresh(self, prompt: Prompt, option: Option) -> float:
        """1 for what was never taken, less each time that it was."""
        return 1.0 / (1.0 + CURIOUS * self._taken[_asked(prompt), option.id])


def _asked(prompt: Prompt) -> str:
    """One name for what is asked of somebody, at whatever moment."""
    return f"{prompt.seat} {prompt.whom!s} {prompt.title!s}"


def possible(prompt: Prompt) -> tuple[Option, ...]:
    """What of it is not refused."""
    return tuple(option for option in prompt.options if option.refused is None)


def places_of(s: State, name: str) -> tuple[str, ...]:
    """The spaces of a token on a map that knows spaces; () = none, or no token."""
    one = story_of(s).component(name)
    if one is None or not isinstance(one.part, TokenPart):
        return ()
    return tuple(place for place in (one.part.space, *one.part.between) if place in s.spaces)


def story_of(s: State) -> Story:
    """The scenario under way. Raises ValueError where there is none."""
    if s.story is None:
        raise ValueError("no scenario is under way")
    return s.story
