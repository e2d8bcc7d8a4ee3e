"""The item cards of a scenario: chosen before the first event, found by the story, taken by somebody."""

from __future__ import annotations

from companion.engine.play import Rule, choose, draw
from companion.games.mansions.content import investigators, item_cards
from companion.games.mansions.content.item_cards import Item
from companion.games.mansions.content.scenario import Component, ItemPart, Names
from companion.games.mansions.facts.events import G
from companion.games.mansions.facts.story import ItemFound, ItemsChosen, ItemTaken
from companion.games.mansions.rules.story.text_markup import title_of
from companion.games.mansions.scenario_state import Story
from companion.games.mansions.state import State, story_of
from companion.schema.prompt import HOUSE, TABLE, Option, Seat

NOBODY = "nobody"


def choose_cards(g: G) -> Rule[None]:
    """Which card each item of the scenario is: the first named one that is free, or one with its traits by chance."""
    chosen: dict[str, str] = {}
    for one, part in _items(story_of(g.state)):
        fitting = tuple(card for card in fits(g.state, part) if card not in chosen.values())
        if part.traits or part.pool:
            picked = (
                (yield from g.one(draw(HOUSE, f"House: the story picks a card, {one.name}", fitting)))
                if fitting
                else ""
            )
        else:
            picked = fitting[0] if fitting else next(iter(part.items), "")
        chosen[one.name] = picked
    g.emit(ItemsChosen(tuple(chosen.items())))
    for one, part in _items(story_of(g.state)):
        if part.starting:
            g.emit(ItemFound(one.name))


def fits(s: State, part: ItemPart) -> Names:
    """The cards that an item may be."""
    if not part.traits and not part.pool:
        return part.items
    boxes = ("", "MoMBase", *story_of(s).boxes)
    return tuple(
        name
        for name, card in item_cards.cards().items()
        if name not in part.items
        and card.box in boxes
        and set(part.traits) <= set(card.traits)
        and (not part.pool or set(part.pool) & set(card.traits))
    )


def _items(story: Story) -> tuple[tuple[Component, ItemPart], ...]:
    return tuple((one, one.part) for one in story.scenario.components.values() if isinstance(one.part, ItemPart))


def hand_out(g: G) -> Rule[None]:
    """Who takes what was found."""
    item, seat = story_of(g.state).handed[0]
    one = story_of(g.state).component(item)
    title = title_of(story_of(g.state), one) if one is not None else item
    finder_first = sorted(g.state.standing, key=lambda other: other != seat)
    options = [
        *(Option(other, g.state.seats[other].name) for other in finder_first),
        Option(NOBODY, "It stays on the table"),
    ]
    taker = yield from g.one(choose(TABLE, f"Everybody: {title}, who takes it?", options, rule="MOM-POSS-2"))
    g.emit(ItemTaken(item, "" if taker == NOBODY else taker, card_of(g.state, item, title)))


def card_of(s: State, item: str, title: str) -> Item:
    """What the rules know of the card: from our own cards, else from the traits of the printed one."""
    ours = investigators.possessions().get(title)
    return ours or item_cards.item(story_of(s).items.get(item, "") or item, title)


def inspected(story: Story) -> tuple[tuple[Component, Seat], ...]:
    """The items that may be looked at."""
    return tuple((one, part.inspect) for one, part in _items(story) if one.name in story.held and part.inspect)
