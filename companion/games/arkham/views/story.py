"""Agenda, act, story and campaign as blocks of the view, and the preparations before the first turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from companion.games.arkham.content import Card as PlayerCard
from companion.games.arkham.content import Enemy, passage
from companion.games.arkham.rules.endings import person, summary
from companion.games.arkham.rules.in_play import clues_of, health
from companion.games.arkham.state import State, clues_needed, current_act, current_agenda, resolution
from companion.i18n import NOTHING, Text, _, from_data, joined, listed, ngettext
from companion.schema import Air, Block, Card, Cards, Count, Counters, Paragraph, Seat, Story, Track, Words


def preparations(s: State) -> Iterator[Cards]:
    """Show the checklist and the cards to write, until the first action."""
    begins = s.round == 1 and s.phase == "investigation" and not s.taken and not s.active
    if not begins:
        return
    if s.scenario.checklist:
        yield Cards(_("Lay ready"), tuple(Card(str(n), from_data(line)) for n, line in enumerate(s.scenario.checklist)))
    if s.scenario.encounters:
        yield _locations(s)
        yield _enemies(s)
        yield _encounters(s)
    yield from _decks(s)


def _locations(s: State) -> Cards:
    places = (Card(name, from_data(place.title), _location_note(s, name)) for name, place in s.locations.items())
    return Cards(_("Cards to write: locations"), tuple(places))


def _location_note(s: State, location: str) -> Text:
    place, clues = s.locations[location], clues_of(s, location)
    if place.hidden:
        return _("shroud {shroud} · clues {clues} · put aside", shroud=place.shroud, clues=clues)
    return _("shroud {shroud} · clues {clues}", shroud=place.shroud, clues=clues)


def _enemies(s: State) -> Cards:
    foes = (Card(name, from_data(foe.title), _enemy_note(s, foe)) for name, foe in s.enemies.items())
    return Cards(_("Cards to write: enemies"), tuple(foes))


def _enemy_note(s: State, foe: Enemy) -> Text:
    numbers = {"fight": foe.fight, "health": health(s, foe), "evade": foe.evade}
    return _("fight {fight} · health {health} · evade {evade}", **numbers)


def _encounters(s: State) -> Cards:
    encounters = s.scenario.encounters.items()
    cards = (Card(name, from_data(card.title), _("{n} ×", n=card.count)) for name, card in encounters)
    return Cards(_("Cards to write: encounter deck"), tuple(cards))


def _decks(s: State) -> Iterator[Cards]:
    for seat, who in s.seats.items():
        cards = (
            Card(card, from_data(card), _card_line(s.cards[card], number)) for card, number in Counter(who.list).items()
        )
        if who.list:
            owner = from_data(who.title) if who.title else who.name
            yield Cards(_("Cards to write: {who}", who=owner), tuple(cards), seat)


def _card_line(card: PlayerCard, number: int) -> Text:
    """Return a card, as in "2 × · asset, 3 · combat · Fight with it: +1."."""
    icons = listed(map(from_data, card.icons), ", ")
    return joined(" · ", (_("{n} ×", n=number), _kind(card), icons, from_data(card.text)))


def _kind(card: PlayerCard) -> Text:
    match card.type, card.fast:
        case "asset", True:
            return _("fast asset, {cost}", cost=card.cost)
        case "asset", False:
            return _("asset, {cost}", cost=card.cost)
        case "event", True:
            return _("fast event, {cost}", cost=card.cost)
        case "event", False:
            return _("event, {cost}", cost=card.cost)
        case _skill:
            return _("skill")


PHASE_TITLES = {"mythos": _("Mythos"), "investigation": _("Investigation"), "enemy": _("Enemy"), "upkeep": _("Upkeep")}


def read_aloud(s: State) -> Iterator[Block]:
    """Show the current story, and the preparations before the first turn."""
    if s.ending is not None:
        yield from _end(s)
    elif s.story and (s.test is None or s.phase == "mythos"):  # a treachery is read before its test
        yield Story(from_data(s.scenario.title) or _("The story"), s.story)
    yield from preparations(s)


def progress(s: State) -> Iterator[Block]:
    """Show phase, agenda and act, except during a test."""
    if s.test is not None:
        return
    yield Track(_("Round {n}", n=s.round), tuple(PHASE_TITLES.values()), list(PHASE_TITLES).index(s.phase))
    agenda, act = current_agenda(s), current_act(s)
    items = [Count(_("Doom"), s.doom, agenda.doom or None, "doom")] if agenda is not None else []
    if act is not None and act.clues:
        held = s.spent + sum(who.clues for who in s.seats.values() if not who.defeated)
        items.append(Count(_("Clues for the act"), held, clues_needed(s), "clue"))
    if s.deck.all:
        items.append(Count(_("Encounter deck"), len(s.deck.inside), icon="card"))
    if items:
        titles = joined(" · ", (from_data(card.title) for card in (agenda, act) if card is not None))
        yield Counters(titles or _("The scenario"), tuple(items))
    if act is not None and act.story:
        yield Paragraph(_("{act}: {story}", act=from_data(act.title), story=passage(act.story)))


def campaign_log(s: State) -> Iterator[Block]:
    """Show played scenarios and written lines."""
    ended, outcome = (summary(s),) if s.ending is not None else (), resolution(s)
    lines: tuple[Words, ...] = (*s.campaign.played, *ended, *map(from_data, s.campaign.notes))
    lines += (from_data(outcome.note),) if outcome is not None and outcome.note else ()
    if lines:
        title = _("Campaign log · {name}", name=s.campaign.name) if s.campaign.name else _("Campaign log")
        yield Cards(title, tuple(Card(str(n), line) for n, line in enumerate(lines)))


def carried_lines(s: State, seat: Seat) -> Iterator[Text]:
    """Return carried results, as "3 experience" or "1 physical trauma"."""
    for what, number in person(s, seat).items():
        if number:
            yield CARRIED_TEXTS[what](number)


CARRIED_TEXTS: Mapping[str, Callable[[int], Text]] = {
    "physical": lambda n: ngettext("{n} physical trauma", "{n} physical trauma", n),
    "mental": lambda n: ngettext("{n} mental trauma", "{n} mental trauma", n),
    "experience": lambda n: ngettext("{n} experience", "{n} experience", n),
}


def _end(s: State) -> Iterator[Block]:
    """Show the ending, and the results of the campaign."""
    outcome = resolution(s)
    title = from_data(s.ending.title) if s.ending else NOTHING
    yield Story(title, passage(outcome.story) if outcome is not None else NOTHING)
    people = (Card(seat, who.name, listed(carried_lines(s, seat), ", ")) for seat, who in s.seats.items())
    yield Cards(_("What is carried on"), tuple(people))


def where(s: State) -> Text:
    """Return the round and its phase."""
    return _("Round {n} · {phase}", n=s.round, phase=PHASE_TITLES[s.phase])


def round_of(s: State) -> int:
    """Return the number of the round."""
    return s.round


NEAR_DEFEAT = 1  # damage or horror left before defeat


def in_danger(s: State, seat: Seat) -> bool:
    """Return whether the next damage or horror would defeat this investigator."""
    investigator = s.seats.get(seat)
    if investigator is None or investigator.defeated:
        return False
    harms = ((investigator.health, investigator.damage), (investigator.sanity, investigator.horror))
    return any(most is not None and most - taken <= NEAR_DEFEAT for most, taken in harms)


AIRS: dict[str, Air] = {"mythos": "dread", "enemy": "tense"}


def air(s: State) -> Air:
    """Return the mood of the phase."""
    return AIRS.get(s.phase, "calm")
