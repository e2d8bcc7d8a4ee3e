"""Play games with secrets on a real broker while clients of all accounts listen, also across restarts."""

from __future__ import annotations

import os
import re
import signal
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.app import Application
from companion.engine import Game
from companion.messaging.broker.embedded import accepts_connections
from companion.settings import BrokerSettings, Settings
from companion.web.app import create_app
from tests.messaging.displays.told import play_by_chance
from tests.messaging.heard import wait_for
from tests.messaging.spies import EVERYBODY, EXACT, WIDE, Spying
from tests.messaging.tap import Tap
from tests.proofs.proof import ProofError
from tests.web.planted import planted_adventure, planted_hands, planted_ship, planted_story

EVENINGS: Mapping[str, Callable[[], Game[Any, Any]]] = {
    "hands": planted_hands,
    "story": planted_story,
    "ship": planted_ship,
    "adventure": planted_adventure,
}
WORD = re.compile(r"Zq\w+")
LISTENING = (*WIDE, *EXACT, "lamplight/v1/t1/public/#")


def overheard(name: str, seed: int, steps: int, restarts: int = 2) -> Mapping[str, int]:
    """Return how many messages were checked. Raises ProofError if a client received a password, or a word that the
    wall does not show.
    """
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        game, find = EVENINGS[name](), games.find
        stack.callback(setattr, games, "find", find)
        games.find = lambda name: game
        spying = Spying(Path(folder) / "broker", Random(seed))
        spying.broker.start()
        stack.callback(spying.broker.stop)
        evening = Evening(Path(folder) / "data", spying, game, Random(seed))
        stack.callback(evening.house.stop)
        for part in range(restarts + 1):
            evening.play(steps // (restarts + 1))
            if part < restarts:
                evening.lose_the_broker()
        return evening.judge()


class Evening:
    """An application at an external broker with the place t1."""

    def __init__(self, folder: Path, spying: Spying, game: Game[Any, Any], random: Random) -> None:
        rules = spying.account(EVERYBODY[0])
        broker = BrokerSettings(
            kind="external", host=rules.host, port=rules.port, user=rules.user, password=rules.password
        )
        self.house, self.spying, self.random = (
            Application(Settings(data=folder, place="t1", broker=broker)),
            spying,
            random,
        )
        self.house.connect()
        wait_for(lambda: self.house.bus.connected)
        self.hall = self.house.sessions
        self.wall = create_app(replace(self.house.services(), address=None, trusts_this_machine=True)).test_client()
        self.hall.open(game.name)
        self.shown: set[str] = set()
        self.hidden: set[str] = set()
        self.taps: list[tuple[str, Tap]] = []
        self.answers = self.restarts = 0
        self._tap()

    def _tap(self) -> None:
        for who in EVERYBODY:
            account = self.spying.account(who)
            for patterns in (LISTENING, ()):
                name = f"{account.user or 'spy'}.{len(self.taps)}"
                self.taps.append((who.title, Tap(account, name, lasting=bool(patterns), acknowledges=True)))
                self.taps[-1][1].subscribe(*patterns)

    def play(self, steps: int) -> None:
        """Play random answers, at most until the game ends."""
        for _ in range(steps):
            self._look()
            before = self.hall.rev
            play_by_chance(self.hall, self.random, 1)
            self.answers += self.hall.rev != before
        self._look()

    def _look(self) -> None:
        self.shown |= set(WORD.findall(self.wall.get("/api/tables/t1/snapshot?as=wall").get_data(as_text=True)))
        self.hidden |= set(WORD.findall(repr(self.hall.snapshot("t1").state)))

    def lose_the_broker(self) -> None:
        """Kill the broker during the game; all clients and the application reconnect."""
        broker, before = self.spying.broker, self.spying.broker.restarts
        self._drain()
        assert broker.pid is not None
        os.kill(broker.pid, signal.SIGKILL)
        wait_for(
            lambda: (
                broker.restarts > before and accepts_connections(broker.bind, broker.port) and self.house.bus.connected
            )
        )
        self.restarts += 1
        self._tap()

    def _drain(self) -> None:
        for _, tap in self.taps:
            tap.drain()

    def judge(self) -> Mapping[str, int]:
        """Raises ProofError."""
        self._drain()
        passwords = [access.password.encode() for access in self.spying.accounts.known.values()]
        for title, tap in self.taps:
            tap.close()
            if any(password in tap.bytes for password in passwords):
                raise ProofError(f"{title} was sent a password")
            came = set(WORD.findall(tap.bytes.decode("utf-8", "replace")))
            if came - self.shown:
                raise ProofError(f"{title} was sent {sorted(came - self.shown)[:3]}")
        if not self.hidden - self.shown:
            raise ProofError("there was nothing to hide: the proof is none")
        displays = b"".join(bytes(tap.bytes) for title, tap in self.taps if "display with" in title)
        if b'"now"' not in displays or b'"text"' not in displays:
            raise ProofError("the display heard no evening: the proof is none")
        return {
            "answers": self.answers,
            "restarts": self.restarts,
            "secrets": len(self.hidden - self.shown),
            "bytes": sum(len(tap.bytes) for _, tap in self.taps),
        }
