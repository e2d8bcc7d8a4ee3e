"""Corrections by players: cards, clues, conditions and items of a seat, Fire, eliminations, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from companion.engine import MOST_LETTERS, Correction, CorrectionMenu, Rule, choose, done, write
from companion.games.mansions.content import FIRE, INSANE, Effect
from companion.games.mansions.facts import (
    ActionsGiven,
    ConditionDiscarded,
    Event,
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
from companion.games.mansions.rules.map import NOT_NOW, STAY, UNSAID, places, seat_options, spread_refused
from companion.games.mansions.rules.story import carry_out, place_option, queue, title_of, value
from companion.games.mansions.state import State, exact, story_of
from companion.i18n import N_, Text, _, from_data
from companion.schema import Faces, Option, Prompt, Refusal, Seat

CONDITIONS = (
    N_("Blessed"), N_("Cursed"), N_("Dark Pact"), N_("Dazed"), N_("Focused"), N_("Hypnotized"), N_("Poisoned"),
    N_("Restrained"), N_("Righteous"), N_("Stunned"),
)  # fmt: skip
WOUNDED = N_("Wounded")


def correction_ways(s: State) -> Iterator[Way]:
    """Yield the menu of each investigator, and the secret question of each Insane one."""
    for seat, who in s.seats.items():
        if not who.eliminated:
            title, options = _("cards, clues and conditions"), SEAT_CORRECTIONS.options(s, seat)
            prompt = choose(seat, title, options, rule="MOM-DMG-2", at="menu", key="own")
            yield Way(prompt, partial(SEAT_CORRECTIONS.correct, (seat,)))
    yield from insane_ways(s)


def _refusals(s: State, seat: Seat) -> dict[str, Refusal]:
    who = s.seats[seat]
    no_damage, no_horror = _("{who} has no damage card.", who=who.name), _("{who} has no horror card.", who=who.name)
    no_hidden_damage = _("{who} has no facedown damage card.", who=who.name)
    no_hidden_horror = _("{who} has no facedown horror card.", who=who.name)
    no_item = Refusal("NO_ITEM", _("{who} has nothing.", who=who.name))
    reasons = {
        "damage_flip": (who.damage.down, Refusal("NO_CARD", no_hidden_damage, "MOM-DMG-3")),
        "damage_discard": (who.damage.total, Refusal("NO_CARD", no_damage, "MOM-DMG-6")),
        "horror_flip": (who.horror.down, Refusal("NO_CARD", no_hidden_horror, "MOM-DMG-3")),
        "horror_discard": (who.horror.total, Refusal("NO_CARD", no_horror, "MOM-DMG-6")),
        "clue_less": (who.clues, Refusal("NO_CLUE", _("{who} has no clue.", who=who.name))),
        "cure": (who.conditions, Refusal("NO_CONDITION", _("{who} has no condition.", who=who.name))),
        "item_less": (who.possessions, no_item),
        "flip_spell": (who.possessions, no_item),
        "action_less": (who.actions, Refusal("NO_ACTIONS_LEFT", _("There is none left."))),
    }
    return {name: refusal for name, (there, refusal) in reasons.items() if not there}


def _rule_of_effect(effect: Effect) -> Callable[[G, Seat], Rule[None]]:
    """Return the correction that carries out an effect of the story."""
    return lambda g, seat: carry_out(g, effect, seat)


def _card_option(name: str) -> Option:
    """Return a card or condition as an option; its name is its id."""
    return Option(name, from_data(name))


def _new_condition(s: State, seat: Seat) -> Prompt:
    conditions = (*CONDITIONS, WOUNDED, INSANE)
    proposals = [_card_option(name) for name in conditions if name not in s.seats[seat].conditions]
    return write(seat, _("which condition?"), proposals, rule="MOM-COND-1", key="own.condition")


def _gain_condition(g: G, seat: Seat, name: str) -> None:
    """Gain a condition: a random copy, faceup, none twice. MOM-COND-1, MOM-COND-3."""
    if not gain_condition(g, seat, name):
        who, condition = g.state.seats[seat].name, from_data(name)
        sentence = _("{who} has {condition} already; nobody gains a second copy.", who=who, condition=condition)
        raise Refusal("CONDITION_TWICE", sentence, "MOM-COND-3").error()


def _discarded_condition(s: State, seat: Seat) -> Prompt:
    options = [*map(_card_option, s.seats[seat].conditions), NOT_NOW]
    return choose(seat, _("discard which condition?"), options, rule="MOM-COND-4", key="own.cure")


def _new_item(s: State, seat: Seat) -> Prompt:
    """Ask for an item or a spell. MOM-POSS-2, MOM-POSS-4."""
    owned = s.seats[seat].possessions
    known = [_card_option(name) for name in s.items if name not in owned and len(name) <= MOST_LETTERS]
    return write(seat, _("which item or spell?"), known, rule="MOM-POSS-2", key="own.item")


def _discarded_item(s: State, seat: Seat) -> Prompt:
    return choose(seat, _("discard which?"), _possessions(s, seat), rule="MOM-POSS-3", key="own.item_less")


def _spell(s: State, seat: Seat) -> Prompt:
    return choose(seat, _("flip which spell?"), _possessions(s, seat), rule="MOM-POSS-4", key="own.spell")


def _flip_spell(g: G, seat: Seat, name: str) -> Rule[None]:
    """Flip a spell once its back is resolved. MOM-POSS-4."""
    title, finished = _("resolve the back of {spell} now", spell=from_data(name)), [Option("go", _("Done"))]
    yield from g.one(choose(seat, title, finished, rule="MOM-POSS-4", key="own.spell_back", about=name))
    g.emit(SpellFlipped(seat, name))


def _possessions(s: State, seat: Seat) -> list[Option]:
    return [*map(_card_option, dict.fromkeys(s.seats[seat].possessions)), NOT_NOW]


def _place(s: State, seat: Seat) -> Prompt:
    options = [*(place_option(s, place) for place in places(s)), Option(UNSAID, _("Not said")), NOT_NOW]
    return choose(seat, _("where does it stand?"), options, at="board", key="own.place")


SEAT_CORRECTIONS: CorrectionMenu[State, Event] = CorrectionMenu(
    (
        Correction("damage_up", _("Suffer 1 damage, faceup"), effect=_rule_of_effect(Effect("damage"))),
        Correction(
            "damage_down", _("Suffer 1 damage, facedown"), effect=_rule_of_effect(Effect("damage", facing="down"))
        ),
        Correction("damage_flip", _("Flip 1 damage faceup, at random"), effect=_rule_of_effect(Effect("flip_damage"))),
        Correction("damage_discard", _("Discard 1 damage"), effect=_rule_of_effect(Effect("heal_damage"))),
        Correction("horror_up", _("Suffer 1 horror, faceup"), effect=_rule_of_effect(Effect("horror"))),
        Correction(
            "horror_down", _("Suffer 1 horror, facedown"), effect=_rule_of_effect(Effect("horror", facing="down"))
        ),
        Correction("horror_flip", _("Flip 1 horror faceup, at random"), effect=_rule_of_effect(Effect("flip_horror"))),
        Correction("horror_discard", _("Discard 1 horror"), effect=_rule_of_effect(Effect("heal_horror"))),
        Correction("clue_more", _("Gain 1 clue"), effect=_rule_of_effect(Effect("clue"))),
        Correction("clue_less", _("Lose 1 clue"), effect=_rule_of_effect(Effect("lose_clue"))),
        Correction("condition", _("Gain a condition"), (_new_condition,), effect=_gain_condition),
        Correction("cure", _("Discard a condition"), (_discarded_condition,), ConditionDiscarded),
        Correction("item", _("Gain an item or a spell"), (_new_item,), ItemGained),
        Correction("item_less", _("Discard an item or a spell"), (_discarded_item,), ItemDiscarded),
        Correction("flip_spell", _("Flip a spell and resolve its back"), (_spell,), effect=_flip_spell),
        Correction(
            "place", _("Stands elsewhere"), (_place,), lambda seat, to: FigurePlaced(seat, "" if to == UNSAID else to)
        ),
        Correction("action_more", _("1 action more"), fact=lambda seat: ActionsGiven(seat, 1)),
        Correction("action_less", _("1 action less"), fact=lambda seat: ActionsGiven(seat, -1)),
    ),
    _refusals,
    leave=STAY,
)


SET, SPREADS, OUT = "set", "spreads", "out"
SOMEWHERE = "somewhere"  # on maps without spaces
WON, LOST = "won", "lost"
ENDINGS = {WON: _("The people closed the story: won."), LOST: _("The people closed the story: lost.")}
NO_FIRE = Refusal("NO_FIRE", _("Nothing burns: set Fire first."), "MOM-FIRE-8")
NO_FREE_SPACE = Refusal("ALREADY_ON_FIRE", _("There is no space left without Fire."), "MOM-FIRE-9")


def report_ways(s: State) -> Iterator[Way]:
    """Yield the prompts of the menu."""
    yield Way(_fire_prompt(s), _take_fire)
    items = [Option(component.name, title_of(story_of(s), component)) for component, _event in story_of(s).inspected]
    if items:
        yield Way(_menu_prompt(_("look at an item"), items, "MOM-POSS-3", "item.look"), _inspect_item)
    if s.standing:
        title = _("an investigator is eliminated; it takes effect at the end of the next investigator phase")
        yield Way(_menu_prompt(title, seat_options(s, s.standing), "MOM-ELIM-4", "eliminated"), _eliminate)
    ends = [Option(WON, _("We won")), Option(LOST, _("We lost"))]
    yield Way(_menu_prompt(_("end the scenario"), ends, "", "end"), _end_scenario)


def _menu_prompt(title: Text, options: Iterable[Option], rule: str, key: str) -> Prompt:
    return choose_together(title, options, rule=rule, at="menu", key=key)


def is_burning(s: State) -> bool:
    """Return whether any space burns."""
    return bool(s.tokens.fire) or value(s, FIRE) > 0


def _fire_prompt(s: State) -> Prompt:
    out = None if is_burning(s) else NO_FIRE
    full = None if not exact(s) or any(place not in s.tokens.fire for place in places(s)) else NO_FREE_SPACE
    options = [
        Option(SET, _("Set Fire"), full),
        Option(SPREADS, _("Fire spreads"), out),
        Option(OUT, _("Fire extinguished"), out),
    ]
    return _menu_prompt(_("Fire"), options, "MOM-FIRE-6", "fire")


def _take_fire(g: G, values: Faces) -> Rule[None]:
    """Set, spread or extinguish Fire. MOM-FIRE-6, MOM-FIRE-7, MOM-FIRE-8."""
    if values == (OUT,):
        put_all_fire_out(g)
        return
    where = yield from g.one(fire_space_prompt(g.state, spreading=values == (SPREADS,)))
    set_fire_at(g, where)


def fire_space_prompt(s: State, *, spreading: bool) -> Prompt:
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


def set_fire_at(g: G, where: str) -> None:
    """Place a Fire."""
    if where != SOMEWHERE and where not in g.state.tokens.fire:
        g.emit(FirePlaced(where))
    elif where == SOMEWHERE and not exact(g.state):
        g.emit(VariablesSet(((FIRE, 1.0),)))


def put_all_fire_out(g: G) -> None:
    """Remove all Fire. MOM-FIRE-8."""
    for space in g.state.tokens.fire:
        g.emit(FireRemoved(space))
    g.emit(VariablesSet(((FIRE, 0.0),)))


def _inspect_item(g: G, values: Faces) -> Rule[None]:
    events = {component.name: event for component, event in story_of(g.state).inspected}
    event = events[values[0]]
    if not queue(g, event, story_of(g.state).active, wished=True):
        g.emit(EventLeft(event))
    yield from done()


def _eliminate(g: G, values: Faces) -> Rule[None]:
    g.emit(InvestigatorEliminated(values[0]))
    yield from done()


def _end_scenario(g: G, values: Faces) -> Rule[None]:
    g.emit(StoryEnded("", ENDINGS[values[0]]))
    yield from done()
