"""Public view of a table: state, events, and cues for sound and light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.schema.prompt import Faces, Seat, Words

CueKind: TypeAlias = Literal[
    "token", "clue", "agenda", "act", "encounter", "monster", "attack", "noise", "door", "alarm",
    "contest", "surprise", "fall", "triumph", "phase", "scene", "end",
]  # fmt: skip
Tone: TypeAlias = Literal["plain", "good", "bad"]
Air: TypeAlias = Literal["calm", "tense", "dread"]


@dataclass(frozen=True, slots=True)
class Cue:
    """One of them."""

    kind: CueKind
    title: Words  # the sentence, as in the public log
    tone: Tone = "plain"
    faces: Faces = ()  # of `object`, side by side
    object: str = ""  # "token", "card"
    names: tuple[Words, ...] = ()  # whose the faces are, in their order
    drawing: str = ""  # a creature of the page: "fish"; "" = the kind's default
    seat: Seat = ""  # whom it befalls


@dataclass(frozen=True, slots=True)
class StagedCue:
    """A cue with its place in the log: one that was staged is not staged again."""

    seq: int
    cue: Cue


Mood: TypeAlias = Literal["calm", "asked", "danger"]
Outcome: TypeAlias = Literal["", "passed", "failed", "done"]
EventKind: TypeAlias = Literal["fact", "answer", "choice", "correction", "undo"]
AlarmKind: TypeAlias = Literal["reader", "sight", "doubt", "both", "stumbled", "house"]


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """Player of a seat, and glow of its edge."""

    seat: Seat
    name: Words
    colour: str  # "#rrggbb"
    mood: Mood = "calm"
    asked: bool = False  # the table waits for this seat


@dataclass(frozen=True, slots=True)
class PublicRoll:
    """The newest things that answered: dice thrown, tokens drawn, cards shown."""

    seq: int  # another number is another roll
    seat: Seat
    name: Words  # of the seat
    title: Words  # title of the prompt
    object: str  # kind of the things: "d6", "token", "card"
    faces: Faces  # in the order of the tray
    words: Words  # "Ann: success, blank"
    source: Literal["camera", "serial", "virtual", "hand"]


@dataclass(frozen=True, slots=True)
class PublicVerdict:
    """How the test on the screen came out. `outcome` "" = none was made, or it is not decided."""

    outcome: Outcome = ""
    title: Words = ""
    sentence: Words = ""  # "2 successes + 1 clue = 3, 3 needed: passed"
    stamp: Words = ""  # one word of the game for it, "" = none
    old: bool = False  # it came before the newest answer


@dataclass(frozen=True, slots=True)
class Alarm:
    """A problem that needs a person.

    reader: one is missing.
    sight: a camera sees badly.
    doubt: a reading waits for a player.
    both: two readers disagree.
    stumbled: a command failed, without loss.
    house: the service itself has a problem, shown on its page.
    """

    kind: AlarmKind
    text: Words
    about: Words = ""  # "Tray camera"; "" = the table


@dataclass(frozen=True, slots=True)
class PublicState:
    """Retained. A display ignores a rev that is not higher than the last one of the same table. It forgets that one when
    the table's status becomes "offline", and when it reconnects.
    """

    rev: int
    table: str = ""  # "t1"; "" = no table is lit
    game: str = ""  # its folder, "pips"
    title: Words = ""  # of the game
    language: str = "en"  # that the words are in
    now: Words = ""  # the Now line: the open question, and its addressees
    waits: tuple[Seat, ...] = ()  # the seats that the table waits for
    whom: Words = ""  # the addressees by their names: "Ann and Ben", "Everybody"
    where: Words = ""  # the chapter: "Round 2 · Mythos"
    round: int | None = None  # where the game counts rounds
    seats: tuple[PublicSeat, ...] = ()
    roll: PublicRoll | None = None
    verdict: PublicVerdict = PublicVerdict()
    alarms: tuple[Alarm, ...] = ()  # the most important first
    over: Words = ""  # the sentence with which the game ended
    air: Air = "calm"  # how the place feels
    view: tuple[Any, ...] = ()  # blocks as JSON values, see `view.py`
    cut: bool = False  # the view was too large to travel; the page has it


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """A public event, for animation and sound. A display that misses it is correct again after the next state."""

    rev: int  # of the state that follows it
    text: Words
    kind: EventKind = "fact"
    seat: Seat = ""  # who answered
    object: str = ""  # kind of the faces
    faces: Faces = ()
    cue: CueKind | Literal[""] = ""  # what is staged of it, "" = nothing
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Light:
    """The edge of a seat: colour "#rrggbb" and mood ("calm", "asked", "danger")."""

    colour: str
    mood: str = "calm"
