"""A camera for tables without one: shows an empty tray, and recorded throws on request.

A throw is a folder of frames and a label.json. Its keys are `settled_frame`, `last_settled_frame_before_hand` and
`reading`, with `second` for a reroll and `turns` for a series of recordings. Its frames are processed like a camera's.
With `mode` "lay", the frames in which the hand takes objects away are played backwards.
"""

import json
import math
import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

from companion.errors import sentence_of
from companion.i18n import _, listed
from companion.schema import Expectation, ExpectedAnswer, Seat
from vision.image import CameraError, Clock, Frame, PictureError, decode
from vision.stream.recording import PICTURES

THROWS = Path(__file__).parents[1] / "throws"
FPS = 10.0
"""Pictures a second of the recorded throws."""
HOLD_S = 4.0
"""s until the hand takes a throw away."""
HANDFUL = "handful"
"""Kind of throws that are several tokens, laid down to be counted."""
OF_A_SEAT = "seat-"
"""Prefix of a seat's own zone of the tray."""
LAID = "lay"
"""Mode of a throw of which only the laying down is recorded."""


@dataclass(frozen=True, slots=True)
class StillSpan:
    """A stretch of a throw in which everything is at rest."""

    first: int
    last: int
    """Frame numbers, both included."""
    values: tuple[tuple[str, str], ...]
    """Kind and face of every object on the tray."""


@dataclass(frozen=True, slots=True)
class RecordedThrow:
    """One recorded throw."""

    kind: str
    name: str
    frames: tuple[Path, ...]
    rests: tuple[StillSpan, ...]
    turns: tuple[tuple[int, int], ...] = ()
    """Round and place in it, of every turn in which it is played; () = by chance."""

    @property
    def faces(self) -> tuple[str, ...]:
        """Return the faces of the last reading."""
        return tuple(value for _, value in self.rests[-1].values)


@cache
def load_throws(folder: Path = THROWS) -> tuple[RecordedThrow, ...]:
    """Return all throws below a folder. Raises CameraError without any, or if a label is damaged."""
    throws = tuple(_load(path.parent) for path in sorted(folder.glob("*/*/label.json")))
    if not throws:
        raise CameraError(f"There are no recorded throws in {folder}. Use a camera, or install Lamplight again.")
    return throws


def _load(folder: Path) -> RecordedThrow:
    try:
        label = json.loads((folder / "label.json").read_text(encoding="utf-8"))
        again = label.get("second")  # something is rolled a second time
        rests = (_rest(label), _rest(again)) if again else (_rest(label),)
        turns = tuple((int(round_), int(place)) for round_, place in label.get("turns", ()))
        is_laid = label.get("mode") == LAID
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CameraError(f"The throw in {folder} has no usable label.json ({error}).") from error
    frames = tuple(sorted(path for path in folder.iterdir() if path.suffix in PICTURES))
    back = frames[: rests[-1].first][::-1] if is_laid else ()
    return RecordedThrow(folder.parent.name, folder.name, frames + back, rests, turns)


def _rest(span: Mapping[str, Any]) -> StillSpan:
    values = tuple((str(seen["kind"]), str(seen["value"])) for seen in span["reading"])
    return StillSpan(int(span["settled_frame"]), int(span["last_settled_frame_before_hand"]), values)


def matching_throws(
    throws: Sequence[RecordedThrow], kind: str, expect: Expectation, name: str = ""
) -> tuple[RecordedThrow, ...]:
    """Return the throws of a kind that answer the prompt; with `name`, that one only."""
    matching = tuple(throw for throw in throws if throw.kind == kind and name in ("", throw.name))
    shown = "token" if kind == HANDFUL else kind
    wants = [want for want in expect.wants if shown in want.kinds]
    if name or not wants:
        return matching
    beside = sum(want.zone.startswith(OF_A_SEAT) for want in wants)
    if beside > 1 and (together := tuple(throw for throw in matching if len(throw.faces) == beside)):
        return together  # of several seats at once
    lying = sum(locked.kind == kind for locked in expect.locked)
    return tuple(throw for throw in matching if any(fits_request(throw, want, lying) for want in wants))


def fits_request(throw: RecordedThrow, want: ExpectedAnswer, lying: int = 0) -> bool:
    """Return whether every face is possible and the count fits: a handful may be smaller, otherwise without the dice
    that stay.
    """
    if want.faces and not set(throw.faces) <= set(want.faces):
        return False
    return len(throw.faces) <= want.count if throw.kind == HANDFUL else len(throw.faces) == want.count - lying


class DemoCamera:
    """Plays throws on request, each in its own time; between them the empty tray stands still.

    `wait` sleeps for so many seconds, or less where the camera is to stop.
    """

    def __init__(
        self,
        throws: Sequence[RecordedThrow],
        clock: Clock = time.monotonic,
        wait: Callable[[float], object] = time.sleep,
        chance: random.Random | None = None,
    ) -> None:
        self.throws = tuple(throws)
        self._clock, self._wait = clock, wait
        self._chance = chance or random.Random()
        self._asked: deque[tuple[RecordedThrow, Seat]] = deque()
        self._last: RecordedThrow | None = None
        self._turn: tuple[float, float] = (0, 0)
        self._lock = threading.Lock()

    def throw(self, kind: str, expect: Expectation, name: str = "", sender: Seat = "") -> RecordedThrow:
        """Play a throw that fits as soon as the one under way is over; its frames are the sender's. Raises CameraError where none fits."""
        matching = matching_throws(self.throws, kind, expect, name)
        if not matching:
            wanted = [f"{want.count} {kind}" for want in expect.wants if kind in want.kinds] or [kind]
            sentence = _(
                "No recorded throw fits what is asked ({asked}). Tap the answer instead.", asked=listed(wanted, ", ")
            )
            raise CameraError(sentence)
        with self._lock:
            self._last = self._in_turn(matching) or self._by_chance(matching)
            self._asked.append((self._last, sender))
            return self._last

    def _in_turn(self, throws: Sequence[RecordedThrow]) -> RecordedThrow | None:
        """Return the one whose turn it is, of throws that have turns; what another kind broke off is not gone on with."""
        turns = sorted(((turn, throw) for throw in throws for turn in throw.turns), key=lambda one: one[0])
        if not turns:
            return None
        goes_on = self._last is not None and self._last.kind == throws[0].kind
        done = self._turn if goes_on else (self._turn[0], math.inf)
        self._turn, throw = next((one for one in turns if one[0] > done), turns[0])
        return throw

    def _by_chance(self, throws: Sequence[RecordedThrow]) -> RecordedThrow:
        """Not the last one again, where there is another."""
        return self._chance.choice([throw for throw in throws if throw is not self._last] or list(throws))

    def frames(self) -> Iterator[Frame]:
        """Without end."""
        due = self._clock()
        for index, frame in enumerate(self._shown()):
            self._wait(max(0.0, due - self._clock()))
            yield frame.retimed(self._clock(), index)
            due = max(due + 1 / FPS, self._clock())

    def _shown(self) -> Iterator[Frame]:
        """Yield frames without their time. Reduces the empty tray once, since it is shown for hours."""
        empty = _picture(self.throws[0].frames[0])
        _ = empty.small
        while True:
            throw, sender = self._asked.popleft() if self._asked else (None, "")
            if throw is None:
                yield empty
            else:
                yield from (_picture(path, sender) for path in self._played(throw))

    def _played(self, throw: RecordedThrow) -> Iterator[Path]:
        """Yield frames in order. Repeats resting ones until they were visible long enough."""
        done = 0
        for rest in throw.rests:
            yield from throw.frames[done : rest.last + 1]
            still = cycle(throw.frames[rest.first : rest.last + 1])
            for _frame in range(round(HOLD_S * FPS)):
                if self._asked:
                    break
                yield next(still)
            done = rest.last + 1
        yield from throw.frames[done:]


def _picture(path: Path, sender: Seat = "") -> Frame:
    try:
        frame = Frame(decode(path.read_bytes(), str(path)), 0, 0)
    except (OSError, PictureError) as error:
        raise CameraError(
            _("{why} It is a recorded throw: install Lamplight again, or use a camera.", why=sentence_of(error))
        ) from error
    frame.sender = sender
    return frame
