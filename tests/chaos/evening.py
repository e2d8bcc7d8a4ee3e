"""Play a game with rolls, draws and taps while processes are killed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from tests.chaos.clients import GONE
from tests.chaos.games.lanterns import BAG, DIE, WAYS
from tests.chaos.parts import EMPTY
from tests.chaos.truth import Kept, answers
from tests.chaos.world import ExpectationError, World
from tests.e2e.stand import CameraStand
from tests.e2e.trays import at_rest
from tests.messaging.heard import wait_for
from tests.postgres import Postgres

EVERY = 25  # turns between two checks
AGAIN = 2.0  # s until the player throws again
MOST_TRIES = 30  # to answer one prompt
TRAYS = ("2_0", "2_1", "2_2")
TAGS = {
    "skull": "62E3086CED",
    "cultist": "62E3086D01",
    "tablet": "62E3086D02",
    "elder_sign": "62E3086D04",
    "+1": "62E3086D10",
}
KILLS = (
    "rules", "eye", "broker", "rules and eye", "rules", "bridge", "broker", "rules and broker", "eye",
    "page", "rules and eye and broker", "rules", "eye and broker", "broker", "rules and page", "eye",
)  # fmt: skip
"""Processes to kill. "and" kills several at once."""
OTHERS = ("disk full", "disk read-only", "deaf page")
WITH_READERS = ("port gone", "camera gone")
FULL, READ_ONLY = "28", "30"  # ENOSPC and EROFS
SAID = {FULL: "The disk is full.", READ_ONLY: "The disk of the database fails."}


class Evening:
    """Plays in `world`. Each turn resolves the open prompt despite kills."""

    def __init__(
        self, world: World, server: Postgres | None = None, tell: Callable[[str], None] = lambda _: None
    ) -> None:
        self.world, self.chance, self.server, self.tell = world, world.chance, server, tell
        self.resolved: list[tuple[str, str]] = []  # table and prompt of each roll and draw
        self.kept: list[str] = []  # ids of readings that their reader has stored
        self.harms: Counter[str] = Counter()
        self.shown = 0  # trays shown to the camera
        self.again = 0  # throws, draws and taps repeated because they had no effect for a while
        self.unheard = 0  # throws without an answer from the light reader, which died during them
        self.number = 0
        self.undos = self.taken_back = 0  # requested undos; undone prompts

    def play(self, rolls: int, harm: Callable[[int], str] = lambda _number: "", every: int = EVERY) -> None:
        """Play that many rolls and draws. `harm` returns the fault of each. Checks the state every `every` rolls.
        Raises ExpectationError.
        """
        until = len(self.resolved) + rolls
        while len(self.resolved) < until:
            self.number += 1
            self.turn(harm(len(self.resolved)))
            self._owed()
            if self.number % every == 0:
                self.world.quiet()
                self.tell(
                    f"{len(self.resolved)} rolls, {sum(self.world.parts.kills.values())} kills, {len(self.world.parts.struck)} crash points"
                )
        self.world.quiet()

    def turn(self, harm: str = "") -> None:
        """Answer the open prompt. `harm` happens before or just after it, at random."""
        world, prompt = self.world, self.asked()
        before, is_seen = self.chance.random() < 0.3, world.parts.eye == "camera"
        if before:
            self.befall(harm)
        how = {"choose": self._tap, "draw": self._lay}.get(prompt["kind"], self._show if is_seen else self._throw)
        for tries in range(MOST_TRIES):
            how(prompt)
            if tries == 0 and not before:
                self.befall(harm)
            if self._is_done(prompt["id"], 2 * AGAIN if is_seen else AGAIN):
                break
            self.again += 1
            world.until(world.has_its_lamp)
        else:
            raise ExpectationError(
                f"{prompt['id']} of {world.table} is asked still, after {MOST_TRIES} tries to answer it"
            )
        if prompt["kind"] != "choose":
            self._count(prompt["id"])

    def _is_done(self, prompt: str, seconds: float) -> bool:
        """Return whether the prompt is resolved in time."""
        try:
            self.world.until(lambda: not self.is_asked(prompt), seconds)
        except ExpectationError:
            return False
        return True

    def _count(self, prompt: str) -> None:
        """Count a prompt that is resolved, or undone by an undo that survived a crash."""
        if any(one.prompt.id == prompt for one in answers(self.world.truth.log(self.world.table))):
            self.resolved.append((self.world.table, prompt))
        else:
            self.taken_back += 1

    def asked(self) -> Any:
        """The open prompt on the tablet."""
        self.world.until(lambda: self.world.pages[0].is_open and self.world.pages[0].snapshot["asked"])
        return self.world.pages[0].snapshot["asked"][0]["prompt"]

    def is_asked(self, prompt: str) -> bool:
        """Return whether the tablet's newest snapshot has the prompt, True without a snapshot."""
        page = self.world.pages[0]
        return not page.is_open or prompt in {asked["prompt"]["id"] for asked in page.snapshot["asked"]}

    def _throw(self, prompt: Any) -> None:
        try:
            self.kept.append(self.world.parts.throw(prompt["id"], "mom_d8", *self.chance.choices(DIE, k=2)))
        except OSError:
            self.unheard += 1

    def _lay(self, prompt: Any) -> None:
        """Put a token on the tag reader, or enter its id by hand."""
        if "bridge" in self.world.parts.names:
            self.world.parts.line.lay(TAGS[self.chance.choice(list(TAGS))])
        else:
            self._post(prompt, self.chance.choice(BAG))

    def _tap(self, prompt: Any) -> None:
        self._post(prompt, self.chance.choice(WAYS))

    def _post(self, prompt: Any, value: str) -> None:
        """Repeat the same tap with the same id."""
        with suppress(*GONE):
            wish = {"prompt": prompt["id"], "values": [value], "id": f"tap-{self.world.table}-{prompt['id']}"}
            self.world.finger.post(f"/api/tables/{self.world.table}/answer", **wish)

    def _show(self, _prompt: Any) -> None:
        """Show dice to the real camera, after an empty tray."""
        self.lay_under(EMPTY)
        self.shown += 1
        self.lay_under(at_rest("mom_d8", self.chance.choice(TRAYS)))

    def lay_under(self, picture: Path) -> None:
        """Wait until the camera has seen the picture, unless it has died."""
        self.world.parts.stand.show(picture)
        with suppress(AssertionError):
            wait_for(lambda: self.world.parts.stand.given >= 8, 3)

    def _owed(self) -> None:
        """Trigger a fuse that waits for an undo or for another table."""
        point = fuse.point if (fuse := self.world.parts.fuses.get("rules")) else ""
        if point.startswith("undo"):
            self.undo()
        elif point.startswith("opening") or len(self.resolved) % 80 == 79:
            self.world.open()

    def undo(self) -> None:
        """Undo the newest answer. Its prompt still counts as resolved once."""
        self.asked()
        undo = self.world.pages[0].snapshot["undo"]
        if undo is not None:
            self.undos += 1
            with suppress(*GONE):
                self.world.finger.post(f"/api/tables/{self.world.table}/undo", to=undo["to"])

    def befall(self, harm: str) -> None:
        """Cause a fault: kill processes by name, or another one."""
        if not harm:
            return
        self.harms[harm] += 1
        match harm:
            case "disk full" | "disk read-only":
                self.disk(FULL if harm == "disk full" else READ_ONLY)
            case "camera gone":
                self.camera_gone()
            case "port gone":
                self.world.parts.line.close()
                self.world.parts.plug()
            case "database killed":
                self.database_killed()
            case "deaf page":
                self.world.deaf.open(self.world.table)
            case _:
                for name in harm.split(" and "):
                    self.world.parts.kill(name)

    def disk(self, number: str) -> str:
        """Make the disk fail for a while; return what a tap answers meanwhile."""
        world = self.world
        world.until(world.is_served)
        said: list[str] = []

        def tapped() -> bool:
            status, told = world.finger.post(f"/api/tables/{world.table}/source", seats=["1"], source="scan")
            said.append(told.get("sentence", ""))
            return status == 503

        world.parts.disk.write_text(number)
        if self.server is not None:
            self.server.fail(number)
        try:
            with suppress(ExpectationError, *GONE):
                world.until(tapped, 1.0)
        finally:
            world.parts.disk.unlink()
            if self.server is not None:
                self.server.mend()
        return next((sentence for sentence in said if SAID[number] in sentence), "")

    def camera_gone(self) -> None:
        """Stop the camera's server for a moment."""
        stand = self.world.parts.stand
        stand.stop()
        self.world.parts.stand = CameraStand(EMPTY, int(stand.url.rpartition(":")[2].partition("/")[0]))

    def database_killed(self) -> None:
        assert self.server is not None
        self.world.parts.kills["database"] += 1
        self.server.kill()
        self.server.start()

    def wrongs(self) -> list[str]:
        """Return all faults at the end."""
        world = self.world
        found = world.truth.wrongs(world.parts.readers, self.kept)
        if self.taken_back > self.undos:
            found.append(f"{self.taken_back} prompts went without an answer, {self.undos} undos were wished")
        logs = {table: world.truth.log(table) for table in world.truth.tables()}
        given = {(table, one.prompt.id) for table, log in logs.items() for one in answers(log)}
        found += [
            f"{table}: {prompt} was resolved before everybody's eyes, and is not in the log"
            for table, prompt in self.resolved
            if (table, prompt) not in given
        ]
        told, epoch = set(self.kept), epoch_of(world)
        seen = sum(name.startswith(epoch) and name not in told for *_, name in world.truth.readings())
        if seen > self.shown + self.unheard:
            found.append(f"{seen} trays were seen, {self.shown} were shown")
        return found


def epoch_of(world: World) -> str:
    """Prefix of the camera's reading ids."""
    return f"{Kept.of(world.parts.outbox('light')).epoch}."


def harms(world: World, kills: int, others: int, rolls: int, also: Sequence[str] = ()) -> Callable[[int], str]:
    """Return random faults for the next rolls: so many kills, and so many others."""
    kinds = [kind for kind in KILLS if "bridge" in world.parts.names or kind != "bridge"]
    befalls = [*OTHERS, *(WITH_READERS if "bridge" in world.parts.names else ()), *also]
    chosen = [kinds[k % len(kinds)] for k in range(kills)] + [befalls[k % len(befalls)] for k in range(others)]
    world.chance.shuffle(chosen)
    numbers = iter(world.chance.sample(range(rolls), len(chosen)))
    plan, begun = {next(numbers): harm for harm in chosen}, count()
    return lambda _number: plan.pop(next(begun), "")
