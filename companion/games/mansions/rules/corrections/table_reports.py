"""What the people report or wish at any time between two events: Fire, an item looked at, an elimination, the end."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.play import Rule, choose, done
from companion.games.mansions.facts.cards_and_figures import FireRemoved
from companion.games.mansions.facts.events import FirePlaced, G
from companion.games.mansions.facts.investigators import InvestigatorEliminated
from companion.games.mansions.facts.story import EventLeft, StoryEnded, VariablesSet
from companion.games.mansions.rules.actions.steps_and_fire import spread_refused
from companion.games.mansions.rules.item_deal import inspected
from companion.games.mansions.rules.map.positions import places
from companion.games.mansions.rules.options import Way
from companion.games.mansions.rules.story.event_stack import queue
from companion.games.mansions.rules.story.text_markup import place_option, title_of
from companion.games.mansions.rules.story.variables import FIRE, value
from companion.games.mansions.state import State, exact, story_of
from companion.schema.prompt import TABLE, Faces, Option, Prompt, Refusal

SET, SPREADS, OUT = "set", "spreads", "out"
SOMEWHERE = "somewhere"  # on a map that knows no spaces
WON, LOST = "won", "lost"
ENDINGS = {WON: "The people closed the story: won.", LOST: "The people closed the story: lost."}
NO_FIRE = Refusal("NO_FIRE", "Nothing burns: set Fire first.", "MOM-FIRE-8")
BURNS = Refusal("ALREADY_ON_FIRE", "There is no space left without Fire.", "MOM-FIRE-9")


def report_ways(s: State) -> tuple[Way, ...]:
    """All of the menu."""
    return tuple(_reports(s))


def _reports(s: State) -> Iterator[Way]:
    yield Way(_fire(s), _take_fire)
    items = [Option(one.name, title_of(story_of(s), one)) for one, _ in inspected(story_of(s))]
    if items:
        yield Way(choose(TABLE, "Everybody: look at an item", items, rule="MOM-POSS-3", at="menu"), _look)
    standing = [Option(seat, s.seats[seat].name) for seat in s.standing]
    if standing:
        title = "Everybody: an investigator is eliminated; it takes effect at the end of the next investigator phase"
        yield Way(choose(TABLE, title, standing, rule="MOM-ELIM-4", at="menu"), _eliminate)
    ends = [Option(WON, "We won"), Option(LOST, "We lost")]
    yield Way(choose(TABLE, "Everybody: end the scenario", ends, at="menu"), _end)


def burning(s: State) -> bool:
    """Is there Fire anywhere?"""
    return bool(s.tokens.fire) or value(s, FIRE) > 0


def _fire(s: State) -> Prompt:
    out = None if burning(s) else NO_FIRE
    full = None if not exact(s) or any(place not in s.tokens.fire for place in places(s)) else BURNS
    options = [
        Option(SET, "Set Fire", full),
        Option(SPREADS, "Fire spreads", out),
        Option(OUT, "Fire extinguished", out),
    ]
    return choose(TABLE, "Everybody: Fire", options, rule="MOM-FIRE-6", at="menu")


def _take_fire(g: G, values: Faces) -> Rule[None]:
    """As people tell it; MOM-FIRE-6, MOM-FIRE-7, MOM-FIRE-8."""
    if values == (OUT,):
        put_out(g)
        return
    where = yield from g.one(where_fire(g.state, spreading=values == (SPREADS,)))
    light(g, where)


def where_fire(s: State, *, spreading: bool) -> Prompt:
    """Which space it is laid in. MOM-FIRE-7, MOM-FIRE-9."""
    free = [place for place in places(s) if not exact(s) or place not in s.tokens.fire]
    if exact(s) and spreading:
        free = [place for place in free if spread_refused(s, place) is None]
    options = [place_option(s, place) for place in free]
    if not exact(s) or not options:
        options.append(Option(SOMEWHERE, "Somewhere else" if options else "There is no free space"))
    title = (
        "Everybody: Fire spreads, one Fire beside a burning space" if spreading else "Everybody: where is Fire placed?"
    )
    return choose(TABLE, title, options, rule="MOM-FIRE-7" if spreading else "MOM-SETFIRE-2", at="board")


def light(g: G, where: str) -> None:
    """It burns there."""
    if where != SOMEWHERE and where not in g.state.tokens.fire:
        g.emit(FirePlaced(where))
    elif where == SOMEWHERE and not exact(g.state):
        g.emit(VariablesSet(((FIRE, 1.0),)))


def put_out(g: G) -> None:
    """No Fire is left. MOM-FIRE-8."""
    for space in g.state.tokens.fire:
        g.emit(FireRemoved(space))
    g.emit(VariablesSet(((FIRE, 0.0),)))


def _look(g: G, values: Faces) -> Rule[None]:
    inspect = {one.name: event for one, event in inspected(story_of(g.state))}[values[0]]
    if not queue(g, inspect, story_of(g.state).active, wished=True):
        g.emit(EventLeft(inspect))
    yield from done()


def _eliminate(g: G, values: Faces) -> Rule[None]:
    g.emit(InvestigatorEliminated(values[0]))
    yield from done()


def _end(g: G, values: Faces) -> Rule[None]:
    g.emit(StoryEnded("", ENDINGS[values[0]]))
    yield from done()
