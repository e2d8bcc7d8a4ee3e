"""A game as a record of functions, and its run: deterministic in game, state at rest and answers.

To add a game, add one folder that exports a `Game`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

from companion.engine.answer_check import answerable, check_answer
from companion.engine.play import Play, Rule
from companion.i18n import Text, _
from companion.schema import (
    TABLE,
    Air,
    Answer,
    Block,
    Cue,
    Faces,
    Form,
    Odds,
    Prompt,
    Question,
    Refused,
    Seat,
    View,
    Words,
)

S = TypeVar("S")
E = TypeVar("E")


class GameFact(ABC, Generic[S]):
    """A fact that carries its change and its texts. Logs store subclasses, frozen dataclasses, by their names."""

    __slots__ = ()

    @abstractmethod
    def apply(self, s: S) -> S:
        """Return the state after this fact."""

    def line(self, s: S) -> Words:  # noqa: ARG002  for those that have a line
        """Return the log line, given the state after this fact; "" for none."""
        return ""

    def line_for(self, s: S, seat: Seat) -> Words:  # noqa: ARG002  for those with secrets
        """Return the log line that a seat may read."""
        return self.line(s)

    def cue(self, s: S) -> Cue | None:  # noqa: ARG002  for those that have one
        """Return the cue for sound and light, given the state after this fact. All seats see it."""
        return None


def facts_in(*modules: ModuleType) -> tuple[type, ...]:
    """Return the facts that these modules define, in their order."""
    return tuple(
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, GameFact) and value.__module__ == module.__name__
    )


def apply_fact(s: S, fact: GameFact[S]) -> S:
    """Return the state after a fact."""
    return fact.apply(s)


def fact_line(s: S, fact: GameFact[S], seat: Seat) -> Words:
    """Return the log line of a fact for a seat."""
    return fact.line_for(s, seat)


def fact_cue(s: S, fact: GameFact[S]) -> Cue | None:
    """Return the cue of a fact."""
    return fact.cue(s)


def stored_name(fact: type) -> str:
    """Return the name under which facts of a class are stored: `stored_as` where it has one, else its own.

    Set `stored_as: ClassVar[str]` to the old name when you rename the class of a fact: logs hold the name.
    """
    name: str = getattr(fact, "stored_as", fact.__name__)
    return name


@dataclass(frozen=True, slots=True)
class GameSetup:
    """All that a game's `setup` reads; it stands in the first entry of the log."""

    seats: tuple[str, ...]  # "1".."6"
    names: Mapping[Seat, str] = field(default_factory=dict)
    choices: Mapping[str, Any] = field(default_factory=dict)  # scenario, difficulty: JSON values

    def name(self, seat: Seat) -> Words:
        """Return the name of a seat in this game."""
        return self.names.get(seat, _("Seat {number}", number=seat))


@dataclass(frozen=True, slots=True)
class ImportedSheet:
    """Content of a file: a record, its pictures (file -> content), and notices for the players, a sentence each."""

    record: Mapping[str, Any]
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    report: tuple[Words, ...] = ()


@dataclass(frozen=True)
class SheetFileFormat:
    """Binary file formats of a kind of sheet, besides the JSON and TOML of every kind."""

    suffixes: tuple[str, ...]  # ".valkyrie"
    most: int  # bytes of one
    read: Callable[[str, bytes], ImportedSheet]  # by its name and content; raises ContentError, then nothing is kept
    most_record: int = 16_000_000  # bytes of such a sheet as JSON


@dataclass(frozen=True)
class SheetKind:
    """A kind of record that comes with the game, and of which people type in their own: an investigator."""

    form: Form
    shipped: Callable[[], Mapping[str, Mapping[str, Any]]]  # name -> JSON values; they are chosen by name
    proof: Callable[[Mapping[str, Any]], Words]  # its title; raises ContentError naming the place and what is possible
    files: SheetFileFormat | None = None  # None: it is typed in, or comes as JSON or TOML
    note: Callable[[Mapping[str, Any]], Words] | None = None  # a line under its title, of a sheet that was proved
    secret: bool = (
        False  # a story: the leader may read it in full, unless a table plays it or the leader is a player of one
    )
    check_new: Callable[[Mapping[str, Any]], None] | None = None
    """Raises ContentError where one that is imported, kept or begun is too large; what was kept or begun before stays."""
    check_brought: Callable[[Mapping[str, Any]], None] | None = None
    """The same of an evening that is brought: it may have begun when more was read."""


@dataclass(frozen=True)
class Game(Generic[S, E]):
    """One game."""

    name: str  # the folder: "pips"
    title: Words  # on the shelf
    blurb: Words  # one sentence on the shelf, in our words
    seats: range  # how many can sit: range(1, 5)
    events: tuple[type, ...]  # every class of E, for the log
    setup: Callable[[GameSetup], S]
    apply: Callable[[S, E], S]
    play: Callable[[Play[S, E]], Rule[None]]  # one procedure: from a rest to the next
    over: Callable[[S], Words]  # "" or the sentence with which it ended
    view: Callable[[S, Seat], View]
    tell: Callable[[S, E, Seat], Words]  # what a seat hears of a fact, given the state after it; "" = nothing
    sample: GameSetup  # what the demo sits down to
    dealer: bool = False  # has a seat "dealer" besides the numbered ones
    kinds: tuple[str, ...] = ()  # objects of this game: "d6", "token"
    form: Form | None = None  # the form before the game, with the keys of `GameSetup.choices`
    sheets: Mapping[str, SheetKind] = field(default_factory=dict)  # what people may type in, by kind
    carry: Callable[[S], Mapping[str, Any]] | None = None  # of an ended game: the choices its next one begins with
    danger: Callable[[S, Seat], bool] | None = None  # public: is a seat close to elimination?
    lost: Callable[[S], frozenset[Seat]] | None = None  # public: the eliminated seats
    faceless: Callable[[S], S] | None = (
        None  # drop the faces that are only kept for display, at rest; None = any face may matter
    )
    afterwards: Callable[[S, Prompt, Faces], Odds | None] | None = (
        None  # the odds before an answer, marked with what came; public
    )
    own: Callable[[S, Seat], tuple[Block, ...]] | None = (
        None  # of a view all blocks that may be the seat's alone; None: each is looked at, which takes as long as the view
    )
    cue: Callable[[S, E], Cue | None] | None = None  # what is staged of a fact, given the state after it; public
    air: Callable[[S], Air] | None = None  # public: the current mood of the place
    where: Callable[[S], Words] | None = None  # "Round 2 · Mythos": the chapter of the log; public, and fast
    called: Callable[[S, Seat], Words] | None = (
        None  # the name that prompts to a seat begin with; None: as people call the seat
    )
    round: Callable[[S], int | None] | None = None  # the number of the round under way, None = no rounds now; public
    veil: Callable[[S, frozenset[Seat], S], S] | None = (
        None  # a state as those seats together may know it now, what they may not in the place of `hidden`; the last is now
        # `nothing_hidden` hides nothing; None = do not preview amendments, which might reveal hidden information
    )
    book: Path | None = None  # its rules as players look them up, a file of `rulebook`


class Run(Generic[S, E]):
    """The procedures of a game, one after the other, each asked for its next question.

    An exception of a rule leaves the run unusable; the table builds another from its log.
    """

    def __init__(self, game: Game[S, E], state: S, number: int = 0) -> None:
        self.open: tuple[Prompt, ...] = ()  # still to be answered
        self.at_rest = False  # the first question of a procedure is open, and has no answer
        self._game = game
        self._play = Play(state, game.apply)
        self._number = number
        self._course = self._procedures()
        self._resume({})

    @property
    def state(self) -> S:
        """Return the current state."""
        return self._play.state

    @property
    def facts(self) -> tuple[E, ...]:
        """All that was established since this run began."""
        return tuple(self._play.facts)

    @property
    def given(self) -> int:
        """How many have answered the open question."""
        return len(self._given)

    @property
    def question(self) -> Question:
        """The question that is open, with its answered prompts as well."""
        return self._question

    @property
    def over(self) -> Words:
        """Return the sentence that ends the game; empty while it goes on."""
        return self._game.over(self.state)

    def prompt(self, name: str) -> Prompt:
        """Return the open prompt of that id; raises Refused where it is not open (any more)."""
        for prompt in self.open:
            if prompt.id == name:
                return prompt
        raise Refused("NOT_OPEN", _("This was answered already, or is not asked now."))

    def answer(self, answer: Answer, number: int = 0) -> tuple[E, ...]:
        """Take one answer, and return the facts it established; none while other seats still owe theirs.

        `number` names the question that follows; without it the run counts on. Raises Refused with the state untouched.
        """
        prompt = self.prompt(answer.prompt)
        check_answer(prompt, answer.values)
        self._given[self._places[prompt.id]] = answer.values
        self.open = tuple(p for p in self.open if p is not prompt)
        self.at_rest = False
        if self.open and not self._question.first:
            return ()
        before = len(self._play.facts)
        self._number = number or self._number + 1
        self._resume(self._given)
        return self.facts[before:]

    def correct(self, event: E) -> None:
        """Overrule the state; the procedure under way continues with the new one."""
        self._play.emit(event)

    def veil(self, view: Callable[[S], S]) -> None:
        """Continue with the state as a viewer may know it."""
        self._play.state = view(self._play.state)

    def _procedures(self) -> Rule[None]:
        while not self.over:
            before, self.at_rest = len(self._play.facts), True
            yield from self._game.play(self._play)
            if self.at_rest and before == len(self._play.facts):
                raise RuntimeError(f"{self._game.name}: play neither asks nor establishes anything")

    def _resume(self, given: Mapping[int, Faces]) -> None:
        try:
            self._question = self._course.send(given) if given else next(self._course)
        except StopIteration:
            self._question, self.at_rest = Question(()), True
        _can_be_asked(self._game.name, self._question)
        self.open = tuple(replace(p, id=f"p{self._number}.{i}") for i, p in enumerate(self._question.prompts))
        self._places = {p.id: place for place, p in enumerate(self.open)}
        self._given: dict[int, Faces] = {}


def _can_be_asked(game: str, question: Question) -> None:
    """Raise an error of a rule where the rule is, not later at the table."""
    if len({p.asks for p in question.prompts}) < len(question.prompts):
        raise RuntimeError(f"{game}: one question asks a seat the same thing twice")
    for prompt in question.prompts:
        if isinstance(prompt.title, Text) and not prompt.key:
            raise RuntimeError(f"{game}: a prompt without a key: {prompt.title!s}")
        if not answerable(prompt):
            raise RuntimeError(f"{game}: {prompt.seat} is asked what cannot be answered: {prompt.title!s}")


def prompts_for_seat(open: Iterable[Prompt], seat: Seat) -> tuple[Prompt, ...]:
    """Return the open prompts as one seat may see them: of another's only title, kind and who is waited for."""
    return tuple(p if p.seat in (seat, TABLE) else without_answers(p) for p in open)


def without_answers(prompt: Prompt) -> Prompt:
    """Return the prompt without anything that tells its possible answers."""
    empty: dict[str, Any] = {"options": (), "least": 0, "most": 0, "locked": (), "sides": ()}
    return replace(
        prompt, **{attribute.name: empty[attribute.name] for attribute in fields(prompt) if attribute.name in empty}
    )
