"""Play a game in a test: by given answers or by random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from companion.engine import Game, GameSetup, Play, Rule, Run
from companion.schema import Answer, Faces, Prompt

MENU = 0.05  # how often a random game opens the menu


def alone(game: Game[Any, Any], state: Any, procedure: Callable[[Play[Any, Any]], Rule[Any]]) -> Run[Any, Any]:
    """Run one procedure. The game is over when it returns."""
    done = []

    def play(g: Play[Any, Any]) -> Rule[None]:
        yield from procedure(g)
        done.append(True)

    return Run(replace(game, play=play, over=lambda _: "done" if done else ""), state)


def begin(game: Game[Any, Any], setup: GameSetup | None = None) -> Run[Any, Any]:
    return Run(game, game.setup(setup or game.sample))


def give(run: Run[Any, Any], *values: str, seat: str = "") -> tuple[Any, ...]:
    """Answer the first open prompt, or the first one of a seat. Return the facts."""
    prompt = next(p for p in run.open if seat in ("", p.seat))
    return run.answer(Answer(f"a-{prompt.id}", prompt.id, values, prompt.seat))


def play(run: Run[Any, Any], *answers: str | tuple[str, ...]) -> Run[Any, Any]:
    """Answer the first prompt with a word, or that of a seat with a tuple: the seat, then its values."""
    for answer in answers:
        seat, *values = answer if isinstance(answer, tuple) else ("", answer)
        give(run, *values, seat=seat)
    return run


def tap(run: Run[Any, Any], key: str, *values: str) -> tuple[Any, ...]:
    """Answer the prompt of this key. Return the facts."""
    prompt = next(p for p in run.open if p.key == key)
    return run.answer(Answer(f"t-{prompt.id}", prompt.id, values, prompt.seat))


def possible(prompt: Prompt, random: Random) -> Faces:
    """Return a random answer that the prompt accepts."""
    if prompt.kind == "count":
        return (str(random.randint(prompt.least, prompt.most)),)
    ids = [option.id for option in prompt.options if option.refused is None]
    if prompt.kind == "write":
        return (random.choice([*ids, "Name"]),)
    if prompt.kind == "roll":
        return prompt.locked + tuple(random.choices(ids, k=prompt.most - len(prompt.locked)))
    return tuple(random.sample(ids, random.randint(prompt.least, min(prompt.most, len(ids)))))


def by_chance(
    game: Game[Any, Any], seed: int, answers: int, never: tuple[str, ...] = (), setup: GameSetup | None = None
) -> Iterator[tuple[Run[Any, Any], Answer]]:
    """Play the sample game at random. Yield the run before each answer, with the answer that follows.

    `never` are words of prompts to skip, like one that ends the game. The menu is rarely opened.
    """
    random, run = Random(seed), begin(game, setup)
    for number in range(answers):
        if not run.open:
            return
        asked = [prompt for prompt in run.open if not any(words in str(prompt.title) for words in never)]
        at_hand = [prompt for prompt in asked if prompt.at != "menu"]
        prompt = random.choice(asked if random.random() < MENU else at_hand)
        answer = Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat)
        yield run, answer
        run.answer(answer)
