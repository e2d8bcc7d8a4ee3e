"""Corrections by players: cards, clues, conditions and items of a seat, Fire, eliminations, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from companion.engine import MOST_LETTERS, Rule, choose, done, write
from companion.games.mansions.content import FIRE, INSANE, Effect
from companion.games.mansions.facts import (
    ActionsGiven,
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
from companion.games.mansions.named import choose_together
from companion.games.mansions.rules.damage_and_horror import gain_condition, insane_ways
from companion.games.mansions.rules.map import NOT_NOW, STAY, UNSAID, people, places, spread_refused
from companion.games.mansions.rules.story import carry_out, place_option, queue, title_of, value
from companion.games.mansions.state import Investigator, State, exact, story_of
from companion.i18n import N_, Text, _, from_data
from companion.schema import Faces, Option, Prompt, Refusal, Seat

CONDITIONS = (
    N_("Blessed"), N_("Cursed"), N_("Dark Pact"), N_("Dazed"), N_("Focused"), N_("Hypnotized"), N_("Poisoned"),
    N_("Restrained"), N_("Righteous"), N_("Stunned"),
)  # fmt: skip
WOUNDED = N_("Wounded")
Statement: TypeAlias = Callable[[G, Seat], Rule[None]]


def correction_ways(s: State) -> Iterator[Way]:
    """Yield the menu of each investigator, and the secret question of each Insane one."""
    for seat, who in s.seats.items():
        if not who.eliminated:
            title, options = _("cards, clues and conditions"), list(_options(s, seat))
            yield Way(choose(seat, title, options, rule="MOM-DMG-2", at="menu", key="own"), partial(_correct, seat))
    yield from insane_ways(s)


def _correct(seat: Seat, g: G, values: Faces) -> Rule[None]:
    if values[0] in EFFECTS:
        yield from carry_out(g, EFFECTS[values[0]], seat)
    else:
        yield from STATEMENTS[values[0]](g, seat)


def _options(s: State, seat: Seat) -> Iterator[Option]:
    """Yield the corrections of a seat, each with the reason against it."""
    who = s.seats[seat]
    yield from _damage_options(who)
    yield from _horror_options(who)
    yield Option("clue_more", _("Gain 1 clue"))
    no_clue = Refusal("NO_CLUE", _("{who} has no clue.", who=who.name))
    yield Option("clue_less", _("Lose 1 clue"), None if who.clues else no_clue)
    yield Option("condition", _("Gain a condition"))
    free = None if who.conditions else Refusal("NO_CONDITION", _("{who} has no condition.", who=who.name))
    yield Option("cure", _("Discard a condition"), free)
    yield Option("item", _("Gain an item or a spell"))
    bare = None if who.possessions else Refusal("NO_ITEM", _("{who} has nothing.", who=who.name))
    yield Option("item_less", _("Discard an item or a spell"), bare)
    yield Option("flip_spell", _("Flip a spell and resolve its back"), bare)
    yield Option("place", _("Stands elsewhere"))
    yield Option("action_more", _("1 action more"))
    spent = None if who.actions else Refusal("NO_ACTIONS_LEFT", _("There is none left."))
    yield Option("action_less", _("1 action less"), spent)


def _damage_options(who: Investigator) -> Iterator[Option]:
    none = Refusal("NO_CARD", _("{who} has no damage card.", who=who.name), "MOM-DMG-6")
    hidden = Refusal("NO_CARD", _("{who} has no facedown damage card.", who=who.name), "MOM-DMG-3")
    yield Option("damage_up", _("Suffer 1 damage, faceup"))
    yield Option("damage_down", _("Suffer 1 damage, facedown"))
    yield Option("damage_flip", _("Flip 1 damage faceup, at random"), None if who.damage.down else hidden)
    yield Option("damage_discard", _("Discard 1 damage"), None if who.damage.total else none)


def _horror_options(who: Investigator) -> Iterator[Option]:
    none = Refusal("NO_CARD", _("{who} has no horror card.", who=who.name), "MOM-DMG-6")
    hidden = Refusal("NO_CARD", _("{who} has no facedown horror card.", who=who.name), "MOM-DMG-3")
    yield Option("horror_up", _("Suffer 1 horror, faceup"))
    yield Option("horror_down", _("Suffer 1 horror, facedown"))
    yield Option("horror_flip", _("Flip 1 horror faceup, at random"), None if who.horror.down else hidden)
    yield Option("horror_discard", _("Discard 1 horror"), None if who.horror.total else none)


def _change_actions(number: int, g: G, seat: Seat) -> Rule[None]:
    g.emit(ActionsGiven(seat, number))
    yield from done()


def _gain_a_condition(g: G, seat: Seat) -> Rule[None]:
    """Gain a condition: a random copy, faceup, none twice. MOM-COND-1, MOM-COND-3."""
    who = g.state.seats[seat]
    proposals = [_option_of(name) for name in (*CONDITIONS, WOUNDED, INSANE) if name not in who.conditions]
    asks = write(seat, _("which condition?"), proposals, rule="MOM-COND-1", key="own.condition")
    name = yield from g.one(asks)
    if not gain_condition(g, seat, name):
        sentence = _(
            "{who} has {condition} already; nobody gains a second copy.", who=who.name, condition=from_data(name)
        )
        raise Refusal("CONDITION_TWICE", sentence, "MOM-COND-3").error()


def _option_of(name: str) -> Option:
    """Return a card or condition as an option; its name is its id."""
    return Option(name, from_data(name))


def _discard_condition(g: G, seat: Seat) -> Rule[None]:
    """Discard a condition. MOM-COND-4."""
    who = g.state.seats[seat]
    options = [*map(_option_of, who.conditions), NOT_NOW]
    name = yield from g.one(choose(seat, _("discard which condition?"), options, rule="MOM-COND-4", key="own.cure"))
    if name != STAY:
        g.emit(ConditionDiscarded(seat, name))


def _gain_item(g: G, seat: Seat) -> Rule[None]:
    """Gain an item or a spell. MOM-POSS-2, MOM-POSS-4."""
    who = g.state.seats[seat]
    known = [_option_of(name) for name in g.state.items if name not in who.possessions and len(name) <= MOST_LETTERS]
    asks = write(seat, _("which item or spell?"), known, rule="MOM-POSS-2", key="own.item")
    g.emit(ItemGained(seat, (yield from g.one(asks))))


def _discard_item(g: G, seat: Seat) -> Rule[None]:
    """Discard a possession. MOM-POSS-3."""
    options = _own_cards(g.state, seat)
    name = yield from g.one(choose(seat, _("discard which?"), options, rule="MOM-POSS-3", key="own.item_less"))
    if name != STAY:
        g.emit(ItemDiscarded(seat, name))


def _flip_spell(g: G, seat: Seat) -> Rule[None]:
    """Flip a spell. MOM-POSS-4."""
    options = _own_cards(g.state, seat)
    name = yield from g.one(choose(seat, _("flip which spell?"), options, rule="MOM-POSS-4", key="own.spell"))
    if name == STAY:
        return
    title, finished = _("resolve the back of {spell} now", spell=from_data(name)), [Option("go", _("Done"))]
    yield from g.one(choose(seat, title, finished, rule="MOM-POSS-4", key="own.spell_back", about=name))
    g.emit(SpellFlipped(seat, name))


def _own_cards(s: State, seat: Seat) -> list[Option]:
    different = tuple(dict.fromkeys(s.seats[seat].possessions))
    return [*map(_option_of, different), NOT_NOW]


def _move_figure(g: G, seat: Seat) -> Rule[None]:
    options = [*(place_option(g.state, place) for place in places(g.state)), Option(UNSAID, _("Not said")), NOT_NOW]
    to = yield from g.one(choose(seat, _("where does it stand?"), options, at="board", key="own.place"))
    if to != STAY:
        g.emit(FigurePlaced(seat, "" if to == UNSAID else to))


EFFECTS: Mapping[str, Effect] = MappingProxyType(
    {
        "damage_up": Effect("damage"),
        "damage_down": Effect("damage", facing="down"),
        "damage_flip": Effect("flip_damage"),  # MOM-DMG-3
        "damage_discard": Effect("heal_damage"),  # MOM-DMG-6
        "horror_up": Effect("horror"),
        "horror_down": Effect("horror", facing="down"),
        "horror_flip": Effect("flip_horror"),
        "horror_discard": Effect("heal_horror"),
        "clue_more": Effect("clue"),
        "clue_less": Effect("lose_clue"),
    }
)
STATEMENTS: Mapping[str, Statement] = MappingProxyType(
    {
        "condition": _gain_a_condition,
        "cure": _discard_condition,
        "item": _gain_item,
        "item_less": _discard_item,
        "flip_spell": _flip_spell,
        "place": _move_figure,
        "action_more": partial(_change_actions, 1),
        "action_less": partial(_change_actions, -1),
    }
)


SET, SPREADS, OUT = "set", "spreads", "out"
SOMEWHERE = "somewhere"  # on maps without spaces
WON, LOST = "won", "lost"
ENDINGS = {WON: _("The people closed the story: won."), LOST: _("The people closed the story: lost.")}
NO_FIRE = Refusal("NO_FIRE", _("Nothing burns: set Fire first."), "MOM-FIRE-8")
BURNS = Refusal("ALREADY_ON_FIRE", _("There is no space left without Fire."), "MOM-FIRE-9")


def report_ways(s: State) -> Iterator[Way]:
    """Yield the prompts of the menu."""
    yield Way(_fire_prompt(s), _take_fire)
    items = [Option(one.name, title_of(story_of(s), one)) for one, _event in story_of(s).inspected]
    if items:
        yield Way(_menu_prompt(_("look at an item"), items, "MOM-POSS-3", "item.look"), _inspect_item)
    if s.standing:
        title = _("an investigator is eliminated; it takes effect at the end of the next investigator phase")
        yield Way(_menu_prompt(title, people(s, s.standing), "MOM-ELIM-4", "eliminated"), _eliminate)
    ends = [Option(WON, _("We won")), Option(LOST, _("We lost"))]
    yield Way(_menu_prompt(_("end the scenario"), ends, "", "end"), _end_scenario)


def _menu_prompt(title: Text, options: Iterable[Option], rule: str, key: str) -> Prompt:
    return choose_together(title, options, rule=rule, at="menu", key=key)


def burning(s: State) -> bool:
    """Return whether any space burns."""
    return bool(s.tokens.fire) or value(s, FIRE) > 0


def _fire_prompt(s: State) -> Prompt:
    out = None if burning(s) else NO_FIRE
    full = None if not exact(s) or any(place not in s.tokens.fire for place in places(s)) else BURNS
    options = [
        Option(SET, _("Set Fire"), full),
        Option(SPREADS, _("Fire spreads"), out),
        Option(OUT, _("Fire extinguished"), out),
    ]
    return _menu_prompt(_("Fire"), options, "MOM-FIRE-6", "fire")


def _take_fire(g: G, values: Faces) -> Rule[None]:
    """Set, spread or extinguish Fire. MOM-FIRE-6, MOM-FIRE-7, MOM-FIRE-8."""
    if values == (OUT,):
        put_out(g)
        return
    where = yield from g.one(where_fire(g.state, spreading=values == (SPREADS,)))
    light(g, where)


def where_fire(s: State, *, spreading: bool) -> Prompt:
    """Ask for the space of a Fire. MOM-FIRE-7, MOM-FIRE-9."""
    free = [place for place in places(s) if not exact(s) or place not in s.tokens.fire]
    if exact(s) and spreading:
        free = [place for place in free if spread_refused(s, place) is None]
    options = [place_option(s, place) for place in free]
    if not exact(s) or not options:
        options.append(Option(SOMEWHERE, _("Somewhere else") if options else _("There is no free space")))
    if not spreading:
        return _place_prompt(_("where is Fire placed?"), options, "MOM-SETFIRE-2", "fire.where")
    return _place_prompt(_("Fire spreads, one Fire beside a burning space"), options, "MOM-FIRE-7", "fire.spreads")


def _place_prompt(title: Text, options: list[Option], rule: str, key: str) -> Prompt:
    return choose_together(title, options, rule=rule, at="board", key=key)


def light(g: G, where: str) -> None:
    """Place a Fire."""
    if where != SOMEWHERE and where not in g.state.tokens.fire:
        g.emit(FirePlaced(where))
    elif where == SOMEWHERE and not exact(g.state):
        g.emit(VariablesSet(((FIRE, 1.0),)))


def put_out(g: G) -> None:
    """Remove all Fire. MOM-FIRE-8."""
    for space in g.state.tokens.fire:
        g.emit(FireRemoved(space))
    g.emit(VariablesSet(((FIRE, 0.0),)))


def _inspect_item(g: G, values: Faces) -> Rule[None]:
    inspect = {one.name: event for one, event in story_of(g.state).inspected}[values[0]]
    if not queue(g, inspect, story_of(g.state).active, wished=True):
        g.emit(EventLeft(inspect))
    yield from done()


def _eliminate(g: G, values: Faces) -> Rule[None]:
    g.emit(InvestigatorEliminated(values[0]))
    yield from done()


def _end_scenario(g: G, values: Faces) -> Rule[None]:
    g.emit(StoryEnded("", ENDINGS[values[0]]))
    yield from done()
