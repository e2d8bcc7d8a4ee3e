"""Leaves all four games in the middle of a throw, each with a doubt, in a new database: run in the code of the time it is for.

PYTHONPATH=CHECKOUT python play.py FOLDER        writes FOLDER/log.db, and FOLDER/told.json with what was open then
"""

from __future__ import annotations

import json
import sys
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.schema import Answer, Faces, Prompt, Reading, Refused, SeenObject, to_json
from companion.sessions import SessionManager, SqlEventLog

BEGINS = 1_763_700_000  # s, Unix
MOST_SEEDS, MOST_STEPS = 150, 3000
ENDS = (
    "end the scenario",
    "eliminated",
    "cards, clues and conditions",
)  # what people say by hand, and chance should not
READINGS = {"arkham": 3, "mansions": 3, "draw_your_weapon": 6, "nemesis": 6}  # at least, before it is left


class NoThrowFoundError(Exception):
    """This course of the game does not come to a throw with enough readings before it."""


class Evening:
    """One session manager, and the camera at its table."""

    def __init__(self, file: Path) -> None:
        ticks, self._seqs = count(BEGINS), count(1)
        self.log = SqlEventLog(f"sqlite:///{file}", lambda: float(next(ticks)))
        self.hall = SessionManager(self.log, Random(1))

    def play(self, game: str, seed: int) -> str:
        random, table = Random(seed), self.hall.open(game)
        for _ in range(MOST_STEPS):
            if self._is_there(table, READINGS[game]):
                return table
            if self.hall.snapshot(table).over or not self.hall.snapshot(table).open:
                break
            self._step(table, random)
        raise NoThrowFoundError(game)

    def leave_in_doubt(self, table: str) -> None:
        """The first thing that was thrown is not sure."""
        prompt = next(one for one in self.hall.snapshot(table).open if is_thrown(one))
        first, *others = thrown(prompt, possible(prompt, Random(2)))
        unsure = SeenObject(prompt.of[0], None, 0.4, ((first, 0.4),))
        self.hall.readings.handle(
            self._laid(table, prompt, (unsure, *(SeenObject(prompt.of[0], one, 0.97) for one in others)))
        )

    def told(self, table: str) -> dict[str, Any]:
        """Return what a later version must find again."""
        picture = self.hall.snapshot(table)
        doubt = picture.doubt
        if doubt is None:
            raise NoThrowFoundError(picture.game.name)
        values = list(doubt.values)
        return {
            "game": picture.game.name,
            "prompts": [to_json(prompt) for prompt in picture.open],
            "moments": len(picture.moments),
            "state": to_json(picture.state),
            "doubt": {"reading": doubt.reading.id, "prompts": [one.id for one in doubt.prompts], "values": values},
        }

    def _is_there(self, table: str, least: int) -> bool:
        picture = self.hall.snapshot(table)
        given = [getattr(moment.entry.what, "answer", None) for moment in picture.moments]
        readings = [one for one in given if one is not None and one.reading.startswith("cam")]
        throws = [one for one in picture.open if is_thrown(one) and one.seat != "house"]
        return len(readings) >= least and not picture.at_rest and len(throws) == 1 and picture.doubt is None

    def _step(self, table: str, random: Random) -> None:
        asked = [one for one in self.hall.snapshot(table).open if not any(word in str(one.title) for word in ENDS)]
        prompt = random.choice(asked)
        values = possible(prompt, random)
        if len(values) < prompt.least and prompt.kind != "count":
            return
        try:
            if is_thrown(prompt) and random.random() < 0.8:
                seen = tuple(SeenObject(prompt.of[0], value, 0.97) for value in thrown(prompt, values))
                self.hall.readings.handle(self._laid(table, prompt, seen))
            else:
                self.hall.answer(table, Answer(f"a{next(self._seqs)}", prompt.id, values, prompt.seat))
        except Refused:
            return  # a random answer may be refused

    def _laid(self, table: str, prompt: Prompt, objects: tuple[SeenObject, ...]) -> Reading:
        seq = next(self._seqs)
        expect = f"{table}.{prompt.id.rpartition('.')[0]}"
        zone = prompt.zone or "tray"
        return Reading(f"cam-{seq}", "lamp", "vision/cam0", "e1", seq, expect, zone, objects, float(BEGINS + seq))


def is_thrown(prompt: Prompt) -> bool:
    return bool(prompt.of) and prompt.kind in ("roll", "draw", "show")


def thrown(prompt: Prompt, values: Faces) -> Faces:
    """Return the values without locked ones."""
    return values[len(prompt.locked) :] if prompt.kind == "roll" else values


def possible(prompt: Prompt, random: Random) -> Faces:
    """Return a random answer; a shorter one where the options are too few."""
    if prompt.kind == "count":
        return (str(random.randint(prompt.least, prompt.most)),)
    ids = [option.id for option in prompt.options if option.refused is None]
    if prompt.kind == "roll":
        return prompt.locked + tuple(random.choices(ids, k=prompt.most - len(prompt.locked)))
    if prompt.kind == "write" and not ids:
        return ("a word",)
    most = min(prompt.most, len(ids))
    return tuple(random.sample(ids, random.randint(prompt.least, most))) if most >= prompt.least else ()


def once(file: Path, seeds: dict[str, int]) -> dict[str, Any]:
    """A new file with a table of each game. Raises NoThrowFoundError."""
    for part in ("", "-wal", "-shm"):
        file.with_name(file.name + part).unlink(missing_ok=True)
    evening, made = Evening(file), {}
    try:
        for game in sorted(seeds):
            table = evening.play(game, seeds[game])
            evening.leave_in_doubt(table)
            made[table] = evening.told(table)
    finally:
        evening.log.close()
    return made


def main(folder: Path) -> None:
    """Play the first courses that reach their goals."""
    folder.mkdir(parents=True, exist_ok=True)
    seeds = dict.fromkeys(games.names(), 0)
    while max(seeds.values()) < MOST_SEEDS:
        try:
            made = once(folder / "log.db", seeds)
        except NoThrowFoundError as failed:
            seeds[str(failed)] += 1
            continue
        (folder / "told.json").write_text(json.dumps(made, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
        return
    sys.exit("No course comes to a throw.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
