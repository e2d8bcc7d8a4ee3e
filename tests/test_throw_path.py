"""One clean throw enters few files: from the reading on the bus to the snapshot of each seat."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from companion.app import Application
from companion.archive.proofs import LONE_DEVICE
from companion.messaging import MemoryBus
from companion.presentation import build_snapshot, expect_of, seats
from companion.schema import TABLE, Prompt, Reading, SeenObject, codec, topics
from companion.sessions import roll_virtually
from companion.settings import BrokerSettings, Settings
from tests.bench.rules import any_values
from tests.games.chances import Answer

pytestmark = pytest.mark.slow  # a whole evening up to its first throw

ROOT = f"{Path(__file__).resolve().parents[1]}/"
NO_BROKER = BrokerSettings(kind="external", host="127.0.0.1", port=1)  # nothing connects to it
MOST_FILES = {"arkham": 60, "mansions": 60}
"""Project files that one throw may enter. Lower a number when you merge; never raise one."""


def files_entered(act: Callable[[], None]) -> set[str]:
    """Paths of the project's files in which a function is called meanwhile, in this thread.

    The garbage collector rests meanwhile: it closes rules that earlier tests left waiting, and closing enters them.
    """
    found: set[str] = set()

    def enter(frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(ROOT):
            found.add(path.removeprefix(ROOT))

    gc.collect()
    gc.disable()
    sys.setprofile(enter)
    try:
        act()
    finally:
        sys.setprofile(None)
        gc.enable()
    return {path for path in found if path.startswith(("companion/", "vision/", "firmware_bridge/"))}


class Evening:
    """A game up to a throw that a camera can read."""

    def __init__(self, folder: Path, game: str, kind: str) -> None:
        self.bus = MemoryBus()
        self.app = Application(Settings(data=folder, broker=NO_BROKER), bus=self.bus)
        self.app.connect()
        self.reader = self.bus.peer()
        self.reader.start()
        self.sessions, self.kind, self.random = self.app.sessions, kind, Random(1)
        self.game, self.table = game, self.sessions.open(game)

    def prompt(self) -> Prompt:
        """Answer earlier prompts by hand, and return the first that a camera can read."""
        number = 0
        while True:
            opened = self.sessions.snapshot(self.table).open
            if not opened:  # it is over: begin another
                self.table = self.sessions.open(self.game)
                continue
            for prompt in opened:
                if prompt.kind in {"roll", "draw"} and self.kind in prompt.of and not prompt.locked:
                    return prompt
            asked = self.random.choice([prompt for prompt in opened if prompt.at != "menu"] or opened)
            number += 1
            self.sessions.answer(self.table, Answer(f"a{number}", asked.id, any_values(asked, self.random), asked.seat))

    def throw(self) -> None:
        """Publish a reading, and build each seat's snapshot."""
        prompt, place = self.prompt(), self.app.settings.place
        expect = expect_of(self.sessions.snapshot(self.table)).expect
        things = tuple(SeenObject(self.kind, face, 0.99) for face in roll_virtually(prompt, self.random))
        reading = Reading("r1", place, "vision/cam0", "e1", 1, expect, prompt.zone, things)
        before = self.sessions.snapshot(self.table).rev

        def path() -> None:
            self.reader.publish(topics.reading(place, "vision-cam0"), codec.encode(reading))
            picture = self.sessions.snapshot(self.table)
            for seat in (TABLE, *seats(picture)):
                build_snapshot(picture, seat, LONE_DEVICE)

        self.entered = files_entered(path)
        assert self.sessions.snapshot(self.table).rev > before, "the throw has answered"


@pytest.mark.parametrize(("game", "kind"), [("arkham", "token"), ("mansions", "mom_d8")])
def test_throw_enters_few_files(tmp_path: Path, game: str, kind: str) -> None:
    for name in ("before", "counted"):  # what a process loads once, at the first throw of a game, does not count
        evening = Evening(tmp_path / name, game, kind)
        evening.throw()
        evening.app.stop()
    entered = sorted(evening.entered)
    assert "companion/sessions/matching/matcher.py" in entered
    assert f"companion/games/{game}/state.py" in entered
    assert len(entered) <= MOST_FILES[game], "\n".join(entered)
