"""What one seat sees, built up from nothing. Nothing at this table is hidden from a seat but the backs of cards, which nobody told us."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal

from companion.games.mansions.checks import pool, spendable
from companion.games.mansions.content import tale
from companion.games.mansions.state import Investigator, State, Task, Test, Verdict
from companion.games.mansions.terms import DIE, INVESTIGATION, SUCCESS
from companion.games.mansions.words import sentence, some, wanted
from companion.rules.pool import distribution, throws
from companion.wire.prompt import Seat
from companion.wire.view import (
    Bar,
    Block,
    Card,
    Cards,
    Count,
    Counters,
    Heading,
    Odds,
    Step,
    Steps,
    Story,
    Sum,
    Term,
    View,
)

STEPS = ("Choose", "Roll", "Read", "Turn clues", "Resolve")
CHOSEN, READ = 1, 3  # the step that is under way: before the roll, and while clues or repeated dice are chosen


def view(s: State, seat: Seat) -> View:  # noqa: ARG001  every seat sees the same
    """The test now, its chances, the last verdict, the story, the seats."""
    return tuple(_blocks(s))


def _blocks(s: State) -> Iterator[Block]:
    task = s.test.task if s.test else s.task
    yield _heading(s, task)
    if task is not None:
        yield _steps(s.test)
        yield from _now(s, task)
    if s.last is not None:
        yield verdict(s, s.last)
    yield from _story(s)
    for seat, who in s.seats.items():
        yield _counters(seat, who)
        yield _possessions(seat, who)


def _heading(s: State, task: Task | None) -> Heading:
    if task is None:
        return Heading("Free tests", "choose a skill")
    who = s.seats[task.seat]
    return Heading(
        f"{task.skill.capitalize()} test · {task.title}", f"{who.name} · {task.skill} {who.skills[task.skill]}"
    )


def _steps(test: Test | None) -> Steps:
    now = CHOSEN if test is None else READ
    return Steps("The test", tuple(Step(text, _reached(place, now)) for place, text in enumerate(STEPS)))


def _reached(place: int, now: int) -> Literal["done", "now", "todo"]:
    return "done" if place < now else "now" if place == now else "todo"


def _now(s: State, task: Task) -> Iterator[Block]:
    if s.test is None:
        yield odds(s, task)
    else:
        yield undecided(s.test)


def odds(s: State, task: Task) -> Odds:
    """The exact chances before the roll, and what clues can make of them. MOM-X-DIE-1."""
    dice = pool(s, task.seat, task.skill)
    needed = task.amount if task.injury else task.needed
    chances = distribution(DIE, dice, lambda faces: faces.count(SUCCESS))
    bars = tuple(Bar(str(n), float(p), needed is not None and n >= needed, n == needed) for n, p in chances.items())
    subtitle = f"{some(dice, 'die', 'dice')}, {wanted(task)}"
    if needed is None:
        return Odds("Odds before the roll", subtitle, bars)
    return Odds("Odds before the roll", subtitle, bars, _share(chances, needed), _sentence(s, task, dice, needed))


def _share(chances: Mapping[int, Fraction], needed: int) -> float:
    return float(sum((p for n, p in chances.items() if n >= needed), Fraction(0)))


def _sentence(s: State, task: Task, dice: int, needed: int) -> str:
    clues = spendable(s, task.seat, (INVESTIGATION,) * dice)
    if not clues:
        return f"{needed} or more"
    reach = sum(
        (
            p
            for faces, p in throws(DIE, dice)
            if faces.count(SUCCESS) + min(clues, faces.count(INVESTIGATION)) >= needed
        ),
        Fraction(0),
    )
    return f"{needed} or more; with {some(clues, 'clue')} {float(reach):.0%}"


def undecided(test: Test) -> Sum:
    """The faces so far; what is made of them is still asked."""
    have = test.faces.count(SUCCESS)
    return Sum(
        "The dice lie there",
        (Term("successes", have),),
        have,
        test.task.needed,
        sentence=f"{some(have, 'success', 'successes')}, {wanted(test.task)}",
        faces=test.faces,
        object=DIE.kind,
    )


def verdict(s: State, last: Verdict) -> Sum:
    """The last test with its reasons."""
    have = last.result - last.clues
    terms = (Term("successes", have), *((Term("clues", last.clues),) if last.clues else ()))
    shown: Literal["done", "passed", "failed"] = (
        "done" if last.passed is None else "passed" if last.passed else "failed"
    )
    return Sum(last.title, terms, last.result, last.task.needed, shown, sentence(s, last), last.faces, DIE.kind)


def _story(s: State) -> Iterator[Block]:
    if s.last is not None and s.last.text:
        yield Story("What happened", s.last.text)
    scene = tale().scenes.get(s.scene)
    if scene is not None:
        yield Story(scene.title, scene.text)


def _counters(seat: Seat, who: Investigator) -> Counters:
    items = (
        Count("Clues", who.clues, icon="clue"),
        Count("Damage", who.damage.total, who.health, "damage"),
        Count("Horror", who.horror.total, who.sanity, "horror"),
    )
    return Counters(who.name, items, seat)


def _possessions(seat: Seat, who: Investigator) -> Cards:
    cards = tuple(Card(name, name) for name in who.possessions)
    return Cards(f"{who.name} carries", cards + tuple(Card(name, name, "condition") for name in who.conditions), seat)
