"""Golden games as scripts: prompts, answers, and expected values after each part.

A line is `part of the title > answer, answer`. An answer is the id of an option, its text, or a unique part of its
text. Counts and words are written as they are. `> answer !CODE` must be refused with that code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.engine import GameSetup, load, record, with_addressee
from companion.games.arkham import GAME
from companion.games.arkham.state import Event, State
from companion.schema import TABLE, Answer, Faces, Prompt, Refused
from companion.sessions import GameTable, addressee

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Part:
    """Some answers, and what must hold after them."""

    what: str
    play: str
    then: Mapping[str, Any] = field(default_factory=dict)  # "Ann.clues" = 2, "porter.damage" = 1, "doom" = 0
    log: tuple[str, ...] = ()  # log lines of this part, in order


@dataclass(frozen=True, slots=True)
class Script:
    """A whole game."""

    title: str
    names: tuple[str, ...]
    part: tuple[Part, ...]
    choices: Mapping[str, Any] = field(default_factory=dict)
    over: str = ""  # how its last sentence begins

    def setup(self, carried: Mapping[str, Any]) -> GameSetup:
        """The table as it is set up; what an earlier scenario hands on comes first."""
        seats = tuple(str(place + 1) for place in range(len(self.names)))
        return GameSetup(seats, dict(zip(seats, self.names, strict=True)), {**carried, **self.choices})


def script(name: str) -> Script:
    """A golden game by the name of its file."""
    path = FOLDER / f"{name}.toml"
    return record(Script, dict(load(path)), str(path))


class Evening:
    """A script that is being played."""

    def __init__(self, told: Script, carried: Mapping[str, Any] | None = None) -> None:
        self.script = told
        self.table: GameTable[State, Event] = GameTable.begin(GAME, told.setup(carried or {}))
        self.told: list[str] = []
        self.answers = 0
        self.asked = {len(self.table.log): self.table.open}  # entries of the log -> what was open after them

    @property
    def state(self) -> State:
        return self.table.run.state

    def play(self) -> State:
        """All parts; after each of them what must hold, holds."""
        for part in self.script.part:
            self.told.clear()
            for line in part.play.strip().splitlines():
                self._line(line.strip(), part)
            self._check(part)
        assert str(self.table.run.over).startswith(self.script.over), self.table.run.over
        return self.state

    def _line(self, line: str, part: Part) -> None:
        if not line or line.startswith("#"):
            return
        asked, _, given = line.partition(">")
        given, _, code = given.partition("!")
        prompt = self._prompt(asked.strip(), part)
        values = tuple(found(prompt, word.strip()) for word in given.split(",") if word.strip())
        if code:
            before = self.state
            with pytest.raises(Refused) as refused:
                self._answer(prompt, values)
            assert (refused.value.code, self.state) == (code.strip(), before), line
            return
        self._answer(prompt, values)

    def _prompt(self, asked: str, part: Part) -> Prompt:
        for prompt in self.table.open:
            if asked in self._title(prompt):
                return prompt
        there = "; ".join(map(self._title, self.table.open))
        raise AssertionError(f"{part.what}: {asked!r} is not asked, but {there}")

    def _title(self, prompt: Prompt) -> str:
        """Return the title with the addressee, as the page shows it."""
        return str(with_addressee(prompt.title, addressee(GAME, self.table.setup, self.state, prompt)))

    def _answer(self, prompt: Prompt, values: Faces) -> None:
        self.answers += 1
        facts = self.table.answer(Answer(f"a{self.answers}", prompt.id, values, prompt.seat))
        self.asked[len(self.table.log)] = self.table.open
        self.told += filter(None, (GAME.tell(self.state, fact, TABLE) for fact in facts))

    def _check(self, part: Part) -> None:
        for place, wanted in part.then.items():
            came = value(self.state, place)
            assert came == wanted, f"{part.what}: {place} is {came!r}, not {wanted!r}"
        rest = iter(self.told)
        for sentence in part.log:
            assert any(sentence in str(said) for said in rest), f"{part.what}: nobody said {sentence!r}; {self.told}"


def found(prompt: Prompt, word: str) -> str:
    """The value that a word of a script means."""
    if not prompt.options or any(option.id == word for option in prompt.options):
        return word
    for fits in (lambda text: text == word, lambda text: word in text):
        ids = {option.id for option in prompt.options if fits(str(option.text))}
        if len(ids) == 1:
            return ids.pop()
        assert len(ids) < 2, f"{prompt.title!s}: {word!r} may mean {ids}"
    return word


def value(s: State, place: str) -> Any:
    """Return the value at a place, as "Ann.clues", "porter.location", "stacks.clues" or "doom". Tuples become lists."""
    owner, _, name = place.rpartition(".")
    there: Any = s
    if owner:
        people = {who.name: who for who in s.seats.values()}
        there = people.get(owner) or s.enemies.get(owner) or s.locations.get(owner)
        assert there is not None, f"there is nobody and nothing called {owner}"
    came = len(s.bag.all) if name == "tokens" else getattr(there, name)
    return list(came) if isinstance(came, tuple) else came


def scripts() -> tuple[str, ...]:
    """The names of all golden games that stand alone; what follows on another one ends in "_after"."""
    return tuple(path.stem for path in sorted(FOLDER.glob("*.toml")) if not path.stem.endswith("_after"))
