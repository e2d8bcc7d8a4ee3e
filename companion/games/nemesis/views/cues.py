"""Cues, mood and danger, from public knowledge only."""

from __future__ import annotations

from companion.games.nemesis import facts
from companion.games.nemesis.rules.crew.health import MOST_SERIOUS
from companion.games.nemesis.state import State
from companion.games.nemesis.views.log_text import log_line
from companion.schema import TABLE, Air, Cue, Seat


def cue(s: State, event: facts.Event) -> Cue | None:
    """Return the cue of a fact in the state after it, None for none."""
    match event:
        case facts.NoiseMade():
            return Cue("noise", log_line(s, event, TABLE))
        case facts.NoiseRolled(seat, _, "danger" | "encounter"):
            return Cue("noise", log_line(s, event, TABLE), "bad", seat=seat)
        case facts.TokenDrawn(seat, token, intruder):
            return Cue(
                "encounter", log_line(s, event, TABLE), "bad" if intruder else "good", (token,), "token", seat=seat
            )
        case facts.IntruderCame(_, kind):
            return Cue("monster", log_line(s, event, TABLE), "bad", drawing=kind)
        case facts.IntruderAttacked(intruder, seat):
            one = s.intruders.get(intruder)
            return Cue("attack", log_line(s, event, TABLE), "bad", drawing=one.kind if one else "", seat=seat)
        case facts.IntruderDied():
            return Cue("triumph", log_line(s, event, TABLE), "good")
        case facts.CharacterDied(seat):
            return Cue("fall", log_line(s, event, TABLE), "bad", seat=seat)
        case facts.AlarmSet(turns):
            return Cue("alarm", log_line(s, event, TABLE), "good" if turns is None else "bad")
        case facts.CorridorClosed() | facts.DoorSet():
            return Cue("door", log_line(s, event, TABLE))
        case facts.PodLaunched():
            return Cue("alarm", log_line(s, event, TABLE))
        case facts.CardTold(title):
            return Cue("encounter", title)
        case facts.PhaseBegan("event"):
            return Cue("phase", log_line(s, event, TABLE), "bad")
        case facts.GameEnded(sentence):
            return Cue("end", sentence)
    return None


def air(s: State) -> Air:
    """Return the mood: dread with an Intruder in a character's room, or under the alarm."""
    rooms = {intruder.room for intruder in s.intruders.values()}
    beside = any(c.fate == "aboard" and c.room in rooms for c in s.characters.values())
    return "dread" if beside or s.self_destruct is not None else "tense" if s.phase == "event" else "calm"


def in_danger(s: State, seat: Seat) -> bool:
    """Return whether the next wound kills."""
    character = s.characters.get(seat)
    return character is not None and character.fate == "aboard" and character.serious_wounds >= MOST_SERIOUS
