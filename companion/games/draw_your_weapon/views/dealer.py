"""The Dealer's phone: the scene with its notes, the prepared Calls with their numbers, and the figures' sheets."""

from __future__ import annotations

from companion.engine.playing_cards import SUIT_NAMES
from companion.games.draw_your_weapon.content.records import Call, Scene
from companion.games.draw_your_weapon.rules.dealer import is_contest, is_surprise
from companion.games.draw_your_weapon.state import State, in_sight, scene_of
from companion.games.draw_your_weapon.views.characters import of_figure
from companion.schema.view import Block, Card, Cards, Story, Text

NOTES = "For you alone"


def notes(s: State) -> tuple[Block, ...]:
    """What the scene's page says to the Dealer; before the evening what the adventure is about."""
    scene = scene_of(s)
    if scene is not None:
        return (Text(f"<b>{NOTES}.</b> {scene.notes}"),) if scene.notes else ()
    return (Story(s.adventure.title, s.adventure.text),) if s.adventure is not None else ()


def scene_sheets(s: State) -> tuple[Block, ...]:
    """The prepared Calls with all that stands there of them, and who is there."""
    scene = scene_of(s)
    calls = (prepared(s, scene),) if scene is not None and scene.calls else ()
    figures = [who for who in in_sight(s) if not s.characters[who].is_player]
    return (*calls, *(block for who in figures for block in of_figure(s, who)))


def prepared(s: State, scene: Scene) -> Cards:
    return Cards(
        "Prepared Calls", tuple(Card(f"call:{call.id}", call.title, call_note(s, call)) for call in scene.calls)
    )


def call_note(s: State, call: Call) -> str:
    """What it is, what it needs, and what follows."""
    names = " and ".join(s.characters[who].name for who in call.against if who in s.characters)
    what = f"against {names}" if is_contest(call) else f"{call.required} needed"
    kind = f"{'Surprise, ' * is_surprise(call)}{'Contest' if is_contest(call) else 'Skill Test'}"
    ends = (f"Made: {call.passed}" if call.passed else "", f"Failed: {call.failed}" if call.failed else "")
    return " · ".join(filter(None, (kind, f"{call.attribute.capitalize()}, {SUIT_NAMES[call.suit]}", what, *ends)))
