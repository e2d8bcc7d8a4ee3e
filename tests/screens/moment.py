"""Tables that stand at a moment: brought there by a golden game, by answers, or by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion import games
from companion.engine import GameSetup
from companion.scenarios.random_player import RandomPlayer
from companion.schema import HOUSE, Answer, Prompt
from companion.sessions import GameTable, roll_virtually
from companion.sessions.table.game_table import addressed_title
from tests.games.golden import Course, Part, Script, script

AnyTable = GameTable[Any, Any]
Begun = Callable[[], AnyTable]
NAMES = ("Ann", "Ben", "Cleo", "Dora")
SEEDS, ANSWERS = range(60), 400
NEVER = ("how does", "eliminated")
"""Words of prompts that would end an evening by hand."""


def golden(game: str, name: str, upto: str = "", then: str = "") -> Begun:
    """A golden game up to "part of a heading | part of a line"; what follows `then` is answered after it."""

    def begun() -> AnyTable:
        told = script(game, name)
        parts = (*_upto(told.part, *_words(upto)), Part("then", then))
        return _played(game, replace(told, part=parts, over=""))

    return begun


def answered(game: str, lines: str, names: tuple[str, ...] = NAMES[:2], **choices: Any) -> Begun:
    """A new table at which these lines of a script were answered."""
    return lambda: _played(game, Script("", names, (Part("lines", lines),), choices))


def sampled(game: str, lines: str = "") -> Begun:
    """The game's own sample, after these lines."""

    def begun() -> AnyTable:
        sample = games.find(game).sample
        return _played(game, Script("", tuple(sample.names.values()), (Part("lines", lines),), sample.choices))

    return begun


def by_chance(holds: Callable[[AnyTable], bool], seats: int = 2, seeds: range = SEEDS, **choices: Any) -> Begun:
    """The first evening of Mansions, played without much thought, in which this comes to hold."""

    def begun() -> AnyTable:
        for seed in seeds:
            for table in _evening(seed, seats, choices):
                if holds(table):
                    return table
        raise AssertionError(f"it came in none of {len(seeds)} evenings")

    return begun


def asks(words: str, kind: str = "", at: str | None = None) -> Callable[[AnyTable], bool]:
    """Return whether a prompt has these words in its title, this kind and this place."""

    def fits(table: AnyTable, prompt: Prompt) -> bool:
        return words in str(addressed_title(table, prompt)) and kind in ("", prompt.kind) and at in (None, prompt.at)

    return lambda table: any(fits(table, prompt) for prompt in table.open)


def _played(game: str, told: Script) -> AnyTable:
    course = Course(games.find(game), told)
    course.play()
    return course.table


def _words(upto: str) -> tuple[str, str]:
    heading, _, line = upto.partition("|")
    return heading.strip(), line.strip()


def _upto(parts: tuple[Part, ...], heading: str, line: str) -> Iterator[Part]:
    """The parts before, and of that one the lines before; what holds after a whole one is not asked."""
    for part in parts:
        if heading and heading in part.what:
            lines = part.play.splitlines()
            end = next((k for k, one in enumerate(lines) if line and line in one), 0 if line else len(lines))
            assert not line or line in lines[end], f"{part.what} has no line {line!r}"
            yield Part(part.what, "\n".join(lines[:end]))
            return
        yield replace(part, then={})
    assert not heading, f"no part is called {heading!r}"


def _evening(seed: int, seats: int, choices: Mapping[str, Any]) -> Iterator[AnyTable]:
    """The table after each answer."""
    places = tuple(str(place + 1) for place in range(seats))
    setup = GameSetup(places, dict(zip(places, NAMES, strict=False)), choices)
    table: AnyTable = GameTable.begin(games.find("mansions"), setup)
    random, player = Random(seed), RandomPlayer(Random(seed))
    for number in range(ANSWERS):
        if not table.open:
            break
        drawn = next((prompt for prompt in table.open if prompt.seat == HOUSE), None)
        if drawn is None:
            yield table
            answer = player.answer(table.run)
        else:
            answer = Answer("", drawn.id, roll_virtually(drawn, random), HOUSE)
        table.answer(replace(answer, id=f"a{number}"))
    yield table
