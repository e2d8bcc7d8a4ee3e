"""What the last roll or token led to, with its sentence; it stands until the next action is paid."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias, assert_never

from companion.engine.answer_check import named
from companion.games.nemesis.rules.names import an, corridor_words, injuries_words, who
from companion.games.nemesis.rules.titles import room_words
from companion.games.nemesis.state import Outcome, State, Verdict
from companion.schema.view import Sum, Term

Stamp: TypeAlias = Literal["passed", "failed", "done"]


STAMPS: Mapping[Outcome, tuple[Stamp, str]] = MappingProxyType(
    {
        "noise": ("done", "Heard"),
        "silence": ("passed", "Unheard"),
        "danger": ("failed", "Danger"),
        "encounter": ("failed", "Found"),
        "hit": ("passed", "Hit"),
        "missed": ("failed", "Missed"),
        "came": ("failed", "Here"),
        "blank": ("passed", "Nothing"),
    }
)
"""How each way it can come out is stamped."""

RULES: Mapping[Outcome, str] = MappingProxyType(
    {
        "noise": "NEM-X-NOISE-1",
        "silence": "NEM-X-NOISE-3",
        "danger": "NEM-X-NOISE-2",
        "encounter": "NEM-X-NOISE-1",
        "hit": "NEM-X-COMBATDIE-1",
        "missed": "NEM-X-COMBATDIE-1",
        "came": "NEM-X-ENC-1",
        "blank": "NEM-X-ENC-2",
    }
)
"""The clause that decides each of them."""


def verdict(s: State, last: Verdict) -> Sum:
    title, sentence = words(s, last)
    stamp, word = STAMPS[last.outcome]
    rule = RULES[last.outcome]
    if last.outcome in {"hit", "missed"}:
        terms, kind = (Term("injuries", last.injuries, rule=rule),), s.combat_die.kind
        return Sum(title, terms, last.injuries, None, stamp, sentence, (last.face,), kind, stamp=word, rule=rule)
    kind = "token" if last.outcome in {"came", "blank"} else s.noise_die.kind
    return Sum(title, (), 0, None, stamp, sentence, (last.face,), kind, stamp=word, rule=rule)


def words(s: State, last: Verdict) -> tuple[str, str]:
    """Title and sentence of a verdict."""
    name, room = who(s, last.seat), room_words(s, last.room)
    where = corridor_words(s, last.room, last.corridor) if last.corridor else ""
    match last.outcome:
        case "noise":
            return "Something was heard", f"A {last.face}: a Noise marker. {where}."
        case "silence":
            return "Silence", f"Nobody hears {name} in {room}."
        case "danger":
            slime = " The slime turns Silence into Danger." if last.face == "silence" else ""
            return "Danger", f"What is near comes to {room}, or every corridor is noisy.{slime}"
        case "encounter":
            return "Encounter", f"A {last.face}, and there was noise already. {where}."
        case "hit":
            return "A hit", f"{name} hurts the {last.target}: {injuries_words(last.injuries)}."
        case "missed":
            return "No hit", f"{name} does not hurt the {last.target}."
        case "came":
            surprise = "It attacks by surprise." if last.surprise else f"{name} holds enough cards: no surprise."
            return f"{an(last.target)} comes", f"Token: {named(last.face)}. {surprise}"
        case "blank":
            return "Only the dark", f"A blank token: noise in every corridor of {room}."
    assert_never(last.outcome)
