"""A throw once it lies there: how lucky it was, and whether it was for good."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.chances import marked, ranked
from companion.games.mansions.content.terms import SUCCESS
from companion.games.mansions.rules.damage_and_horror import CONDITIONS
from companion.games.mansions.rules.story.event_tests import announced
from companion.games.mansions.state import State
from companion.games.mansions.views.seat_view import odds
from companion.schema.prompt import Faces, Prompt, Seat
from companion.schema.view import Odds


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
