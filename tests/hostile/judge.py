"""Send requests one after the other and list forbidden results: a server error, a delay, a change after a refusal."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.errors import plainly
from tests.hostile.http import Asked, Request
from tests.hostile.stand import Stand

MOST = 1.0  # s of one answer
TRIES = 3  # of one that took longer: other programs run on this machine too
EVENTS = "text/event-stream"
READS = frozenset({"GET", "HEAD"})
LIGHTS = frozenset({"tables.stream"})
"""Looking at a table on the tablet selects it."""
MOST_TABLES = 3
MEANT = frozenset({"tray.photo"})
"""Refusals that may change something. A photograph is read as an answer to an open prompt, so its table is
selected first."""
GUARDS = frozenset({"FOREIGN", "UNKNOWN_HOST", "NOTHING_THERE", "NOT_PAIRED", "NOT_YOURS", "HTTP"})
"""Codes of requests that the guards refused, or whose method or address does not exist."""
SENDS_AWAY = frozenset(
    {"entering.send_away", "entering.send_all_away", "joining.unseat", "joining.join", "entering.claim"}
)


class Judge:
    """Judge of one server."""

    def __init__(self, stand: Stand, most: float = MOST) -> None:
        """`most`: s of one answer."""
        self.stand, self._most = stand, most
        self.asked: Counter[str] = Counter()  # by door
        self.behind: Counter[str] = Counter()  # of these, those that the guards let through
        self.done: Counter[str] = Counter()  # of these, those that were done
        self.statuses: Counter[int] = Counter()
        self.slowest = 0.0  # s
        self.found: list[str] = []  # sentences
        self._clients = stand.roles()
        self._left = stand.state()

    def ask_all(self, asked: Iterable[Asked]) -> None:
        for who, door, request in asked:
            self.ask(who, door, request)

    def ask(self, who: str, door: str, request: Request) -> None:
        """One request of a device of this kind."""
        client, self._left = self._clients[who], self.stand.state()
        took, answer = self._timed(lambda: send(client, request))
        if took > self._most:
            took = min(self._timed(lambda: send(client, request))[0] for _ in range(TRIES - 1))
        self.asked[door] += 1
        self.behind[door] += is_behind(answer)
        self.done[door] += answer.status_code < 400
        self.statuses[answer.status_code] += 1
        self.slowest = max(self.slowest, took)
        self.found += [f"{said}: {who} {request}" for said in self._wrongs(door, took, answer)]
        self._restore(door)

    def _restore(self, door: str) -> None:
        """Undo effects that would end the next requests: a table put away, a device sent away."""
        if door in SENDS_AWAY:
            self._clients = self.stand.roles()
            self._left = self.stand.state()
        there = self.stand.hall.ids()
        if "t1" not in there:
            self.stand.hall.tables.take_out("t1")
        for name in there[MOST_TABLES:]:
            self.stand.hall.tables.put_away(name)
        if "t1" not in there or len(there) > MOST_TABLES:
            self._left = self.stand.state()

    def _wrongs(self, door: str, took: float, answer: TestResponse) -> list[str]:
        status, left = answer.status_code, self.stand.state()
        is_changed, self._left = left != self._left, left
        wrongs = []
        if took > self._most:
            wrongs.append(f"{took:.1f} s")
        if status >= 500 and status != 503:
            wrongs.append(f"status {status}, {answer.get_data(as_text=True)[:200]}")
        if status >= 400 and not is_sentence(answer):
            wrongs.append(f"status {status} without a sentence, {answer.get_data(as_text=True)[:200]}")
        if status >= 400 and is_changed and not (status == 422 and door in MEANT):
            wrongs.append(f"status {status}, and something was changed")
        if status < 400 and is_changed and answer.request.method in READS and door not in LIGHTS:
            wrongs.append(f"{answer.request.method}, and something was changed")
        return wrongs

    @staticmethod
    def _timed(ask: Callable[[], TestResponse]) -> tuple[float, TestResponse]:
        began = time.perf_counter()
        answer = ask()
        return time.perf_counter() - began, answer


def send(client: FlaskClient, request: Request) -> TestResponse:
    """The answer; of a stream its first event."""
    answer = client.open(request.path, method=request.method, headers=dict(request.headers), data=request.body)
    if answer.mimetype == EVENTS:
        next(iter(answer.response), None)
    else:
        answer.get_data()  # kept, for the file that is sent is closed
    answer.close()
    return answer


def is_behind(answer: TestResponse) -> bool:
    """Return whether the route itself answered, and not a guard."""
    if answer.status_code < 400:
        return True
    told = answer.get_json(silent=True)
    return isinstance(told, dict) and told.get("code") not in GUARDS


def is_sentence(answer: TestResponse) -> bool:
    """Return whether a refusal has a code and a sentence, without internal details."""
    if answer.request.method == "HEAD":
        return True
    if answer.mimetype == "text/html":
        return answer.status_code == 403  # the page that says how one is let in
    told = answer.get_json(silent=True)
    return isinstance(told, dict) and bool(told.get("code")) and is_plain(str(told.get("sentence", "")))


def is_plain(sentence: str) -> bool:
    """Return whether a sentence is presentable: not empty, without internal details."""
    return bool(sentence.strip()) and sentence == plainly(sentence) and "Traceback" not in sentence
