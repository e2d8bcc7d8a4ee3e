"""The screens of the ledger: an evening of Mansions whose dice the camera read, one with a die that it misreads, and none yet."""

from __future__ import annotations

from random import Random
from typing import Any

from companion import games
from companion.engine import GameSetup
from companion.schema import Answer, Faces, Prompt, Refused
from companion.sessions import GameTable, roll_virtually
from tests.games.course import possible
from tests.screens.moment import NAMES, AnyTable, Begun, sampled
from tests.screens.screen import Screen

ANSWERS = 1200
TAKES = {"blank": 0.45}
"""Probability that a camera misreads a blank as a success."""


def thrown(seed: int, takes: dict[str, float] | None = None) -> Begun:
    """A whole evening that chance plays, its dice read by the camera. `takes`: faces that it takes for another, how often."""

    def begun() -> AnyTable:
        seats = {str(place): name for place, name in enumerate(NAMES[:3], 1)}
        random = Random(seed)
        table: AnyTable = GameTable.begin(games.find("mansions"), GameSetup(tuple(seats), seats))
        for number in range(ANSWERS):
            prompts = [prompt for prompt in table.open if prompt.at != "menu"] or list(table.open)
            if not prompts:
                break
            _answer(table, random.choice(prompts), number, random, takes or {})
        return table

    return begun


def _answer(table: AnyTable, prompt: Prompt, number: int, random: Random, takes: dict[str, float]) -> None:
    sensed: dict[str, Any] = {"reading": f"r{number}", "source": "vision/cam0"} if prompt.of else {}
    values = _read(roll_virtually(prompt, random), random, takes) if prompt.kind == "roll" else possible(prompt, random)
    try:
        table.answer(Answer(f"a{number}", prompt.id, values, prompt.seat, **sensed))
    except Refused:
        return


def _read(faces: Faces, random: Random, takes: dict[str, float]) -> Faces:
    return tuple("success" if random.random() < takes.get(face, 0) else face for face in faces)


EVENING, MISREAD = thrown(2), thrown(4, TAKES)

SCREENS = (
    Screen(
        "fairness", "Were the dice fair? Each face beside what was expected.", EVENING, path="/fairness", shows="people"
    ),
    Screen("fairness-misread", "A face comes too often: dice, or camera?", MISREAD, path="/fairness", shows="people"),
    Screen(
        "fairness-empty",
        "Nothing was thrown yet.",
        sampled("nemesis"),
        path="/fairness",
        shows="empty",
    ),
    Screen(
        "fairness-on-the-wall",
        "The evening is over: its dice, for the wall.",
        EVENING,
        "wall",
        path="/wall",
        shows="wall-dice",
    ),
)
