"""Effects of events and lines on seats and on the map, and the items of a scenario."""

from __future__ import annotations

from companion.engine import Rule, draw
from companion.games.mansions.content import (
    Component,
    Effect,
    Injury,
    Item,
    ItemPart,
    Names,
    item_of_card,
    possessions,
    printed_cards,
)
from companion.games.mansions.facts import (
    CluesGained,
    CluesLost,
    ConditionDiscarded,
    DarknessRemoved,
    FirePlaced,
    FireRemoved,
    G,
    ItemFound,
    ItemLost,
    ItemsChosen,
    ItemTaken,
)
from companion.games.mansions.named import choose_together, harm_of
from companion.games.mansions.rules.damage_and_horror import discard_any, flip_faceup, gain_condition, suffer
from companion.games.mansions.rules.map import find_companions, hurt, place_darkness, seat_options, step
from companion.games.mansions.rules.story.texts import component_name, name_of
from companion.games.mansions.state import State, Story, story_of
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import HOUSE, Option, Seat

NOBODY = "nobody"


def choose_cards(g: G) -> Rule[None]:
    """Choose the card of each scenario item: the first named one that is free, or a random one with its traits."""
    chosen: dict[str, str] = {}
    for component, part in _items(story_of(g.state)):
        fitting = tuple(card for card in find_fitting_cards(g.state, part) if card not in chosen.values())
        if part.traits or part.pool:
            title = _("the story picks a card, {item}", item=component.name)
            prompt = draw(HOUSE, title, fitting, key="story.card", about=component.name)
            picked = (yield from g.one(prompt)) if fitting else ""
        else:
            picked = fitting[0] if fitting else next(iter(part.items), "")
        chosen[component.name] = picked
    g.emit(ItemsChosen(tuple(chosen.items())))
    for component, part in _items(story_of(g.state)):
        if part.starting:
            g.emit(ItemFound(component.name))


def find_fitting_cards(s: State, part: ItemPart) -> Names:
    if not part.traits and not part.pool:
        return part.items
    boxes = ("", "MoMBase", *story_of(s).boxes)
    return tuple(
        name
        for name, card in printed_cards().items()
        if name not in part.items
        and card.box in boxes
        and set(part.traits) <= set(card.traits)
        and (not part.pool or set(part.pool) & set(card.traits))
    )


def _items(story: Story) -> tuple[tuple[Component, ItemPart], ...]:
    return tuple(
        (component, component.part)
        for component in story.scenario.components.values()
        if isinstance(component.part, ItemPart)
    )


def hand_out(g: G) -> Rule[None]:
    item, seat = story_of(g.state).handed[0]
    component = story_of(g.state).component(item)
    name = name_of(story_of(g.state), component) if component is not None else item
    finder_first = tuple(sorted(g.state.standing, key=lambda other: other != seat))
    options = [*seat_options(g.state, finder_first), Option(NOBODY, _("It stays on the table"))]
    title = _("{item}, who takes it?", item=from_data(name))
    taker = yield from g.one(choose_together(title, options, rule="MOM-POSS-2", key="item.who", about=item))
    g.emit(ItemTaken(item, "" if taker == NOBODY else taker, card_of(g.state, item, name)))


def card_of(s: State, item: str, title: str) -> Item:
    """Return the rules of a card: a shipped one, or derived from the traits of the printed one."""
    ours = possessions().get(title)
    return ours or item_of_card(story_of(s).items.get(item, "") or item, title)


ON_MAP = ("fire", "no_fire", "darkness", "no_darkness", "hurt")


def who_question(effect: Effect) -> Text:
    """Return the question for the affected seat. Raises ValueError for effects on the map."""
    match effect.kind:
        case "clue":
            return ngettext("who takes {n} clue?", "who takes {n} clues?", effect.amount)
        case "lose_clue":
            return ngettext("who loses {n} clue?", "who loses {n} clues?", effect.amount)
        case "condition":
            return _("who gains the condition {condition}?", condition=from_data(effect.what))
        case "cure":
            return _("who loses the condition {condition}?", condition=from_data(effect.what))
        case "item":
            return _("who takes the item?")
        case "lose_item":
            return _("who loses the item?")
        case "move":
            return _("who moves there?")
    return _title_of_harm(effect)


def _title_of_harm(effect: Effect) -> Text:
    harm = harm_of(effect.amount, effect.kind.rpartition("_")[2])
    match effect.kind:
        case "damage" | "horror":
            return _("who suffers {harm}?", harm=harm)
        case "heal_damage" | "heal_horror":
            return _("who discards {harm}?", harm=harm)
        case "flip_damage" | "flip_horror":
            return _("who flips {harm}?", harm=harm)
    raise ValueError(f"{effect.kind} happens to the map, not to people")


def carry_out(g: G, effect: Effect, acting: Seat = "") -> Rule[None]:
    """Carry out an effect. Without an acting seat, players choose whom it affects."""
    if effect.kind in ON_MAP:
        _on_map(g, effect)
        return
    for seat in (yield from find_affected_seats(g, effect, acting)):
        if not g.state.seats[seat].eliminated:
            yield from _on_seat(g, effect, seat)


def find_affected_seats(g: G, effect: Effect, acting: Seat) -> Rule[tuple[Seat, ...]]:
    standing = g.state.standing
    match effect.who:
        case "each":
            return standing
        case "acting" if acting in standing:
            return (acting,)
        case "here" if acting in standing:
            return (acting, *(yield from find_companions(g, acting)))
    if len(standing) < 2:
        return standing
    prompt = choose_together(who_question(effect), seat_options(g.state, standing), key="effect.who", about=effect.kind)
    return ((yield from g.one(prompt)),)


def _on_map(g: G, effect: Effect) -> None:
    tokens = g.state.tokens
    match effect.kind:
        case "fire" if effect.what not in tokens.fire:
            g.emit(FirePlaced(effect.what))
        case "no_fire" if effect.what in tokens.fire:
            g.emit(FireRemoved(effect.what))
        case "darkness" if effect.what not in tokens.darkness:
            place_darkness(g, effect.what)
        case "no_darkness" if effect.what in tokens.darkness:
            g.emit(DarknessRemoved(effect.what))
        case "hurt":
            for name in [monster.name for monster in g.state.monsters.values() if monster.spawn == effect.what]:
                hurt(g, name, effect.amount)
        case _:  # it burns, or is dark, already
            return


def _on_seat(g: G, effect: Effect, seat: Seat) -> Rule[None]:
    injury: Injury = "damage" if effect.kind.endswith("damage") else "horror"
    who = g.state.seats[seat]
    match effect.kind:
        case "damage" | "horror":
            suffer(g, seat, injury, effect.amount, effect.facing)
        case "heal_damage" | "heal_horror":
            yield from discard_any(g, seat, injury, effect.amount)
        case "flip_damage" | "flip_horror":
            flip_faceup(g, seat, injury, effect.amount, chosen=False)
        case "clue":
            g.emit(CluesGained(seat, effect.amount))
        case "lose_clue" if who.clues:
            g.emit(CluesLost(seat, min(effect.amount, who.clues)))
        case "condition":
            gain_condition(g, seat, effect.what)
        case "cure" if effect.what in who.conditions:
            g.emit(ConditionDiscarded(seat, effect.what))
        case "item":
            if effect.what not in story_of(g.state).held:
                g.emit(ItemFound(effect.what, seat))
            g.emit(ItemTaken(effect.what, seat, card_of(g.state, effect.what, component_name(g.state, effect.what))))
        case "lose_item" if effect.what in story_of(g.state).held:
            g.emit(ItemLost(effect.what, component_name(g.state, effect.what)))
        case "move":  # without an evade check (MOM-EVADE-6), but Fire there hurts
            yield from step(g, seat, effect.what)
