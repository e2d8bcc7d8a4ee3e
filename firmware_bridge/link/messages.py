"""The messages of the link between a board and the bridge. Written by `python -m firmware_bridge.link.generate` from messages.toml.

Each record packs itself into a payload and is unpacked from one; both raise CodecError where it does not fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from firmware_bridge.link.payload import Payload

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
class HelloReq:
    """Says that a bridge listens and begins a session.

    The board answers HELLO, forgets the reply it kept and sends its events from `next` on. The sequence byte is 0.
    A board takes it from any version.
    """

    version: int  # the newest version that the bridge speaks
    session: int  # chosen by the bridge for each opening of the line; never 0
    code: ClassVar[FrameType] = FrameType.HELLO_REQ
    payload: ClassVar[Payload] = Payload("HELLO_REQ", "BH")

    def pack(self) -> bytes:
        return self.payload.pack(self.version, self.session)

    @classmethod
    def unpack(cls, payload: bytes) -> HelloReq:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Hello:
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

    def pack(self) -> bytes:
        return self.payload.pack(
            self.version,
            self.board,
            self.major,
            self.minor,
            self.reset,
            self.session,
            self.uid,
            self.boot,
            self.epoch,
            self.oldest,
            self.next,
            self.dropped,
            self.slots,
            self.buttons,
            self.others,
            self.lamps,
        )

    @classmethod
    def unpack(cls, payload: bytes) -> Hello:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened; sent again until it is acknowledged.

    The sequence byte is the low byte of `number`.
    """

    number: int  # counts every event of the epoch, from 1
    question: int  # token of the question in force on the board at that time, 0 = none
    kind: int  # of the events below
    body: bytes  # as the event's row says
    code: ClassVar[FrameType] = FrameType.EVENT
    payload: ClassVar[Payload] = Payload("EVENT", "IHB", tail=True)

    def pack(self) -> bytes:
        return self.payload.pack(self.number, self.question, self.kind, self.body)

    @classmethod
    def unpack(cls, payload: bytes) -> Event:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Ack:
    """Every event before `next` is dealt with.

    The sequence byte is the low byte of `next`. A number outside what was sent is ignored.
    """

    epoch: int  # whose numbers are meant; of another epoch it is ignored
    next: int  # number that the bridge waits for
    code: ClassVar[FrameType] = FrameType.ACK
    payload: ClassVar[Payload] = Payload("ACK", "II")

    def pack(self) -> bytes:
        return self.payload.pack(self.epoch, self.next)

    @classmethod
    def unpack(cls, payload: bytes) -> Ack:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Nack:
    """As ACK, and: the frames from `next` on are missing, send them now.

    At most one for each gap.
    """

    epoch: int  # as in ACK
    next: int  # number that the bridge waits for
    code: ClassVar[FrameType] = FrameType.NACK
    payload: ClassVar[Payload] = Payload("NACK", "II")

    def pack(self) -> bytes:
        return self.payload.pack(self.epoch, self.next)

    @classmethod
    def unpack(cls, payload: bytes) -> Nack:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Cmd:
    """One command at a time; sent again with the same sequence byte until RSP comes.

    The sequence byte counts on from 1 within a session and wraps.
    """

    session: int  # of the HELLO; of another session it is ignored
    command: int  # of the commands below
    body: bytes  # as the command's row says
    code: ClassVar[FrameType] = FrameType.CMD
    payload: ClassVar[Payload] = Payload("CMD", "HB", tail=True)

    def pack(self) -> bytes:
        return self.payload.pack(self.session, self.command, self.body)

    @classmethod
    def unpack(cls, payload: bytes) -> Cmd:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Rsp:
    """Result of the command with this sequence byte.

    The board stores the last one and repeats it for a repeated command, without running that twice.
    """

    session: int  # of the command
    command: int  # of the command
    result: int  # of the results below
    body: bytes  # as the command's row says
    code: ClassVar[FrameType] = FrameType.RSP
    payload: ClassVar[Payload] = Payload("RSP", "HBB", tail=True)

    def pack(self) -> bytes:
        return self.payload.pack(self.session, self.command, self.result, self.body)

    @classmethod
    def unpack(cls, payload: bytes) -> Rsp:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class TagEvent:
    """A tag was laid on a reader or taken away."""

    slot: int  # of the NFC readers, from 0
    present: int  # 1 laid, 0 taken away
    uid: bytes  # 4, 7 or 10 bytes
    code: ClassVar[EventKind] = EventKind.TAG
    payload: ClassVar[Payload] = Payload("TAG", "BB", tail=True)

    def pack(self) -> bytes:
        return self.payload.pack(self.slot, self.present, self.uid)

    @classmethod
    def unpack(cls, payload: bytes) -> TagEvent:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """A button was pressed or let go, after the debounce."""

    index: int  # of the buttons, from 0
    down: int  # 1 pressed, 0 let go
    code: ClassVar[EventKind] = EventKind.BUTTON
    payload: ClassVar[Payload] = Payload("BUTTON", "BB")

    def pack(self) -> bytes:
        return self.payload.pack(self.index, self.down)

    @classmethod
    def unpack(cls, payload: bytes) -> ButtonEvent:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class LoadEvent:
    """The bag on the load cell was lifted or put back."""

    lifted: int  # 1 lifted, 0 put back
    reading: int  # of the load cell, without unit
    code: ClassVar[EventKind] = EventKind.LOAD
    payload: ClassVar[Payload] = Payload("LOAD", "Bi")

    def pack(self) -> bytes:
        return self.payload.pack(self.lifted, self.reading)

    @classmethod
    def unpack(cls, payload: bytes) -> LoadEvent:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class TowerEvent:
    """Something fell through the dice tower."""

    count: int  # of all since the reset, wraps
    code: ClassVar[EventKind] = EventKind.TOWER
    payload: ClassVar[Payload] = Payload("TOWER", "H")

    def pack(self) -> bytes:
        return self.payload.pack(self.count)

    @classmethod
    def unpack(cls, payload: bytes) -> TowerEvent:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class BatteryEvent:
    """The battery has changed by five percent or more."""

    percent: int  # 0 to 100
    millivolts: int  # at the battery
    code: ClassVar[EventKind] = EventKind.BATTERY
    payload: ClassVar[Payload] = Payload("BATTERY", "BH")

    def pack(self) -> bytes:
        return self.payload.pack(self.percent, self.millivolts)

    @classmethod
    def unpack(cls, payload: bytes) -> BatteryEvent:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class TroubleEvent:
    """A part of the board does not answer, or does again."""

    part: int  # of the parts below
    index: int  # which of them, from 0
    wrong: int  # 1 it does not answer, 0 it does again
    code: ClassVar[EventKind] = EventKind.TROUBLE
    payload: ClassVar[Payload] = Payload("TROUBLE", "BBB")

    def pack(self) -> bytes:
        return self.payload.pack(self.part, self.index, self.wrong)

    @classmethod
    def unpack(cls, payload: bytes) -> TroubleEvent:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class TestEvent:
    """One of the events that the command FLOOD asks for."""

    count: int  # from 0
    code: ClassVar[EventKind] = EventKind.TEST
    payload: ClassVar[Payload] = Payload("TEST", "I")

    def pack(self) -> bytes:
        return self.payload.pack(self.count)

    @classmethod
    def unpack(cls, payload: bytes) -> TestEvent:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Ping:
    """Says the same back."""

    data: bytes  # anything
    code: ClassVar[CommandCode] = CommandCode.PING
    payload: ClassVar[Payload] = Payload("PING", "", tail=True)

    def pack(self) -> bytes:
        return self.payload.pack(self.data)

    @classmethod
    def unpack(cls, payload: bytes) -> Ping:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class PingReply:
    """The answer."""

    data: bytes  # the same
    code: ClassVar[CommandCode] = CommandCode.PING
    payload: ClassVar[Payload] = Payload("PING", "", tail=True)

    def pack(self) -> bytes:
        return self.payload.pack(self.data)

    @classmethod
    def unpack(cls, payload: bytes) -> PingReply:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class State:
    """Current inputs, so that no lost edge matters.

    Sent by the bridge after each HELLO.
    """

    code: ClassVar[CommandCode] = CommandCode.STATE
    payload: ClassVar[Payload] = Payload("STATE", "")

    def pack(self) -> bytes:
        return self.payload.pack()

    @classmethod
    def unpack(cls, payload: bytes) -> State:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class StateReply:
    """The answer."""

    tags: int  # bit n: reader n has a tag
    broken: int  # bit n: reader n does not answer
    buttons: int  # bit n: button n is down
    lifted: int  # 1 bag lifted, 0 bag down, 255 without load cell
    percent: int  # battery, 255 without one
    code: ClassVar[CommandCode] = CommandCode.STATE
    payload: ClassVar[Payload] = Payload("STATE", "BBBBB")

    def pack(self) -> bytes:
        return self.payload.pack(self.tags, self.broken, self.buttons, self.lifted, self.percent)

    @classmethod
    def unpack(cls, payload: bytes) -> StateReply:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class TagAt:
    """Reads the tag on a reader."""

    slot: int  # from 0
    code: ClassVar[CommandCode] = CommandCode.TAG_AT
    payload: ClassVar[Payload] = Payload("TAG_AT", "B")

    def pack(self) -> bytes:
        return self.payload.pack(self.slot)

    @classmethod
    def unpack(cls, payload: bytes) -> TagAt:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class TagAtReply:
    """The answer."""

    uid: bytes  # none, 4, 7 or 10 bytes
    code: ClassVar[CommandCode] = CommandCode.TAG_AT
    payload: ClassVar[Payload] = Payload("TAG_AT", "", tail=True)

    def pack(self) -> bytes:
        return self.payload.pack(self.uid)

    @classmethod
    def unpack(cls, payload: bytes) -> TagAtReply:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Question:
    """Another question is in force: events carry its token from now on."""

    token: int  # 0 = no question
    code: ClassVar[CommandCode] = CommandCode.QUESTION
    payload: ClassVar[Payload] = Payload("QUESTION", "H")

    def pack(self) -> bytes:
        return self.payload.pack(self.token)

    @classmethod
    def unpack(cls, payload: bytes) -> Question:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class QuestionReply:
    """The answer."""

    code: ClassVar[CommandCode] = CommandCode.QUESTION
    payload: ClassVar[Payload] = Payload("QUESTION", "")

    def pack(self) -> bytes:
        return self.payload.pack()

    @classmethod
    def unpack(cls, payload: bytes) -> QuestionReply:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Light:
    """Lights lamps of the ring in one colour."""

    first: int  # from 0
    count: int  # how many
    red: int
    green: int
    blue: int
    mood: int  # of the moods below
    code: ClassVar[CommandCode] = CommandCode.LIGHT
    payload: ClassVar[Payload] = Payload("LIGHT", "BBBBBB")

    def pack(self) -> bytes:
        return self.payload.pack(self.first, self.count, self.red, self.green, self.blue, self.mood)

    @classmethod
    def unpack(cls, payload: bytes) -> Light:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class LightReply:
    """The answer."""

    code: ClassVar[CommandCode] = CommandCode.LIGHT
    payload: ClassVar[Payload] = Payload("LIGHT", "")

    def pack(self) -> bytes:
        return self.payload.pack()

    @classmethod
    def unpack(cls, payload: bytes) -> LightReply:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Buzz:
    """A sound."""

    sound: int  # of the sounds below
    code: ClassVar[CommandCode] = CommandCode.BUZZ
    payload: ClassVar[Payload] = Payload("BUZZ", "B")

    def pack(self) -> bytes:
        return self.payload.pack(self.sound)

    @classmethod
    def unpack(cls, payload: bytes) -> Buzz:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class BuzzReply:
    """The answer."""

    code: ClassVar[CommandCode] = CommandCode.BUZZ
    payload: ClassVar[Payload] = Payload("BUZZ", "")

    def pack(self) -> bytes:
        return self.payload.pack()

    @classmethod
    def unpack(cls, payload: bytes) -> BuzzReply:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Counters:
    """How the line and the board are."""

    code: ClassVar[CommandCode] = CommandCode.COUNTERS
    payload: ClassVar[Payload] = Payload("COUNTERS", "")

    def pack(self) -> bytes:
        return self.payload.pack()

    @classmethod
    def unpack(cls, payload: bytes) -> Counters:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class CountersReply:
    """The answer."""

    bad_frames: int  # damaged frames that came
    resends: int  # times that events were sent again
    overruns: int  # bytes that came too fast
    dropped: int  # as in HELLO
    code: ClassVar[CommandCode] = CommandCode.COUNTERS
    payload: ClassVar[Payload] = Payload("COUNTERS", "HHHH")

    def pack(self) -> bytes:
        return self.payload.pack(self.bad_frames, self.resends, self.overruns, self.dropped)

    @classmethod
    def unpack(cls, payload: bytes) -> CountersReply:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Flood:
    """For tests of the line: makes so many TEST events, as fast as they go."""

    count: int  # how many
    code: ClassVar[CommandCode] = CommandCode.FLOOD
    payload: ClassVar[Payload] = Payload("FLOOD", "H")

    def pack(self) -> bytes:
        return self.payload.pack(self.count)

    @classmethod
    def unpack(cls, payload: bytes) -> Flood:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class FloodReply:
    """The answer."""

    code: ClassVar[CommandCode] = CommandCode.FLOOD
    payload: ClassVar[Payload] = Payload("FLOOD", "")

    def pack(self) -> bytes:
        return self.payload.pack()

    @classmethod
    def unpack(cls, payload: bytes) -> FloodReply:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class Restart:
    """Resets the board: 0 by its watchdog, 1 into its bootloader where the board supports that.

    The reply is sent first.
    """

    into: int  # 0 or 1
    code: ClassVar[CommandCode] = CommandCode.RESTART
    payload: ClassVar[Payload] = Payload("RESTART", "B")

    def pack(self) -> bytes:
        return self.payload.pack(self.into)

    @classmethod
    def unpack(cls, payload: bytes) -> Restart:
        return cls(*cls.payload.unpack(payload))


@dataclass(frozen=True, slots=True)
class RestartReply:
    """The answer."""

    code: ClassVar[CommandCode] = CommandCode.RESTART
    payload: ClassVar[Payload] = Payload("RESTART", "")

    def pack(self) -> bytes:
        return self.payload.pack()

    @classmethod
    def unpack(cls, payload: bytes) -> RestartReply:
        return cls(*cls.payload.unpack(payload))


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

FRAMES: Mapping[int, type[AnyFrame]] = MappingProxyType(
    {
        FrameType.HELLO_REQ: HelloReq,
        FrameType.HELLO: Hello,
        FrameType.EVENT: Event,
        FrameType.ACK: Ack,
        FrameType.NACK: Nack,
        FrameType.CMD: Cmd,
        FrameType.RSP: Rsp,
    }
)
EVENTS: Mapping[int, type[AnyEvent]] = MappingProxyType(
    {
        EventKind.TAG: TagEvent,
        EventKind.BUTTON: ButtonEvent,
        EventKind.LOAD: LoadEvent,
        EventKind.TOWER: TowerEvent,
        EventKind.BATTERY: BatteryEvent,
        EventKind.TROUBLE: TroubleEvent,
        EventKind.TEST: TestEvent,
    }
)
REPLIES: Mapping[int, type[AnyReply]] = MappingProxyType(
    {
        CommandCode.PING: PingReply,
        CommandCode.STATE: StateReply,
        CommandCode.TAG_AT: TagAtReply,
        CommandCode.QUESTION: QuestionReply,
        CommandCode.LIGHT: LightReply,
        CommandCode.BUZZ: BuzzReply,
        CommandCode.COUNTERS: CountersReply,
        CommandCode.FLOOD: FloodReply,
        CommandCode.RESTART: RestartReply,
    }
)
