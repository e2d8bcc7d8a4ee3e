"""What the people tell the page of their own: cards turned and put back, clues, conditions, items, a figure put right.

All of it stands in the menu, one list for each investigator; the back of an Insane condition is asked of its owner alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from companion.engine.answer_check import MOST_LETTERS
from companion.engine.play import Rule, choose, done, write
from companion.games.mansions.content.terms import INSANE, Injury
from companion.games.mansions.facts.cards_and_figures import (
    ActionsGiven,
    CluesLost,
    ConditionDiscarded,
    FigurePlaced,
    ItemDiscarded,
    ItemGained,
    SpellFlipped,
)
from companion.games.mansions.facts.events import G
from companion.games.mansions.facts.investigators import CluesGained
from companion.games.mansions.rules import insanity
from companion.games.mansions.rules.damage_and_horror import discard_any, flip_faceup, gain_condition, suffer
from companion.games.mansions.rules.map.positions import NOT_NOW, STAY, UNSAID, places
from companion.games.mansions.rules.options import Way
from companion.games.mansions.rules.story.text_markup import place_option
from companion.games.mansions.state import State
from companion.schema.prompt import Faces, Option, Refusal, Seat

CONDITIONS = (
    "Blessed", "Cursed", "Dark Pact", "Dazed", "Focused", "Hypnotized", "Poisoned", "Restrained", "Righteous", "Stunned",
)  # fmt: skip
Told: TypeAlias = Callable[[G, Seat], Rule[None]]


def ways(s: State) -> tuple[Way, ...]:
    """One list for each investigator, and the secret question of whoever is Insane."""
    return tuple(_ways(s))


def _ways(s: State) -> Iterator[Way]:
    for seat, who in s.seats.items():
        if not who.eliminated:
            title = f"{who.name}: cards, clues and conditions"
            yield Way(choose(seat, title, list(_options(s, seat)), rule="MOM-DMG-2", at="menu"), _taken(seat))
    yield from insanity.ways(s)


def _taken(seat: Seat) -> Callable[[G, Faces], Rule[None]]:
    def take(g: G, values: Faces) -> Rule[None]:
        yield from TOLD[values[0]](g, seat)

    return take


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


def _suffer(injury: Injury, *, down: bool) -> Told:
    def told(g: G, seat: Seat) -> Rule[None]:
        suffer(g, seat, injury, 1, "down" if down else "up")
        yield from done()

    return told


def _flip(injury: Injury) -> Told:
    """MOM-DMG-3."""

    def told(g: G, seat: Seat) -> Rule[None]:
        flip_faceup(g, seat, injury, 1, chosen=False)
        yield from done()

    return told


def _discard(injury: Injury) -> Told:
    """MOM-DMG-6."""

    def told(g: G, seat: Seat) -> Rule[None]:
        yield from discard_any(g, seat, injury, 1)

    return told


def _clues(number: int) -> Told:
    def told(g: G, seat: Seat) -> Rule[None]:
        g.emit(CluesGained(seat, number) if number > 0 else CluesLost(seat, -number))
        yield from done()

    return told


def _actions(number: int) -> Told:
    def told(g: G, seat: Seat) -> Rule[None]:
        g.emit(ActionsGiven(seat, number))
        yield from done()

    return told


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


TOLD: Mapping[str, Told] = MappingProxyType(
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
