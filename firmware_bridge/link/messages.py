"""The messages of the link between a board and the bridge. Written by `python -m firmware_bridge.link.generate` from messages.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import ClassVar, TypeAlias, get_args

from firmware_bridge.link.payload import LinkMessage, Payload

VERSION = 1
MOST_PAYLOAD = 48
WINDOW = 4
RESEND_MS = 150
HELLO_MS = 150
CMD_MS = 100
DEBOUNCE_MS = 10


class FrameType(IntEnum):
    HELLO_REQ = 1
    HELLO = 2
    EVENT = 3
    ACK = 4
    NACK = 5
    CMD = 6
    RSP = 7


class EventKind(IntEnum):
    TAG = 1
    BUTTON = 2
    LOAD = 3
    TOWER = 4
    BATTERY = 5
    TROUBLE = 6
    TEST = 127


class CommandCode(IntEnum):
    PING = 1
    STATE = 2
    TAG_AT = 3
    QUESTION = 4
    LIGHT = 5
    BUZZ = 6
    COUNTERS = 7
    FLOOD = 126
    RESTART = 127


class Board(IntEnum):
    UNO = 1
    RP2040 = 2
    RP2350 = 3
    ESP32C3 = 4
    ESP32S3 = 5


class Reset(IntEnum):
    UNKNOWN = 0
    POWER_ON = 1
    PIN = 2
    BROWN_OUT = 3
    WATCHDOG = 4
    SOFTWARE = 5


class Result(IntEnum):
    DONE = 0
    UNKNOWN_COMMAND = 1
    BAD_ARGUMENTS = 2
    NOT_FITTED = 3


class Part(IntEnum):
    NFC = 1
    LOAD_CELL = 2
    MEMORY = 3


class Mood(IntEnum):
    CALM = 0
    ASKED = 1
    DANGER = 2
    OFF = 3


class Sound(IntEnum):
    NONE = 0
    READ = 1
    DOUBT = 2
    YOUR_TURN = 3


@dataclass(frozen=True, slots=True)
class HelloReq(LinkMessage):
    """Says that a bridge listens and begins a session.

    The board answers HELLO, forgets the reply it kept and sends its events from `next` on. The sequence byte is 0.
    A board takes it from any version.
    """

    version: int  # the newest version that the bridge speaks
    session: int  # chosen by the bridge for each opening of the line; never 0
    code: ClassVar[FrameType] = FrameType.HELLO_REQ
    payload: ClassVar[Payload] = Payload("HELLO_REQ", "BH")


@dataclass(frozen=True, slots=True)
class Hello(LinkMessage):
    """Identifies the board.

    Also sent without a request, with session 0: after a reset, a few times until HELLO_REQ arrives, and then to
    each ACK, NACK or CMD of an earlier session. The sequence byte is 0. From a HELLO of another version a bridge
    reads only `version`.
    """

    version: int  # of the board's protocol
    board: int  # a board of the table below
    major: int  # firmware
    minor: int  # firmware
    reset: int  # the cause of the last reset, of the table below
    session: int  # from the HELLO_REQ, 0 without a request
    uid: bytes  # permanent id of the board
    boot: int  # another one after each reset
    epoch: int  # of the numbers of events: another one only where the board has lost its memory
    oldest: int  # number of the oldest event that is still kept; `next` where none is
    next: int  # number that the next event will get; the first of an epoch is 1
    dropped: int  # events of this epoch that found the queue full and got no number; stays at 65535
    slots: int  # NFC readers
    buttons: int  # buttons
    others: int  # bit 0 a load cell, 1 a beam or piezo of a dice tower, 2 a battery, 3 a buzzer
    lamps: int  # lamps of the ring
    code: ClassVar[FrameType] = FrameType.HELLO
    payload: ClassVar[Payload] = Payload("HELLO", "BBBBBH8sIIIIHBBBB")


@dataclass(frozen=True, slots=True)
class Event(LinkMessage):
    """Something happened; sent again until it is acknowledged.

    The sequence byte is the low byte of `number`.
    """

    number: int  # counts every event of the epoch, from 1
    question: int  # token of the question in force on the board at that time, 0 = none
    kind: int  # of the events below
    body: bytes  # as the event's row says
    code: ClassVar[FrameType] = FrameType.EVENT
    payload: ClassVar[Payload] = Payload("EVENT", "IHB", tail=True)


@dataclass(frozen=True, slots=True)
class Ack(LinkMessage):
    """Every event before `next` is dealt with.

    The sequence byte is the low byte of `next`. A number outside what was sent is ignored.
    """

    epoch: int  # whose numbers are meant; of another epoch it is ignored
    next: int  # number that the bridge waits for
    code: ClassVar[FrameType] = FrameType.ACK
    payload: ClassVar[Payload] = Payload("ACK", "II")


@dataclass(frozen=True, slots=True)
class Nack(LinkMessage):
    """As ACK, and: the frames from `next` on are missing, send them now.

    At most one for each gap.
    """

    epoch: int  # as in ACK
    next: int  # number that the bridge waits for
    code: ClassVar[FrameType] = FrameType.NACK
    payload: ClassVar[Payload] = Payload("NACK", "II")


@dataclass(frozen=True, slots=True)
class Cmd(LinkMessage):
    """One command at a time; sent again with the same sequence byte until RSP comes.

    The sequence byte counts on from 1 within a session and wraps.
    """

    session: int  # of the HELLO; of another session it is ignored
    command: int  # of the commands below
    body: bytes  # as the command's row says
    code: ClassVar[FrameType] = FrameType.CMD
    payload: ClassVar[Payload] = Payload("CMD", "HB", tail=True)


@dataclass(frozen=True, slots=True)
class Rsp(LinkMessage):
    """Result of the command with this sequence byte.

    The board stores the last one and repeats it for a repeated command, without running that twice.
    """

    session: int  # of the command
    command: int  # of the command
    result: int  # of the results below
    body: bytes  # as the command's row says
    code: ClassVar[FrameType] = FrameType.RSP
    payload: ClassVar[Payload] = Payload("RSP", "HBB", tail=True)


@dataclass(frozen=True, slots=True)
class TagEvent(LinkMessage):
    """A tag was laid on a reader or taken away."""

    slot: int  # of the NFC readers, from 0
    present: int  # 1 laid, 0 taken away
    uid: bytes  # 4, 7 or 10 bytes
    code: ClassVar[EventKind] = EventKind.TAG
    payload: ClassVar[Payload] = Payload("TAG", "BB", tail=True)


@dataclass(frozen=True, slots=True)
class ButtonEvent(LinkMessage):
    """A button was pressed or let go, after the debounce."""

    index: int  # of the buttons, from 0
    down: int  # 1 pressed, 0 let go
    code: ClassVar[EventKind] = EventKind.BUTTON
    payload: ClassVar[Payload] = Payload("BUTTON", "BB")


@dataclass(frozen=True, slots=True)
class LoadEvent(LinkMessage):
    """The bag on the load cell was lifted or put back."""

    lifted: int  # 1 lifted, 0 put back
    reading: int  # of the load cell, without unit
    code: ClassVar[EventKind] = EventKind.LOAD
    payload: ClassVar[Payload] = Payload("LOAD", "Bi")


@dataclass(frozen=True, slots=True)
class TowerEvent(LinkMessage):
    """Something fell through the dice tower."""

    count: int  # of all since the reset, wraps
    code: ClassVar[EventKind] = EventKind.TOWER
    payload: ClassVar[Payload] = Payload("TOWER", "H")


@dataclass(frozen=True, slots=True)
class BatteryEvent(LinkMessage):
    """The battery has changed by five percent or more."""

    percent: int  # 0 to 100
    millivolts: int  # at the battery
    code: ClassVar[EventKind] = EventKind.BATTERY
    payload: ClassVar[Payload] = Payload("BATTERY", "BH")


@dataclass(frozen=True, slots=True)
class TroubleEvent(LinkMessage):
    """A part of the board does not answer, or does again."""

    part: int  # of the parts below
    index: int  # which of them, from 0
    wrong: int  # 1 it does not answer, 0 it does again
    code: ClassVar[EventKind] = EventKind.TROUBLE
    payload: ClassVar[Payload] = Payload("TROUBLE", "BBB")


@dataclass(frozen=True, slots=True)
class TestEvent(LinkMessage):
    """One of the events that the command FLOOD asks for."""

    count: int  # from 0
    code: ClassVar[EventKind] = EventKind.TEST
    payload: ClassVar[Payload] = Payload("TEST", "I")


@dataclass(frozen=True, slots=True)
class Ping(LinkMessage):
    """Says the same back."""

    data: bytes  # anything
    code: ClassVar[CommandCode] = CommandCode.PING
    payload: ClassVar[Payload] = Payload("PING", "", tail=True)


@dataclass(frozen=True, slots=True)
class PingReply(LinkMessage):
    """The answer."""

    data: bytes  # the same
    code: ClassVar[CommandCode] = CommandCode.PING
    payload: ClassVar[Payload] = Payload("PING", "", tail=True)


@dataclass(frozen=True, slots=True)
class State(LinkMessage):
    """Current inputs, so that no lost edge matters.

    Sent by the bridge after each HELLO.
    """

    code: ClassVar[CommandCode] = CommandCode.STATE
    payload: ClassVar[Payload] = Payload("STATE", "")


@dataclass(frozen=True, slots=True)
class StateReply(LinkMessage):
    """The answer."""

    tags: int  # bit n: reader n has a tag
    broken: int  # bit n: reader n does not answer
    buttons: int  # bit n: button n is down
    lifted: int  # 1 bag lifted, 0 bag down, 255 without load cell
    percent: int  # battery, 255 without one
    code: ClassVar[CommandCode] = CommandCode.STATE
    payload: ClassVar[Payload] = Payload("STATE", "BBBBB")


@dataclass(frozen=True, slots=True)
class TagAt(LinkMessage):
    """Reads the tag on a reader."""

    slot: int  # from 0
    code: ClassVar[CommandCode] = CommandCode.TAG_AT
    payload: ClassVar[Payload] = Payload("TAG_AT", "B")


@dataclass(frozen=True, slots=True)
class TagAtReply(LinkMessage):
    """The answer."""

    uid: bytes  # none, 4, 7 or 10 bytes
    code: ClassVar[CommandCode] = CommandCode.TAG_AT
    payload: ClassVar[Payload] = Payload("TAG_AT", "", tail=True)


@dataclass(frozen=True, slots=True)
class Question(LinkMessage):
    """Another question is in force: events carry its token from now on."""

    token: int  # 0 = no question
    code: ClassVar[CommandCode] = CommandCode.QUESTION
    payload: ClassVar[Payload] = Payload("QUESTION", "H")


@dataclass(frozen=True, slots=True)
class QuestionReply(LinkMessage):
    """The answer."""

    code: ClassVar[CommandCode] = CommandCode.QUESTION
    payload: ClassVar[Payload] = Payload("QUESTION", "")


@dataclass(frozen=True, slots=True)
class Light(LinkMessage):
    """Lights lamps of the ring in one colour."""

    first: int  # from 0
    count: int  # how many
    red: int
    green: int
    blue: int
    mood: int  # of the moods below
    code: ClassVar[CommandCode] = CommandCode.LIGHT
    payload: ClassVar[Payload] = Payload("LIGHT", "BBBBBB")


@dataclass(frozen=True, slots=True)
class LightReply(LinkMessage):
    """The answer."""

    code: ClassVar[CommandCode] = CommandCode.LIGHT
    payload: ClassVar[Payload] = Payload("LIGHT", "")


@dataclass(frozen=True, slots=True)
class Buzz(LinkMessage):
    """A sound."""

    sound: int  # of the sounds below
    code: ClassVar[CommandCode] = CommandCode.BUZZ
    payload: ClassVar[Payload] = Payload("BUZZ", "B")


@dataclass(frozen=True, slots=True)
class BuzzReply(LinkMessage):
    """The answer."""

    code: ClassVar[CommandCode] = CommandCode.BUZZ
    payload: ClassVar[Payload] = Payload("BUZZ", "")


@dataclass(frozen=True, slots=True)
class Counters(LinkMessage):
    """How the line and the board are."""

    code: ClassVar[CommandCode] = CommandCode.COUNTERS
    payload: ClassVar[Payload] = Payload("COUNTERS", "")


@dataclass(frozen=True, slots=True)
class CountersReply(LinkMessage):
    """The answer."""

    bad_frames: int  # damaged frames that came
    resends: int  # times that events were sent again
    overruns: int  # bytes that came too fast
    dropped: int  # as in HELLO
    code: ClassVar[CommandCode] = CommandCode.COUNTERS
    payload: ClassVar[Payload] = Payload("COUNTERS", "HHHH")


@dataclass(frozen=True, slots=True)
class Flood(LinkMessage):
    """For tests of the line: makes so many TEST events, as fast as they go."""

    count: int  # how many
    code: ClassVar[CommandCode] = CommandCode.FLOOD
    payload: ClassVar[Payload] = Payload("FLOOD", "H")


@dataclass(frozen=True, slots=True)
class FloodReply(LinkMessage):
    """The answer."""

    code: ClassVar[CommandCode] = CommandCode.FLOOD
    payload: ClassVar[Payload] = Payload("FLOOD", "")


@dataclass(frozen=True, slots=True)
class Restart(LinkMessage):
    """Resets the board: 0 by its watchdog, 1 into its bootloader where the board supports that.

    The reply is sent first.
    """

    into: int  # 0 or 1
    code: ClassVar[CommandCode] = CommandCode.RESTART
    payload: ClassVar[Payload] = Payload("RESTART", "B")


@dataclass(frozen=True, slots=True)
class RestartReply(LinkMessage):
    """The answer."""

    code: ClassVar[CommandCode] = CommandCode.RESTART
    payload: ClassVar[Payload] = Payload("RESTART", "")


AnyFrame: TypeAlias = HelloReq | Hello | Event | Ack | Nack | Cmd | Rsp
AnyEvent: TypeAlias = TagEvent | ButtonEvent | LoadEvent | TowerEvent | BatteryEvent | TroubleEvent | TestEvent
AnyAsk: TypeAlias = Ping | State | TagAt | Question | Light | Buzz | Counters | Flood | Restart
AnyReply: TypeAlias = (
    PingReply
    | StateReply
    | TagAtReply
    | QuestionReply
    | LightReply
    | BuzzReply
    | CountersReply
    | FloodReply
    | RestartReply
)

FRAMES: Mapping[int, type[AnyFrame]] = MappingProxyType({one.code: one for one in get_args(AnyFrame)})
EVENTS: Mapping[int, type[AnyEvent]] = MappingProxyType({one.code: one for one in get_args(AnyEvent)})
REPLIES: Mapping[int, type[AnyReply]] = MappingProxyType({one.code: one for one in get_args(AnyReply)})
