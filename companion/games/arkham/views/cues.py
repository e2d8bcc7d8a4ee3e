"""Which facts are worth a moment of everybody's attention, and how the place feels. What hands hold is in none."""

from __future__ import annotations

from companion.games.arkham.content.terms import AUTO_FAIL, BLESS, ELDER_SIGN
from companion.games.arkham.facts import events as e
from companion.games.arkham.rules import agendas_and_acts
from companion.games.arkham.rules.skill_test.values import NAMES
from companion.games.arkham.state import State
from companion.games.arkham.views.log_text import tell
from companion.schema.prompt import TABLE
from companion.schema.public_state import Air, Cue, Tone

AIRS: dict[str, Air] = {"mythos": "dread", "enemy": "tense"}
BENIGN = (ELDER_SIGN, BLESS)


def cue(s: State, event: e.Event) -> Cue | None:
    """What is staged of a fact, given the state after it; None = nothing."""
    match event:
        case e.TokenRevealed(token):
            return Cue("token", f"Token: {NAMES.get(token, token)}.", _tone(token), (token,), "token")
        case e.CluesFound(seat, _, number) if number > 0 and _is_last(s, number):
            return Cue("clue", "The last clue that the act needs.", "good", seat=seat)
        case e.AgendaAdvanced():
            return Cue("agenda", tell(s, event, TABLE), "bad")
        case e.ActAdvanced():
            return Cue("act", tell(s, event, TABLE), "good")
        case e.EncounterDrawn(seat):
            return Cue("encounter", tell(s, event, TABLE), seat=seat)
        case e.EnemyEntered():
            return Cue("monster", tell(s, event, TABLE), "bad")
        case e.EnemyAttacked(_, seat):
            return Cue("attack", tell(s, event, TABLE), "bad", seat=seat)
        case e.EnemyDefeated():
            return Cue("triumph", tell(s, event, TABLE), "good")
        case e.InvestigatorLeft(seat, how):
            return Cue("fall", tell(s, event, TABLE), "plain" if how == "resigned" else "bad", seat=seat)
        case e.PhaseBegan():
            return Cue("phase", tell(s, event, TABLE))
        case e.ScenarioEnded():
            return Cue("end", tell(s, event, TABLE))
    return None


def air(s: State) -> Air:
    """How the place feels now."""
    return AIRS.get(s.phase, "calm")


def _tone(token: str) -> Tone:
    return "bad" if token == AUTO_FAIL else "good" if token in BENIGN else "plain"


def _is_last(s: State, found: int) -> bool:
    """Did these clues make up what the act needs?"""
    missing = agendas_and_acts.needed(s) - s.spent
    held = sum(who.clues for who in s.seats.values() if not who.defeated)
    return missing > 0 and held - found < missing <= held
