"""Walk through a shipped scenario: one figure goes to a token and takes a button. All dice show the same face."""

from __future__ import annotations

from random import Random

from companion.engine import GameSetup, Run
from companion.games.mansions import GAME
from companion.games.mansions.content import SUCCESS, Scenario, toml_scenarios
from companion.games.mansions.facts import EventRun
from companion.games.mansions.puzzles import next_step
from companion.games.mansions.rules.map import is_revealed
from companion.games.mansions.rules.monsters.moves_and_attacks import shortest_ways
from companion.games.mansions.setup import build_state
from companion.games.mansions.state import State
from companion.schema import HOUSE, Answer, Prompt
from companion.sessions import roll_virtually

MOST_TAPS = 1500
PASSIVE = ("stay", "cancel", "nobody", "hold")
TURN, MOVE = "MOM-X-TURN-1", "MOM-MOVE-1"


def quiet(state: State) -> bool:
    """Return True if nothing is shown or waiting."""
    return state.story.shown is None and not state.story.open_puzzle and not state.story.stack


class Walker:
    """Every die shows the same `face`."""

    def __init__(self, told: str | Scenario, seats: int = 2, face: str = SUCCESS) -> None:
        keys = tuple(str(n) for n in range(1, seats + 1))
        scenario = toml_scenarios.shipped(told) if isinstance(told, str) else told
        self.run = Run(GAME, build_state(GameSetup(keys, {}, {}), scenario))
        self.ran: list[str] = [fact.event for fact in self.run.facts if isinstance(fact, EventRun)]
        self._face, self._random, self._way = face, Random(1), ()

    @property
    def over(self) -> bool:
        return not self.run.open

    @property
    def rounds(self) -> int:
        return self.run.state.story.round

    def deed(self, token: str, button: int) -> None:
        """Walk seat 1 there and take that button. Raise AssertionError if it never comes."""
        for _ in range(MOST_TAPS):
            if self._tap(token, button):
                return
        raise AssertionError(f"button {button} of {token} was never to be had; there are {self.run.state.story.board}")

    def work(self, token: str, button: int) -> None:
        """Repeat a button until the token is gone or the game is over."""
        self.wait(quiet)
        while not self.over and token in self.run.state.story.board:
            self.deed(token, button)
            self.wait(quiet)

    def wait(self, until) -> None:
        """Pass until a condition holds or the game is over."""
        for _ in range(MOST_TAPS):
            if self.over or until(self.run.state):
                return
            self._otherwise()
        raise AssertionError("it never came to that")

    def gather(self, space: str) -> None:
        """Move all seats to a space."""
        for seat in self.run.state.seats:
            for _ in range(MOST_TAPS):
                if self.run.state.seats[seat].space == space:
                    break
                self._step(seat, space)

    def _tap(self, token: str, button: int) -> bool:
        """Tap once on the path there; return True when the button was taken."""
        state = self.run.state
        shown = state.story.shown
        if shown is not None and shown.event == token and shown.cancel:
            wanted = self._option(str(button)) or self._option("go")
            self._say(*(wanted or self._option("cancel")))
            return bool(wanted)
        if not self._turn_of("1"):
            self._otherwise()
            return False
        part = state.story.component(token).part
        ends = (part.space,) if part.space else part.between
        if token in state.story.board and state.seats["1"].space in ends and state.seats["1"].actions:
            self._say(next(p for p in self.run.open if p.at == "board"), token)
        else:
            self._step("1", *ends)
        return False

    def _step(self, seat: str, *ends: str) -> None:
        """Move one space toward the nearest of these."""
        state = self.run.state
        if not self._turn_of(seat):
            self._otherwise()
            return
        ways = {to: way for to, way in shortest_ways(state, state.seats[seat].space).items() if is_revealed(state, to)}
        near = min((ways[end] for end in ends if end in ways), key=len, default=())
        card = self._card(seat)
        moves = [o.id for o in card.options if o.id in ("finish", "move") and o.refused is None]
        if near and moves and (moves[0] == "finish" or state.seats[seat].actions):
            self._way = tuple(reversed(near))
            self._say(card, moves[0])
        else:
            self._say(card, next(o.id for o in card.options if o.id in ("end", "go")))

    def _turn_of(self, seat: str) -> bool:
        """Return whether it is this seat's turn with an open card. Take the turn if it is free."""
        for prompt in self.run.open:
            if prompt.rule == TURN and any(o.id == seat and o.refused is None for o in prompt.options):
                self._say(prompt, seat)
        return self._card(seat) is not None

    def _card(self, seat: str) -> Prompt | None:
        cards = (p for p in self.run.open if p.rule == TURN and p.seat == seat and not p.at)
        return next((p for p in cards if any(o.id in ("end", "go") for o in p.options)), None)

    def _option(self, id: str) -> tuple[Prompt, str] | None:
        return next(((p, id) for p in self.run.open for o in p.options if o.id == id and o.refused is None), None)

    def _otherwise(self) -> None:
        """Answer any open prompt, so that play goes on."""
        prompt = next((p for p in self.run.open if p.seat == HOUSE), None) or self._asked()
        story = self.run.state.story
        if prompt.seat == HOUSE:
            self._say(prompt, *roll_virtually(prompt, self._random))
        elif prompt.kind == "roll":
            self._say(prompt, *[self._face] * prompt.most)
        elif prompt.kind == "count":
            self._say(prompt, str(prompt.least))
        elif prompt.at == "puzzle":
            step = next_step(story.puzzles[story.open_puzzle])
            self._say(prompt, *(step.split() if prompt.most > 1 else (step,)))
        else:
            self._say(prompt, *self._first(prompt))

    def _asked(self) -> Prompt:
        """Return the prompt to answer: a puzzle before its card, never the menu or the drawer."""
        there = [p for p in self.run.open if p.at not in ("menu", "foes") and p.key != "own"]
        return next((p for p in there if p.at == "puzzle"), there[0])

    def _first(self, prompt: Prompt) -> list[str]:
        there = [option.id for option in prompt.options if option.refused is None]
        if prompt.rule == MOVE and (onward := [space for space in self._way if space in there]):
            return onward[:1]
        if any(o in ("end", "go") for o in there) and prompt.rule == TURN:
            return [next(o for o in there if o in ("end", "go"))]
        active = [o for o in there if o not in PASSIVE] or there
        return (["go"] if "go" in there else active)[: max(1, prompt.least)]

    def _say(self, prompt: Prompt, *values: str) -> None:
        facts = self.run.answer(Answer("", prompt.id, values, prompt.seat))
        self.ran += [fact.event for fact in facts if isinstance(fact, EventRun)]
