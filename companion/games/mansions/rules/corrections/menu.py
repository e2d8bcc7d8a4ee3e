"""What the people tell the page of their own: cards, clues, conditions and items of an investigator; Fire, an elimination, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from companion.engine import MOST_LETTERS, Rule, choose, done, write
from companion.games.mansions.content import INSANE, Injury
from companion.games.mansions.facts import (
    ActionsGiven,
    CluesGained,
    CluesLost,
    ConditionDiscarded,
    EventLeft,
    FigurePlaced,
    FirePlaced,
    FireRemoved,
    G,
    InvestigatorEliminated,
    ItemDiscarded,
    ItemGained,
    SpellFlipped,
    StoryEnded,
    VariablesSet,
    Way,
)
from companion.games.mansions.rules import damage_and_horror
from companion.games.mansions.rules.damage_and_horror import discard_any, flip_faceup, gain_condition, suffer
from companion.games.mansions.rules.map import NOT_NOW, STAY, UNSAID, places, spread_refused
from companion.games.mansions.rules.story import FIRE, place_option, queue, title_of, value
from companion.games.mansions.state import State, exact, story_of
from companion.schema import TABLE, Faces, Option, Prompt, Refusal, Seat

CONDITIONS = (
    "Blessed", "Cursed", "Dark Pact", "Dazed", "Focused", "Hypnotized", "Poisoned", "Restrained", "Righteous", "Stunned",
)  # fmt: skip
Statement: TypeAlias = Callable[[G, Seat], Rule[None]]


def correction_ways(s: State) -> tuple[Way, ...]:
    """One list for each investigator, and the secret question of whoever is Insane."""
    return tuple(_ways(s))


def _ways(s: State) -> Iterator[Way]:
    for seat, who in s.seats.items():
        if not who.eliminated:
            title = f"{who.name}: cards, clues and conditions"
            yield Way(choose(seat, title, list(_options(s, seat)), rule="MOM-DMG-2", at="menu"), _taken(seat))
    yield from damage_and_horror.insane_ways(s)


def _taken(seat: Seat) -> Callable[[G, Faces], Rule[None]]:
    def chosen(g: G, values: Faces) -> Rule[None]:
        yield from STATEMENTS[values[0]](g, seat)

    return chosen


def _options(s: State, seat: Seat) -> Iterator[Option]:
    """What can be told, with what stands against it."""
    who = s.seats[seat]
    for injury in ("damage", "horror"):
        harm = who.damage if injury == "damage" else who.horror
        none = Refusal("NO_CARD", f"{who.name} has no {injury} card.", "MOM-DMG-6") if not harm.total else None
        hidden = (
            Refusal("NO_CARD", f"{who.name} has no facedown {injury} card.", "MOM-DMG-3") if not harm.down else None
        )
        yield Option(f"{injury}_up", f"Suffer 1 {injury}, faceup")
        yield Option(f"{injury}_down", f"Suffer 1 {injury}, facedown")
        yield Option(f"{injury}_flip", f"Flip 1 {injury} faceup, at random", hidden)
        yield Option(f"{injury}_discard", f"Discard 1 {injury}", none)
    yield Option("clue_more", "Gain 1 clue")
    yield Option("clue_less", "Lose 1 clue", None if who.clues else Refusal("NO_CLUE", f"{who.name} has no clue."))
    yield Option("condition", "Gain a condition")
    free = None if who.conditions else Refusal("NO_CONDITION", f"{who.name} has no condition.")
    yield Option("cure", "Discard a condition", free)
    yield Option("item", "Gain an item or a spell")
    bare = None if who.possessions else Refusal("NO_ITEM", f"{who.name} has nothing.")
    yield Option("item_less", "Discard an item or a spell", bare)
    yield Option("flip_spell", "Flip a spell and resolve its back", bare)
    yield Option("place", "Stands elsewhere")
    yield Option("action_more", "1 action more")
    yield Option(
        "action_less", "1 action less", None if who.actions else Refusal("NO_ACTIONS_LEFT", "There is none left.")
    )


def _suffer(injury: Injury, *, down: bool) -> Statement:
    def stated(g: G, seat: Seat) -> Rule[None]:
        suffer(g, seat, injury, 1, "down" if down else "up")
        yield from done()

    return stated


def _flip(injury: Injury) -> Statement:
    """MOM-DMG-3."""

    def stated(g: G, seat: Seat) -> Rule[None]:
        flip_faceup(g, seat, injury, 1, chosen=False)
        yield from done()

    return stated


def _discard(injury: Injury) -> Statement:
    """MOM-DMG-6."""

    def stated(g: G, seat: Seat) -> Rule[None]:
        yield from discard_any(g, seat, injury, 1)

    return stated


def _clues(number: int) -> Statement:
    def stated(g: G, seat: Seat) -> Rule[None]:
        g.emit(CluesGained(seat, number) if number > 0 else CluesLost(seat, -number))
        yield from done()

    return stated


def _actions(number: int) -> Statement:
    def stated(g: G, seat: Seat) -> Rule[None]:
        g.emit(ActionsGiven(seat, number))
        yield from done()

    return stated


def _condition(g: G, seat: Seat) -> Rule[None]:
    """A random copy, faceup; none twice. MOM-COND-1, MOM-COND-3."""
    who = g.state.seats[seat]
    proposals = [name for name in (*CONDITIONS, "Wounded", INSANE) if name not in who.conditions]
    name = yield from g.one(write(seat, f"{who.name}: which condition?", proposals, rule="MOM-COND-1"))
    if not gain_condition(g, seat, name):
        raise Refusal(
            "CONDITION_TWICE", f"{who.name} has {name} already; nobody gains a second copy.", "MOM-COND-3"
        ).error()


def _cure(g: G, seat: Seat) -> Rule[None]:
    """MOM-COND-4."""
    who = g.state.seats[seat]
    asked = f"{who.name}: discard which condition?"
    name = yield from g.one(choose(seat, asked, [*map(Option, who.conditions), NOT_NOW], rule="MOM-COND-4"))
    if name != STAY:
        g.emit(ConditionDiscarded(seat, name))


def _item(g: G, seat: Seat) -> Rule[None]:
    """From its deck, faceup. MOM-POSS-2, MOM-POSS-4."""
    who = g.state.seats[seat]
    known = [name for name in g.state.items if name not in who.possessions and len(name) <= MOST_LETTERS]
    g.emit(
        ItemGained(seat, (yield from g.one(write(seat, f"{who.name}: which item or spell?", known, rule="MOM-POSS-2"))))
    )


def _item_less(g: G, seat: Seat) -> Rule[None]:
    """MOM-POSS-3."""
    name = yield from _mine(g, seat, "discard which?", "MOM-POSS-3")
    if name != STAY:
        g.emit(ItemDiscarded(seat, name))


def _flip_spell(g: G, seat: Seat) -> Rule[None]:
    """MOM-POSS-4."""
    name = yield from _mine(g, seat, "flip which spell?", "MOM-POSS-4")
    if name == STAY:
        return
    asked = f"{g.state.seats[seat].name}: resolve the back of {name} now"
    yield from g.one(choose(seat, asked, [Option("go", "Done")], rule="MOM-POSS-4"))
    g.emit(SpellFlipped(seat, name))


def _mine(g: G, seat: Seat, asked: str, rule: str) -> Rule[str]:
    who = g.state.seats[seat]
    different = tuple(dict.fromkeys(who.possessions))
    return (yield from g.one(choose(seat, f"{who.name}: {asked}", [*map(Option, different), NOT_NOW], rule=rule)))


def _place(g: G, seat: Seat) -> Rule[None]:
    who = g.state.seats[seat]
    options = [*(place_option(g.state, place) for place in places(g.state)), Option(UNSAID, "Not said"), NOT_NOW]
    to = yield from g.one(choose(seat, f"{who.name}: stands where?", options, at="board"))
    if to != STAY:
        g.emit(FigurePlaced(seat, "" if to == UNSAID else to))


STATEMENTS: Mapping[str, Statement] = MappingProxyType(
    {
        **{f"{injury}_up": _suffer(injury, down=False) for injury in ("damage", "horror")},
        **{f"{injury}_down": _suffer(injury, down=True) for injury in ("damage", "horror")},
        **{f"{injury}_flip": _flip(injury) for injury in ("damage", "horror")},
        **{f"{injury}_discard": _discard(injury) for injury in ("damage", "horror")},
        "clue_more": _clues(1),
        "clue_less": _clues(-1),
        "condition": _condition,
        "cure": _cure,
        "item": _item,
        "item_less": _item_less,
        "flip_spell": _flip_spell,
        "place": _place,
        "action_more": _actions(1),
        "action_less": _actions(-1),
    }
)


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
    items = [Option(one.name, title_of(story_of(s), one)) for one, _ in story_of(s).inspected]
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
    inspect = {one.name: event for one, event in story_of(g.state).inspected}[values[0]]
    if not queue(g, inspect, story_of(g.state).active, wished=True):
        g.emit(EventLeft(inspect))
    yield from done()


def _eliminate(g: G, values: Faces) -> Rule[None]:
    g.emit(InvestigatorEliminated(values[0]))
    yield from done()


def _end(g: G, values: Faces) -> Rule[None]:
    g.emit(StoryEnded("", ENDINGS[values[0]]))
    yield from done()
