"""The facts of Arkham Horror, and what each does to the state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from companion.games.arkham.state import Committed, State, Test, Verdict
from companion.rules.bag import without
from companion.rules.play import Play
from companion.wire.prompt import Seat


@dataclass(frozen=True, slots=True)
class TurnBegan:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnEnded:
    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundBegan:
    number: int


@dataclass(frozen=True, slots=True)
class ActionSpent:
    seat: Seat
    action: str


@dataclass(frozen=True, slots=True)
class ActionsLost:
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class ResourcesChanged:
    """Gained, or paid where `number` is negative."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """From the own deck; which, only the owner knows."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class DeckRenewed:
    """The discard pile was shuffled into an empty deck. AH-X-DRAW-1."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Moved:
    """Left and entered at once. AH-ACT-MOVE-6."""

    seat: Seat
    source: str
    to: str


@dataclass(frozen=True, slots=True)
class EnemyMoved:
    enemy: str
    source: str
    to: str


@dataclass(frozen=True, slots=True)
class LocationRevealed:
    location: str
    clues: int


@dataclass(frozen=True, slots=True)
class CluesMoved:
    source: str
    to: str
    number: int


@dataclass(frozen=True, slots=True)
class CluesFound:
    seat: Seat
    location: str
    number: int


@dataclass(frozen=True, slots=True)
class EnemyEngaged:
    """In this seat's threat area now, and in nobody else's. AH-ACT-ENGAGE-7."""

    enemy: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class EnemyEvaded:
    enemy: str
    seat: Seat
    automatic: bool


@dataclass(frozen=True, slots=True)
class EnemyAttacked:
    """An enemy attacks a seat."""

    enemy: str
    seat: Seat
    damage: int
    horror: int
    why: Literal["opportunity", "retaliate"]


@dataclass(frozen=True, slots=True)
class EnemyDamaged:
    enemy: str
    number: int


@dataclass(frozen=True, slots=True)
class EnemyDefeated:
    enemy: str


@dataclass(frozen=True, slots=True)
class Hurt:
    """Damage and horror that a seat suffers by no enemy's attack."""

    seat: Seat
    damage: int
    horror: int


@dataclass(frozen=True, slots=True)
class TestBegan:
    __test__ = False

    performer: Seat
    skill: str
    difficulty: int
    title: str


@dataclass(frozen=True, slots=True)
class CardsCommitted:
    """All that was committed, once all are in."""

    cards: tuple[Committed, ...]


@dataclass(frozen=True, slots=True)
class TokenRevealed:
    token: str


@dataclass(frozen=True, slots=True)
class SymbolResolved:
    """The ability of a symbol starts; for the elder sign it is that of the performer's card."""

    symbol: str
    performer: Seat


@dataclass(frozen=True, slots=True)
class TestResolved:
    __test__ = False

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class ResultApplied:
    """One of several consequences, in the performer's order. AH-ST-7-3."""

    result: str


@dataclass(frozen=True, slots=True)
class TestEnded:
    """Committed cards go to their owners' discard piles, tokens into the bag."""

    __test__ = False

    performer: Seat


Event: TypeAlias = (
    TurnBegan
    | TurnEnded
    | RoundBegan
    | ActionSpent
    | ActionsLost
    | ResourcesChanged
    | CardsDrawn
    | DeckRenewed
    | CardPlayed
    | Moved
    | EnemyMoved
    | LocationRevealed
    | CluesMoved
    | CluesFound
    | EnemyEngaged
    | EnemyEvaded
    | EnemyAttacked
    | EnemyDamaged
    | EnemyDefeated
    | Hurt
    | TestBegan
    | CardsCommitted
    | TokenRevealed
    | SymbolResolved
    | TestResolved
    | ResultApplied
    | TestEnded
)
G: TypeAlias = Play[State, Event]
UNKNOWN = "icons:"  # a committed card that is known only by its icons: "icons:2"


def apply(s: State, event: Event) -> State:
    """The state after a fact."""
    match event:
        case TurnBegan(seat):
            return replace(s, active=seat)
        case TurnEnded(seat):
            return replace(s.sit(seat, replace(s.seats[seat], actions=0)), taken=(*s.taken, seat))
        case RoundBegan(number):
            return _new_round(s, number)
        case ActionSpent(seat, _):
            return s.sit(seat, replace(s.seats[seat], actions=s.seats[seat].actions - 1))
        case ActionsLost(seat, number):
            return s.sit(seat, replace(s.seats[seat], actions=s.seats[seat].actions - number))
        case ResourcesChanged(seat, number):
            return s.sit(seat, replace(s.seats[seat], resources=s.seats[seat].resources + number))
        case CardsDrawn(seat, number):
            return _drawn(s, seat, number)
        case DeckRenewed(seat):
            who = s.seats[seat]
            return s.sit(seat, replace(who, deck=len(who.discard), discard=()))
        case CardPlayed(seat, card):
            return _played(s, seat, card)
        case Moved(seat, _, to):
            return _moved(s, seat, to)
        case EnemyMoved(enemy, _, to):
            return s.spawn(enemy, replace(s.enemies[enemy], location=to))
        case LocationRevealed(location, clues):
            there = s.locations[location]
            return s.place(location, replace(there, revealed=True, clues=there.clues + clues))
        case CluesMoved(source, to, number):
            less = s.place(source, replace(s.locations[source], clues=s.locations[source].clues - number))
            return less.place(to, replace(less.locations[to], clues=less.locations[to].clues + number))
        case CluesFound(seat, location, number):
            found = s.sit(seat, replace(s.seats[seat], clues=s.seats[seat].clues + number))
            return found.place(location, replace(s.locations[location], clues=s.locations[location].clues - number))
        case EnemyEngaged(enemy, seat):
            return s.spawn(enemy, replace(s.enemies[enemy], engaged=(seat,), location=s.seats[seat].location))
        case EnemyEvaded(enemy, seat, _):
            left = tuple(other for other in s.enemies[enemy].engaged if other != seat)
            return s.spawn(enemy, replace(s.enemies[enemy], exhausted=True, engaged=left))
        case EnemyAttacked(_, seat, damage, horror, _):
            return _hurt(s, seat, damage, horror)
        case EnemyDamaged(enemy, number):
            return s.spawn(enemy, replace(s.enemies[enemy], damage=s.enemies[enemy].damage + number))
        case EnemyDefeated(enemy):
            return s.spawn(enemy, replace(s.enemies[enemy], defeated=True, engaged=()))
        case Hurt(seat, damage, horror):
            return _hurt(s, seat, damage, horror)
        case TestBegan(performer, skill, difficulty, title):
            return replace(s, test=Test(performer, skill, difficulty, title, "ST.2"), last=None)
        case CardsCommitted(cards):
            return _committed(s, cards)
        case TokenRevealed(token):
            test = _test(s)
            revealed = replace(test, revealed=(*test.revealed, token), step="ST.4")
            return replace(s, bag=s.bag.drawn(token), test=revealed)
        case SymbolResolved() | ResultApplied():
            return s
        case TestResolved(verdict):
            return replace(s, last=verdict, test=replace(_test(s), step="ST.7"))
        case TestEnded():
            return _ended(s)
    assert_never(event)


def _test(s: State) -> Test:
    if s.test is None:
        raise ValueError("no test is under way")
    return s.test


def _new_round(s: State, number: int) -> State:
    """Everybody has their actions again, exhausted cards are ready."""
    after = replace(s, round=number, taken=())
    for seat, who in s.seats.items():
        after = after.sit(seat, replace(who, actions=who.next_actions))
    for name, enemy in s.enemies.items():
        after = after.spawn(name, replace(enemy, exhausted=False))
    return after


def _drawn(s: State, seat: Seat, number: int) -> State:
    who = s.seats[seat]
    deck = None if who.deck is None else who.deck - number
    return s.sit(seat, replace(who, unknown=who.unknown + number, deck=deck))


def _played(s: State, seat: Seat, card: str) -> State:
    who = replace(s.seats[seat], hand=without(s.seats[seat].hand, card))
    if s.cards[card].type == "asset":
        return s.sit(seat, replace(who, in_play=(*who.in_play, card)))
    return s.sit(seat, replace(who, discard=(*who.discard, card)))


def _moved(s: State, seat: Seat, to: str) -> State:
    """With the enemies that are engaged with the seat. AH-X-MOVEENG-1."""
    after = s.sit(seat, replace(s.seats[seat], location=to))
    for name, enemy in s.enemies.items():
        if seat in enemy.engaged:
            after = after.spawn(name, replace(enemy, location=to))
    return after


def _hurt(s: State, seat: Seat, damage: int, horror: int) -> State:
    who = s.seats[seat]
    return s.sit(seat, replace(who, damage=who.damage + damage, horror=who.horror + horror))


def _committed(s: State, cards: tuple[Committed, ...]) -> State:
    after = s
    for one in cards:
        who = after.seats[one.by]
        if one.card.startswith(UNKNOWN):
            after = after.sit(one.by, replace(who, unknown=who.unknown - 1))
        else:
            after = after.sit(one.by, replace(who, hand=without(who.hand, one.card)))
    test = _test(s)
    return replace(after, test=replace(test, committed=test.committed + cards, step="ST.3"))


def _ended(s: State) -> State:
    """AH-ST-8-1, AH-X-COMMIT-1, AH-ST-8-2, AH-ST-8-3."""
    after = replace(s, bag=s.bag.returned(), test=None)
    for one in _test(s).committed:
        who = after.seats[one.by]
        after = after.sit(one.by, replace(who, discard=(*who.discard, one.card)))
    return after
