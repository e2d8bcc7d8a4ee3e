"""PN532 on a serial line (HSU), polled every 0.15 s. An id is a tag; the text on a sticker is displayed.

Zeros wake the chip. It answers each command with an ACK and a response. After 1.5 s of silence, which a Raspberry Pi
sometimes needs, everything restarts. The message of an NTAG or Ultralight sticker is displayed with the inputs and
has no meaning for games, because a copied sticker has the same message and another id.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TypeAlias

from companion.i18n import _
from companion.schema import Words
from firmware_bridge.drivers.driver import Driver, Sighting
from firmware_bridge.drivers.nfc import ndef_message, type2_memory
from firmware_bridge.drivers.nfc.pn532_answers import PN532, decode_targets
from firmware_bridge.drivers.nfc.pn532_frames import ACK, NACK, Pn532Framer, encode

WAKE = bytes(10)  # zeros; the chip's oscillator starts while they come
ANSWER_WITHIN = 1.5  # s
POLL_EVERY = 0.15  # s between two looks
REST_SECONDS = 1.0  # s before a chip that did not answer is woken again
MOST_MISSED = 3  # looks without it, and a tag has been taken away
MOST_NACKS = 3  # repeated requests for one answer
MOST_TARGETS = 2  # the chip has no more
MOST_SHOWN = 80  # letters of a message
ONE_READ = 16  # bytes: four pages

GET_FIRMWARE = b"\x02"
SAM_NORMAL = b"\x14\x01\x00\x00"
RETRIES = b"\x32\x05\xff\x01\x02"  # RFConfiguration: three attempts to find a tag
LIST_TARGETS = bytes([0x4A, MOST_TARGETS, 0x00])  # InListPassiveTarget, 106 kbit/s type A
RELEASE_TARGETS = b"\x52\x00"  # all targets
TAG_READ = 0x30

SILENT_CHIP = _(
    "the PN532 does not answer: look whether both its switches are on HSU (0 and 0), its TXD is at our RXD and the other way "
    "round, and it has 3.3 V"
)
CHANGING_ID = _("this card or phone shows another id each time, so it can stand for nothing: use a sticker")

Step: TypeAlias = bytes | None
"""A command to send, or None to wait for the next poll."""
Course: TypeAlias = Generator[Step, bytes, None]


class Pn532(Driver):
    """Reads newly laid tags and sends its own requests. `clock` is monotonic, in s."""

    kind = "pn532"
    model: Words = "PN532"
    resends = 0
    baud = 115200

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._framer = Pn532Framer()
        self._lying: dict[str, int] = {}  # id -> looks since it was seen last
        self._texts: dict[str, str] = {}  # id -> the tag's text
        self._tag_trouble: Words = ""
        self._chip_trouble: Words = ""
        self._found: list[Sighting] = []
        self._out = b""
        self._begin()

    @property
    def bad_frames(self) -> int:
        """Damaged answers."""
        return self._framer.bad_frames

    @property
    def trouble(self) -> Words:
        return self._chip_trouble or self._tag_trouble

    @property
    def inputs(self) -> tuple[tuple[str, Words], ...]:
        """The current tags and their messages, one line each."""
        shown: list[tuple[str, Words]] = []
        for number, tag in enumerate(sorted(self._lying)):
            behind = f" {number + 1}" if number else ""
            shown.append((f"tag{behind}", tag))
            if tag in self._texts:
                shown.append((f"message{behind}", self._texts[tag]))
        return tuple(shown)

    def on_opened(self) -> None:
        """Wake and identify the chip. Tags at the first poll were there before."""
        self._framer.reset()
        self._chip_trouble = ""
        self._begin()

    def wait(self) -> float:
        return max(0.0, min(self._due - self.clock(), super().wait()))

    def to_send(self) -> bytes:
        out, self._out = self._out, b""
        return out

    def feed(self, data: bytes) -> list[Sighting]:
        """Process the chip's bytes and return the newly laid tags."""
        damaged = self._framer.bad_frames
        for frame in self._framer.feed(data):
            if frame.kind == "rsp" and self._asked and frame.body[0] == self._asked[0] + 1:
                self._go_on(frame.body[1:])
            elif frame.kind == "error" and self._asked:
                self._fail()  # the chip received a damaged command
        if self._framer.bad_frames > damaged and self._asked and self._nacks < MOST_NACKS:
            self._ask_again()
        if self.clock() >= self._due:
            self._go_on(b"") if not self._asked else self._fail()
        sightings, self._found = self._found, []
        return sightings

    def _begin(self) -> None:
        """Restart: the course sends its first command at the next `feed`."""
        self._course: Course = self._bring_up()
        self._asked = b""  # the command whose answer is awaited
        self._started = False
        self._out = b""
        self._nacks = 0
        self._due = self.clock()

    def _go_on(self, answer: bytes) -> None:
        """Pass the answer to the coroutine and send its next request."""
        try:
            step = self._course.send(answer) if self._started else next(self._course)
        except StopIteration:
            self._fail()
            return
        self._started, self._nacks = True, 0
        self._asked = step or b""
        self._due = self.clock() + (ANSWER_WITHIN if step else POLL_EVERY)
        if step:
            self._out += (WAKE if step in {GET_FIRMWARE, SAM_NORMAL} else b"") + encode(step)

    def _ask_again(self) -> None:
        """Make the chip repeat a damaged reply, with a NACK."""
        self._nacks += 1
        self.resends += 1
        self._out += NACK

    def _fail(self) -> None:
        """Restart after a missing or wrong answer. An ACK aborts the running command."""
        self._chip_trouble = self._chip_trouble or SILENT_CHIP
        self.resends += 1
        self._begin()
        self._out = ACK
        self._due = self.clock() + REST_SECONDS

    def _bring_up(self) -> Course:
        """Wake the chip, identify it, configure it, then poll."""
        version = yield GET_FIRMWARE
        if len(version) != 4 or version[0] != PN532:
            self._chip_trouble = _(
                "what answers here is no PN532 but a chip with the number {number}",
                number=f"{version[0] if version else 0:02X}",
            )
            return
        yield SAM_NORMAL
        yield RETRIES
        self._chip_trouble = ""
        self.model = f"PN532 {version[1]}.{version[2]}"
        before = True
        while True:
            yield from self._poll(before)
            before = False
            yield None

    def _poll(self, before: bool) -> Course:
        """One poll: count the tags, report new ones, and read their texts."""
        listing = decode_targets((yield LIST_TARGETS) or b"\0")
        targets = listing["list"] if isinstance(listing["list"], list) else []
        tags = {str(target["uid"]).upper(): target for target in targets if target.get("uid")}
        new = [tag for tag in tags if tag not in self._lying]
        self._count(set(tags))
        for tag in new:
            self._report(tag, before)
        for tag in new:
            if tags[tag].get("sel_res") == 0:
                yield from self._read(tag, tags[tag])
        if targets:
            yield RELEASE_TARGETS

    def _count(self, here: set[str]) -> None:
        missed = {tag: 0 if tag in here else looks + 1 for tag, looks in self._lying.items()} | dict.fromkeys(here, 0)
        self._lying = {tag: looks for tag, looks in missed.items() if looks < MOST_MISSED}
        self._texts = {tag: text for tag, text in self._texts.items() if tag in self._lying}
        if not self._lying:
            self._tag_trouble = ""

    def _report(self, tag: str, before: bool) -> None:
        """Ids of four bytes that begin with 08 are random each time (ISO 14443-3)."""
        if len(tag) == 8 and tag.startswith("08"):
            self._tag_trouble = CHANGING_ID
            return
        self._tag_trouble = ""
        self._found.append(Sighting("tag", tag, question="" if before else None))

    def _read(self, tag: str, target: Mapping[str, object]) -> Course:
        """Read the pages of a sticker until its message is complete; give up when the sticker is removed."""
        memory, size = b"", ONE_READ
        while len(memory) < size and not is_whole_message(memory):
            answer = yield bytes([0x40, int(str(target["tg"])), TAG_READ, len(memory) // type2_memory.PAGE])
            if len(answer) != 1 + ONE_READ or answer[0] != 0:
                return
            memory += answer[1:]
            size = (
                type2_memory.HEADER + memory[14] * type2_memory.UNIT
                if type2_memory.is_formatted(memory[12:16])
                else ONE_READ
            )
        try:
            texts = ndef_message.texts(type2_memory.message_in(memory) or b"")
        except ValueError as error:
            self._tag_trouble = _(
                "what is written on a sticker that lies there is damaged ({why}): write it anew; its id counts all the same",
                why=str(error),
            )
            return
        if texts:
            shown = "".join(letter for letter in ", ".join(texts) if letter.isprintable())
            self._texts[tag] = shown[:MOST_SHOWN]


def is_whole_message(memory: bytes) -> bool:
    """Return whether the memory has the complete message."""
    try:
        return len(memory) > ONE_READ and type2_memory.message_in(memory) is not None
    except ValueError:
        return False
