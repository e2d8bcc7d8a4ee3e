"""Play a scenario by the rules of a table with random answers."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

from companion.engine import GameSetup, Run
from companion.games.mansions import GAME
from companion.games.mansions.content import Scenario
from companion.games.mansions.facts import EventRun, EventShown, StoryEnded
from companion.games.mansions.setup import build_state
from companion.games.mansions.state import State
from companion.scenarios.random_player import RandomPlayer
from companion.schema import TABLE

MOST_ROUNDS = 40
MOST_TAPS = 4000
NAMES = ("Ann", "Ben", "Cleo", "Dora")
MARK = re.compile(r"\{(?:c|qst|ffg|val|var|rnd):[^{}]*\}")
ROUNDS, TAPS = "rounds", "taps"  # why a run was stopped


@dataclass(frozen=True, slots=True)
class PlaythroughResult:
    """One run."""

    seed: int
    taps: int
    rounds: int
    seconds: float  # CPU time, as `slowest`
    slowest: float  # of one tap
    seen: frozenset[str]  # events that ran
    raw: frozenset[str] = frozenset()  # marks left in shown texts, "{c:SpawnX}"
    ending: str = ""  # event that ended it, "" if stopped or ended by the rules
    sentence: str = ""
    stopped: str = ""  # ROUNDS, TAPS, "" = it ended
    error: str = ""  # "ValueError: ..." and where
    trace: str = ""


def run_once(scenario: Scenario, seed: int, seats: int = 2, boxes: Iterable[str] = ()) -> PlaythroughResult:
    """Play one run and catch its exception. With an even seed the players count actions themselves."""
    course = _Course(RandomPlayer(Random(seed)))
    began = process_time()
    error = trace = ""
    numbers = tuple(str(n) for n in range(1, seats + 1))
    choices = {"boxes": [*scenario.packs, *boxes], "counted_actions": scenario.exact or seed % 2 == 1}
    try:
        course.play(build_state(GameSetup(numbers, dict(zip(numbers, NAMES, strict=False)), choices), scenario))
    except Exception as raised:  # noqa: BLE001  a rule may raise anything, and runs are independent
        error, trace = _error_line(raised), traceback.format_exc()
    return PlaythroughResult(
        seed=seed,
        taps=course.taps,
        rounds=course.rounds,
        seconds=process_time() - began,
        slowest=course.slowest,
        seen=frozenset(course.seen),
        raw=frozenset(course.raw),
        ending=course.ending,
        sentence=course.sentence,
        stopped=course.stopped,
        error=error,
        trace=trace,
    )


class _Course:
    """Records of a run, also of one that crashes."""

    def __init__(self, player: RandomPlayer) -> None:
        self.taps, self.rounds, self.slowest = 0, 1, 0.0
        self.seen: dict[str, None] = {}
        self.raw: dict[str, None] = {}
        self.ending = self.sentence = self.stopped = ""
        self._player = player

    def play(self, state: State) -> None:
        """Play until the end or a limit."""
        run: Run[State, Any] = Run(GAME, state)
        self._note(run.facts, run.state)
        while run.open and not self._is_long():
            answer = self._player.answer(run)
            began = process_time()
            facts = run.answer(answer)
            self.slowest = max(self.slowest, process_time() - began)
            self.taps += 1
            self._note(facts, run.state)
            if any(isinstance(fact, EventShown) for fact in facts):
                self._collect_marks(run)
        self.sentence = str(run.over)

    def _note(self, facts: Iterable[object], s: State) -> None:
        assert s.story is not None, "a scenario is under way"
        self.rounds = s.story.round
        for fact in facts:
            match fact:
                case EventRun(event):
                    self.seen.setdefault(event)
                case StoryEnded(event, _):
                    self.ending = event

    def _collect_marks(self, run: Run[State, Any]) -> None:
        """Collect marks that the public screen shows: a fault of the program or of the scenario."""
        text = f"{GAME.view(run.state, TABLE)!r}{run.open!r}"
        self.raw |= dict.fromkeys(MARK.findall(text))

    def _is_long(self) -> bool:
        self.stopped = ROUNDS if self.rounds > MOST_ROUNDS else TAPS if self.taps >= MOST_TAPS else ""
        return bool(self.stopped)


def _error_line(raised: Exception) -> str:
    """Return one line with the last place in the trace."""
    last = traceback.extract_tb(raised.__traceback__)[-1]
    return f"{type(raised).__name__}: {raised} ({last.filename.rsplit('/', 1)[-1]}:{last.lineno} in {last.name})"
