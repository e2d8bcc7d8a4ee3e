"""The phases of a round, and the course of the evening."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.engine import Rule, choose, done, draw, offer
from companion.games.mansions.facts import (
    REPORTED,
    DefeatTold,
    EliminationReported,
    G,
    HorrorChecked,
    LineDrawn,
    MonsterActivated,
    PhaseBegan,
    RoundBegan,
    StoryEnded,
    TurnBegan,
    VariablesSet,
    Way,
)
from companion.games.mansions.rules import dialogs
from companion.games.mansions.rules.actions import menu, monster_drawer, tokens
from companion.games.mansions.rules.corrections import OUT, SPREADS, burning, light, put_out, report_ways, where_fire
from companion.games.mansions.rules.corrections import menu as corrections_menu
from companion.games.mansions.rules.monsters import activations, evade_and_horror
from companion.games.mansions.rules.story import (
    PERIL_POOL,
    effects,
    event_stack,
    possible_perils,
    puzzle_visit,
    queue,
    trigger,
    value,
)
from companion.games.mansions.state import State, exact, story_of
from companion.schema import HOUSE, TABLE, Faces, Option, Seat

HOLD = "hold"  # the page lets this be held: a phase does not end by a brush of the hand
GONE = "#eliminatedprev"  # somebody was eliminated before this round


def phase(g: G) -> Rule[None]:
    """The next step of the round."""
    yield from STEPS[story_of(g.state).phase](g)


def investigators(g: G) -> Rule[None]:
    """Turns in any order, two actions each; tokens, monsters and the menu beside. MOM-X-TURN-1."""
    s = g.state
    ways = (
        *_card(s),
        *tokens.ways(s),
        *monster_drawer.ways(s),
        *report_ways(s),
        *corrections_menu.ways(s),
    )
    yield from offer(g, ways)


def _card(s: State) -> tuple[Way, ...]:
    story = story_of(s)
    if story.active:
        return menu.ways(s)
    left = [seat for seat in s.standing if seat not in story.had_turn or not story.counted_actions]
    waits = ", ".join(s.seats[seat].name for seat in left) if story.counted_actions else ""
    options = [*(Option(seat, s.seats[seat].name) for seat in left), _end(waits)]
    return (Way(choose(TABLE, _headline(s, left), options, rule="MOM-X-TURN-1"), _chosen),)


def _headline(s: State, left: list[Seat]) -> str:
    if not story_of(s).counted_actions:
        return "Everybody: the investigator phase, who acts?"
    return "Everybody: whose turn is it?" if left else "Everybody: all have had a turn"


def _end(waits: str) -> Option:
    return Option(HOLD, f"End the phase without {waits}" if waits else "End the investigator phase")


def _chosen(g: G, values: Faces) -> Rule[None]:
    if values != (HOLD,):
        g.emit(TurnBegan(values[0]))
        yield from done()
        return
    g.emit(PhaseBegan("fire"))
    trigger(g, "EndInvestigatorTurn")
    report(g)
    yield from done()


def report(g: G) -> None:
    """Of an elimination that lies a whole investigator phase back. MOM-ELIM-4."""
    if value(g.state, GONE) and not value(g.state, REPORTED):
        g.emit(EliminationReported(tuple(seat for seat, who in g.state.seats.items() if who.eliminated)))
        trigger(g, "Eliminated")


def fire(g: G) -> Rule[None]:
    """It spreads by one space, where any burns. MOM-FIRE-7, MOM-FIRE-8."""
    if burning(g.state):
        if exact(g.state) or (yield from _still_burns(g)):
            light(g, (yield from g.one(where_fire(g.state, spreading=True))))
        else:
            put_out(g)
    yield from _mythos_begins(g)


def _still_burns(g: G) -> Rule[bool]:
    """On a map that knows tiles only the people see it."""
    options = [Option(SPREADS, "It spreads"), Option(OUT, "All Fire is extinguished")]
    said = yield from g.one(choose(TABLE, "Everybody: does Fire still burn?", options, rule="MOM-FIRE-8"))
    return said == SPREADS


def _mythos_begins(g: G) -> Rule[None]:
    """The scenario's own events, and one of ours where the scenario wishes it."""
    perils = possible_perils(g.state)
    peril = (yield from g.one(draw(HOUSE, "House: the mythos picks an event", perils))) if perils else ""
    g.emit(PhaseBegan("mythos"))
    trigger(g, "BeforeMonsterActivation")
    trigger(g, "Mythos")
    if peril and queue(g, peril):
        g.emit(LineDrawn(PERIL_POOL, peril))


def mythos(g: G) -> Rule[None]:
    """All events have been read."""
    g.emit(PhaseBegan("monsters"))
    yield from done()


def monsters(g: G) -> Rule[None]:
    """One after the other, in an order that nobody knows."""
    waiting = story_of(g.state).to_activate
    if not waiting:
        g.emit(PhaseBegan("horror"))
        return
    monster = waiting[0]
    if len(waiting) > 1:
        monster = yield from g.one(draw(HOUSE, "House: which monster activates", waiting))
    yield from activations.activate_monster(g, monster)
    if monster in story_of(g.state).to_activate:
        g.emit(MonsterActivated(monster))


def horror(g: G) -> Rule[None]:
    """Everybody who has a monster within range. MOM-HORROR-1."""
    waiting = story_of(g.state).to_check
    if not waiting:
        g.emit(PhaseBegan("end"))
        trigger(g, f"EndRound{story_of(g.state).round}")
        trigger(g, "EndRound")
        return
    if not g.state.seats[waiting[0]].eliminated:  # by the check of somebody else
        yield from evade_and_horror.check_horror(g, waiting[0])
    g.emit(HorrorChecked(waiting[0]))


def end(g: G) -> Rule[None]:
    """The next round; or none, where nobody is left and the scenario has told of it. MOM-X-ELIM-1.

    Many tell of it over the map: then its own button ends it, in the next investigator phase.
    """
    everybody = all(who.eliminated for who in g.state.seats.values())
    if value(g.state, REPORTED) and everybody and not tokens.live(g.state, "ui"):
        g.emit(StoryEnded("", "Nobody is left: the scenario is lost."))
        return
    gone = any(who.eliminated for who in g.state.seats.values()) and not value(g.state, GONE)
    g.emit(RoundBegan(story_of(g.state).round + 1))
    trigger(g, "StartRound")
    if gone:
        g.emit(VariablesSet(((GONE, 1.0),)))
        trigger(g, "StartFinalRound")
    yield from done()


def defeat(g: G) -> Rule[None]:
    """The scenario hears that a monster was defeated."""
    kind, spawn = story_of(g.state).defeated[0]
    g.emit(DefeatTold((kind, spawn)))
    trigger(g, f"Defeated{spawn}")
    trigger(g, f"Defeated{kind}")
    yield from done()


STEPS: Mapping[str, Callable[[G], Rule[None]]] = MappingProxyType(
    {
        "investigator": investigators,
        "fire": fire,
        "mythos": mythos,
        "monsters": monsters,
        "horror": horror,
        "end": end,
    }
)


def play(g: G) -> Rule[None]:
    """From a rest to the next."""
    story = story_of(g.state)
    if not story.matched:
        yield from effects.choose_cards(g)
    elif story.shown is not None:
        yield from dialogs.dialog(g)
    elif story.open_puzzle:
        yield from puzzle(g, story.open_puzzle)
    elif story.defeated:
        yield from defeat(g)
    elif story.handed:
        yield from effects.hand_out(g)
    elif story.stack and event_stack.circles(g.state):
        yield from event_stack.drop(g)
    elif story.stack:
        yield from event_stack.run_next(g)
    else:
        yield from phase(g)


def puzzle(g: G, name: str) -> Rule[None]:
    """One step of it; when it is solved, its first button is what happens."""
    seat = story_of(g.state).puzzles[name].seat
    yield from puzzle_visit.procedure(g)
    one = event_stack.find(g.state, name)
    if name not in story_of(g.state).puzzles and one is not None:
        yield from event_stack.press(g, one, 0, seat, "")


def over(s: State) -> str:
    """Empty, or the sentence with which it ended."""
    return s.story.ended if s.story else ""
