"""Weights of a random player's options: more for untapped ones, less for those that do not advance the story."""

from __future__ import annotations

from collections import Counter

from companion.games.mansions.content import TokenPart
from companion.games.mansions.rules.investigator_phase import HOLD
from companion.games.mansions.rules.map import distance
from companion.games.mansions.state import State, Story
from companion.schema import Faces, Option, Prompt

WEIGHTS = {"overlay": 12.0, "board": 8.0, "": 3.0, "foes": 1.0, "puzzle": 10.0, "menu": 0.02}
"""Weight of a prompt by the block that draws it."""
LOSS_PER_USE = 3.0  # factor by which an option loses each time it was taken
CLOSING_FACTOR = 0.25  # of an option that only closes
END_EARLY = 0.05  # weight of ending a phase with actions left
END_FREE = 1.0  # without counted actions a phase does not end by itself
KILLS, SELDOM = "MOM-ELIM-4", 0.02  # players report an elimination seldom
IDLE = {
    "test": 0.05, "card": 0.1, "end": 0.2, "push": 0.1, "steal": 0.1, "trade": 0.1, "set_fire": 0.03, "barricade": 0.2, "stay": 0.1,
}  # fmt: skip
"""Weights of buttons that do not advance the story."""
FAR_FACTOR = 0.15  # weight of a token without an active investigator
CLOSES = ("cancel", "end", "go", "nobody")


class Curiosity:
    """Taps of one run, and the weights that follow from them."""

    def __init__(self) -> None:
        self._taken: Counter[tuple[str, str]] = Counter()
        self._used: Counter[str] = Counter()  # tokens, except by "cancel"

    def note(self, prompt: Prompt, values: Faces, s: State) -> None:
        """Remember an answer."""
        self._taken.update((_prompt_key(prompt), value) for value in values)
        shown = story_of(s).shown
        if shown is not None and not set(values) & set(CLOSES):
            self._used[shown.event] += 1

    def pull(self, prompt: Prompt) -> float:
        """Return the weight of a prompt, higher with untapped options."""
        best = max((self._fresh(prompt, option) for option in possible(prompt)), default=1.0)
        return WEIGHTS.get(prompt.at, 1.0) * best * (SELDOM if prompt.rule == KILLS else 1.0)

    def worth(self, prompt: Prompt, option: Option, others: int, s: State) -> float:
        if option.id == HOLD and others > 1:
            return END_EARLY if story_of(s).counted_actions else END_FREE
        if prompt.at == "board" and option.id in s.spaces:
            return 0.02 + self._weigh_space(s, option.id)
        worth = (
            self._fresh(prompt, option) * IDLE.get(option.id, 1.0) * (CLOSING_FACTOR if option.id in CLOSES else 1.0)
        )
        return worth * self._reach(s, option.id) if prompt.at == "board" else worth

    def _weigh_space(self, s: State, space: str) -> float:
        """Return the weight of a space by the tokens in it and near it."""
        return sum(
            1.0 / (1.0 + LOSS_PER_USE * self._used[name]) / (1.0 + (distance(s, space, place) or 0)) ** 2
            for name in story_of(s).board
            for place in places_of(s, name)
        )

    def _reach(self, s: State, token: str) -> float:
        """Return a lower factor for tokens out of reach of the active investigator."""
        active, places = story_of(s).active, places_of(s, token)
        return FAR_FACTOR if places and active in s.seats and s.seats[active].space not in places else 1.0

    def _fresh(self, prompt: Prompt, option: Option) -> float:
        """Return 1 for an untaken option, less each time it was taken."""
        return 1.0 / (1.0 + LOSS_PER_USE * self._taken[_prompt_key(prompt), option.id])


def _prompt_key(prompt: Prompt) -> str:
    """Return a key of a prompt that is equal at every occurrence."""
    return f"{prompt.seat} {prompt.whom!s} {prompt.title!s}"


def possible(prompt: Prompt) -> tuple[Option, ...]:
    """Return the options that are not refused."""
    return tuple(option for option in prompt.options if option.refused is None)


def places_of(s: State, name: str) -> tuple[str, ...]:
    """Return the spaces of a token, () if it has none."""
    component = story_of(s).component(name)
    if component is None or not isinstance(component.part, TokenPart):
        return ()
    return tuple(place for place in (component.part.space, *component.part.between) if place in s.spaces)


def story_of(s: State) -> Story:
    """Return the scenario under way. Raises ValueError without one."""
    if s.story is None:
        raise ValueError("no scenario is under way")
    return s.story
