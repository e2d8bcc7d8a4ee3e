"""Agenda, act and campaign as blocks of the view, and what is laid ready before the first turn; the chapter and the danger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.arkham.content import Card as PlayerCard
from companion.games.arkham.rules import agendas_and_acts
from companion.games.arkham.rules.campaign_log import person, summary
from companion.games.arkham.rules.in_play import clues_of, health
from companion.games.arkham.state import State, resolution
from companion.schema import Block, Card, Cards, Count, Counters, Paragraph, Seat, Story, Track


def preparations(s: State) -> Iterator[Cards]:
    """The checklist, and card by card what is written; nothing any more once somebody has begun."""
    begins = s.round == 1 and s.phase == "investigation" and not s.taken and not s.active
    if not begins:
        return
    if s.scenario.checklist:
        yield Cards("Lay ready", tuple(Card(str(n), line) for n, line in enumerate(s.scenario.checklist)))
    if s.scenario.encounters:
        yield _locations(s)
        yield _enemies(s)
        yield _encounters(s)
    yield from _decks(s)


def _locations(s: State) -> Cards:
    places = (
        Card(
            name,
            place.title,
            f"shroud {place.shroud} · clues {clues_of(s, name)}{' · put aside' if place.hidden else ''}",
        )
        for name, place in s.locations.items()
    )
    return Cards("Cards to write: locations", tuple(places))


def _enemies(s: State) -> Cards:
    foes = (
        Card(name, foe.title, f"fight {foe.fight} · health {health(s, foe)} · evade {foe.evade}")
        for name, foe in s.enemies.items()
    )
    return Cards("Cards to write: enemies", tuple(foes))


def _encounters(s: State) -> Cards:
    cards = (Card(name, card.title, f"{card.count} ×") for name, card in s.scenario.encounters.items())
    return Cards("Cards to write: encounter deck", tuple(cards))


def _decks(s: State) -> Iterator[Cards]:
    for seat, who in s.seats.items():
        cards = (Card(card, card, _says(s.cards[card], number)) for card, number in Counter(who.list).items())
        if who.list:
            yield Cards(f"Cards to write: {who.title or who.name}", tuple(cards), seat)


def _says(card: PlayerCard, number: int) -> str:
    """As in "2 × · asset, 3 · combat · Fight with it: +1."."""
    kind = card.type if card.type == "skill" else f"{'fast ' if card.fast else ''}{card.type}, {card.cost}"
    return " · ".join(part for part in (f"{number} ×", kind, ", ".join(card.icons), card.text) if part)


PHASES = ("mythos", "investigation", "enemy", "upkeep")


def read_aloud(s: State) -> Iterator[Block]:
    """What is read aloud now, and before the first turn what is laid ready."""
    if s.ending is not None:
        yield from _end(s)
    elif s.story and (s.test is None or s.phase == "mythos"):  # what a treachery costs is read before its test
        yield Story(s.scenario.title or "The story", s.story)
    yield from preparations(s)


def progress(s: State) -> Iterator[Block]:
    """Phase, agenda and act; during a test they stand back."""
    if s.test is not None:
        return
    yield Track(f"Round {s.round}", tuple(p.capitalize() for p in PHASES), PHASES.index(s.phase))
    agenda, act = agendas_and_acts.agenda(s), agendas_and_acts.act(s)
    items = [Count("Doom", s.doom, agenda.doom or None, "doom")] if agenda is not None else []
    if act is not None and act.clues:
        held = s.spent + sum(who.clues for who in s.seats.values() if not who.defeated)
        items.append(Count("Clues for the act", held, agendas_and_acts.needed(s), "clue"))
    if s.deck.all:
        items.append(Count("Encounter deck", len(s.deck.inside), icon="card"))
    if items:
        yield Counters(
            " · ".join(card.title for card in (agenda, act) if card is not None) or "The scenario", tuple(items)
        )
    if act is not None and act.story:
        yield Paragraph(f"{act.title}: {act.story}")


def campaign_log(s: State) -> Iterator[Block]:
    """The campaign log: what was played, and what was written down."""
    lines = (*s.campaign.played, *((summary(s),) if s.ending is not None else ()), *s.campaign.notes)
    told = resolution(s)
    lines += (told.note,) if told is not None and told.note else ()
    if lines:
        title = f"Campaign log · {s.campaign.name}" if s.campaign.name else "Campaign log"
        yield Cards(title, tuple(Card(str(n), line) for n, line in enumerate(lines)))


def carried(s: State, seat: Seat) -> Iterator[str]:
    """As in "3 experience", "1 physical trauma"."""
    for what, number in person(s, seat).items():
        if number:
            yield f"{number} {what if what == 'experience' else f'{what} trauma'}"


def _end(s: State) -> Iterator[Block]:
    """How it ended, and what everybody carries on."""
    told = resolution(s)
    yield Story(s.ending.title if s.ending else "", told.story if told is not None else "")
    people = (Card(seat, who.name, ", ".join(carried(s, seat))) for seat, who in s.seats.items())
    yield Cards("What is carried on", tuple(people))


def where(s: State) -> str:
    """The round and its phase."""
    return f"Round {s.round} · {s.phase.capitalize()}"


def round_of(s: State) -> int:
    """Return the number of the round."""
    return s.round


NEAR = 1  # one more damage or horror is the last


def in_danger(s: State, seat: Seat) -> bool:
    """Whether the next damage or horror would defeat this investigator."""
    investigator = s.seats.get(seat)
    if investigator is None or investigator.defeated:
        return False
    harms = ((investigator.health, investigator.damage), (investigator.sanity, investigator.horror))
    return any(most is not None and most - taken <= NEAR for most, taken in harms)
