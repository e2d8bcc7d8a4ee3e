"""The facts of Nemesis, and how each changes the state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, TypeAlias, assert_never

from companion.games.nemesis.course_facts import CourseFact, apply_course
from companion.games.nemesis.crew_facts import CrewFact, apply_crew
from companion.games.nemesis.ship import Kind
from companion.games.nemesis.ship_facts import ShipFact, apply_ship
from companion.games.nemesis.state import (
    ACTIONS_PER_ROUND,
    HeavyObject,
    Intruder,
    RollKind,
    Room,
    State,
    Test,
    Verdict,
    Weapon,
    corridors_of,
    tile_of,
    with_character,
    with_corridor,
    with_intruder,
    with_room,
)
from companion.rules.bag import without
from companion.rules.play import Play
from companion.wire.prompt import Faces, Seat

Why: TypeAlias = Literal["surprise", "escape", "event"]  # of an attack
LIGHT_TO_SERIOUS = 3  # light wounds that are a serious one


@dataclass(frozen=True, slots=True)
class ActionPaid:
    """An action begins: its cards lie face up on the discard pile."""

    seat: Seat
    action: str
    cards: Faces


@dataclass(frozen=True, slots=True)
class Moved:
    seat: Seat
    to: str


@dataclass(frozen=True, slots=True)
class Explored:
    room: str


@dataclass(frozen=True, slots=True)
class RoomMarked:
    room: str
    mark: Literal["malfunction", "fire"]


@dataclass(frozen=True, slots=True)
class CorridorClosed:
    corridor: str


@dataclass(frozen=True, slots=True)
class RollBegan:
    kind: RollKind
    seat: Seat
    room: str
    target: str = ""
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class NoiseRolled:
    """A noise roll as it counts: Silence of a character with slime is Danger."""

    seat: Seat
    face: str
    counts: Literal["noise", "silence", "danger", "encounter"]
    corridor: str = ""


@dataclass(frozen=True, slots=True)
class NoiseMade:
    corridor: str


@dataclass(frozen=True, slots=True)
class NoiseCleared:
    """All markers around a room are gone."""

    room: str


@dataclass(frozen=True, slots=True)
class TokenDrawn:
    """An Intruder token; what came, or "" for a blank one."""

    seat: Seat
    token: str
    intruder: str
    surprise: bool


@dataclass(frozen=True, slots=True)
class TokenAdded:
    token: str


@dataclass(frozen=True, slots=True)
class TokenReturned:
    """Of an Intruder that left the rooms of the ship."""

    token: str


@dataclass(frozen=True, slots=True)
class BagDeveloped:
    """A token was drawn for the development of the bag; it leaves the bag or goes back, and another may come in."""

    token: str
    leaves: bool
    comes: str  # "" = none


@dataclass(frozen=True, slots=True)
class IntruderCame:
    intruder: str
    kind: Kind
    room: str


@dataclass(frozen=True, slots=True)
class IntruderMoved:
    intruder: str
    to: str


@dataclass(frozen=True, slots=True)
class IntruderAttacked:
    intruder: str
    seat: Seat
    why: Why


@dataclass(frozen=True, slots=True)
class IntruderDied:
    intruder: str


@dataclass(frozen=True, slots=True)
class Wounded:
    seat: Seat
    wound: Literal["light", "serious"]


@dataclass(frozen=True, slots=True)
class ContaminationGained:
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class SlimeGained:
    seat: Seat


@dataclass(frozen=True, slots=True)
class AmmoSpent:
    seat: Seat
    weapon: str


@dataclass(frozen=True, slots=True)
class CombatRolled:
    """The combat die against one Intruder; `injuries` 0 is a miss."""

    seat: Seat
    face: str
    intruder: str
    injuries: int


@dataclass(frozen=True, slots=True)
class ObjectTaken:
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Swapped:
    """Both agreed."""

    one: Seat
    other: Seat
    gives: Faces
    takes: Faces


@dataclass(frozen=True, slots=True)
class Crafted:
    """Two components are discarded, the crafted card is gained."""

    seat: Seat
    item: str
    components: Faces


@dataclass(frozen=True, slots=True)
class ItemGained:
    """By an effect; a heavy item needs no action (NEM-HEAVY-3)."""

    seat: Seat
    item: str


@dataclass(frozen=True, slots=True)
class ItemUsed:
    seat: Seat
    item: str


@dataclass(frozen=True, slots=True)
class SectionDone:
    """A section of an action card is chosen; what it does follows (NEM-ACARD-5)."""

    seat: Seat
    section: str


@dataclass(frozen=True, slots=True)
class RoomUsed:
    seat: Seat
    room: str


@dataclass(frozen=True, slots=True)
class Passed:
    """Out of this turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The next character's round of two actions begins."""

    following: Seat


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """All have passed."""


@dataclass(frozen=True, slots=True)
class DeckRenewed:
    """The discard pile was shuffled into the deck."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    seat: Seat
    cards: Faces  # the owner's secret


@dataclass(frozen=True, slots=True)
class TurnBegan:
    first: Seat


RuleFact: TypeAlias = (
    ActionPaid
    | Moved
    | Explored
    | RoomMarked
    | CorridorClosed
    | RollBegan
    | NoiseRolled
    | NoiseMade
    | NoiseCleared
    | TokenDrawn
    | TokenAdded
    | TokenReturned
    | BagDeveloped
    | IntruderCame
    | IntruderMoved
    | IntruderAttacked
    | IntruderDied
    | Wounded
    | ContaminationGained
    | SlimeGained
    | AmmoSpent
    | CombatRolled
    | ObjectTaken
    | Swapped
    | Crafted
    | ItemGained
    | ItemUsed
    | SectionDone
    | RoomUsed
    | Passed
    | RoundEnded
    | TurnEnded
    | DeckRenewed
    | CardsDrawn
    | TurnBegan
)
Event: TypeAlias = RuleFact | CourseFact | CrewFact | ShipFact
G: TypeAlias = Play[State, Event]


def apply(s: State, event: Event) -> State:
    """The state after a fact."""
    if isinstance(event, CourseFact):
        return apply_course(s, event)
    if isinstance(event, CrewFact):
        return apply_crew(s, event)
    return apply_ship(s, event) if isinstance(event, ShipFact) else _ruled(s, event)


def _ruled(s: State, event: RuleFact) -> State:
    match event:
        case ActionPaid():
            return _paid(s, event)
        case Moved(seat, to):
            return with_character(s, seat, replace(s.characters[seat], room=to))
        case Explored(room):
            return with_room(s, room, _known(s, room))
        case RoomMarked(room, mark):
            marks = dict.fromkeys((*s.rooms[room].marks, mark))
            return with_room(s, room, replace(s.rooms[room], marks=tuple(marks)))
        case CorridorClosed(corridor):
            return with_corridor(s, corridor, replace(s.corridors[corridor], closed=True))
        case RollBegan(kind, seat, room, target, weapon):
            return replace(s, test=Test(kind, seat, room, target, weapon))
        case NoiseRolled(seat, face, counts, corridor):
            return replace(s, test=None, last=Verdict(counts, seat, s.characters[seat].room, face, corridor))
        case NoiseMade(corridor):
            return with_corridor(s, corridor, replace(s.corridors[corridor], noise=True))
        case NoiseCleared(room):
            around = {name: replace(s.corridors[name], noise=False) for name in corridors_of(s, room)}
            return replace(s, corridors=MappingProxyType({**s.corridors, **around}))
        case TokenDrawn():
            return _token(s, event)
        case TokenAdded(token) | TokenReturned(token):
            return replace(s, bag=s.bag.added((token,)))
        case BagDeveloped(token, leaves, comes):
            bag = s.bag.removed(token) if leaves else s.bag
            return replace(s, bag=bag.added((comes,)) if comes else bag)
        case IntruderCame(intruder, kind, room):
            return replace(with_intruder(s, intruder, Intruder(kind, room)), came=s.came + 1, met=True)
        case IntruderMoved(intruder, to):
            return with_intruder(s, intruder, replace(s.intruders[intruder], room=to))
        case IntruderAttacked():
            return s
        case IntruderDied(intruder):
            return _died(s, intruder)
        case Wounded(seat, wound):
            return _wounded(s, seat, wound)
        case ContaminationGained(seat, card):
            character = s.characters[seat]
            return with_character(s, seat, replace(character, discard=(*character.discard, card)))
        case SlimeGained(seat):
            return with_character(s, seat, replace(s.characters[seat], slime=True))
        case AmmoSpent(seat, weapon):
            return _shot(s, seat, weapon)
        case CombatRolled():
            return _rolled(s, event)
        case ObjectTaken(seat, name):
            return _taken(s, seat, name)
        case Swapped(one, other, gives, takes):
            return _given(_given(s, one, other, gives), other, one, takes)
        case Crafted():
            return _crafted(s, event)
        case ItemGained(seat, item):
            character = s.characters[seat]
            return with_character(s, seat, replace(character, items=(*character.items, item)))
        case SectionDone() | ItemUsed() | RoomUsed():
            return s
        case Passed(seat):
            return replace(with_character(s, seat, replace(s.characters[seat], passed=True)), last=None, told=None)
        case RoundEnded(following):
            fresh = replace(s.characters[following], actions=ACTIONS_PER_ROUND)
            return replace(with_character(s, following, fresh), active=following)
        case TurnEnded():
            return replace(s, phase="drawing", turns=s.turns - 1)
        case DeckRenewed(seat):
            character = s.characters[seat]
            renewed = replace(character, deck=character.deck + character.discard, discard=())
            return with_character(s, seat, renewed)
        case CardsDrawn(seat, cards):
            return _drawn(s, seat, cards)
        case TurnBegan(first):
            awake = {n: replace(c, passed=False, actions=ACTIONS_PER_ROUND) for n, c in s.characters.items()}
            return replace(s, characters=MappingProxyType(awake), phase="players", active=first, first=first, last=None)
    assert_never(event)


def _known(s: State, room: str) -> Room:
    """Turned up: now its name is known."""
    tile = tile_of(s, room)
    return replace(s.rooms[room], explored=True, title=tile.title if tile else s.rooms[room].title)


def _paid(s: State, event: ActionPaid) -> State:
    character, hand = s.characters[event.seat], s.characters[event.seat].hand
    for card in event.cards:
        hand = without(hand, card)
    paid = replace(character, hand=hand, discard=character.discard + event.cards, actions=character.actions - 1)
    return replace(with_character(s, event.seat, paid), last=None, told=None)


def _token(s: State, event: TokenDrawn) -> State:
    """A blank token goes back; any other leaves the bag with its Intruder (NEM-X-ENC-1, -2)."""
    room = s.characters[event.seat].room
    if not event.intruder:
        return replace(s, last=Verdict("blank", event.seat, room, event.token))
    came = Verdict("came", event.seat, room, event.token, target=event.intruder, surprise=event.surprise)
    return replace(s, bag=s.bag.removed(event.token), last=came)


def _died(s: State, intruder: str) -> State:
    """It leaves a carcass (NEM-HEAVY-2)."""
    left = {name: i for name, i in s.intruders.items() if name != intruder}
    carcass = HeavyObject("intruder_carcass", s.intruders[intruder].room)
    objects = MappingProxyType({**s.objects, f"carcass of {intruder}": carcass})
    test = None if s.test and s.test.target == intruder else s.test
    killed = (*s.killed, s.intruders[intruder].kind)
    return replace(s, intruders=MappingProxyType(left), objects=objects, test=test, killed=killed)


def _wounded(s: State, seat: Seat, wound: Literal["light", "serious"]) -> State:
    character = s.characters[seat]
    light = character.light_wounds + (wound == "light")
    serious = character.serious_wounds + (wound == "serious") + light // LIGHT_TO_SERIOUS
    return with_character(s, seat, replace(character, light_wounds=light % LIGHT_TO_SERIOUS, serious_wounds=serious))


def _shot(s: State, seat: Seat, weapon: str) -> State:
    character = s.characters[seat]
    held = tuple(Weapon(w.name, w.ammo - 1) if w.name == weapon else w for w in character.weapons)
    return with_character(s, seat, replace(character, weapons=held))


def _rolled(s: State, event: CombatRolled) -> State:
    hurt = s.intruders[event.intruder]
    s = with_intruder(s, event.intruder, replace(hurt, injuries=hurt.injuries + event.injuries))
    outcome: Literal["hit", "missed"] = "hit" if event.injuries else "missed"
    verdict = Verdict(outcome, event.seat, hurt.room, event.face, target=hurt.kind, injuries=event.injuries)
    return replace(s, test=None, last=verdict)


def _taken(s: State, seat: Seat, name: str) -> State:
    character = s.characters[seat]
    carried = with_character(s, seat, replace(character, heavy=(*character.heavy, name)))
    return replace(carried, objects=MappingProxyType({**s.objects, name: replace(s.objects[name], room="")}))


def _given(s: State, giver: Seat, taker: Seat, things: Faces) -> State:
    for thing in things:
        a, b = s.characters[giver], s.characters[taker]
        if thing in a.items:
            a, b = replace(a, items=without(a.items, thing)), replace(b, items=(*b.items, thing))
        elif held := next((w for w in a.weapons if w.name == thing), None):
            left = tuple(w for w in a.weapons if w is not held)
            a, b = replace(a, weapons=left), replace(b, weapons=(*b.weapons, held))
        else:
            a, b = replace(a, heavy=without(a.heavy, thing)), replace(b, heavy=(*b.heavy, thing))
        s = with_character(with_character(s, giver, a), taker, b)
    return s


def _crafted(s: State, event: Crafted) -> State:
    character, items = s.characters[event.seat], s.characters[event.seat].items
    for part in event.components:
        items = without(items, part)
    made, character = s.ship.items.get(event.item), replace(character, items=items)
    if made is None or made.ammo is None:
        character = replace(character, items=(*items, event.item))
    else:
        character = replace(character, weapons=(*character.weapons, Weapon(event.item, made.ammo)))
    s = with_character(s, event.seat, character)
    return replace(s, crafted_gone=(*s.crafted_gone, event.item), item_discard=s.item_discard + event.components)


def _drawn(s: State, seat: Seat, cards: Faces) -> State:
    character = s.characters[seat]
    deck = character.deck
    for card in cards:
        deck = without(deck, card)
    return with_character(s, seat, replace(character, deck=deck, hand=character.hand + cards))
