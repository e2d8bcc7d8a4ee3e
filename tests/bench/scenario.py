"""A large scenario of the community: read, looked over, and tapped through. It is written here, 800 events of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from time import perf_counter

from companion.engine import GameSetup, Run
from companion.games.mansions import GAME
from companion.games.mansions.content import Scenario
from companion.games.mansions.content.lint import lint_scenario
from companion.games.mansions.content.valkyrie.record import record_of, scenario_of
from companion.games.mansions.setup import laid_out
from companion.schema import Answer, Faces, Prompt
from companion.sessions.table import prompts
from tests.bench import floors
from tests.bench.line import BenchLine, measured, p95

EVENTS, TOKENS, TILES = 800, 120, 12
SIDES = ("TileSideFoyer1", "TileSideStudy", "TileSideKitchen1", "TileSideLibrary")
IMPORTS = 9
TAPS = 1500


def lines() -> Iterator[BenchLine]:
    """Measure the import with the linter, compared with splitting the same bytes, then taps, compared with a resumed generator."""
    files = written()
    floor = floors.timed(lambda: [part.decode().split("\n") for part in files.values()], 200)
    yield measured("scenario.import_and_lint", "ms", floors.timed(lambda: lint_scenario(read(files)), IMPORTS), floor)
    samples, resume = taps(read(files)), floors.resume()
    yield measured("scenario.tap", "ms", samples, resume)
    yield measured("scenario.tap_p95", "ms", samples, resume, p95)


def read(files: Mapping[str, bytes]) -> Scenario:
    return scenario_of(record_of(files, "large"))


def taps(scenario: Scenario) -> list[float]:
    """Milliseconds of each tap of seeded chance, one table after the other."""
    random, samples = Random(1), list[float]()
    while len(samples) < TAPS:
        run = Run(GAME, laid_out(GameSetup(("1", "2")), scenario))
        while run.open and len(samples) < TAPS:
            prompt = random.choice([one for one in run.open if one.at != "menu"])
            answer = Answer(f"t{len(samples)}", prompt.id, values(prompt, random), prompt.seat)
            start = perf_counter()
            run.answer(answer)
            samples.append(1000 * (perf_counter() - start))
    return samples


def values(prompt: Prompt, random: Random) -> Faces:
    """Any answer that the prompt takes."""
    if prompt.kind in {"roll", "draw"}:
        return prompts.roll_virtually(prompt, random)
    if prompt.kind == "count":
        return (str(random.randint(prompt.least, prompt.most)),)
    possible = [option.id for option in prompt.options if option.refused is None]
    return tuple(random.sample(possible, max(prompt.least, min(1, prompt.most))))


def written() -> dict[str, bytes]:
    """The files of the scenario: tiles in a row, tokens on them, and events that lead to one another."""
    random = Random(7)
    files = {
        "quest.ini": "[Quest]\nformat=18\ntype=MoM\ndefaultlanguage=English\n[QuestText]\nLocalization.English.txt\n"
        "[QuestData]\nevents.ini\ntokens.ini\ntiles.ini\n",
        "events.ini": "\n".join(_event(number, random) for number in range(EVENTS)),
        "tokens.ini": "\n".join(_token(number, random) for number in range(TOKENS)),
        "tiles.ini": "\n".join(_tile(number) for number in range(TILES)),
        "Localization.English.txt": "\n".join(_texts()),
    }
    return {name: text.encode() for name, text in files.items()}


def _event(number: int, random: Random) -> str:
    """Ten in a row, then the table is at rest; each changes a number and asks for one."""
    follows = f"Event{number + 1} Event{random.randrange(EVENTS)}" if number % 10 < 9 else ""
    laid = f"TokenT{number % TOKENS} TileX{number % TILES}"
    first = "trigger=EventStart\n" if number == 0 else ""
    return (
        f"[Event{number}]\n{first}buttons=2\nevent1={follows}\nevent2=\nadd={laid}\n"
        f"operations=count{number % 90},+,1\nconditions=count{(number + 1) % 90},<,1000\n"
    )


def _token(number: int, random: Random) -> str:
    place = f"xposition={number % TILES * 7 + 1}\nyposition={-1 - number % 5}"
    return f"[TokenT{number}]\ntype=TokenSearch\nbuttons=1\nevent1=Event{random.randrange(EVENTS)}\n{place}\n"


def _tile(number: int) -> str:
    return f"[TileX{number}]\nside={SIDES[number % len(SIDES)]}\nxposition={number * 7}\nyposition=0\n"


def _texts() -> Iterator[str]:
    yield ".,English"
    yield "quest.name,A large house"
    for number in range(EVENTS):
        yield f'Event{number}.text,"Something stirs behind door {number}.\\n\\nTest the lock ({{strength}}; {number % 3 + 1})."'
        yield f"Event{number}.button1,Pass"
        yield f"Event{number}.button2,Fail"
    for number in range(TOKENS):
        yield f"TokenT{number}.text,A heap of old letters."
        yield f"TokenT{number}.button1,{{action}} Search"
