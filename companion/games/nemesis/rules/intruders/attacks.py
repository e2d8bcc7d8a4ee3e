"""Attacks and movement of Intruders, and the results of their injuries."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Rule, choose, distinct, draw
from companion.games.nemesis import facts
from companion.games.nemesis.content.ship import Effect, Kind
from companion.games.nemesis.facts import Why
from companion.games.nemesis.names import addressee, answerer, kind_name, room_words, token_kind, who
from companion.games.nemesis.rules.crew import health
from companion.games.nemesis.rules.decks import ATTACKS, attack_card, draw_cards
from companion.games.nemesis.state import G, State, characters_in, neighbours
from companion.i18n import _, from_data, joined, ngettext
from companion.schema import HOUSE, Faces, Option, Prompt, Seat


def prowl(g: G, intruder: str, number: str) -> None:
    """Move an Intruder through the corridor with that number, if there is one.

    A closed door breaks and stops it. A technical corridor removes the Intruder and adds a token
    of that kind to the bag (our defaults).
    """
    room = g.state.intruders[intruder].room
    name = corridor_with_number(g.state, room, number)
    if not name:
        return
    way = g.state.corridors[name]
    if way.technical:
        kind = g.state.intruders[intruder].kind
        g.emit(facts.IntruderRemoved(intruder))
        g.emit(facts.TokenReturned(token_of(g.state, kind)))
    elif way.closed:
        g.emit(facts.DoorSet(name, closed=False, broken=True))
    else:
        g.emit(facts.IntruderMoved(intruder, next(end for end in way.ends if end != room)))


def corridor_with_number(s: State, room: str, number: str) -> str:
    """Return the corridor with this number at the room, "" if none."""
    return next((name for name, corridor in s.corridors.items() if number in corridor.numbers.get(room, ())), "")


def token_of(s: State, kind: Kind) -> str:
    """Return a token of that kind from the ship's bag."""
    box = s.ship.bag.tokens + s.ship.bag.per_player + s.ship.bag.spare
    return next((token for token in box if token_kind(token) == kind), kind)


TOUGH: frozenset[Kind] = frozenset({"breeder", "queen"})  # two cards together say how much blood they have: our default


def attack(g: G, seat: Seat, intruder: str, why: Why) -> Rule[None]:
    """Attack a character. All prompts come before the first fact."""
    if not can_attack(g.state, seat, intruder):
        return
    if g.state.settings.decks == "none":
        g.emit(facts.IntruderAttacked(intruder, seat, why))
    elif g.state.intruders[intruder].kind == "larva":
        _cling(g, seat, intruder, why)
    elif g.state.settings.decks == "page":
        yield from _attack_by_card(g, seat, intruder, why)
    else:
        yield from _attack_by_real_card(g, seat, intruder, why)


def can_attack(s: State, seat: Seat, intruder: str) -> bool:
    return (
        intruder in s.intruders and health.is_aboard(s, seat) and s.intruders[intruder].room == s.characters[seat].room
    )


def _cling(g: G, seat: Seat, intruder: str, why: Why) -> None:
    """Put the larva on the character with a Contamination card, without an attack card."""
    second = g.state.characters[seat].larva
    g.emit(facts.IntruderAttacked(intruder, seat, why))
    g.emit(facts.IntruderRemoved(intruder))
    fate = _("It is the second one, and one too many.") if second else _("It stays there, with a Contamination card.")
    g.emit(facts.CardTold(_("A larva clings to {who}", who=who(g.state, seat)), fate))
    health.contaminate(g, seat)
    health.larva(g, seat)


def _attack_by_card(g: G, seat: Seat, intruder: str, why: Why) -> Rule[None]:
    """Resolve a virtual attack card. It misses kinds that it does not name."""
    drawn = yield from draw_cards(g, ATTACKS)
    if not can_attack(g.state, seat, intruder):
        return  # a correction took it away
    g.emit(facts.IntruderAttacked(intruder, seat, why))
    for name in drawn:
        card, kind = attack_card(g.state, name), g.state.intruders[intruder].kind
        attacker, victim = kind_name(kind), who(g.state, seat)
        if kind in card.hits:
            hit = _("The {kind} attacks {who}.", kind=attacker, who=victim)
            g.emit(facts.CardTold(from_data(card.title), joined(" ", (hit, from_data(card.text)))))
            health.suffer(g, seat, card.effects)
        else:
            miss = _("The {kind} attacks {who} and misses.", kind=attacker, who=victim)
            g.emit(facts.CardTold(from_data(card.title), miss))


def _attack_by_real_card(g: G, seat: Seat, intruder: str, why: Why) -> Rule[None]:
    """Ask what the attack card of the box does."""
    kind = kind_name(g.state.intruders[intruder].kind)
    title = _("the {kind} attacks, draw an attack card. What does it do?", kind=kind)
    most, rule = len(_ATTACK_OPTIONS), "NEM-X-ENC-1"
    done = yield from g.some(choose(seat, title, _ATTACK_OPTIONS, 0, most, rule, key="attack.card", about=intruder))
    if can_attack(g.state, seat, intruder):
        g.emit(facts.IntruderAttacked(intruder, seat, why))
        health.suffer(g, seat, tuple(effect for option, effect in _ATTACK_EFFECTS.items() if option in done))


_ATTACK_OPTIONS = (
    Option("light", _("A light wound")),
    Option("light2", _("Two light wounds")),
    Option("serious", _("A serious wound")),
    Option("slime", _("Slime")),
    Option("contamination", _("A Contamination card")),
    Option("larva", _("A larva")),
)
_ATTACK_EFFECTS: Mapping[str, Effect] = {
    "light": Effect("light_wound"),
    "light2": Effect("light_wound", 2),
    "serious": Effect("serious_wound"),
    "slime": Effect("slime"),
    "contamination": Effect("contamination"),
    "larva": Effect("larva"),
}


def hurt(g: G, seat: Seat, intruder: str, injuries: int) -> Rule[None]:
    """Injure an Intruder without the combat die. `seat` "": caused by no character."""
    if intruder in g.state.intruders:
        g.emit(facts.IntruderHurt(intruder, injuries))
        yield from resolve_injuries(g, seat, intruder)


def resolve_injuries(g: G, seat: Seat, intruder: str) -> Rule[None]:
    """Decide whether the Intruder dies, flees or stays. A larva dies of any injury."""
    if g.state.settings.decks == "none" or intruder not in g.state.intruders:
        return
    if g.state.intruders[intruder].kind == "larva":
        g.emit(facts.IntruderDied(intruder))
    elif g.state.settings.decks == "page":
        yield from _resolve_by_card(g, intruder)
    else:
        yield from _resolve_by_real_card(g, seat, intruder)


def _resolve_by_card(g: G, intruder: str) -> Rule[None]:
    """Compare the injuries with the blood of an attack card, or two for tough kinds. A card may let it flee."""
    kind = g.state.intruders[intruder].kind
    names = yield from draw_cards(g, ATTACKS, 2 if kind in TOUGH else 1)
    if intruder not in g.state.intruders or not names:
        return
    cards = [attack_card(g.state, name) for name in names]
    blood, injuries = sum(card.blood for card in cards), g.state.intruders[intruder].injuries
    title = _("The {kind} is hurt", kind=kind_name(kind))
    if any(card.retreat for card in cards):
        flees = _("Injuries: {n}. Its blood, by the card: {blood}. It flees.", n=injuries, blood=blood)
        g.emit(facts.CardTold(title, flees))
        yield from flee(g, intruder)
    elif injuries >= blood:
        dies = _("Injuries: {n}. Its blood, by the card: {blood}. It dies.", n=injuries, blood=blood)
        g.emit(facts.CardTold(title, dies))
        g.emit(facts.IntruderDied(intruder))
    else:
        stays = _("Injuries: {n}. Its blood, by the card: {blood}. It stays.", n=injuries, blood=blood)
        g.emit(facts.CardTold(title, stays))


def flee(g: G, intruder: str) -> Rule[None]:
    """Move the Intruder through a random corridor."""
    room = g.state.intruders[intruder].room
    numbers = distinct(
        sorted(number for corridor in g.state.corridors.values() for number in corridor.numbers.get(room, ()))
    )
    if not numbers:
        return
    title = _("the Intruder looks for a way out")
    number = yield from g.one(draw(HOUSE, title, numbers, key="flee", about=intruder))
    if intruder in g.state.intruders:
        prowl(g, intruder, number)


def _resolve_by_real_card(g: G, seat: Seat, intruder: str) -> Rule[None]:
    """Ask what the attack card of the box does to the Intruder."""
    chosen = yield from g.one(_fate_prompt(g.state, seat, intruder))
    if intruder not in g.state.intruders:
        return  # a correction took it away
    if chosen == "dies":
        g.emit(facts.IntruderDied(intruder))
    elif chosen != "stays":
        g.emit(facts.IntruderMoved(intruder, chosen.removeprefix("to:")))


def _fate_prompt(s: State, seat: Seat, intruder: str) -> Prompt:
    hurt = s.intruders[intruder]
    title = ngettext(
        "the {kind} has {n} injury, draw an attack card. What becomes of it?",
        "the {kind} has {n} injuries, draw an attack card. What becomes of it?",
        hurt.injuries,
        kind=kind_name(hurt.kind),
    )
    near = neighbours(s, hurt.room)
    flights = [Option(f"to:{room}", _("It flees to {room}", room=room_words(s, room))) for room in near]
    ways = (Option("stays", _("It stays")), Option("dies", _("It dies")), *flights)
    whom = addressee(s, seat)
    return choose(answerer(s, seat), title, ways, rule="NEM-SHOOT-1", key="hurt.card", about=intruder, whom=whom)


def smallest_hands(s: State, room: str) -> Faces:
    """Return the seats in the room with the fewest cards in hand."""
    here = characters_in(s, room)
    fewest = min((len(s.characters[seat].hand) for seat in here), default=0)
    return tuple(seat for seat in here if len(s.characters[seat].hand) == fewest)
