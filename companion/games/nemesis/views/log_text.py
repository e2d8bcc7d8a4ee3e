"""What a seat hears of a fact: one sentence each, "" where the picture says it. A secret stands in no other seat's sentence."""

from __future__ import annotations

from typing import assert_never

from companion.engine.answer_check import named
from companion.games.nemesis.facts.actions import (
    AmmoSpent,
    ContaminationGained,
    Crafted,
    DeedFact,
    ItemGained,
    ItemUsed,
    ObjectTaken,
    RoomUsed,
    SectionDone,
    SlimeGained,
    Swapped,
    Wounded,
)
from companion.games.nemesis.facts.crew import CrewFact
from companion.games.nemesis.facts.evening import CourseFact
from companion.games.nemesis.facts.events import (
    ActionPaid,
    CardsDrawn,
    CorridorClosed,
    DeckRenewed,
    Event,
    Explored,
    Moved,
    Passed,
    RoomMarked,
    RoundEnded,
    RoundFact,
    TurnBegan,
    TurnEnded,
)
from companion.games.nemesis.facts.intruders import (
    BagDeveloped,
    CombatRolled,
    IntruderAttacked,
    IntruderCame,
    IntruderDied,
    IntruderMoved,
    NoiseCleared,
    NoiseMade,
    NoiseRolled,
    RollBegan,
    ThreatFact,
    TokenAdded,
    TokenDrawn,
    TokenReturned,
)
from companion.games.nemesis.facts.ship import ShipFact
from companion.games.nemesis.rules.names import (
    counted,
    ends_words,
    injuries_words,
    kind_words,
    listed,
    object_words,
    who,
)
from companion.games.nemesis.rules.titles import room_words
from companion.games.nemesis.state import State
from companion.games.nemesis.views.crew_log_text import tell_crew
from companion.games.nemesis.views.ship_log_text import tell_course, tell_ship
from companion.schema.prompt import Faces, Seat


def tell(s: State, event: Event, seat: Seat) -> str:
    """What a seat hears of a fact, given the state after it."""
    if isinstance(event, CourseFact):
        return tell_course(s, event, seat)
    if isinstance(event, CrewFact):
        return tell_crew(s, event, seat)
    return tell_ship(s, event, seat) if isinstance(event, ShipFact) else _ruled(s, event, seat)


def _ruled(s: State, event: RoundFact | ThreatFact | DeedFact, seat: Seat) -> str:
    match event:
        case ActionPaid(one, _, cards):
            return f"{who(s, one)} discards {listed(cards)}." if cards else ""  # NEM-COST-2: face up
        case Moved(one, to):
            return f"{who(s, one)} enters {room_words(s, to)}."
        case Explored(room):
            return f"It is {room_words(s, room)}."
        case RoomMarked(room, mark):
            return f"{mark.capitalize()} in {room_words(s, room)}."
        case CorridorClosed(corridor):
            return f"A door closes {ends_words(s, corridor)}."
        case NoiseRolled(one, face, counts, _):
            return f"{who(s, one)} rolls {face}{': ' + counts if counts != face else ''}."
        case NoiseMade(corridor):
            return f"Noise {ends_words(s, corridor)}."
        case NoiseCleared(room):
            return f"The corridors of {room_words(s, room)} fall silent."
        case TokenDrawn(one, token, _, surprise):
            return f"{who(s, one)} draws {named(token)}{': a surprise' if surprise else ''}."
        case TokenAdded(token):
            return f"{named(token).capitalize()} goes into the bag."
        case TokenReturned(token):
            return f"{named(token).capitalize()} goes back into the bag."
        case IntruderCame(_, kind, room):
            return f"The {kind} is in {room_words(s, room)}."
        case IntruderMoved(intruder, to):
            return f"The {kind_words(s, intruder)} moves to {room_words(s, to)}."
        case IntruderAttacked(intruder, one, why):
            return f"The {kind_words(s, intruder)} attacks {who(s, one)} ({why})."
        case IntruderDied(intruder):
            return f"The {kind_words(s, intruder)} is dead."
        case Wounded(one, wound):
            return f"{who(s, one)} suffers a {wound} wound."
        case ContaminationGained(one, _):
            return f"{who(s, one)} takes a Contamination card."
        case SlimeGained(one):
            return f"{who(s, one)} is covered in slime."
        case CombatRolled(one, face, _, hurt):
            return f"{who(s, one)} rolls {named(face)}: {injuries_words(hurt)}."
        case ObjectTaken(one, name):
            return f"{who(s, one)} picks up the {object_words(s, name)}."
        case Swapped(one, other, gives, takes):
            is_theirs = seat in (one, other)
            given, taken = (_handed(s, things, is_theirs=is_theirs) for things in (gives, takes))
            return f"{who(s, one)} gives {given}, {who(s, other)} gives {taken}."
        case Crafted(one, item, components):
            return f"{who(s, one)} crafts {item} of {listed(components)}."
        case ItemGained(one, item):
            return f"{who(s, one)} gains {item if seat == one else 'an item'}."
        case ItemUsed(one, item):
            return f"{who(s, one)} uses {item}."
        case SectionDone(one, section, words):
            return f"{who(s, one)}: {words or section.replace('_', ' ')}."
        case RoomUsed(one, room):
            return f"{who(s, one)} uses the action of {room_words(s, room)}."
        case Passed(one):
            return f"{who(s, one)} passes."
        case RoundEnded(following):
            return f"{who(s, following)} is next."
        case TurnEnded():
            return "All have passed."
        case CardsDrawn(one, cards):
            return (
                f"You draw {listed(cards)}." if seat == one else f"{who(s, one)} draws {counted(len(cards), 'card')}."
            )
        case TurnBegan():
            return "A new turn begins."
        case RollBegan() | AmmoSpent() | DeckRenewed() | BagDeveloped():
            return ""  # shown, or told by the card that is turned for it
    assert_never(event)


def _handed(s: State, things: Faces, *, is_theirs: bool) -> str:
    """What goes over the table: which items they are, only the two who swap them see (NEM-TRADE-2)."""
    weapons = [weapon.name for c in s.characters.values() for weapon in c.weapons]
    seen = tuple(one for one in things if is_theirs or one in weapons or one in s.objects)
    hidden = len(things) - len(seen)
    return listed((*(object_words(s, one) for one in seen), *((counted(hidden, "item"),) if hidden else ())))
