"""Which facts are worth a moment of everybody's attention, and how the scene feels. What the Dealer keeps secret is in none."""

from __future__ import annotations

from companion.games.draw_your_weapon.facts.events import (
    AttackMade,
    CombatChanged,
    ConditionGained,
    EveningEnded,
    Event,
    LibraryRenewed,
    SceneBegan,
    TestCalled,
    TestResolved,
)
from companion.games.draw_your_weapon.state import BROKEN, DOWN, Played, State
from companion.games.draw_your_weapon.views.log_text import tell
from companion.schema.prompt import TABLE
from companion.schema.public_state import Air, Cue, Tone


def cue(s: State, event: Event) -> Cue | None:
    """What is staged of a fact, given the state after it; None = nothing."""
    match event:
        case TestCalled(surprise=True):
            return Cue("surprise", tell(s, event, TABLE), "bad")
        case TestResolved(winners) if s.last is not None and len(s.last.test.played) > 1:
            return _contest(s, tell(s, event, TABLE), s.last.test.played, "good" if winners else "bad")
        case AttackMade(target=target) if s.blow is not None:
            seat = s.characters[target].seat if target in s.characters else ""
            return Cue("attack", tell(s, event, TABLE), "bad", (s.blow.played.card,), "card", seat=seat)
        case ConditionGained(who, condition) if condition in (BROKEN, DOWN):
            return Cue("fall", tell(s, event, TABLE), "bad", seat=s.characters[who].seat)
        case CombatChanged(on):
            return Cue("alarm", tell(s, event, TABLE), "bad" if on else "good")
        case LibraryRenewed():
            return Cue("phase", tell(s, event, TABLE))
        case SceneBegan():
            title = tell(s, event, TABLE)
            return Cue("scene", title) if title else None
        case EveningEnded():
            return Cue("end", tell(s, event, TABLE))
    return None


def air(s: State) -> Air:
    """How the scene feels now: worst where a player is down."""
    is_down = any(who.is_player and who.is_down for who in s.characters.values())
    return "calm" if not s.in_combat else "dread" if is_down else "tense"


def _contest(s: State, title: str, played: tuple[Played, ...], tone: Tone) -> Cue:
    """Cards side by side, with whose they are."""
    names = tuple(s.characters[one.who].name for one in played)
    return Cue("contest", title, tone, tuple(one.card for one in played), "card", names)
