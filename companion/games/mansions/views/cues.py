"""Which facts are worth a moment of everybody's attention, how the house feels, and who is in danger."""

from __future__ import annotations

from companion.games.mansions.content import INSANE
from companion.games.mansions.facts import cards_and_figures as t
from companion.games.mansions.facts import events as e
from companion.games.mansions.facts import investigators as i
from companion.games.mansions.facts import puzzles as p
from companion.games.mansions.facts import rounds as r
from companion.games.mansions.facts import story as f
from companion.games.mansions.state import State
from companion.games.mansions.views.log_text import tell
from companion.games.mansions.views.monsters import of_monster
from companion.schema import TABLE, Air, Cue, Seat

AIRS: dict[str, Air] = {"fire": "tense", "mythos": "dread", "monsters": "dread", "horror": "dread"}
HEARD = ("fire", "monsters", "horror")  # phases whose beginning is told


def cue(s: State, event: e.Event) -> Cue | None:
    """What is staged of a fact, given the state after it; None = nothing."""
    match event:
        case f.MonsterCame(monster):
            return Cue("monster", tell(s, event, TABLE), "bad", drawing=of_monster(monster))
        case r.MonsterActivated(name) if name in s.monsters:
            return Cue("attack", f"{name} activates.", "bad", drawing=of_monster(s.monsters[name]))
        case t.MonsterDefeated():
            return Cue("triumph", tell(s, event, TABLE), "good")
        case i.ConditionGained(seat, condition) if condition in ("Wounded", INSANE):
            return Cue("fall", tell(s, event, TABLE), "bad", seat=seat)
        case i.InvestigatorEliminated(seat):
            return Cue("fall", tell(s, event, TABLE), "bad", seat=seat)
        case p.PuzzleSolved():
            return Cue("clue", tell(s, event, TABLE), "good")
        case r.PhaseBegan(phase) if phase in HEARD:
            return Cue("phase", tell(s, event, TABLE), "bad")
        case e.FirePlaced():
            return Cue("alarm", tell(s, event, TABLE), "bad")
        case f.StoryEnded(_, sentence):
            return Cue("end", sentence)
    return None


def air(s: State) -> Air:
    """How the house feels now: monsters on the map are never calm."""
    phase = s.story.phase if s.story else s.phase
    return AIRS.get(phase, "tense" if s.monsters else "calm")


NEAR = 1  # one more card is the last


def in_danger(s: State, seat: Seat) -> bool:
    """Whether the next damage or horror would be as much as this investigator bears. The cards are counted, not read."""
    investigator = s.seats.get(seat)
    if investigator is None or investigator.eliminated:
        return False
    harms = ((investigator.health, investigator.damage), (investigator.sanity, investigator.horror))
    return any(most is not None and most - taken.total <= NEAR for most, taken in harms)
