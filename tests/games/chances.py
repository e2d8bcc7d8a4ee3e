"""Random games of any game: any seats, any choices of its form, any possible answers.

`python -m tests.games.chances GAME FIRST LAST` plays these seeds and prints the failing ones.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion import games
from companion.archive.replay import compare
from companion.engine import Game, GameSetup, Run
from companion.errors import ContentError
from companion.i18n import Text
from companion.schema import DEALER, TABLE, Answer, Faces, Field, Prompt, Refused, to_json
from companion.sessions import (
    AnswerGiven,
    CorrectionMade,
    GameTable,
    LogRow,
    RuleError,
    entries_in_force,
    to_entry,
    to_row,
)
from tests.games.course import possible

ANSWERS, LONG = 160, 1000
EVERY = 20  # one game in so many is long
THOROUGH = 5  # one in so many is also amended
REFUSALS = 30  # refusals in a row that end a game
SELDOM = frozenset({"end"})  # options taken rarely, because they end a game at once
MENU = 0.04  # share of answers from the menu of corrections
SHOWN = 0.05  # chance that all seats look at their page
NAMES = ("Ann", "Ben", "Cleo", "Dee", "Eve", "Finn")


class StuckError(AssertionError):
    """No open prompt has a possible answer."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A game played to its end or to a limit."""

    table: GameTable[Any, Any]
    refused: tuple[str, ...]  # codes of refusals by rules


def any_setup(game: Game[Any, Any], random: Random) -> GameSetup:
    """Return any number of seats and any accepted choices, or the defaults of the form."""
    seats = tuple(str(place + 1) for place in range(random.choice(game.seats)))
    names = dict(zip(seats, NAMES, strict=False))
    chosen = GameSetup(seats, names, any_record(game, random, game.form.fields if game.form else (), seats))
    try:
        game.setup(chosen)
    except (ContentError, Refused):  # some choices exclude each other
        return GameSetup(seats, names)
    return chosen


def any_record(game: Game[Any, Any], random: Random, fields: Iterable[Field], seats: Sequence[str]) -> dict[str, Any]:
    """Leave a third of the fields at their default."""
    found: dict[str, Any] = {}
    for field in fields:
        if random.random() < 1 / 3:
            continue
        if field.each_seat:
            found[field.name] = {seat: any_value(game, random, field, seats) for seat in seats}
        else:
            found[field.name] = any_value(game, random, field, seats)
    return found


def any_value(game: Game[Any, Any], random: Random, field: Field, seats: Sequence[str]) -> Any:
    ids = [option.id for option in field.options]
    match field.kind:
        case "number":
            return random.randint(field.least, field.most)
        case "flag":
            return random.random() < 0.5
        case "choice":
            return random.choice(ids)
        case "choices":
            return [name for name in ids if random.random() < 0.3]
        case "sheet":
            return random.choice([*game.sheets[field.sheet].shipped(), *([] if field.least else [""])])
        case "group":
            return any_record(game, random, field.fields, seats)
        case "list":
            return []
    return "Words"


def any_prompt(open: Sequence[Prompt], random: Random) -> Prompt:
    """Pick a prompt. Manual corrections come seldom, unless nothing else is open."""
    can = [prompt for prompt in open if has_answer(prompt)]
    if not can:
        raise StuckError(f"nobody can answer {[prompt.title for prompt in open]}")
    course = [prompt for prompt in can if prompt.at != "menu"]
    return random.choice(can if not course or random.random() < MENU else course)


def has_answer(prompt: Prompt) -> bool:
    free = [option for option in prompt.options if option.refused is None]
    return prompt.kind in {"count", "write"} or len(free) >= min(prompt.least, 1)


def any_answer(open: Sequence[Prompt], random: Random, number: int) -> Answer:
    prompt = any_prompt(open, random)
    values: Faces = possible(prompt, random)
    if not SELDOM.isdisjoint(values) and random.random() > MENU:
        values = possible(prompt, random)
    return Answer(f"a{number}", prompt.id, values, prompt.seat)


def played(game: Game[Any, Any], seed: int) -> Evening:
    """Play a game to its end or to a limit. Errors of rules and views are raised."""
    random, answers = Random(seed), ANSWERS if seed % EVERY else LONG
    table, refused, since = GameTable.begin(game, any_setup(game, random)), [], 0
    for number in range(answers):
        if not table.open or since > REFUSALS:
            break
        if random.random() < SHOWN:
            look(table)
            slip(table, random, number)
        try:
            table.answer(any_answer(table.open, random, number))
            since = 0
        except Refused as no:
            refused.append(no.code)
            since += 1
    look(table)
    return Evening(table, tuple(refused))


def slip(table: GameTable[Any, Any], random: Random, number: int) -> None:
    """Give an impossible answer. It is refused and changes nothing."""
    prompt, before = random.choice(table.open), (table.run.state, table.open, table.seq)
    values = random.choice([(), ("nonsense",), ("-1",), ("1.5",), ("nonsense",) * (prompt.most + 1)])
    if prompt.kind == "write" or (not values and not prompt.least):
        return
    assert is_refused(table, Answer(f"slip{number}", prompt.id, values, prompt.seat)), (
        f"{prompt.title}: {values} was taken"
    )
    assert (table.run.state, table.open, table.seq) == before, f"{prompt.title}: {values} was refused, and changed"


def is_refused(table: GameTable[Any, Any], answer: Answer) -> bool:
    try:
        table.answer(answer)
    except Refused:
        return True
    return False


def look(table: GameTable[Any, Any]) -> None:
    """Build the page and the newest log lines of each seat."""
    game, state = table.game, table.run.state
    for seat in (*table.setup.seats, TABLE, *([DEALER] if game.dealer else [])):
        json.dumps(to_json(game.view(state, seat)))
        for moment in table.known.states[-3:]:
            for event in moment.entry.establishes:
                assert isinstance(game.tell(moment.state, event, seat), str | Text)


def trouble(evening: Evening, *, thorough: bool = True) -> str:
    """Return the broken property of a game as a sentence, or "". With `thorough` an answer is amended too."""
    table, game = evening.table, evening.table.game
    again = GameTable(game, [to_entry(game, as_stored(to_row(entry))) for entry in table.log])
    if (again.run.state, again.open) != (table.run.state, table.open):
        return "loaded from its rows it stands otherwise"
    if difference := compare(game, entries_in_force(table.log)):
        return f"the same answers come out otherwise: {difference}"
    if bool(table.run.over) == bool(table.open):
        return f"it is over ({table.run.over!r}) and asks {len(table.open)} things"
    return at_rest(table) or (once_more(table) if thorough else "")


def as_stored(row: LogRow) -> LogRow:
    """Return a row as loaded from the database."""
    return replace(row, data=json.loads(json.dumps(row.data)))


def at_rest(table: GameTable[Any, Any]) -> str:
    """Check at some rests that a fresh run asks the same and establishes nothing."""
    rests = [moment for moment in table.known.states if moment.entry.rest]
    for moment in rests[:: max(1, len(rests) // 4)]:
        fresh = Run(table.game, moment.state)
        if fresh.facts and moment.entry.seq > 1:
            return f"at the rest after entry {moment.entry.seq} it states {fresh.facts[0]}"
    return ""


def once_more(table: GameTable[Any, Any]) -> str:
    """Check that amending an answer to the same values changes nothing. Games with corrections are skipped."""
    entries = entries_in_force(table.log)
    given = [entry for entry in entries if isinstance(entry.what, AnswerGiven)]
    if not given or any(isinstance(entry.what, CorrectionMade) for entry in entries):
        return ""
    entry, copy = given[len(given) * 2 // 3], table.copy()
    copy.amend(entry.seq, entry.what.answer.values)
    if (copy.run.state, copy.trail.aside) != (table.run.state, ()):
        return f"taken back to entry {entry.seq} and answered again it comes out otherwise"
    return ""


def stumbles(game: Game[Any, Any], seeds: Iterable[int]) -> Iterator[tuple[int, str, str]]:
    """Yield the failing seeds, with the fault and its place."""
    for seed in seeds:
        try:
            said = trouble(played(game, seed), thorough=seed % THOROUGH == 0)
        except Exception as error:  # noqa: BLE001  whatever it is, the next evening is to be played
            cause = error.__cause__ if isinstance(error, RuleError) and error.__cause__ else error
            lines = traceback.extract_tb(cause.__traceback__)
            where = " < ".join(
                f"{line.filename.rpartition('/')[2]}:{line.lineno} {line.name}" for line in lines[:-6:-1]
            )
            yield seed, f"{type(cause).__name__}: {cause}"[:300], where
        else:
            if said:
                yield seed, said[:300], ""


def main(name: str, first: str, last: str) -> int:
    """Print each kind of fault once, with its seeds."""
    found: dict[str, list[int]] = defaultdict(list)
    told: dict[str, str] = {}
    for seed, what, where in stumbles(games.find(name), range(int(first), int(last))):
        found[where or what].append(seed)
        told.setdefault(where or what, what)
    for place, seeds in sorted(found.items(), key=lambda item: -len(item[1])):
        print(f"{len(seeds)} of {name}, seeds {seeds[:8]}: {told[place]}\n    {place}")
    print(f"{name}: seeds {first} to {last}, {sum(map(len, found.values()))} of them stumble")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
