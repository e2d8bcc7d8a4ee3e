"""Golden games: scripts of prompts and answers, with the log that they produce.

A line is `part of the title > answer, answer`. An answer is the id of an option, its text, or a unique piece of its text.
Counts, cards and words are written as they are. `> answer !CODE` must be refused by that code.
Draws of the page (the seat "house") take the first option by default.

`log` holds the log lines of a part. Review it after a change of a rule. `python -m tests.games.golden GAME NAME keep`
writes it. Without `keep` the command plays the script and prints the open prompts.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion import games
from companion.engine import Game, GameSetup, load, record, with_addressee
from companion.schema import HOUSE, TABLE, Answer, Faces, Prompt, Refused
from companion.sessions import GameTable, addressee

HERE = Path(__file__).parent
LOG = re.compile(r"^log = \[.*?^\]\n|^log = \[\]\n", re.MULTILINE | re.DOTALL)
PLAY = re.compile(r'^play = """\n.*?^"""\n', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Part:
    """Some answers, the log lines they produce, and the values that must hold after them."""

    what: str
    play: str
    log: tuple[str, ...] = ()
    then: Mapping[str, Any] = field(default_factory=dict)  # "Ann.hp" = 2, "round" = 1, "ship.rooms.nest.fire" = true


@dataclass(frozen=True, slots=True)
class Script:
    """A whole game."""

    title: str
    names: tuple[str, ...]
    part: tuple[Part, ...]
    choices: Mapping[str, Any] = field(default_factory=dict)
    over: str = ""  # beginning of the last sentence; "": not played to the end

    def setup(self) -> GameSetup:
        seats = tuple(str(place + 1) for place in range(len(self.names)))
        return GameSetup(seats, dict(zip(seats, self.names, strict=True)), self.choices)


class Course:
    """A script in play."""

    def __init__(self, game: Game[Any, Any], script: Script) -> None:
        self.game, self.script = game, script
        self.table: GameTable[Any, Any] = GameTable.begin(game, script.setup())
        self.told: list[tuple[str, ...]] = []  # log lines of each played part
        self.drawn: list[str] = []  # draws of the page, as lines of a script
        self._answers = 0

    def play(self) -> None:
        """Play all parts, and check `then` after each."""
        for part in self.script.part:
            self.told.append(())
            for line in self._part(part):
                self.told[-1] += (line,)
            for place, wanted in part.then.items():
                came = self.value(place)
                assert came == wanted, f"{part.what}: {place} is {came!r}, not {wanted!r}"
        over = str(self.table.run.over)
        assert over.startswith(self.script.over), over

    def check_log(self) -> None:
        for part, lines in zip(self.script.part, self.told, strict=True):
            assert lines == part.log, part.what

    def value(self, place: str) -> Any:
        """Return the value at "characters.1.hp", or "Ann.hp" for short. Tuples become lists."""
        there: Any = self.table.run.state
        seats = {name: seat for seat, name in self.table.setup.names.items()}
        first, *rest = place.split(".")
        for name in (["characters", seats[first]] if first in seats else [first]) + rest:
            there = there[name] if isinstance(there, Mapping) else getattr(there, name)
        return list(there) if isinstance(there, tuple) else there

    def _part(self, part: Part) -> Iterator[str]:
        for line in part.play.splitlines():
            if line.strip() and not line.startswith("#"):
                yield from self._line(line, part)
        yield from self._house("\0")  # a title that never occurs: answer all draws

    def _line(self, line: str, part: Part) -> Iterator[str]:
        asked, _, given = line.partition(">")
        given, _, code = given.partition("!")
        yield from self._house(asked.strip())
        prompt = self._prompt(asked.strip(), part)
        values = tuple(found(prompt, word.strip()) for word in given.split(",") if word.strip())
        before = self.table.seq
        came = self._answer(prompt, values)
        assert came == code.strip(), f"{part.what}: {line}: refused by {came!r}"
        yield from self._since(before)

    def _house(self, asked: str) -> Iterator[str]:
        """Draw for the page until this prompt is open."""
        while not any(asked in title(self.table, prompt) for prompt in self.table.open):
            drawn = next((prompt for prompt in self.table.open if prompt.seat == HOUSE), None)
            if drawn is None:
                return
            before = self.table.seq
            self._answer(drawn, first(drawn))
            self.drawn.append(f"{title(self.table, drawn)} > {', '.join(first(drawn))}")
            yield from self._since(before)

    def _since(self, before: int) -> Iterator[str]:
        """Yield the log lines after an entry."""
        for moment in self.table.known.states:
            if moment.entry.seq > before:
                told = (self.game.tell(moment.state, e, TABLE) for e in moment.entry.establishes)
                yield from map(str, filter(None, told))

    def _prompt(self, asked: str, part: Part) -> Prompt:
        for prompt in self.table.open:
            if asked in title(self.table, prompt):
                return prompt
        raise AssertionError(f"{part.what}: {asked!r} is not asked; this is: {asked_now(self.table)}")

    def _answer(self, prompt: Prompt, values: Faces) -> str:
        """Return the code of the refusal, which must change nothing, or "" if accepted."""
        before, self._answers = self.table.run.state, self._answers + 1
        try:
            self.table.answer(Answer(f"a{self._answers}", prompt.id, values, prompt.seat))
        except Refused as no:
            assert self.table.run.state == before, prompt.title
            return no.code
        return ""


def first(prompt: Prompt) -> Faces:
    """Return the first possible options, as many as needed."""
    return tuple(option.id for option in prompt.options if option.refused is None)[: prompt.least]


def found(prompt: Prompt, word: str) -> str:
    """Return the value of a word in a script."""
    if not prompt.options or any(option.id == word for option in prompt.options):
        return word
    for fits in (lambda text: text == word, lambda text: word in text):
        ids = {option.id for option in prompt.options if fits(str(option.text))}
        if len(ids) == 1:
            return ids.pop()
        assert len(ids) < 2, f"{prompt.title!s}: {word!r} may mean {ids}"
    return word


def title(table: GameTable[Any, Any], prompt: Prompt) -> str:
    """Return the title of a prompt with its addressee."""
    return str(with_addressee(prompt.title, addressee(table.game, table.setup, table.run.state, prompt)))


def asked_now(table: GameTable[Any, Any]) -> str:
    return "; ".join(title(table, prompt) for prompt in table.open) or "nothing"


def described(table: GameTable[Any, Any]) -> Iterator[str]:
    """Yield the open prompts with their answers."""
    for prompt in table.open:
        yield f"{title(table, prompt)} [{prompt.kind} {prompt.least}-{prompt.most}{' menu' if prompt.at == 'menu' else ''}]"
        for option in prompt.options[:60]:
            no = f" -- {option.refused.code}" if option.refused else ""
            yield f"    {option.id}: {option.text!s}{no}" if option.text else f"    {option.id}{no}"


def path(game: str, name: str) -> Path:
    return HERE / game / "golden" / f"{name}.toml"


def script(game: str, name: str) -> Script:
    """Load a golden game by its file name."""
    return record(Script, dict(load(path(game, name))), str(path(game, name)))


def scripts(game: str) -> tuple[str, ...]:
    """Return the names of the golden games of a game that stand alone. What follows on another one ends in "_after"."""
    names = (file.stem for file in sorted((HERE / game / "golden").glob("*.toml")))
    return tuple(name for name in names if not name.endswith("_after"))


def course(game: str, name: str) -> Course:
    """Return a golden game that is not yet played."""
    from tests.games.arkham.golden.script import Evening

    return Evening(script(game, name)) if game == "arkham" else Course(games.find(game), script(game, name))


def keep(file: Path, told: list[tuple[str, ...]]) -> None:
    """Write the log lines into the file, below the answers of each part."""
    head, *parts = file.read_text(encoding="utf-8").split("[[part]]\n")
    for place, (part, lines) in enumerate(zip(parts, told, strict=True)):
        log = "log = [\n" + "".join(f"  {quoted(line)},\n" for line in lines) + "]\n" if lines else "log = []\n"
        bare = LOG.sub("", part)
        end = PLAY.search(bare)
        assert end is not None, f"{file}: part {place + 1} has no answers"
        parts[place] = bare[: end.end()] + log + bare[end.end() :]
    file.write_text("[[part]]\n".join([head, *parts]), encoding="utf-8")


def quoted(line: str) -> str:
    """Quote a string for TOML."""
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def main(game: str, name: str, *what: str) -> str:
    """Play a golden game and print its log and its open prompts. With "keep", store the log in the file."""
    played = course(game, name)
    trouble = ""
    try:
        played.play()
    except AssertionError as error:
        trouble = f"{error}"
    for part, lines in zip(played.script.part, played.told, strict=False):
        print(f"# {part.what}", *lines, sep="\n    ")
    print("# what the page drew last", *played.drawn[-30:], sep="\n    ")
    print("---", played.table.run.over, *described(played.table), sep="\n")
    if what and not trouble:
        keep(path(game, name), played.told)
    return trouble


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
