"""Investigators and locations with what lies at them, as blocks of the view."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.arkham.content import Enemy
from companion.games.arkham.rules.in_play import engaged_with, health, move_refused
from companion.games.arkham.state import ACTIONS_A_TURN, InPlay, Investigator, State, holdable
from companion.schema import Card, Cards, Corridor, Count, Counters, Graph, Room, RoomThreat, Seat


def counters(s: State, seat: Seat, who: Investigator) -> Counters:
    items = (
        Count("Actions", who.actions, max(ACTIONS_A_TURN, who.actions), "action"),
        Count("Clues", who.clues, icon="clue"),
        Count("Resources", who.resources, icon="resource"),
        Count("Damage", who.damage, who.health, "damage"),
        Count("Horror", who.horror, who.sanity, "horror"),
        Count("Cards in hand", len(who.hand) + who.unknown, icon="card"),
        Count("Enemies engaged", len(engaged_with(s, seat)), icon="enemy"),
    )
    role = f" · {who.title}" if who.title and who.title != who.name else ""
    gone = {"killed": ", defeated", "insane": ", driven insane", "resigned": ", resigned"}.get(who.left, "")
    return Counters(f"{who.name}{role}{gone}", items, seat)


def in_play(s: State, seat: Seat) -> Iterator[Cards]:
    """For everybody: it lies open on the table."""
    who = s.seats[seat]
    cards = tuple(Card(card, card, in_play_note(s, who, card)) for card in dict.fromkeys(who.in_play))
    if cards:
        yield Cards(f"{who.name}: in play", cards, seat)


def hand(s: State, seat: Seat) -> Cards:
    """For its owner alone: what is known to be in it."""
    who = s.seats[seat]
    known = tuple(Card(card, card, " · ".join(s.cards[card].icons)) for card in who.hand if card in s.cards)
    others = (Card("unknown", f"{who.unknown} more in the hand", _may_be(s, seat)),) if who.unknown else ()
    return Cards("Your hand", known + others, seat)


def in_play_note(s: State, who: Investigator, card: str) -> str:
    """What lies on it, and what it says."""
    facts, lying = s.cards.get(card), who.assets.get(card, InPlay())
    if facts is None:
        return ""
    parts = [f"{lying.uses} uses left" if facts.uses else "", f"{lying.damage} damage" if lying.damage else ""]
    return " · ".join(part for part in (*parts, f"{lying.horror} horror" if lying.horror else "", facts.text) if part)


def _may_be(s: State, seat: Seat) -> str:
    who = s.seats[seat]
    unseen = len(holdable(s, seat)) - len(who.hand)
    return f"of {unseen} of the own deck" if who.list else ""


def places(s: State) -> Graph:
    """The locations in play and the ways between them."""
    shown = {name: place for name, place in s.locations.items() if not place.hidden}
    ways = {tuple(sorted((a, b))) for a, place in shown.items() for b in place.connects if b in shown}
    corridors = tuple(Corridor(f"{a}-{b}", (a, b)) for a, b in sorted(ways))
    return Graph("Locations", tuple(_room(s, name) for name in shown), corridors)


def enemies(s: State) -> Iterator[Cards]:
    """Every enemy in play with its numbers; who is engaged with it stands beside."""
    foes = [(name, foe) for name, foe in s.enemies.items() if foe.location and not foe.defeated]
    if foes:
        yield Cards("Enemies", tuple(Card(name, foe.title, enemy_note(s, foe)) for name, foe in foes))


def enemy_note(s: State, foe: Enemy) -> str:
    """As in "fight 3 · health 2 of 4 · evade 3 · engaged with Ann"."""
    left = "" if foe.health is None else f"health {health(s, foe) - foe.damage} of {health(s, foe)}"
    where = s.locations[foe.location].title if foe.location in s.locations else ""
    with_whom = f"engaged with {', '.join(s.seats[seat].name for seat in foe.engaged)}" if foe.engaged else where
    parts = [
        f"fight {foe.fight}",
        left,
        f"evade {foe.evade}",
        *words_of(foe),
        "exhausted" if foe.exhausted else "",
        with_whom,
    ]
    return " · ".join(part for part in parts if part)


def words_of(foe: Enemy) -> tuple[str, ...]:
    """Its keywords."""
    return tuple(word for word in ("aloof", "alert", "hunter", "massive", "retaliate") if foe.has(word))


def _room(s: State, name: str) -> Room:
    """A location; `option` where a tap on it answers where the active seat moves."""
    place = s.locations[name]
    foes = ((enemy, foe) for enemy, foe in s.enemies.items() if foe.location == name and not foe.defeated)
    return Room(
        name,
        place.title,
        place.x,
        place.y,
        ("clue",) * place.clues,
        tuple(seat for seat, who in s.seats.items() if who.location == name and not who.left),
        name if s.active and move_refused(s, s.seats[s.active].location, name) is None else "",
        known=place.revealed,
        lurkers=tuple(RoomThreat(enemy, foe.title, "monster", foe.damage) for enemy, foe in foes),
        note=f"shroud {place.shroud} · clues {place.clues}" if place.revealed else "Nobody has looked in yet.",
    )
