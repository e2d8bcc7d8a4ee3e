"""Rule cases as data: what an engine said to one message, compared with what must hold.

A game's `judge.py` builds a real state from `given`, sends `when` through the real rules on a `Trial`, and describes what came
of it as `Said`; here it is only compared. No rule of any game lives in this file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from companion.engine import Game, Play, Rule, Run
from companion.schema import Answer, Faces, Prompt, Question, Refused, Seat
from companion.schema.prompt import PromptKind

S = TypeVar("S")
E = TypeVar("E")
T = TypeVar("T")

Facts: TypeAlias = Mapping[str, Any]
NOT_IMPLEMENTED = "not implemented"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """Whether a case holds, and the difference if not."""

    passed: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """The rules' result of one message, in the words of the case format."""

    accepted: bool = True
    reason: str = ""  # code of the rejection
    detail: Facts = field(default_factory=dict)  # facts of a valid message, if any
    awaiting: Facts | None = None  # the one input waited for, None = nothing is
    outcome: Facts = field(default_factory=dict)
    state: Facts = field(default_factory=dict)  # the whole situation afterwards, with the keys of `given`
    before: Facts | None = None  # the whole situation the message met; a rejection leaves it as it was
    events: tuple[Facts, ...] = ()
    shown_to: frozenset[str] = field(default_factory=frozenset)  # who was shown new private information


class NotCoveredError(Exception):
    """The message is of an action, or needs a rule, that this game has not got yet."""


def judge(then: Facts, said: CaseOutcome, steps: Sequence[CaseOutcome] = ()) -> CaseResult:
    """Compare a result with `then`, or with the `then` of each of the `steps` and `said.state` with the last situation."""
    wanted = then.get("steps", ())
    wrong = [f"{len(wanted)} steps wanted, {len(steps)} were sent"] if len(wanted) != len(steps) else []
    for place, (want, got) in enumerate(zip(wanted, steps, strict=False)):
        wrong += [f"step {place}: {line}" for line in differences(want, got)]
    wrong += differences({key: value for key, value in then.items() if key != "steps"}, said)
    return CaseResult(not wrong, "; ".join(wrong))


def not_implemented(what: str = "") -> CaseResult:
    """The answer to a case that this game cannot play yet; it counts as failed."""
    return CaseResult(False, f"{NOT_IMPLEMENTED}: {what}" if what else NOT_IMPLEMENTED)


def differences(then: Facts, said: CaseOutcome) -> list[str]:
    """One line for each key of `then` that does not hold."""
    wrong: list[str] = []
    for key, want in then.items():
        wrong += _COMPARE[key](want, said, then) if key in _COMPARE else [f"unknown key {key!r}"]
    if not said.accepted and said.before is not None and said.state != said.before:
        wrong.append("rejected, but the situation is another one now")
    return wrong


def subset(want: Any, got: Any, path: str = "") -> list[str]:
    """Differences of what is listed: objects key by key, lists without order (duplicates count), the rest by value.

    >>> subset({"a": [1, 2]}, {"a": [2, 1], "b": 3})
    []
    >>> subset({"a": 1}, {"a": True})
    ['.a: 1 wanted, True came']
    """
    if isinstance(want, Mapping):
        return _objects(want, got, path)
    if isinstance(want, (list, tuple)):
        return _lists(want, got, path)
    same = want == got and isinstance(want, bool) == isinstance(got, bool)
    return [] if same else [f"{path}: {want!r} wanted, {got!r} came"]


def in_order(wanted: Iterable[Facts], came: Iterable[Facts]) -> list[str]:
    """Return whether the wanted events occur in this order, each with at least its keys. Others may come in between."""
    left = iter(came)
    return [f"event {dict(want)} missing" for want in wanted if not any(not subset(want, got) for got in left)]


def certain(values: Iterable[str | None]) -> Faces:
    """Return the values of a reading. Raises Refused for an unrecognised value."""
    given = tuple(values)
    if None in given:
        raise Refused("READING_UNCERTAIN", "One of the things that lie there could not be recognised.")
    return tuple(value for value in given if value is not None)


class CaseRun(Generic[S, E, T]):
    """One procedure on a real run, from a situation of a case: started, answered, and its result kept.

    Raises Refused for an immediate refusal. `answer` raises the errors of the run. Only the case uses this run,
    so a rejection leaves the situation it was started from untouched.
    """

    def __init__(self, game: Game[S, E], state: S, procedure: Callable[[Play[S, E]], Rule[T]]) -> None:
        self.result: T | None = None
        self.ended = False
        self._procedure = procedure
        once = replace(game, play=self._once, over=lambda _: "The case is over." if self.ended else "")
        self._run = Run(once, state)

    @property
    def open(self) -> tuple[Prompt, ...]:
        return self._run.open

    @property
    def state(self) -> S:
        return self._run.state

    @property
    def facts(self) -> tuple[E, ...]:
        return self._run.facts

    def find(self, kind: PromptKind, seat: Seat = "", rule: str = "") -> Prompt | None:
        """The first open prompt of that kind, of that seat and paragraph where they are named."""
        fits = (p for p in self.open if p.kind == kind and seat in ("", p.seat) and rule in ("", p.rule))
        return next(fits, None)

    def answer(self, prompt: Prompt, *values: str) -> tuple[E, ...]:
        """Answer an open prompt; the facts it established. Raises Refused."""
        return self._run.answer(Answer(f"case-{prompt.id}", prompt.id, values, prompt.seat))

    def correct(self, event: E) -> None:
        """State a fact in the midst of it. Raises what the state raises."""
        self._run.correct(event)

    def _once(self, g: Play[S, E]) -> Rule[None]:
        self.result = yield from self._procedure(g)
        self.ended = True
        if not g.facts:  # a message may be legal and change nothing, which the course of a game may not
            yield Question(())


def _objects(want: Facts, got: Any, path: str) -> list[str]:
    if not isinstance(got, Mapping):
        return [f"{path}: {dict(want)} wanted, {got!r} came"]
    wrong = [f"{path}.{key}: missing" for key in want if key not in got]
    for key in want:
        wrong += subset(want[key], got[key], f"{path}.{key}") if key in got else []
    return wrong


def _lists(want: Sequence[Any], got: Any, path: str) -> list[str]:
    if not isinstance(got, (list, tuple)) or len(got) != len(want):
        return [f"{path}: {want!r} wanted, {got!r} came"]
    left = list(got)
    for item in want:
        place = next((i for i, other in enumerate(left) if not subset(item, other)), None)
        if place is None:
            return [f"{path}: {want!r} wanted, {got!r} came"]
        left.pop(place)
    return []


def _reason(want: Any, said: CaseOutcome, then: Facts) -> list[str]:
    fine = said.reason in then.get("reason_any", ()) or said.reason == want
    return [] if fine else [f"reason {want} wanted, {said.reason or 'none'} came"]


def _detail(want: Any, said: CaseOutcome, _: Facts) -> list[str]:
    return subset({key: value for key, value in want.items() if key in said.detail}, said.detail, "detail")


def _awaiting(want: Any, said: CaseOutcome, _: Facts) -> list[str]:
    if want is None:
        return [] if said.awaiting is None else [f"nothing is to be awaited, {dict(said.awaiting)} is"]
    return subset(want, said.awaiting, "awaiting")


def _not_events(want: Any, said: CaseOutcome, _: Facts) -> list[str]:
    return [f"event {kind} must not occur" for kind in want if any(e["kind"] == kind for e in said.events)]


def _hidden(want: Any, said: CaseOutcome, _: Facts) -> list[str]:
    return [f"{who} was shown what is private" for who in want if who in said.shown_to]


_COMPARE: Mapping[str, Callable[[Any, CaseOutcome, Facts], list[str]]] = MappingProxyType(
    {
        "accepted": lambda want, said, _: subset(want, said.accepted, f"accepted ({said.reason or 'no reason'})"),
        "reason": _reason,
        "reason_any": lambda want, said, _: (
            [] if said.reason in want else [f"one of {want} wanted, {said.reason!r} came"]
        ),
        "detail": _detail,
        "awaiting": _awaiting,
        "outcome": lambda want, said, _: subset(want, said.outcome, "outcome"),
        "state": lambda want, said, _: subset(want, said.state, "state"),
        "events": lambda want, said, _: in_order(want, said.events),
        "not_events": _not_events,
        "hidden_from": _hidden,
    }
)
