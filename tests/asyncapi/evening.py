"""Whole games in a temporary server, played to their end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import TypeAlias

from companion import games
from companion.engine import GameSetup
from companion.scenarios.random_player import RandomPlayer
from companion.schema import Answer, Refused
from companion.sessions import SessionManager, TableSnapshot
from tests.games.arkham import evening as arkham
from tests.games.chances import NAMES, any_prompt

LONG, MOST = 150, 1500  # answers until random play looks for an end, and until the game is given up
OFTEN = 40  # answers between two undos
ENDS = frozenset({"end", "resign"})  # options

People: TypeAlias = Callable[[TableSnapshot, str], Answer]


def people(game: str, seed: int) -> People:
    """A player: returns an answer with this id."""
    random = Random(seed)
    match game:
        case "mansions":
            return curious(RandomPlayer(random))
        case _:
            return partial(by_chance, random)


def curious(player: RandomPlayer) -> People:
    def answer(picture: TableSnapshot, id: str) -> Answer:
        given = player.answer(picture)  # type: ignore[arg-type]  it reads what is open and the state, which a picture has too
        return Answer(id, given.prompt, given.values, given.by)

    return answer


def by_chance(random: Random, picture: TableSnapshot, id: str) -> Answer:
    """Answer at random. Late in the game choose the end."""
    if int(id) > LONG:
        for prompt in picture.open:
            for option in prompt.options:
                if option.refused is None and option.id in ENDS:
                    return Answer(id, prompt.id, (option.id,), prompt.seat)
    prompt = any_prompt(picture.open, random)
    return Answer(id, prompt.id, arkham.any_values(prompt, random), prompt.seat)


def take_back(hall: SessionManager, table: str) -> None:
    """The newest answer counts no more; every other time it does after all."""
    picture = hall.snapshot(table)
    hall.history.undo(table, picture.moments[-2].entry.seq)
    way = hall.snapshot(table).way_back
    if way is not None and picture.rev % 2:
        hall.history.redo(table, way.seq)


def others(game: str, seed: int) -> GameSetup:
    """Each number of people that the game takes, one after the other."""
    numbers = games.find(game).seats
    names = {f"{place + 1}": NAMES[place] for place in range(numbers[seed % len(numbers)])}
    return GameSetup(tuple(names), names)


def play(hall: SessionManager, game: str, seed: int) -> int:
    """A whole game, of the sample's people or, with another seed than 0, of so many others; how many answers it took."""
    table, answers = hall.open(game, others(game, seed) if seed else None), people(game, seed)
    for number in range(MOST):
        picture = hall.snapshot(table)
        if picture.over:
            return number
        with suppress(Refused):  # chance tries what the rules do not take
            if number % OFTEN == OFTEN - 1:
                take_back(hall, table)
            else:
                hall.answer(table, answers(picture, f"{number}"))
    raise AssertionError(f"{game}, seed {seed}: not over after {MOST} answers")
