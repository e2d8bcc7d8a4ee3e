"""The mythos phase: Fire spreads, an event comes, monsters activate, horror checks. The next round follows."""

from __future__ import annotations

from companion.engine import Rule, done, draw
from companion.games.mansions.facts import (
    GONE,
    REPORTED,
    G,
    HorrorChecked,
    LineDrawn,
    MonsterActivated,
    PhaseBegan,
    RoundBegan,
    StoryEnded,
    VariablesSet,
)
from companion.games.mansions.named import choose_together
from companion.games.mansions.rules.actions import tappable_components
from companion.games.mansions.rules.corrections import (
    OUT,
    SPREADS,
    fire_space_prompt,
    is_burning,
    put_all_fire_out,
    set_fire_at,
)
from companion.games.mansions.rules.monsters import activate_monster, check_horror
from companion.games.mansions.rules.story import PERIL_POOL, possible_perils, queue, trigger, value
from companion.games.mansions.state import exact, story_of
from companion.i18n import _
from companion.schema import HOUSE, Option


def fire(g: G) -> Rule[None]:
    """Spread Fire by one space. MOM-FIRE-7, MOM-FIRE-8."""
    if is_burning(g.state):
        options = [Option(SPREADS, _("It spreads")), Option(OUT, _("All Fire is extinguished"))]
        title = _("does Fire still burn?")
        prompt = choose_together(title, options, rule="MOM-FIRE-8", key="fire.still_burns")
        if exact(g.state) or (yield from g.one(prompt)) == SPREADS:
            set_fire_at(g, (yield from g.one(fire_space_prompt(g.state, spreading=True))))
        else:
            put_all_fire_out(g)
    yield from _begin_mythos(g)


def _begin_mythos(g: G) -> Rule[None]:
    """Queue the scenario's events, and a shipped one if its flags ask for it."""
    perils = possible_perils(g.state)
    picks = _("the mythos picks an event")
    peril = (yield from g.one(draw(HOUSE, picks, perils, key="mythos"))) if perils else ""
    g.emit(PhaseBegan("mythos"))
    trigger(g, "BeforeMonsterActivation")
    trigger(g, "Mythos")
    if peril and queue(g, peril):
        g.emit(LineDrawn(PERIL_POOL, peril))


def mythos(g: G) -> Rule[None]:
    g.emit(PhaseBegan("monsters"))
    yield from done()


def monsters(g: G) -> Rule[None]:
    """Activate monsters one by one, in random order."""
    waiting = story_of(g.state).to_activate
    if not waiting:
        g.emit(PhaseBegan("horror"))
        return
    monster = waiting[0]
    if len(waiting) > 1:
        monster = yield from g.one(draw(HOUSE, _("which monster activates"), waiting, key="monster.next"))
    yield from activate_monster(g, monster)
    if monster in story_of(g.state).to_activate:
        g.emit(MonsterActivated(monster))


def horror(g: G) -> Rule[None]:
    """Check horror for each seat with a monster in range. MOM-HORROR-1."""
    waiting = story_of(g.state).to_check
    if not waiting:
        g.emit(PhaseBegan("end"))
        trigger(g, f"EndRound{story_of(g.state).round}")
        trigger(g, "EndRound")
        return
    if not g.state.seats[waiting[0]].eliminated:  # eliminated by another seat's check
        yield from check_horror(g, waiting[0])
    g.emit(HorrorChecked(waiting[0]))


def end(g: G) -> Rule[None]:
    """Begin the next round, or end a scenario without survivors after its own reaction. MOM-X-ELIM-1.

    Many scenarios react with an overlay button in the next investigator phase. Such an overlay ends it instead.
    """
    everybody = all(who.eliminated for who in g.state.seats.values())
    if value(g.state, REPORTED) and everybody and not tappable_components(g.state, "ui"):
        g.emit(StoryEnded("", _("Nobody is left: the scenario is lost.")))
        return
    gone = any(who.eliminated for who in g.state.seats.values()) and not value(g.state, GONE)
    g.emit(RoundBegan(story_of(g.state).round + 1))
    trigger(g, "StartRound")
    if gone:
        g.emit(VariablesSet(((GONE, 1.0),)))
        trigger(g, "StartFinalRound")
    yield from done()
