"""A skill test as the page shows it: its odds, the dice that lie there, how it came out and how lucky that was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from companion.engine import distribution, marked, ranked, throws
from companion.games.mansions.content import DIE, INVESTIGATION, SUCCESS, some
from companion.games.mansions.rules.damage_and_horror import CONDITIONS
from companion.games.mansions.rules.skill_test import pool, sentence, spendable, wanted
from companion.games.mansions.rules.story import announced, words
from companion.games.mansions.state import State, Task, Test, Verdict
from companion.schema import Bar, Block, Faces, Odds, Prompt, Seat, Sum, Term
from companion.schema import Story as Told


def lost(s: State) -> frozenset[Seat]:
    """Who is eliminated, or has lost their mind."""
    mad = CONDITIONS["horror"]
    return frozenset(seat for seat, who in s.seats.items() if who.eliminated or mad in who.conditions)


def faceless(s: State) -> State:
    """The last verdict keeps the faces and their successes to be drawn; those beyond what was needed made no difference."""
    if s.last is None:
        return s
    task, enough = s.last.task, s.last.task.amount if s.last.task.injury else s.last.task.needed
    counts_all = enough is None or task.surplus
    result = s.last.result if counts_all else min(s.last.result, enough or 0)
    return replace(s, last=replace(s.last, faces=(), result=result))


def afterwards(s: State, prompt: Prompt, faces: Faces) -> Odds | None:
    """`s`: before the roll. None for dice that were rolled again: their odds were not shown."""
    task = announced(s)
    if task is None or s.test is not None or prompt.kind != "roll":
        return None
    before = odds(s, task)
    came = min(faces.count(SUCCESS), len(before.bars) - 1)
    return marked(before, came, ranked(s.seats[task.seat].name, [bar.share for bar in before.bars], came))


def test_blocks(s: State) -> Iterator[Block]:
    """The chances before the roll, the dice that lie there, or how the last test came out."""
    task = announced(s)
    if s.test is not None:
        yield undecided(s.test)
    elif task is not None:
        yield odds(s, task)
    elif s.last is not None:
        yield verdict(s, s.last)
        if s.last.text and (s.story is None or s.story.shown is None):
            yield Told(s.last.title, words(s, s.last.text))


def odds(s: State, task: Task) -> Odds:
    """The exact chances before the roll, and what clues can make of them. MOM-X-DIE-1."""
    dice = pool(s, task.seat, task.skill, task.more)
    needed = task.amount if task.injury else task.needed
    chances = distribution(DIE, dice, lambda faces: faces.count(SUCCESS))
    bars = tuple(Bar(str(n), float(p), needed is not None and n >= needed, n == needed) for n, p in chances.items())
    subtitle = f"{some(dice, 'die', 'dice')}, {wanted(task)}"
    before = Odds("Odds before the roll", subtitle, bars, chips=_chips(s, task, dice))
    if needed is None:
        return before
    return replace(before, chance=_share(chances, needed), sentence=_sentence(s, task, dice, needed))


def _chips(s: State, task: Task, dice: int) -> tuple[str, ...]:
    """What the roll is made of: the skill, dice more or fewer, clues that may be turned, and what is needed."""
    skill = s.seats[task.seat].skills[task.skill]
    more = dice - skill
    clues = s.seats[task.seat].clues
    return (
        f"{task.skill} {skill}",
        *((f"{more:+d} {'die' if abs(more) == 1 else 'dice'}",) if more else ()),
        *((f"{some(clues, 'clue')} to turn",) if clues else ()),
        wanted(task),
    )


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
        (Term("successes", have, rule="MOM-X-TEST-1"),),
        have,
        test.task.needed,
        sentence=f"{some(have, 'success', 'successes')}, {wanted(test.task)}",
        faces=test.faces,
        object=DIE.kind,
        rule="MOM-X-TEST-1",
    )


def verdict(s: State, last: Verdict) -> Sum:
    """The last test with its reasons."""
    have = last.result - last.clues
    clues = (Term("clues", last.clues, rule="MOM-CLUE-2"),) if last.clues else ()
    terms = (Term("successes", have, rule="MOM-X-TEST-1"), *clues)
    shown: Literal["done", "passed", "failed"] = (
        "done" if last.passed is None else "passed" if last.passed else "failed"
    )
    return Sum(
        last.title,
        terms,
        last.result,
        last.task.needed,
        shown,
        sentence(s, last),
        last.faces,
        DIE.kind,
        rule="MOM-X-TEST-2",
    )
