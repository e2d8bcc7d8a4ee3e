"""Play a game with rolls, draws and taps while processes are killed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import cycle
from typing import Any

from tests.chaos.clients import GONE
from tests.chaos.games.lanterns import BAG, DIE, WAYS
from tests.chaos.processes import SOURCE
from tests.chaos.truth import answers
from tests.chaos.world import ExpectationError, World

EVERY = 25  # turns between two checks
PATIENCE = 2.0  # s until the player throws again
MOST_TRIES = 30  # to answer one prompt
TABLE_ROLLS = 80  # rolls until another table is opened
KILLS = (
    "rules", "reader", "broker", "rules and reader", "rules", "broker", "rules and broker", "reader",
    "rules and reader and broker", "rules", "reader and broker", "broker",
)  # fmt: skip
"""Processes to kill. "and" kills several at once."""


class Evening:
    """Plays in `world`. Each turn resolves the open prompt despite kills."""

    def __init__(self, world: World, tell: Callable[[str], None] = lambda _: None) -> None:
        self.world, self.chance, self.tell = world, world.chance, tell
        self.resolved: list[tuple[str, str]] = []  # table and prompt of each roll and draw
        self.kept: list[str] = []  # ids of readings that their reader has stored
        self.unheard = 0  # throws without an answer from the reader, which died during them
        self.undos = self.undone = 0  # requested undos; undone prompts

    def play(self, rolls: int, kills: int = 0, kinds: Sequence[str] = KILLS) -> None:
        """Play that many rolls and draws, with kills at random ones of them. Raises ExpectationError."""
        until, plan = len(self.resolved) + rolls, dict(zip(self.chance.sample(range(rolls), kills), cycle(kinds)))
        number = 0
        while len(self.resolved) < until:
            self._turn(plan.get(number, ""))
            self._feed_fuse()
            number += 1
            if number % EVERY == 0:
                self.world.settle()
                struck, kills = len(self.world.struck()), self.world.kills.total()
                self.tell(f"{len(self.resolved)} rolls, {kills} kills, {struck} crash points")
        self.world.settle()

    def _turn(self, kill: str) -> None:
        """Answer the open prompt. The kill happens before or just after it, at random."""
        prompt, is_before = self._asked(), self.chance.random() < 0.3
        if is_before:
            self._kill(kill)
        for tries in range(MOST_TRIES):
            if prompt["kind"] == "roll":
                self._throw(prompt)
            else:
                self._tap(prompt, self.chance.choice(WAYS if prompt["kind"] == "choose" else BAG))
            if tries == 0 and not is_before:
                self._kill(kill)
            if self._is_resolved(prompt["id"]):
                break
            self.world.until(self.world.has_its_lamp)
        else:
            raise ExpectationError(f"{prompt['id']} of {self.world.table} is open after {MOST_TRIES} tries")
        if prompt["kind"] != "choose":
            self._count(prompt["id"])

    def _kill(self, names: str) -> None:
        for name in filter(None, names.split(" and ")):
            self.world.kill(name)

    def _asked(self) -> Any:
        """The open prompt on the tablet."""
        page = self.world.pages[0]
        self.world.until(lambda: page.is_open and page.snapshot["asked"])
        return page.snapshot["asked"][0]["prompt"]

    def _is_resolved(self, prompt: str) -> bool:
        """Return whether the prompt leaves the tablet in time."""
        page = self.world.pages[0]
        with suppress(ExpectationError):
            self.world.until(lambda: page.is_open and prompt not in page.asked(), PATIENCE)
            return True
        return False

    def _count(self, prompt: str) -> None:
        """Count a prompt that is resolved, or undone by an undo that survived a crash."""
        if any(given.prompt.id == prompt for given in answers(self.world.truth.log(self.world.table))):
            self.resolved.append((self.world.table, prompt))
        else:
            self.undone += 1

    def _throw(self, prompt: Any) -> None:
        try:
            self.kept.append(self.world.throw(prompt["id"], self.chance.choices(DIE, k=2)))
        except (OSError, EOFError):
            self.unheard += 1

    def _tap(self, prompt: Any, value: str) -> None:
        """Tap, with the same id each time."""
        with suppress(*GONE):
            answer = {"prompt": prompt["id"], "values": [value], "id": f"tap-{self.world.table}-{prompt['id']}"}
            self.world.tablet.post(f"/api/tables/{self.world.table}/answer", **answer)

    def _feed_fuse(self) -> None:
        """Pass a fuse that waits for an undo or for another table."""
        point = fuse.point or "" if (fuse := self.world.fuses.get("rules")) else ""
        if point.startswith("undo"):
            self._undo()
        elif point.startswith("opening") or len(self.resolved) % TABLE_ROLLS == TABLE_ROLLS - 1:
            self.world.open()

    def _undo(self) -> None:
        """Undo the newest answer. Its prompt still counts as resolved once."""
        self._asked()
        undo = self.world.pages[0].snapshot["undo"]
        if undo is not None:
            self.undos += 1
            with suppress(*GONE):
                self.world.tablet.post(f"/api/tables/{self.world.table}/undo", to=undo["to"])

    def faults(self) -> list[str]:
        """Return all faults at the end."""
        truth = self.world.truth
        found = truth.faults(SOURCE, self.world.outbox, self.kept)
        if self.undone > self.undos:
            found.append(f"{self.undone} prompts have no answer, {self.undos} undos were requested")
        given = {(table, answer.prompt.id) for table in truth.tables() for answer in answers(truth.log(table))}
        found += [
            f"{table}: {prompt} was resolved and is not in the log" for table, prompt in set(self.resolved) - given
        ]
        unknown = {name for *_, name in truth.readings()} - set(self.kept)
        if len(unknown) > self.unheard:
            found.append(f"{len(unknown)} readings came from nowhere, {self.unheard} throws had no answer")
        return found
