"""The facts of the story: scenes, what is read, the combat and whose turn it is, and the end of the evening."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from companion.games.draw_your_weapon.state import State
from companion.schema import Words


@dataclass(frozen=True, slots=True)
class SceneBegan:
    """The Dealer turns to a page of the adventure; what was read before is over."""

    scene: str


@dataclass(frozen=True, slots=True)
class PassageRead:
    """The Dealer reads aloud: it stands on every page until the next one."""

    text: str


@dataclass(frozen=True, slots=True)
class NoteWritten:
    """The Dealer tells the table; "" takes it away."""

    text: str


@dataclass(frozen=True, slots=True)
class CombatChanged:
    """Combat begins or ends."""

    on: bool


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A marker of whose turn it is; the order is another chapter's (DYW-X-COMBAT-1)."""

    who: str
    round: int


@dataclass(frozen=True, slots=True)
class EveningEnded:
    """The Dealer closes the story for today."""

    sentence: Words = ""


StoryFact: TypeAlias = SceneBegan | PassageRead | NoteWritten | CombatChanged | TurnBegan | EveningEnded


def apply_story(s: State, event: StoryFact) -> State:
    """The state after a fact of the story."""
    match event:
        case SceneBegan(scene):
            return replace(s, scene=scene, met=(), passage="")
        case PassageRead(text):
            return replace(s, passage=text)
        case NoteWritten(text):
            return replace(s, note=text)
        case CombatChanged(on):
            return replace(s, in_combat=on, round=1 if on else 0, turn="")
        case TurnBegan(who, number):
            return replace(s, turn=who, round=number)
        case EveningEnded(sentence):
            return replace(s, ended=True, ending=sentence)
    assert_never(event)
