"""Any sketch that prints tag ids as lines, such as an RC522 or PN532 on an Arduino. The settings give a regular
expression with one group for the id: `UID: ([0-9A-F ]+)`. A number and a space in front set the speed, else 115200
baud: `9600 UID: ([0-9A-F ]+)`.

The id is converted to capitals without spaces, colons and dashes, so that "04 a1:b2" and "04A1B2" are one tag.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.errors import LamplightError
from companion.i18n import Text, _
from companion.schema import Words
from firmware_bridge.drivers.driver import Driver, Sighting, TagPresence

NEWLINE = re.compile(rb"[\r\n]+")
SPEED_AND_PATTERN = re.compile(r"(?:([1-9][0-9]{2,6}) )?(.*)", re.DOTALL)  # speed and pattern
BAUD = 115200
LONGEST_LINE = 160  # bytes of a line; more is noise
LONGEST_TAG = 64  # letters of an id
GONE_AFTER = 2.0  # s; sketches repeat a tag once a second or slower
NO_SEPARATORS = str.maketrans("", "", " :-\t")
ESCAPED = re.compile(r"\\[^1-9]")  # one letter, whatever it is; with a digit it is a back reference
REPEATED_GROUP = re.compile(r"\)[+*{]|\\[1-9]|\(\?P=")  # a repetition inside could repeat without end
IGNORES_SPACES = re.compile(r"\(\?[a-zA-Z-]*x")  # the flag that allows a space between a group and its quantifier
REPEATED = re.compile(r"[+*]|\{[0-9]*,[0-9]*\}")
OPTIONAL_PART = re.compile(r"(?<!\()\?|\|")  # an optional part, or one more of several
COST_OF_REPEATED, MOST_COST = (
    5,
    16,
)  # a choice costs 1. A higher cost could take seconds per line and block all readers
MOST_UNFIT = 20  # lines that do not fit before any did


class PatternError(LamplightError):
    """A regular expression that cannot be used; the message says why."""

    code = "PATTERNERROR"


class TextLineDriver(Driver):
    """Reports newly laid tags from lines of text. `setting`: pattern, or speed and pattern. Raises PatternError.
    `clock` is monotonic, in s.
    """

    kind = "lines"
    model: Words = _("sketch that prints ids")
    bad_frames = 0

    def __init__(self, clock: Callable[[], float], setting: str, gone_after: float = GONE_AFTER) -> None:
        speed, pattern = parts_of(setting)
        self.pattern, self.baud = compile_pattern(pattern), speed
        self._unfit = 0  # lines, before any did fit
        self._held = bytearray()
        self._too_long = False
        self._presence = TagPresence(clock, gone_after)

    def on_opened(self) -> None:
        """Drop a partial line."""
        self._held.clear()
        self._too_long = False

    @property
    def trouble(self) -> Words:
        return self._silence_text() if self._unfit >= MOST_UNFIT else ""

    def _silence_text(self) -> Text:
        return _(
            "this line says nothing that fits {pattern}: look whether the sketch is the right one, and the speed {baud} baud",
            pattern=repr(self.pattern.pattern),
            baud=str(self.baud),
        )

    def feed(self, data: bytes) -> list[Sighting]:
        """Return the newly laid tags. A line without a match is a sketch's message; one that is too long or not text
        is damage.
        """
        *ended, rest = NEWLINE.split(data)
        tags = [self._end(piece) for piece in ended]
        self._hold(rest)
        return [Sighting("tag", tag) for tag in tags if tag and self._presence.is_new(tag)]

    def _hold(self, piece: bytes) -> None:
        """Buffer a piece of a line, up to a limit."""
        room = LONGEST_LINE - len(self._held)
        self._too_long |= len(piece) > room
        self._held += piece[:room]

    def _end(self, piece: bytes) -> str:
        self._hold(piece)
        line, too_long = bytes(self._held), self._too_long
        self.on_opened()
        if too_long or not line.isascii():
            self.bad_frames += 1
            return ""
        tag = tag_in(self.pattern, line.decode("ascii"))
        if line.strip():
            self._unfit = 0 if tag else self._unfit + (self._unfit < MOST_UNFIT)
        return tag


def parts_of(setting: str) -> tuple[int, str]:
    """Speed in baud, and pattern.

    >>> parts_of("9600 UID: (.+)"), parts_of("UID: (.+)")
    ((9600, 'UID: (.+)'), (115200, 'UID: (.+)'))
    """
    match = SPEED_AND_PATTERN.fullmatch(setting)
    assert match is not None  # everything fits it
    return int(match[1] or BAUD), match[2]


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Compile the expression. Raises PatternError where it is invalid, has not exactly one group, or could take
    seconds.
    """
    try:
        expression = re.compile(pattern)
    except re.error as error:
        raise PatternError(
            _("{pattern} is no regular expression: {why}", pattern=repr(pattern), why=str(error))
        ) from error
    if expression.groups != 1:
        raise PatternError(
            _(
                "{pattern} needs exactly one group in round brackets, around the id; it has {n}",
                pattern=repr(pattern),
                n=expression.groups,
            )
        )
    if is_too_slow(ESCAPED.sub("_", pattern)):
        raise PatternError(
            _(
                "{pattern} could take for ever on one line: no repeated group, no back reference, no (?x), and few of +, *, {times}, ? and |; write ([0-9A-F ]+) for bytes with spaces",
                pattern=repr(pattern),
                times="{1,9}",
            )
        )
    return expression


def is_too_slow(bare: str) -> bool:
    """Return whether matching may need seconds of backtracking. `bare` has no escaped letters."""
    cost = COST_OF_REPEATED * len(REPEATED.findall(bare)) + len(OPTIONAL_PART.findall(bare))
    return bool(REPEATED_GROUP.search(bare) or IGNORES_SPACES.search(bare)) or cost > MOST_COST


def tag_in(pattern: re.Pattern[str], line: str) -> str:
    """Return the id in a line, or ""."""
    match = pattern.search(line)
    tag = (match.group(1) or "").translate(NO_SEPARATORS).upper() if match else ""
    return tag if 0 < len(tag) <= LONGEST_TAG and tag.isprintable() else ""
