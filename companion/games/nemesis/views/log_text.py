"""What a seat hears of a fact: one sentence each. A secret stands in no other seat's sentence."""

from __future__ import annotations

from typing import assert_never

from companion.engine import named
from companion.games.nemesis.facts import (
    ActionPaid,
    ActionsSet,
    AlarmSet,
    AmmoSet,
    AmmoSpent,
    BagDeveloped,
    CardsDiscarded,
    CardsDrawn,
    CardTold,
    CharacterDied,
    CombatRolled,
    ContaminationGained,
    ContaminationLost,
    CorridorClosed,
    CourseFact,
    CourseLaid,
    CourseSeen,
    CourseSet,
    Crafted,
    CrewFact,
    DeckDrawn,
    DeckRenewed,
    DeckShuffled,
    DeedFact,
    DoorSet,
    EggsLeft,
    EngineLaid,
    EngineSeen,
    EngineTurned,
    Event,
    EventStepDone,
    Explored,
    FellAsleep,
    GameEnded,
    Healed,
    IntruderAttacked,
    IntruderCame,
    IntruderDied,
    IntruderHurt,
    IntruderMoved,
    IntruderRemoved,
    ItemGained,
    ItemLost,
    ItemsLeft,
    ItemUsed,
    LarvaGained,
    LarvaLost,
    MarkTaken,
    Moved,
    NoiseCleared,
    NoiseMade,
    NoiseRolled,
    NoiseTaken,
    ObjectDropped,
    ObjectGone,
    ObjectiveKept,
    ObjectivesDealt,
    ObjectPut,
    ObjectTaken,
    Passed,
    PhaseBegan,
    PodEntered,
    PodLaunched,
    PodSet,
    RollBegan,
    RoomLaid,
    RoomMarked,
    RoomUsed,
    RoundEnded,
    RoundFact,
    Scanned,
    SectionDone,
    ShipFact,
    SignalSent,
    SlimeCleaned,
    SlimeGained,
    Swapped,
    ThreatFact,
    TimePassed,
    TokenAdded,
    TokenDrawn,
    TokenReturned,
    TokenTaken,
    TurnBegan,
    TurnEnded,
    TurnsSet,
    WeaponGained,
    WeaponLost,
    Wounded,
)
from companion.games.nemesis.rules.names import (
    OBJECT_NAMES,
    counted,
    ends_words,
    injuries_words,
    kind_words,
    listed,
    object_words,
    room_words,
    who,
)
from companion.games.nemesis.state import State
from companion.schema import Faces, Seat


def tell_crew(s: State, event: CrewFact, seat: Seat) -> str:
    match event:
        case Healed(one, light, serious):
            return f"{who(s, one)} heals {_wounds(light, serious)}."
        case SlimeCleaned(one):
            return f"{who(s, one)} is clean of slime."
        case LarvaGained(one):
            return f"{who(s, one)} carries a larva."
        case LarvaLost(one):
            return f"{who(s, one)} is rid of the larva."
        case CardsDiscarded(one, cards):
            return f"{who(s, one)} discards {listed(cards)}."
        case Scanned(one, clean, infected):
            return _scanned(s, one, clean, infected, seat)
        case ContaminationLost(one):
            return f"{who(s, one)} loses a Contamination card."
        case ItemLost(one, item):
            return f"{who(s, one)} discards {item}."
        case WeaponGained(one, weapon, ammo):
            return f"{who(s, one)} takes up {weapon}, ammo {ammo}."
        case WeaponLost(one, weapon):
            return f"{who(s, one)} is without {weapon}."
        case AmmoSet(one, weapon, ammo):
            return f"{who(s, one)} has {weapon} with ammo {ammo}."
        case ObjectDropped(one, name):
            return f"{who(s, one)} puts down the {object_words(s, name)}."
        case ObjectPut(_, kind, room, one):
            where = f"in {room_words(s, room)}" if room else f"with {who(s, one)}"
            return f"The {OBJECT_NAMES.get(kind, kind)} is {where}."
        case ObjectGone(name):
            return f"The {object_words(s, name)} is gone."
        case IntruderHurt(intruder, injuries):
            return f"The {kind_words(s, intruder)} suffers {injuries_words(injuries)}."
        case IntruderRemoved(intruder):
            return f"The {kind_words(s, intruder)} is gone."
        case ActionsSet(one, actions):
            return f"{who(s, one)} has {counted(actions, 'action')} left."
    assert_never(event)


def _wounds(light: int, serious: int) -> str:
    parts = [counted(n, f"{word} wound") for n, word in ((light, "light"), (serious, "serious")) if n]
    return " and ".join(parts) or "no wound"


def _scanned(s: State, one: Seat, clean: int, infected: int, seat: Seat) -> str:
    """How many were infected is for the owner alone; how many left the hand everybody sees."""
    left = f"{counted(clean, 'Contamination card')} leave{'s' * (clean == 1)} the hand"
    if seat == one:
        return f"The scan: {infected} infected, {clean} clean; {left}."
    return f"{who(s, one)} is scanned: {left}."


PHASE_WORDS = {
    "preparing": "The ship is laid out.",
    "players": "",  # the new turn is told by itself
    "event": "The event phase begins.",
    "drawing": "Everybody draws.",
    "over": "It is over.",
}


def tell_course(s: State, event: CourseFact, seat: Seat) -> str:
    match event:
        case RoomLaid() | EngineLaid() | CourseLaid() | DeckDrawn() | EventStepDone():
            return ""  # face down, or told by what comes of it
        case ObjectivesDealt(one, objectives):
            return f"{who(s, one)} looks at {counted(len(objectives), 'objective')}."
        case ObjectiveKept(one, objective):
            return f"You keep {_title(s, objective)}." if seat == one else f"{who(s, one)} keeps one objective."
        case DeckShuffled():
            return "A deck is shuffled anew."
        case CardTold(title, text):
            return f"{title}: {text}" if text else f"{title}."
        case PhaseBegan(phase):
            return PHASE_WORDS[phase]
        case TimePassed():
            return f"Time passes: {counted(max(0, s.turns), 'turn')} left.{_alarm(s)}"
        case CharacterDied(one):
            return f"{who(s, one)} is dead."
        case GameEnded(sentence, _):
            return sentence
    assert_never(event)


def _title(s: State, objective: str) -> str:
    return next((one.title for one in s.ship.objectives if one.id == objective), objective)


def _alarm(s: State) -> str:
    return "" if s.self_destruct is None else f" Self-destruction in {counted(max(0, s.self_destruct), 'turn')}."


def tell_ship(s: State, event: ShipFact, seat: Seat) -> str:
    match event:
        case EngineSeen(one, engine):
            works = "works" if s.engines[engine].works else "is broken"
            return f"You see: engine {engine} {works}." if seat == one else f"{who(s, one)} looks at engine {engine}."
        case EngineTurned(one, engine, works):
            does = "repair" if works else "break"
            return f"You {does} engine {engine}." if seat == one else f"{who(s, one)} works on engine {engine}."
        case CourseSeen(one):
            return "You read the course." if seat == one else f"{who(s, one)} reads the course."
        case CourseSet(one, letter):
            return f"{who(s, one)} sets the course to {letter}."
        case SignalSent(one):
            return f"{who(s, one)} sends the signal."
        case AlarmSet(turns):
            return "Self-destruction is stopped." if turns is None else f"Self-destruction in {counted(turns, 'turn')}!"
        case PodSet(pod, locked):
            return f"Escape pod {pod} is {'locked' if locked else 'unlocked'}."
        case PodEntered(one, pod):
            return f"{who(s, one)} climbs into escape pod {pod}."
        case PodLaunched(pod):
            return f"Escape pod {pod} leaves the ship."
        case FellAsleep(one):
            return f"{who(s, one)} falls asleep for the jump."
        case DoorSet(corridor, closed, broken):
            does = "is broken for good" if broken else "closes" if closed else "opens"
            return f"The door {ends_words(s, corridor)} {does}."
        case NoiseTaken(corridor):
            return f"It falls silent {ends_words(s, corridor)}."
        case MarkTaken(room, mark):
            gone = {"fire": "The fire is out", "malfunction": "The malfunction is repaired"}.get(
                mark, f"No {mark} any more"
            )
            return f"{gone} in {room_words(s, room)}."
        case ItemsLeft(room, items):
            return f"Items to be found in {room_words(s, room)}: {items}." if s.rooms[room].explored else ""
        case TurnsSet(turns):
            return f"The time track is put right: {counted(turns, 'turn')} left."
        case TokenTaken(token):
            return f"{named(token).capitalize()} is taken out of the bag."
        case EggsLeft(eggs):
            return f"{counted(eggs, 'egg')} in the nest."
    assert_never(event)


def log_line(s: State, event: Event, seat: Seat) -> str:
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
