"""A game from a rest on: deterministic in (game, state at rest, answers)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from typing import Generic, TypeVar

from companion.engine.answer_check import answerable, check
from companion.engine.game import Game
from companion.engine.play import Play, Rule
from companion.i18n import Text, _
from companion.schema import TABLE, Answer, Faces, Prompt, Question, Refused, Seat, Words

S = TypeVar("S")
E = TypeVar("E")


class Run(Generic[S, E]):
    """The procedures of a game, one after the other, each asked for its next question.

    An exception of a rule leaves the run unusable; the table builds another from its log.
    """

    def __init__(self, game: Game[S, E], state: S, number: int = 0) -> None:
        self.open: tuple[Prompt, ...] = ()  # still to be answered
        self.at_rest = False  # the first question of a procedure is open, and nobody has answered
        self._game = game
        self._play = Play(state, game.apply)
        self._number = number
        self._course = self._procedures()
        self._resume({})

    @property
    def state(self) -> S:
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
        return self._game.over(self.state)

    def prompt(self, name: str) -> Prompt:
        """The open prompt of that id; raises Refused where it is not open (any more)."""
        for prompt in self.open:
            if prompt.id == name:
                return prompt
        raise Refused("NOT_OPEN", _("This was answered already, or is not asked now."))

    def answer(self, answer: Answer, number: int = 0) -> tuple[E, ...]:
        """Take one answer; return the facts it established (none while others still owe theirs).

        `number` names the question that follows; without it the run counts on. Raises Refused with the state untouched.
        """
        prompt = self.prompt(answer.prompt)
        check(prompt, answer.values)
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
        """The people overrule the state; the procedure under way goes on with what is true now."""
        self._play.emit(event)

    def veil(self, view: Callable[[S], S]) -> None:
        """What follows goes on with the state as somebody may know it."""
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
    """A mistake in a rule is raised where the rule is, not later at the table."""
    if len({p.asks for p in question.prompts}) < len(question.prompts):
        raise RuntimeError(f"{game}: one question asks a seat the same thing twice")
    for prompt in question.prompts:
        if isinstance(prompt.title, Text) and not prompt.key:
            raise RuntimeError(f"{game}: a prompt without a key: {prompt.title!s}")
        if not answerable(prompt):
            raise RuntimeError(f"{game}: {prompt.seat} is asked what cannot be answered: {prompt.title!s}")


def shown(open: Iterable[Prompt], seat: Seat) -> tuple[Prompt, ...]:
    """The open prompts as one seat may see them: of another's only title, kind and who is waited for."""
    return tuple(p if p.seat in (seat, TABLE) else without_answers(p) for p in open)


def without_answers(prompt: Prompt) -> Prompt:
    """Return the prompt without anything that tells its possible answers."""
    empty = {"options": (), "least": 0, "most": 0, "locked": (), "sides": ()}
    return replace(prompt, **{field.name: empty[field.name] for field in fields(prompt) if field.name in empty})  # type: ignore[arg-type]
