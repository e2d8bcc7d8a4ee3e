"""Long games: one of each game is played at random and copied to every table that plays it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random
from typing import Any

from sqlalchemy import Engine, create_engine, text

from companion import games
from companion.engine import Game
from companion.hall.database.row_security import engine_for_table
from companion.schema import HOUSE, Answer, Prompt, Refused
from companion.sessions import GameTable, RuleError, SqlEventLog, to_row
from tests.games.course import possible

TABLE = "t1"
AGED = "aged-"  # prefix of answers and readings from before the measurement
ENDS = frozenset({"end"})
TRIES = 200
EVENINGS = 20
COPIED = 'table_id, seq, at, kind, name, v, data, "by", rest, sum'


def age(engine: Engine, url: str, played: Mapping[str, str], entries: int, seed: int = 1) -> Mapping[str, int]:
    """Give every lamp's game so many entries, or two thirds of its length if it ended earlier; return how many, by
    game.

    `url` must bypass row security. `played` maps lamps to games.
    """
    found: dict[str, int] = {}
    keeper = create_engine(url)
    for name in dict.fromkeys(played.values()):
        lamps = [lamp for lamp, game in played.items() if game == name]
        rows = [to_row(entry) for entry in longest(games.find(name), entries, seed).log]
        with keeper.begin() as connection:
            connection.execute(text("DELETE FROM entries WHERE lamp = ANY(:lamps)"), {"lamps": lamps})
        SqlEventLog(engine_for_table(engine, lamps[0]), time.time).append(TABLE, rows)
        copied = f"INSERT INTO entries (lamp, {COPIED}) SELECT :to, {COPIED} FROM entries WHERE lamp = :of"
        with keeper.begin() as connection:
            for lamp in lamps[1:]:
                connection.execute(text(copied), {"to": lamp, "of": lamps[0]})
        found[name] = len(rows)
    keeper.dispose()
    return found


def longest(game: Game[Any, Any], entries: int, seed: int) -> GameTable[Any, Any]:
    """Return the longest of a few, because random play loses many games early."""
    tables = (evening(game, entries, Random(seed + number)) for number in range(EVENINGS))
    return max(tables, key=lambda table: min(len(table.log), entries))


def evening(game: Game[Any, Any], entries: int, random: Random) -> GameTable[Any, Any]:
    """Play a random game."""
    table = GameTable.begin(game, game.sample)
    while len(table.log) < entries and not table.run.over and _answered(table, random):
        pass
    if not table.run.over:
        return table
    most = 2 * len(table.log) // 3
    rests = [entry.seq for entry in table.log[:most] if entry.rest]
    return GameTable(game, table.log[: rests[-1]])


def _answered(table: GameTable[Any, Any], random: Random) -> bool:
    """Answer one prompt. Return False where no valid answer was found."""
    asked = [prompt for prompt in table.open if prompt.at != "menu"] or list(table.open)
    for number in range(TRIES):
        prompt = random.choice(asked)
        name = f"{AGED}{table.seq}-{number}"
        is_read = prompt.of and prompt.seat != HOUSE
        told = (name, "vision/cam0") if is_read else ("", "")
        answer = Answer(name, prompt.id, _values(prompt, random), prompt.seat, reading=told[0], source=told[1])
        try:
            table.answer(answer)
        except (Refused, RuleError):
            continue
        return True
    return False


def _values(prompt: Prompt, random: Random) -> tuple[str, ...]:
    """Avoid values that end a game early."""
    for _ in range(TRIES):
        values = possible(prompt, random)
        if not ENDS.intersection(values):
            break
    return values
