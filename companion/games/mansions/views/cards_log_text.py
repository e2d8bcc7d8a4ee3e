"""The sentences of the log for what people do with cards and figures."""

from __future__ import annotations

from typing import assert_never

from companion.games.mansions.content.terms import some
from companion.games.mansions.facts import cards_and_figures as t
from companion.games.mansions.rules.story.text_markup import place_title
from companion.games.mansions.state import State


def tell_table(s: State, fact: t.TableFact) -> str:
    """One sentence, the same for every seat; empty where the page shows it."""
    match fact:
        case t.TextRead():
            return ""
        case t.MonsterDefeated(monster):
            return f"{monster} is defeated."
        case t.MonsterSeen(monster, space):
            return f"{monster} stands in {place_title(s, space)}." if space else ""
        case t.DamageHealed(monster, number):
            return f"{monster} has {number} damage less."
        case t.FireRemoved(space):
            return f"The Fire in {place_title(s, space)} is out."
        case t.DarknessRemoved(space):
            return f"The Darkness in {place_title(s, space)} is gone."
        case _:
            return _of_seat(s, s.seats[fact.seat].name, fact)


def _of_seat(s: State, name: str, fact: t.OfSeat) -> str:
    match fact:
        case t.CluesLost(_, number):
            return f"{name} loses {some(number, 'clue')}."
        case t.ItemGained(_, item):
            return f"{name} gains {item}."
        case t.ItemDiscarded(_, item):
            return f"{name} puts {item} back."
        case t.SpellFlipped(_, spell):
            return f"{name} flips {spell} and resolves what stands on its back."
        case t.ConditionDiscarded(_, condition):
            return f"{name} is not {condition} any more."
        case t.ActionsGiven(_, number):
            return f"{name} has {some(abs(number), 'action')} {'more' if number > 0 else 'less'}."
        case t.FigurePlaced(_, space):
            return f"{name} stands in {place_title(s, space)}." if space else ""
        case t.StepsTaken():
            return ""
    assert_never(fact)
