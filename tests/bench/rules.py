"""The rules alone: an answer through a rule, an answer with its commit, a table loaded from its log."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from companion import games
from companion.engine import Game, GameSetup
from companion.schema import Answer, Faces, Prompt, Refused
from companion.sessions import GameTable, SqlEventLog, to_entry, to_row
from companion.sessions.table import prompts
from tests.bench import floors
from tests.bench.line import BenchLine, make_line

ANSWERS = 1000
"""Answers per game. A game that ends earlier is followed by another."""
COMMITS = 60
LOADS = 5
EVENING = 2000
"""Answers of a long evening."""
TOUGH = {
    "name": "Somebody",
    "willpower": 3,
    "intellect": 3,
    "combat": 3,
    "agility": 3,
    "health": 20,
    "sanity": 20,
}
LONG = {"arkham": GameSetup(("1", "2"), {}, {"scenario": "own", "investigators": {"1": TOUGH, "2": TOUGH}})}
"""Games with a set-up that does not end by itself."""
LAST = frozenset({"end", "resign", "damage", "horror", "new_enemy"})
"""Answers that would end it, sooner or later."""


def lines() -> Iterator[BenchLine]:
    """Every game's answers and loads, then the commit, which is the same for all."""
    resume, sync = floors.resume(), floors.sync()
    for name in games.names():
        table, samples = play_games(games.find(name), ANSWERS)
        yield make_line(f"rules.{name}.answer", "ms", samples, resume)
        loads = [1000 * ms / len(table.log) for ms in floors.timed(table.copy, LOADS)]
        yield make_line(f"rules.{name}.load_1000_entries", "ms", loads, [1000 * ms for ms in resume])
        if name in LONG:
            loads = time_reloads(evening(games.find(name), LONG[name], EVENING))
            yield make_line(f"rules.{name}.load_{EVENING}_answers", "ms", loads, [EVENING * ms for ms in resume])
    yield make_line("rules.commit", "ms", time_commits(), sync)


def play_games(game: Game[Any, Any], answers: int) -> tuple[GameTable[Any, Any], list[float]]:
    """The longest evening of seeded chance, and the milliseconds of each of its answers, whole evenings through."""
    random, ids = Random(1), count()
    longest = table = GameTable.begin(game, game.sample)
    samples: list[float] = []
    while len(samples) < answers:
        if not table.open:
            table = GameTable.begin(game, game.sample)
        prompt = random.choice(table.open)
        answer = Answer(f"a{next(ids)}", prompt.id, any_values(prompt, random), prompt.seat)
        start = perf_counter()
        try:
            table.answer(answer)
        except Refused:  # a word that stands there already, as people try it too
            continue
        samples.append(1000 * (perf_counter() - start))
        longest = max(longest, table, key=lambda t: len(t.log))
    return longest, samples


def evening(game: Game[Any, Any], setup: GameSetup, answers: int) -> GameTable[Any, Any]:
    """One table with so many answers of seeded chance."""
    random, table, ids, given = Random(1), GameTable.begin(game, setup), count(), 0
    while given < answers:
        prompt = random.choice(table.open)
        open_still = replace(prompt, options=tuple(option for option in prompt.options if option.id not in LAST))
        with suppress(Refused):
            table.answer(Answer(f"a{next(ids)}", prompt.id, any_values(open_still, random), prompt.seat))
            given += 1
    return table


def time_reloads(table: GameTable[Any, Any]) -> list[float]:
    """Milliseconds in which a table weeks later stands again as it was: out of its stored rows."""
    rows = [to_row(entry) for entry in table.log]
    return floors.timed(lambda: GameTable(table.game, [to_entry(table.game, row) for row in rows]), LOADS)


def any_values(prompt: Prompt, random: Random) -> Faces:
    """Any answer that the prompt takes."""
    if prompt.kind in {"roll", "draw"}:
        return prompts.roll_virtually(prompt, random)
    if prompt.kind == "count":
        return (str(random.randint(prompt.least, prompt.most)),)
    possible = [option.id for option in prompt.options if option.refused is None]
    if prompt.kind == "write":
        return (f"Words {random.randrange(1000)}",)  # a new text: an existing one may be refused
    return tuple(random.sample(possible, random.randint(prompt.least, min(prompt.most, len(possible)))))


def time_commits() -> list[float]:
    """Milliseconds of one command's entries on the disk."""
    game = games.find(games.names()[0])
    with tempfile.TemporaryDirectory() as folder:
        log = SqlEventLog(f"sqlite:///{Path(folder) / 'log.db'}", clock=lambda: 0.0)
        rows = [to_row(entry) for entry in GameTable.begin(game, game.sample).log]
        numbers = iter(range(COMMITS))

        def act() -> None:
            log.append(f"t{next(numbers)}", rows)

        samples = floors.timed(act, COMMITS)
        log.close()
    return samples
