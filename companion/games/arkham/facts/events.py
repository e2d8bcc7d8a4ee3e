"""The facts of Arkham Horror; `state_changes.py` says what each does to the state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.engine import Play
from companion.games.arkham.content import Enemy, Location
from companion.games.arkham.state import Committed, Left, State, TestModifier, Verdict
from companion.schema import Faces, Seat, Words

UNKNOWN = "icons:"  # a committed card that is known only by its icons: "icons:2"
NAMELESS = "a card"  # one that was played or discarded, and that we know only as one


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    phase: str


@dataclass(frozen=True, slots=True)
class PhasePassed:
    """A seat is through with this phase."""

    seat: Seat


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
class CardsReadied:
    """All exhausted cards, enemies included."""


@dataclass(frozen=True, slots=True)
class ActionSpent:
    seat: Seat
    action: str
    number: int = 1


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
class CardDiscarded:
    """From the hand."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: Seat
    card: str
    type: str = ""  # of a card that we do not know: "asset" or "event"


@dataclass(frozen=True, slots=True)
class UseSpent:
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class AssetHurt:
    seat: Seat
    card: str
    damage: int
    horror: int


@dataclass(frozen=True, slots=True)
class AssetLost:
    """From play into its owner's discard pile."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    """One that is there once a round."""

    key: str


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
class LocationEntered:
    """It comes into play, as it lies in the scenario's box, or as somebody wrote it."""

    name: str
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class CluesMoved:
    source: str
    to: str
    number: int


@dataclass(frozen=True, slots=True)
class CluesPlaced:
    """Onto a location by a card; taken off it where `number` is negative."""

    location: str
    number: int


@dataclass(frozen=True, slots=True)
class CluesFound:
    """Onto the investigator; back onto the location where `number` is negative."""

    seat: Seat
    location: str
    number: int


@dataclass(frozen=True, slots=True)
class CluesSpent:
    """Onto the act, or paid."""

    seat: Seat
    number: int
    act: bool = False


@dataclass(frozen=True, slots=True)
class EnemyEntered:
    """It comes into play: one of the scenario's, a copy of it, or one that somebody wrote."""

    name: str
    location: str
    enemy: Enemy | None = None


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
class EnemyTurned:
    """Exhausted or readied by a card."""

    enemy: str
    exhausted: bool


@dataclass(frozen=True, slots=True)
class EnemyAttacked:
    """An enemy attacks a seat."""

    enemy: str
    seat: Seat
    damage: int
    horror: int
    why: Literal["opportunity", "retaliate", "alert", "enemy phase", "card"]


@dataclass(frozen=True, slots=True)
class StepDone:
    """A step of this phase: "doom", "hunt eel", or "eel:1" where that enemy has attacked that seat."""

    step: str


@dataclass(frozen=True, slots=True)
class EnemyDamaged:
    enemy: str
    number: int


@dataclass(frozen=True, slots=True)
class EnemyDefeated:
    enemy: str


@dataclass(frozen=True, slots=True)
class Hurt:
    """Damage and horror that a seat suffers by no enemy's attack; healed where they are negative."""

    seat: Seat
    damage: int
    horror: int


@dataclass(frozen=True, slots=True)
class Soaked:
    """Damage and horror of an attack or an effect that went to an asset instead."""

    seat: Seat
    damage: int
    horror: int


@dataclass(frozen=True, slots=True)
class InvestigatorLeft:
    """Defeated or resigned: clues stay, enemies are free. AH-X-DEFEAT-1, AH-X-ACTIONS-1."""

    seat: Seat
    how: Left


@dataclass(frozen=True, slots=True)
class TraumaTaken:
    """Noted by hand; what comes of a defeat is noted by itself."""

    seat: Seat
    physical: int
    mental: int


@dataclass(frozen=True, slots=True)
class DoomPlaced:
    number: int


@dataclass(frozen=True, slots=True)
class AgendaAdvanced:
    title: str


@dataclass(frozen=True, slots=True)
class ActAdvanced:
    title: str


@dataclass(frozen=True, slots=True)
class EncounterDrawn:
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class EncounterRenewed:
    """Its discard pile was shuffled into the empty encounter deck."""


@dataclass(frozen=True, slots=True)
class Told:
    """Something to read aloud, or to do with the cards."""

    text: Words


@dataclass(frozen=True, slots=True)
class TestBegan:
    __test__ = False

    performer: Seat
    skill: str
    difficulty: int
    title: Words


@dataclass(frozen=True, slots=True)
class Modified:
    """A card or an ability changes the test under way, or is no longer active."""

    modifier: TestModifier


@dataclass(frozen=True, slots=True)
class CardsCommitted:
    """All that was committed, once all are in."""

    cards: tuple[Committed, ...]


@dataclass(frozen=True, slots=True)
class TokenRevealed:
    token: str


@dataclass(frozen=True, slots=True)
class TokenCancelled:
    """A revealed token is set aside without effect until the test ends; another is revealed where `again`."""

    token: str
    again: bool


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


@dataclass(frozen=True, slots=True)
class TokenAdded:
    token: str


@dataclass(frozen=True, slots=True)
class TokenRemoved:
    token: str


@dataclass(frozen=True, slots=True)
class TokenSealed:
    """Set aside on a card: part of the composition, not in the bag."""

    token: str


@dataclass(frozen=True, slots=True)
class TokenReleased:
    token: str


@dataclass(frozen=True, slots=True)
class HandfulCounted:
    """Tokens that were not counted before; none: the count begins."""

    tokens: Faces
    lying: Faces = ()  # all that lay on the tray then


@dataclass(frozen=True, slots=True)
class AuditEnded:
    """What was counted in all."""

    tokens: Faces


@dataclass(frozen=True, slots=True)
class Noted:
    """A line of the campaign log."""

    text: str


@dataclass(frozen=True, slots=True)
class ScenarioEnded:
    resolution: str  # "" = none of the scenario's
    title: str
    victory: int


Event: TypeAlias = (
    PhaseBegan
    | PhasePassed
    | TurnBegan
    | TurnEnded
    | RoundBegan
    | CardsReadied
    | ActionSpent
    | ActionsLost
    | ResourcesChanged
    | CardsDrawn
    | DeckRenewed
    | CardDiscarded
    | CardPlayed
    | UseSpent
    | AssetHurt
    | AssetLost
    | AbilityUsed
    | Moved
    | EnemyMoved
    | LocationRevealed
    | LocationEntered
    | CluesMoved
    | CluesPlaced
    | CluesFound
    | CluesSpent
    | EnemyEntered
    | EnemyEngaged
    | EnemyEvaded
    | EnemyTurned
    | EnemyAttacked
    | StepDone
    | EnemyDamaged
    | EnemyDefeated
    | Hurt
    | Soaked
    | InvestigatorLeft
    | TraumaTaken
    | DoomPlaced
    | AgendaAdvanced
    | ActAdvanced
    | EncounterDrawn
    | EncounterRenewed
    | Told
    | TestBegan
    | Modified
    | CardsCommitted
    | TokenRevealed
    | TokenCancelled
    | SymbolResolved
    | TestResolved
    | ResultApplied
    | TestEnded
    | TokenAdded
    | TokenRemoved
    | TokenSealed
    | TokenReleased
    | HandfulCounted
    | AuditEnded
    | Noted
    | ScenarioEnded
)
G: TypeAlias = Play[State, Event]
