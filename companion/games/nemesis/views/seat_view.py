"""The view of a seat. A hand is its owner's secret, unexplored rooms and decks are hidden from all."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.nemesis.content.ship import Allowed, Item
from companion.games.nemesis.names import cards_words, object_words
from companion.games.nemesis.rules.actions.printed_actions import card_text
from companion.games.nemesis.state import ACTIONS_PER_ROUND, MOST_SERIOUS, Character, State, objective_of
from companion.games.nemesis.views.evening import PHASES, ending, heading, reminder, steps, told_card, track, turns_left
from companion.games.nemesis.views.rolls import bag, odds, verdict, ways
from companion.games.nemesis.views.ship_map import ship
from companion.i18n import NOTHING, Text, _, from_data, joined, listed, ngettext, pgettext
from companion.schema import Block, Card, Cards, Count, Member, Paragraph, Roster, Seat, View

MOST_LIGHT = 2  # a third one is a serious wound
FATES = {"dead": _("dead"), "pod": _("in an escape pod"), "asleep": _("asleep")}


def crew(s: State) -> Roster:
    return Roster(_("The crew"), tuple(_member(s, seat, character) for seat, character in s.characters.items()))


def _member(s: State, seat: Seat, character: Character) -> Member:
    role = next((from_data(member.title) for member in s.ship.crew if member.id == character.role), NOTHING)
    if character.fate != "aboard":
        return Member(seat, character.name, role, state="gone", word=FATES[character.fate])
    words = joined(" · ", (role, _("signal sent") if character.signal else NOTHING))
    items = tuple(_items(s, seat, character))
    if character.passed:
        return Member(seat, character.name, words, items, "done", pgettext("player", "passed"))
    return Member(seat, character.name, words, items, "now" if seat == s.active and s.phase == "players" else "")


def _items(s: State, seat: Seat, character: Character) -> Iterator[Count]:
    if seat == s.active and s.phase == "players" and not character.passed:
        yield Count(_("actions left"), character.actions, ACTIONS_PER_ROUND, "action")
    yield Count(_("cards in hand"), len(character.hand), None, "cards")
    if character.items:
        yield Count(_("items"), len(character.items), None, "item")
    yield from (Count(_("ammo, {weapon}", weapon=from_data(w.name)), w.ammo, None, "ammo") for w in character.weapons)
    for name in character.heavy:
        yield Count(_("carries the {thing}", thing=object_words(s, name)), 1, None, "heavy")
    if character.light_wounds:
        yield Count(_("light wounds"), character.light_wounds, MOST_LIGHT, "wound")
    if character.serious_wounds:
        yield Count(_("serious wounds"), character.serious_wounds, MOST_SERIOUS, "serious")
    if character.slime:
        yield Count(_("slime"), 1, None, "slime")
    if character.larva:
        yield Count(_("carries a larva"), 1, None, "larva")


ALLOWED: dict[Allowed, Text] = {
    "any": NOTHING,
    "in_combat": _("in combat only"),
    "out_of_combat": _("out of combat only"),
}
PAYS_NOTHING = _("pays for nothing")


def secrets(s: State, seat: Seat) -> Iterator[Block]:
    """Cards of a seat. None for the public screen and a dealer."""
    if seat not in s.characters:
        return
    character = s.characters[seat]
    if character.objective:
        yield Cards(_("Your objective"), (_objective(s, character.objective),), seat)
    elif character.objectives:
        title = _("Your objectives: one of them will be kept")
        yield Cards(title, tuple(_objective(s, name) for name in character.objectives), seat)
    yield Cards(_("Your hand"), tuple(_action_card(s, place, card) for place, card in enumerate(character.hand)), seat)
    if character.items:
        yield Cards(_("Your items"), tuple(_item(s, place, item) for place, item in enumerate(character.items)), seat)
    yield from _known(s, seat, character)


def _objective(s: State, name: str) -> Card:
    objective = objective_of(s, name)
    return Card(name, from_data(objective.title), from_data(objective.text))


def _action_card(s: State, place: int, name: str) -> Card:
    if name in s.contamination:
        return Card(f"{place}", from_data(name), PAYS_NOTHING)
    card = s.ship.cards.get(name)
    if card is None:
        return Card(f"{place}", from_data(name))
    cost = ngettext("{n} card more", "{n} cards more", card.cost) if card.cost else NOTHING
    note = joined(" · ", (cost, ALLOWED[card.allowed], card_text(card), from_data(card.text)))
    return Card(f"{place}", from_data(name), note)


def _item(s: State, place: int, name: str) -> Card:
    item = s.ship.items.get(name, Item())
    action = (cards_words(item.cost), ALLOWED[item.allowed]) if item.acts and item.cost else ()
    icons = listed((from_data(icon) for icon in item.icons), ", ")
    craft = _("to craft: {icons}", icons=icons) if item.icons else NOTHING
    return Card(f"i{place}", from_data(name), joined(" · ", (*action, from_data(item.text), craft)))


def _known(s: State, seat: Seat, character: Character) -> Iterator[Block]:
    """Cards of the engines, course and scans that the seat has seen."""
    cards = [
        Card(f"e{name}", _("Engine {engine}", engine=name), _("works") if engine.works else _("is broken"))
        for name, engine in s.engines.items()
        if seat in engine.seen
    ]
    if seat in s.course.seen:
        cards += [
            Card(f"c{letter}", _("Course {letter}", letter=letter), from_data(planet))
            for letter, planet in s.course.planets.items()
        ]
    if character.infected:
        words = ngettext(
            "{n} card of your hand, says the scan", "{n} cards of your hand, says the scan", character.infected
        )
        cards.append(Card("infected", _("Infected"), words))
    if cards:
        yield Cards(_("What you know"), tuple(cards), seat)


def where(s: State) -> Text:
    """Return the phase and the turns left."""
    if s.phase == "over":
        return _("It is over")
    return joined(" · ", (PHASES.get(s.phase) or _("Players’ turns"), turns_left(s)))


def view(s: State, seat: Seat) -> View:
    return tuple(_blocks(s, seat))


def own_blocks(s: State, seat: Seat) -> tuple[Block, ...]:
    """Return the secret blocks of this seat."""
    return tuple(secrets(s, seat))


def _blocks(s: State, seat: Seat) -> Iterator[Block]:
    yield heading(s)
    yield from ending(s)
    yield from steps(s)
    if s.last is not None and s.phase != "over":
        yield verdict(s, s.last)
    yield from told_card(s)
    if chances := odds(s):
        yield chances
    yield ship(s, seat)
    yield from track(s)
    if line := reminder(s):
        yield Paragraph(line)
    yield from secrets(s, seat)
    yield crew(s)
    yield from ways(s)
    yield from bag(s, seat)
