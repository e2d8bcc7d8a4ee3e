"""A board with our firmware: tags on its NFC readers, buttons, other sensors and its ring of LEDs. The link itself
is link/.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.i18n import Text, _, pgettext
from companion.schema import Expectation, Light, Words
from firmware_bridge.drivers.boards.light_ring import LightRing
from firmware_bridge.drivers.driver import Driver, Sighting
from firmware_bridge.link import messages
from firmware_bridge.link.commands import BoardConnected, BoardEvent, CommandAnswered
from firmware_bridge.link.greeting import flash_advice
from firmware_bridge.link.link import BoardLink, random_session
from firmware_bridge.link.messages import Board as Kind
from firmware_bridge.link.messages import Part, Result, Sound

BAUD = 250000
UID_SIZES = (4, 7, 10)  # bytes of a tag's id; another length is damage that the CRC missed
SHORT_UID = 8  # letters of the board's id that its buttons are named with
BUZZER = 8  # bit of HELLO's `others`
NONE = 255  # STATE of a part that the board lacks
MOST_QUESTIONS = 64  # whose tokens are remembered
MOST_SHOWN = 32  # things that are shown; a board has no more, and a status has to travel
DOWN, LIFTED, LIES = pgettext("reader", "down"), pgettext("reader", "lifted"), pgettext("reader", "lies")
NO_READER = _("none answered when the board started: check their wires and their 3.3 V")
BLINK_FOR = 1.0  # s
READABLE = frozenset({"tag", "token", "card"})
"""Kinds that a tag may stand for. The reader lights up while one of them is requested."""

TITLES: Mapping[Kind, Words] = MappingProxyType(
    {
        Kind.UNO: _("Arduino Uno or Nano"),
        Kind.RP2040: "RP2040",
        Kind.RP2350: "RP2350",
        Kind.ESP32C3: "ESP32-C3",
        Kind.ESP32S3: "ESP32-S3",
    }
)


class BoardDriver(Driver):
    """One board on one line. `mark` is the last stored sighting. `zones` maps NFC readers to zones ("" = the
    reader's).

    `clock` is monotonic, in s; `choose` gives a number for each session, 1..65535.
    """

    kind = "board"
    baud = BAUD

    def __init__(
        self,
        clock: Callable[[], float],
        mark: str = "",
        zones: tuple[str, ...] = (),
        choose: Callable[[], int] = random_session,
    ) -> None:
        self._clock, self._zones = clock, zones
        self._link = BoardLink(clock, mark, choose)
        self._ring = LightRing()
        self._shown: dict[str, Words] = {}  # name -> displayed value
        self._broken: dict[tuple[int, int], Text] = {}  # (part, its number) -> remedy
        self._has_read = False  # a tag, since it greeted
        self._odd: Words = ""  # a command that the board does not know
        self._token = 0  # of the question in force
        self._questions: dict[int, str] = {}  # token -> question
        self._blink_until: float | None = None  # monotonic s

    @property
    def model(self) -> Words:
        hello = self._link.hello
        if hello is None:
            return _("Lamplight board")
        return _(
            "Lamplight board, {board}, firmware {version}",
            board=TITLES[Kind(hello.board)],
            version=f"{hello.major}.{hello.minor}",
        )

    @property
    def uid(self) -> str:
        return self._link.hello.uid.hex().upper() if self._link.hello else ""

    @property
    def reads(self) -> tuple[str, ...]:
        hello = self._link.hello
        fitted = (("tag", hello is None or hello.slots), ("press", hello is None or hello.buttons))
        return tuple(kind for kind, there in fitted if there)

    @property
    def bad_frames(self) -> int:
        return self._link.bad_frames

    @property
    def resends(self) -> int:
        return self._link.resends

    @property
    def lost(self) -> int:
        return self._link.lost

    @property
    def trouble(self) -> Words:
        return self._link.trouble or next(iter(self._broken.values()), "") or self._odd

    @property
    def inputs(self) -> tuple[tuple[str, Words], ...]:
        news = (("board", self._link.news),) if self._link.news else ()
        hello = self._link.hello
        silent = (("NFC readers", NO_READER),) if hello is not None and not (hello.slots or self._has_read) else ()
        return (*news, *silent, *sorted(self._shown.items()))

    def on_opened(self) -> None:
        self._link.on_opened()

    def feed(self, data: bytes) -> list[Sighting]:
        sightings = []
        for event in self._link.feed(data):
            match event:
                case BoardConnected(hello):
                    self._greet(hello)
                case CommandAnswered():
                    self._handle_answer(event)
                case BoardEvent():
                    sightings += self._handle_event(event)
        return sightings

    def to_send(self) -> bytes:
        if self._blink_until is not None and self._clock() >= self._blink_until:
            self._blink_until = None
            self._show()
        return self._link.to_send()

    def wait(self) -> float:
        due = self._link.due
        return due if self._blink_until is None else min(due, max(0.0, self._blink_until - self._clock()))

    def acknowledge(self, sighting: Sighting) -> None:
        self._link.acknowledge(sighting.mark)
        if sighting.kind == "tag":
            self._buzz(Sound.READ)

    def set_question(self, expect: Expectation, token: int) -> None:
        new = bool(expect.expect) and token not in self._questions
        changed, self._token = token != self._token, token
        if expect.expect:
            self._questions[token] = expect.expect
        if len(self._questions) > MOST_QUESTIONS:
            del self._questions[next(iter(self._questions))]
        if changed:
            self._ask_question()
        if new and any(READABLE.intersection(want.kinds) for want in expect.wants):
            self._buzz(Sound.YOUR_TURN)

    def set_light(self, seat: str, light: Light) -> None:
        if self._ring.set_light(seat, light) and self._blink_until is None:
            self._show()

    def blink(self) -> None:
        """All lamps in white and a sound, for a second."""
        if self._link.hello is None:
            return
        for ask in self._ring.blinking(self._link.hello.lamps):
            self._link.send_command(ask, once=("light", ask.first))
        self._buzz(Sound.YOUR_TURN)
        self._blink_until = self._clock() + BLINK_FOR

    def _greet(self, hello: messages.Hello) -> None:
        """Send the state that the board has lost, and ask for its inputs."""
        self._shown.clear()
        self._has_read = False
        self._broken.clear()
        self._ask_question()
        self._link.send_command(messages.State(), once=messages.State)
        if hello.lamps:
            self._show()

    def _ask_question(self) -> None:
        if self._link.is_up:
            self._link.send_command(messages.Question(self._token), once=messages.Question)

    def _show(self) -> None:
        """Queue the ring's current state; it replaces an unsent one."""
        if self._link.hello is not None and self._link.is_up:
            for ask in self._ring.lights(self._link.hello.lamps):
                self._link.send_command(ask, once=("light", ask.first))

    def _buzz(self, sound: Sound) -> None:
        hello = self._link.hello
        if hello is not None and self._link.is_up and hello.others & BUZZER:
            self._link.send_command(messages.Buzz(sound), once=messages.Buzz)

    def _handle_answer(self, answer: CommandAnswered) -> None:
        if answer.result in {Result.UNKNOWN_COMMAND, Result.BAD_ARGUMENTS}:
            name = type(answer.ask).__name__.upper()
            self._odd = _("the board does not know the command {name}: {remedy}", name=name, remedy=flash_advice())
        match answer.ask, answer.reply:
            case (_any, messages.StateReply() as state):
                self._state(state)
            case messages.TagAt(slot), messages.TagAtReply(uid):
                self._show_tag(slot, uid)
            case _:
                pass

    def _state(self, state: messages.StateReply) -> None:
        """Show a resting tag without an event. It makes no reading."""
        for slot in range(8):
            self._answers(Part.NFC, slot, wrong=bool(state.broken >> slot & 1))
            if state.tags >> slot & 1:
                self._link.send_command(messages.TagAt(slot), once=(messages.TagAt, slot))
        for button in range(8):
            self._set_input(f"button {button + 1}", DOWN if state.buttons >> button & 1 else "")
        if state.lifted != NONE:
            self._show_bag(lifted=bool(state.lifted))
        if state.percent != NONE:
            charge = f"{state.percent} %"  # has no words
            self._set_input("battery", charge)

    def _handle_event(self, event: BoardEvent) -> list[Sighting]:
        sightings = self._sightings_of(event)
        if not sightings:
            self._link.acknowledge(event.mark)
        return sightings

    def _sightings_of(self, event: BoardEvent) -> list[Sighting]:
        """Return the readings of an event. Other events are displayed or reported."""
        question = self._questions.get(event.question, "")
        match event.event:
            case messages.TagEvent(slot, present, uid):
                self._show_tag(slot, uid if present else b"")
                if not present or len(uid) not in UID_SIZES:
                    return []
                zone = self._zones[slot] if slot < len(self._zones) else ""
                return [Sighting("tag", uid.hex().upper(), zone, question=question, mark=event.mark)]
            case messages.ButtonEvent(index, down):
                self._set_input(f"button {index + 1}", DOWN if down else "")
                value = f"{self.uid[-SHORT_UID:]}:b{index + 1}"
                return [Sighting("press", value, question=question, mark=event.mark)] if down else []
            case messages.TestEvent(count):
                return [Sighting("test", str(count), question=question, mark=event.mark)]
            case messages.LoadEvent(lifted, _weight):
                self._show_bag(lifted=bool(lifted))
            case messages.TowerEvent(count):
                self._set_input("dice tower", _("{n} fell through", n=count))
            case messages.BatteryEvent(percent, millivolts):
                charge = f"{percent} % ({millivolts / 1000:.1f} V)"  # has no words
                self._set_input("battery", charge)
            case messages.TroubleEvent(part, index, wrong):
                self._answers(part, index, wrong=bool(wrong))
            case None:
                pass  # sent by newer firmware; the link has logged it
        return []

    def _show_tag(self, slot: int, uid: bytes) -> None:
        self._has_read = self._has_read or bool(uid)
        self._set_input(f"reader {slot + 1}", uid.hex().upper())

    def _show_bag(self, *, lifted: bool) -> None:
        self._set_input("bag", LIFTED if lifted else LIES)

    def _set_input(self, name: str, text: Words) -> None:
        """Set the displayed value of this name; "" removes it."""
        self._shown.pop(name, None)
        if text:
            self._shown[name] = text
        if len(self._shown) > MOST_SHOWN:
            del self._shown[next(iter(self._shown))]  # the oldest

    def _answers(self, part: int, index: int, *, wrong: bool) -> None:
        self._broken.pop((part, index), None)
        if wrong and part == Part.NFC:
            self._broken[part, index] = _(
                "NFC reader {n} of the board does not answer: check its wires and its 3.3 V", n=index + 1
            )
        elif wrong and part == Part.LOAD_CELL:
            self._broken[part, index] = _("the load cell of the board does not answer: check its wires")
