"""The view of one seat. Other hands are numbers of cards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.arkham.content import Enemy
from companion.games.arkham.names import KEYWORD_NAMES, card_text, damage_text, horror_text, token_text
from companion.games.arkham.rules.corrections import chaos_bag
from companion.games.arkham.rules.effect_text import symbol_text
from companion.games.arkham.rules.in_play import engaged_with, health, move_refused
from companion.games.arkham.state import ACTIONS_A_TURN, InPlay, Investigator, State, holdable
from companion.games.arkham.views.story import campaign_log, progress, read_aloud, where
from companion.games.arkham.views.test_result import bag_view, glance, steps, test_blocks, verdict
from companion.i18n import NOTHING, Text, _, from_data, joined, listed, ngettext
from companion.schema import (
    Block,
    Card,
    Cards,
    Corridor,
    Count,
    Counters,
    Graph,
    Heading,
    Paragraph,
    Room,
    RoomThreat,
    Seat,
    View,
    Words,
)


def view(s: State, seat: Seat) -> View:
    """Return the blocks: test, last verdict, story, act and agenda, bag, map, enemies, seats, and own hand."""
    return tuple(_blocks(s, seat))


def own_blocks(s: State, seat: Seat) -> tuple[Block, ...]:
    """Return the blocks that only this seat may see: its hand."""
    return (hand(s, seat),) if seat in s.seats and s.counted is None else ()


def _blocks(s: State, seat: Seat) -> Iterator[Block]:
    yield _heading(s)
    if s.counted is not None:  # show only the count
        yield Paragraph(chaos_bag.progress(s))
        yield bag_view(s)
        return
    if s.test is not None:
        yield steps(s, s.test)
        yield from test_blocks(s, s.test)
    if s.last is not None:
        yield verdict(s, s.last)
    yield from read_aloud(s)
    yield from glance(s)
    yield from progress(s)
    yield bag_view(s)
    if s.locations:
        yield places(s)
    yield from enemies(s)
    for name, who in s.seats.items():
        yield counters(s, name, who)
        yield from in_play(s, name)
    yield from own_blocks(s, seat)
    yield from _reference(s)
    if s.test is None:
        yield from campaign_log(s)


def _heading(s: State) -> Heading:
    if s.test is None:
        turn = _("{who}'s turn", who=s.seats[s.active].name) if s.active else from_data(s.scenario.title)
        return Heading(where(s), turn)
    who, skill = s.seats[s.test.performer], from_data(s.test.skill)
    numbers = {"value": who.skills[s.test.skill], "needed": s.test.difficulty}
    return Heading(
        _("{skill.cap} test · {title}", skill=skill, title=s.test.title),
        _("{who} · {skill} {value} · {needed} needed", who=who.name, skill=skill, **numbers),
    )


def _reference(s: State) -> Iterator[Cards]:
    """Show the scenario reference card in words, and all elder signs."""
    cards = [Card(name, token_text(name), symbol_text(effect)) for name, effect in s.symbols.items()]
    for seat, who in s.seats.items():
        if who.elder_sign is not None:
            cards.append(Card(f"elder {seat}", _("elder sign, {who}", who=who.name), symbol_text(who.elder_sign)))
    if cards:
        yield Cards(_("The symbols"), tuple(cards))


def counters(s: State, seat: Seat, who: Investigator) -> Counters:
    items = (
        Count(_("Actions"), who.actions, max(ACTIONS_A_TURN, who.actions), "action"),
        Count(_("Clues"), who.clues, icon="clue"),
        Count(_("Resources"), who.resources, icon="resource"),
        Count(_("Damage"), who.damage, who.health, "damage"),
        Count(_("Horror"), who.horror, who.sanity, "horror"),
        Count(_("Cards in hand"), len(who.hand) + who.unknown, icon="card"),
        Count(_("Enemies engaged"), len(engaged_with(s, seat)), icon="enemy"),
    )
    return Counters(_status_text(who), items, seat)


def _status_text(who: Investigator) -> Words:
    match who.left:
        case "killed":
            return _("{who}, defeated", who=_full_name(who))
        case "insane":
            return _("{who}, driven insane", who=_full_name(who))
        case "resigned":
            return _("{who}, resigned", who=_full_name(who))
        case _there:
            return _full_name(who)


def _full_name(who: Investigator) -> Words:
    """Return the name of a seat, as in "Ann · Ottilie Crane"."""
    return joined(" · ", (who.name, from_data(who.title))) if who.title and who.title != who.name else who.name


def in_play(s: State, seat: Seat) -> Iterator[Cards]:
    """Show a player's assets to all seats."""
    who = s.seats[seat]
    cards = tuple(Card(card, card_text(card), in_play_note(s, who, card)) for card in dict.fromkeys(who.in_play))
    if cards:
        yield Cards(_("{who}: in play", who=who.name), cards, seat)


def hand(s: State, seat: Seat) -> Cards:
    """Show the known cards of a hand to its owner."""
    who = s.seats[seat]
    known = tuple(
        Card(card, from_data(card), listed(map(from_data, s.cards[card].icons), " · "))
        for card in who.hand
        if card in s.cards
    )
    more = Card("unknown", _("{n} more in the hand", n=who.unknown), _unseen_text(s, seat))
    return Cards(_("Your hand"), (*known, more) if who.unknown else known, seat)


def in_play_note(s: State, who: Investigator, card: str) -> Text:
    """Return the counters and the text of an asset."""
    facts, lying = s.cards.get(card), who.assets.get(card, InPlay())
    if facts is None:
        return NOTHING
    parts = (
        ngettext("{n} use left", "{n} uses left", lying.uses) if facts.uses else NOTHING,
        damage_text(lying.damage) if lying.damage else NOTHING,
        horror_text(lying.horror) if lying.horror else NOTHING,
        from_data(facts.text),
    )
    return joined(" · ", parts)


def _unseen_text(s: State, seat: Seat) -> Text:
    who = s.seats[seat]
    unseen = len(holdable(s, seat)) - len(who.hand)
    return _("of {n} of the own deck", n=unseen) if who.list else NOTHING


def places(s: State) -> Graph:
    """Show the locations in play and their connections."""
    shown = {name: place for name, place in s.locations.items() if not place.hidden}
    ways = {tuple(sorted((a, b))) for a, place in shown.items() for b in place.connects if b in shown}
    corridors = tuple(Corridor(f"{a}-{b}", (a, b)) for a, b in sorted(ways))
    return Graph(_("Locations"), tuple(_room(s, name) for name in shown), corridors)


def enemies(s: State) -> Iterator[Cards]:
    """Show every enemy in play with its numbers and engagements."""
    foes = [(name, foe) for name, foe in s.enemies.items() if foe.location and not foe.defeated]
    if foes:
        yield Cards(_("Enemies"), tuple(Card(name, from_data(foe.title), enemy_note(s, foe)) for name, foe in foes))


def enemy_note(s: State, foe: Enemy) -> Text:
    """Return an enemy's numbers, as in "fight 3 · health 2 of 4 · evade 3 · engaged with Ann"."""
    most = health(s, foe)
    parts = (
        _("fight {n}", n=foe.fight),
        NOTHING if foe.health is None else _("health {n} of {most}", n=most - foe.damage, most=most),
        _("evade {n}", n=foe.evade),
        *words_of(foe),
        _("exhausted") if foe.exhausted else NOTHING,
        _whereabouts(s, foe),
    )
    return joined(" · ", parts)


def _whereabouts(s: State, foe: Enemy) -> Text:
    if foe.engaged:
        return _("engaged with {names}", names=listed((s.seats[seat].name for seat in foe.engaged), ", "))
    return from_data(s.locations[foe.location].title) if foe.location in s.locations else NOTHING


def words_of(foe: Enemy) -> tuple[Text, ...]:
    """Return the keywords of an enemy."""
    return tuple(name for keyword, name in KEYWORD_NAMES.items() if foe.has(keyword))


def _room(s: State, name: str) -> Room:
    """Return a location. `option` makes it answer the move prompt."""
    place = s.locations[name]
    foes = ((enemy, foe) for enemy, foe in s.enemies.items() if foe.location == name and not foe.defeated)
    return Room(
        name,
        from_data(place.title),
        place.x,
        place.y,
        ("clue",) * place.clues,
        tuple(seat for seat, who in s.seats.items() if who.location == name and not who.left),
        name if s.active and move_refused(s, s.seats[s.active].location, name) is None else "",
        known=place.revealed,
        lurkers=tuple(RoomThreat(enemy, from_data(foe.title), "monster", foe.damage) for enemy, foe in foes),
        note=_("shroud {shroud} · clues {clues}", shroud=place.shroud, clues=place.clues)
        if place.revealed
        else _("Nobody has looked in yet."),
    )
