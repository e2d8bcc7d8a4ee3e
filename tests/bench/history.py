"""Taking back, amending and looking back in a long evening: what the processor takes for it, without the network.

Evenings are grown by seeded chance to so many answers, one after the other where a game ends earlier than that: then its
longest is measured, and the line says how many answers it had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from random import Random
from time import process_time
from typing import Any

from companion import games
from companion.engine import Game, GameSetup
from companion.errors import LamplightError
from companion.schema import Answer, Prompt
from companion.sessions import AnswerGiven, GameTable, TableSession
from companion.sessions.session import past_of
from tests.bench import floors
from tests.bench.line import BenchLine, make_line, p95
from tests.bench.rules import LAST, LONG, any_values

LENGTHS = (500, 3000)
"""Answers of an evening."""
EVENINGS = 12
"""Tried for each length, until one is as long."""
STUCK = 150
"""Answers in one procedure: chance alone does not find out of it."""
SAMPLES = 15


def lines() -> Iterator[BenchLine]:
    """Measure for each game and length: undo, redo, preview of an early, a middle and a late answer, and an earlier moment."""
    resume = floors.resume()
    for name in games.names():
        for length in LENGTHS:
            table = play_long_game(games.find(name), length)
            told = f"history.{name}.{len(answer_places(table))}"
            for what, samples in measure(table).items():
                yield make_line(f"{told}.{what}", "ms", samples, resume, p95)


def measure(table: GameTable[Any, Any]) -> dict[str, list[float]]:
    """Milliseconds of the processor for each thing, on a table that is as it was afterwards."""
    seqs, random = answer_places(table), Random(5)
    places = {"preview_first": seqs[:3], "preview_middle": seqs[len(seqs) // 2 :][:3], "preview_last": seqs[-3:]}
    seated = TableSession("bench", table)
    found = {"undo": timed(lambda: table.copy().undo(seqs[-1] - 1)), "redo": timed(lambda: _redo(table, seqs))}
    for what, some in places.items():
        turn = count()
        found[what] = timed(lambda turn=turn, some=some: _preview(table, some[next(turn) % len(some)]))  # type: ignore[misc]
    found["past"] = timed(lambda: past_of(seated, "left", random.choice(seqs)))
    return found


def timed(act: Callable[[], object]) -> list[float]:
    return floors.timed(act, SAMPLES, process_time)


def _redo(table: GameTable[Any, Any], seqs: list[int]) -> None:
    copy = table.copy()
    copy.undo(seqs[-1] - 1)
    way = copy.trail.way_back
    if way is not None:
        copy.redo(way.seq)


def _preview(table: GameTable[Any, Any], seq: int) -> None:
    """The same answer again is the longest way: every later one fits."""
    entry = next(e for e in table.trail.in_force if e.seq == seq)
    if isinstance(entry.what, AnswerGiven):
        table.copy().amend(seq, entry.what.answer.values)


def answer_places(table: GameTable[Any, Any]) -> list[int]:
    """The places of all answers that count."""
    return [e.seq for e in table.trail.in_force if isinstance(e.what, AnswerGiven)]


def play_long_game(game: Game[Any, Any], answers: int) -> GameTable[Any, Any]:
    """Play a game with so many answers of seeded chance, or return the longest of several."""
    found = [_evening(game, LONG.get(game.name, game.sample), answers, 0)]
    for seed in range(1, EVENINGS):
        if len(answer_places(found[-1])) >= answers:
            break
        found.append(_evening(game, LONG.get(game.name, game.sample), answers, seed))
    return max(found, key=lambda table: len(answer_places(table)))


def _evening(game: Game[Any, Any], setup: GameSetup, answers: int, seed: int) -> GameTable[Any, Any]:
    random, table, refused, since = Random(seed), GameTable.begin(game, setup), 0, 0
    for number in range(10 * answers):
        if not table.open or len(table.trail.in_force) > 12 * answers or refused > answers:
            break
        since = 0 if table.run.at_rest else since + 1
        if since > STUCK:
            break
        prompt = _any(table.open, random)
        try:
            table.answer(Answer(f"a{number}", prompt.id, any_values(_without_end(prompt), random), prompt.seat))
        except LamplightError:  # a rule says no; chance asks something else
            refused += 1
        if number % 50 == 0 and len(answer_places(table)) >= answers:
            break
    return table


def _any(open: tuple[Prompt, ...], random: Random) -> Prompt:
    course = [prompt for prompt in open if prompt.at != "menu"]
    return random.choice(course or list(open))


def _without_end(prompt: Prompt) -> Prompt:
    left = tuple(option for option in prompt.options if option.id not in LAST)
    return (
        replace(prompt, options=left) if len([o for o in left if o.refused is None]) >= max(prompt.least, 1) else prompt
    )
