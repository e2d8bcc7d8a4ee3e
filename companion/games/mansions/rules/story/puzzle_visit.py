"""A visit to a puzzle: its skill test gives steps, clues give more.

Players make steps or leave it. It stays as it is left. MOM-X-PUZZLE-1, MOM-CLUE-3, MOM-CLUE-4.
"""

from __future__ import annotations

from companion.engine import Rule, choose, draw
from companion.games.mansions.content import INVESTIGATION, SKILLS, Component, PuzzlePart
from companion.games.mansions.facts import G, PuzzleBegun, PuzzleLeft, PuzzleMoved, PuzzleSolved, PuzzleStepsGained
from companion.games.mansions.named import SKILL_WORDS
from companion.games.mansions.puzzles import SEEDS, Puzzle, begin_puzzle, is_solved, moves_of
from companion.games.mansions.rules.map import damage_ways, seat_options
from companion.games.mansions.rules.skill_test import clues_refused, puzzle_steps, skill_test
from companion.games.mansions.state import State, Story, Task, story_of
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import HOUSE, TABLE, Option, Prompt, Seat

CLUE = "clue"
LEAVE, LEAVE_EARLY = "go", "hold"  # with steps left the button is held, to avoid losing them
RULE = "MOM-X-PUZZLE-1"


def begin(g: G, name: str, seat: Seat, seed: int) -> None:
    """Attempt a puzzle. `seed` sets it up on the first visit."""
    story = story_of(g.state)
    met = name in story.puzzles
    g.emit(PuzzleBegun(name, seat, None if met else begin_puzzle(part_of(story, name), seed)))


def visit_puzzle(g: G) -> Rule[None]:
    story = story_of(g.state)
    name = story.open_puzzle
    puzzle = story.puzzles[name]
    if puzzle.rolled:
        yield from step(g, name, puzzle)
    else:
        yield from attempt(g, name, puzzle)


def attempt(g: G, name: str, puzzle: Puzzle) -> Rule[None]:
    """Test the skill. Each success is a step."""
    standing = g.state.standing
    if not standing:
        g.emit(PuzzleLeft(name, puzzle.seat))
        return
    seat = puzzle.seat if puzzle.seat in standing else (yield from _ask_for_seat(g, standing))
    skill = yield from _ask_for_skill(g, name, seat)
    verdict = yield from skill_test(g, _task_of_puzzle(story_of(g.state), name, seat, skill))
    g.emit(PuzzleStepsGained(name, seat, verdict.result))


def puzzle_test(s: State) -> Task | None:
    """Return the test that the open puzzle asks for, if seat and skill are known."""
    story = s.story
    if story is None or not story.open_puzzle or s.test is not None:
        return None
    puzzle, skill = story.puzzles[story.open_puzzle], part_of(story, story.open_puzzle).skill
    known = puzzle.seat in s.seats and not s.seats[puzzle.seat].eliminated and skill in SKILLS
    return _task_of_puzzle(story, story.open_puzzle, puzzle.seat, skill) if known and not puzzle.rolled else None


def _task_of_puzzle(story: Story, name: str, seat: Seat, skill: str) -> Task:
    return Task(seat, skill, puzzle_title(story, name), event=name)


def step(g: G, name: str, puzzle: Puzzle) -> Rule[None]:
    """Make a step, buy one with a clue, or leave. Monster damage can be corrected next to it."""
    seat, beside = puzzle.seat, damage_ways(g.state)
    prompt, values = yield from g.first(*puzzle_prompts(g.state, puzzle), *(way.prompt for way in beside))
    if prompt.at == "foes":
        yield from beside[0].take(g, values) or ()
    elif prompt.at:
        g.emit(PuzzleMoved(name, seat, " ".join(values)))
        if is_solved(story_of(g.state).puzzles[name]):
            g.emit(PuzzleSolved(name, seat))
    elif values == (CLUE,):
        g.emit(PuzzleStepsGained(name, seat, puzzle_steps(g, seat, 1), clue=True))
    else:
        g.emit(PuzzleLeft(name, seat))


def puzzle_prompts(s: State, puzzle: Puzzle) -> tuple[Prompt, ...]:
    """Return the prompts next to the puzzle, and its steps while any are left."""
    further = Option(CLUE, _("+1 step for a clue"), clues_refused(s, puzzle.seat, (INVESTIGATION,), 1))
    left = Option(LEAVE_EARLY if puzzle.steps else LEAVE, _("Leave it for now"))
    title = ngettext("{n} step left", "{n} steps left", puzzle.steps) if puzzle.steps else _("no step left")
    beside = choose(puzzle.seat, title, (further, left), rule="MOM-CLUE-3", key="puzzle.beside")
    return (beside, *_step_prompts(puzzle))


def _step_prompts(puzzle: Puzzle) -> tuple[Prompt, ...]:
    """Return the prompt on the puzzle. A code offers each symbol once a place: a guess is an ordered selection."""
    if not puzzle.steps:
        return ()
    if puzzle.shape == "code":
        places = range(puzzle.level)
        symbols = [Option(str(n), from_data(word)) for n, word in enumerate(puzzle.pieces, 1) for _place in places]
        title, most = ngettext("{n} symbol, in their order", "{n} symbols, in their order", puzzle.level), puzzle.level
        return (choose(puzzle.seat, title, symbols, most, most, RULE, at="puzzle", key="puzzle.guess"),)
    moves = [Option(move.id, move.text) for move in moves_of(puzzle)]
    title, key = _("one step of the puzzle"), "puzzle.step"
    return (choose(puzzle.seat, title, moves, rule=RULE, at="puzzle", key=key),) if moves else ()


def puzzle_title(story: Story, name: str) -> Text:
    component = story.component(name)
    given = component.title if component else ""
    return from_data(given) if given else TITLES[part_of(story, name).shape]


TITLES = {
    "slide": _("Sliding blocks"),
    "code": _("A hidden code"),
    "image": _("A picture in pieces"),
    "tower": _("A tower of discs"),
}


def part_of(story: Story, name: str) -> PuzzlePart:
    """Return the scenario data of a puzzle. Raises ValueError for other components."""
    component = story.component(name)
    if component is None or not isinstance(component.part, PuzzlePart):
        raise ValueError(f"the scenario has no puzzle {name}")
    return component.part


def _ask_for_seat(g: G, standing: tuple[Seat, ...]) -> Rule[Seat]:
    if len(standing) == 1:
        return standing[0]
    title, options = _("who attempts the puzzle?"), seat_options(g.state, standing)
    return (yield from g.one(choose(TABLE, title, options, rule=RULE, key="puzzle.who", whom=_("All"))))


def _ask_for_skill(g: G, name: str, seat: Seat) -> Rule[str]:
    named = part_of(story_of(g.state), name).skill
    if named in SKILLS:
        return named
    title, skills = _("which skill does the puzzle test?"), [Option(skill, SKILL_WORDS[skill]) for skill in SKILLS]
    return (yield from g.one(choose(seat, title, skills, rule=RULE, key="puzzle.skill")))


def draw_seed(g: G, component: Component) -> Rule[int]:
    if component.kind != "puzzle" or component.name in story_of(g.state).puzzles:
        return 0
    seeds = map(str, range(SEEDS))
    return int((yield from g.one(draw(HOUSE, _("the story sets up a puzzle"), seeds, key="puzzle.seed"))))
