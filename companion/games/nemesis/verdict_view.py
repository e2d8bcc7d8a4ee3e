"""What the last roll or token led to, with its sentence; it stands until the next action is paid."""

from __future__ import annotations

from typing import Literal, assert_never

from companion.games.nemesis.names import corridor_words, injuries_words, who
from companion.games.nemesis.state import State, Verdict
from companion.games.nemesis.wording import room_words, token_words
from companion.wire.view import Sum, Term


def verdict(s: State, last: Verdict) -> Sum:
    title, sentence = words(s, last)
    if last.outcome in {"hit", "missed"}:
        terms = (Term("injuries", last.injuries),)
        passed: Literal["passed", "failed"] = "passed" if last.outcome == "hit" else "failed"
        return Sum(title, terms, last.injuries, None, passed, sentence, (last.face,), s.combat_die.kind)
    kind = "token" if last.outcome in {"came", "blank"} else s.noise_die.kind
    return Sum(title, (), 0, None, "done", sentence, (last.face,), kind)


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
            return f"A {last.target} comes", f"Token: {token_words(last.face)}. {surprise}"
        case "blank":
            return "Only the dark", f"A blank token: noise in every corridor of {room}."
    assert_never(last.outcome)
