"""A throw once it lies there: how lucky it was, and whether it was for good."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.chance import marked, percent, ranked
from companion.games.nemesis.rules.combat_rolls import harmed
from companion.games.nemesis.state import State, Test
from companion.games.nemesis.views.odds import odds, what_follows
from companion.schema.prompt import Faces, Prompt, Seat
from companion.schema.view import Odds


def lost(s: State) -> frozenset[Seat]:
    """Who is dead."""
    return frozenset(seat for seat, who in s.characters.items() if who.fate == "dead")


def faceless(s: State) -> State:
    """The last verdict keeps the face to be drawn; what it led to stands beside."""
    return s if s.last is None else replace(s, last=replace(s.last, face=""))


def afterwards(s: State, prompt: Prompt, faces: Faces) -> Odds | None:
    """`s`: before the roll."""
    before = next((block for block in odds(s) if isinstance(block, Odds)), None)
    if s.test is None or before is None or prompt.kind != "roll":
        return None
    return _noise(s, s.test, before, faces[0]) if s.test.kind == "noise" else _combat(s, s.test, before, faces[0])


def _noise(s: State, test: Test, before: Odds, face: str) -> Odds | None:
    words = what_follows(s, test, face)
    came = next((place for place, bar in enumerate(before.bars) if bar.label == words), None)
    if came is None:
        return None
    return marked(before, came, f"The chance of this was {percent(before.bars[came].share)}.")


def _combat(s: State, test: Test, before: Odds, face: str) -> Odds | None:
    made = str(harmed(s, face, s.intruders[test.target].kind, test.weapon))
    came = next((place for place, bar in enumerate(before.bars) if bar.label == made), None)
    if came is None:
        return None
    return marked(before, came, ranked(s.characters[test.seat].name, [bar.share for bar in before.bars], came))
