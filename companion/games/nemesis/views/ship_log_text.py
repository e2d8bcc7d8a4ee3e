"""Sentences for the facts of the ship and of the evening's course: who did what, never what was found there."""

from __future__ import annotations

from typing import assert_never

from companion.engine.answer_check import named
from companion.games.nemesis.facts.evening import (
    CardTold,
    CharacterDied,
    CourseFact,
    CourseLaid,
    DeckDrawn,
    DeckShuffled,
    EngineLaid,
    EventStepDone,
    GameEnded,
    ObjectiveKept,
    ObjectivesDealt,
    PhaseBegan,
    RoomLaid,
    TimePassed,
)
from companion.games.nemesis.facts.ship import (
    AlarmSet,
    CourseSeen,
    CourseSet,
    DoorSet,
    EggsLeft,
    EngineSeen,
    EngineTurned,
    FellAsleep,
    ItemsLeft,
    MarkTaken,
    NoiseTaken,
    PodEntered,
    PodLaunched,
    PodSet,
    ShipFact,
    SignalSent,
    TokenTaken,
    TurnsSet,
)
from companion.games.nemesis.rules.names import counted, ends_words, who
from companion.games.nemesis.rules.titles import room_words
from companion.games.nemesis.state import State
from companion.schema.prompt import Seat

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
