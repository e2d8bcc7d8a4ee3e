"""Evenings with planted secrets over HTTP: known and unknown devices request every route."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from companion import games
from companion.engine import Game
from companion.schema import TABLE, Seat
from tests.proofs.proof import ProofError
from tests.web import planted
from tests.web.house import OURS
from tests.web.planted import Evening

Hidden = Callable[[Evening, Seat], Iterable[str]]
WORD = re.compile(r"Zq\w+")


def held_by_others(evening: Evening, seat: Seat) -> list[str]:
    """Cards that have been in the hand of another seat from the first."""
    states = [moment.state for moment in evening.hall.snapshot("t1").moments] + [evening.state]
    others = [set.intersection(*(set(s.seats[one].hand) for s in states)) for one in evening.state.seats if one != seat]
    return [card for hand in others for card in hand if "Zq" in card]


def unread_pages(evening: Evening, seat: Seat) -> list[str]:
    return planted.hidden_pages(evening.state, seat, planted.read_so_far(evening))


class Unread:
    """Pages of a story that no wall has shown."""

    def __init__(self) -> None:
        self._shown: set[str] = set()

    def __call__(self, evening: Evening, _seat: Seat) -> list[str]:
        wall = evening.tablet.get("/api/tables/t1/snapshot?as=wall").get_data(as_text=True)
        self._shown |= set(WORD.findall(wall))
        return [word for word in WORD.findall(repr(evening.state)) if word not in self._shown]


EVENINGS: Mapping[str, tuple[Callable[[], Game[Any, Any]], Callable[[], Hidden]]] = {
    "hands": (planted.planted_hands, lambda: held_by_others),
    "story": (planted.planted_story, Unread),
    "ship": (planted.planted_ship, lambda: planted.hidden_aboard),
    "adventure": (planted.planted_adventure, lambda: unread_pages),
}
STRANGER = "a stranger"
ELSEWHERE = {"X-Forwarded-For": "192.168.1.77"}  # a device that is not localhost, the tablet of a demo
EVENTS = "text/event-stream"


def asked_for(name: str, seed: int, steps: int) -> Mapping[str, int]:
    """Return the numbers of requests and bytes. Raises ProofError on a leak."""
    make, hidden = EVENINGS[name]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        game, find = make(), games.find
        stack.callback(setattr, games, "find", find)
        games.find = lambda name: game
        evening = Evening(Path(folder), game, seed=seed)
        stack.callback(evening.close)
        return Visit(evening, hidden()).play(steps)


class Visit:
    """Visits of all roles to one evening."""

    def __init__(self, evening: Evening, hidden: Hidden) -> None:
        self.evening, self.hidden = evening, hidden
        self.roles: dict[str, FlaskClient] = {**evening.devices}
        self.roles |= {role: self._comes(role) for role in ("wall", "keeper")}
        self.roles[STRANGER] = evening.app.test_client()
        self.asked = self.sent = self.secrets = self.own = 0

    def _comes(self, role: str) -> FlaskClient:
        phone, token = self.evening.app.test_client(), self.evening.house.devices.invite("", role)
        if phone.post("/api/join", json={"token": token}, headers={**OURS, **ELSEWHERE}).status_code != 200:
            raise ProofError(f"{role} was not let in: the proof is none")
        return phone

    def play(self, steps: int) -> Mapping[str, int]:
        """Raises ProofError."""
        for _ in self.evening.steps(steps):
            for role in self.roles:
                self._look(role)
        if not self.secrets or not self.own:
            raise ProofError("there was nothing to hide, or nobody read what is their own: the proof is none")
        counts = {"doors": len(self._doors()), "roles": len(self.roles)}
        return {**counts, "asked": self.asked, "bytes": self.sent, "hidden": self.secrets}

    def _look(self, role: str) -> None:
        seat = role if role in self.evening.devices else TABLE
        words = [] if role == STRANGER else list(self.hidden(self.evening, seat))
        self.secrets += len(words)
        for door in self._doors():
            said = self._behind(role, door)
            self.asked, self.sent, self.own = self.asked + 1, self.sent + len(said), self.own + ("Zq" in said)
            if found := [word for word in words if word in said] or (
                ["Zq"] if role == STRANGER and "Zq" in said else []
            ):
                raise ProofError(f"{role} found {found[:3]} behind {door}")

    def _behind(self, role: str, door: str) -> str:
        others = role not in self.evening.devices
        answer = self.roles[role].get(door, headers=ELSEWHERE if others else {})
        if answer.mimetype != EVENTS:
            return answer.get_data(as_text=True)
        first: Any = next(iter(answer.response), "")
        answer.close()
        return first if isinstance(first, str) else bytes(first).decode()

    def _doors(self) -> list[str]:
        """Return every GET address of this table and its game."""
        game = self.evening.game.name
        at = {"table": "t1", "game": game, "name": game, "seat": "1", "seq": 2, "id": 1}
        rules = (rule for rule in self.evening.app.url_map.iter_rules() if "GET" in (rule.methods or ()))
        adapter = self.evening.app.url_map.bind("localhost")
        found = [adapter.build(rule.endpoint, {one: at.get(one, "x") for one in rule.arguments}) for rule in rules]
        return [*found, *(f"/api/tables/t1/snapshot?as={seat}" for seat in ("wall", "dealer", "2"))]
