"""Hostile requests to every route by every role, and broken ones to the server's connections: no 500, no hang, no growth, no change."""

from __future__ import annotations

import logging
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from companion.games import names
from companion.web.server import PageServer
from tests.hostile import line
from tests.hostile.http import described_requests, odd_requests
from tests.hostile.judge import Judge
from tests.hostile.memory import memory
from tests.hostile.stand import open_stand
from tests.proofs.proof import Numbers, ProofError, Tell

WARM, EACH, DESCRIBED = 6, 60, 60  # requests to each route in each game
BROKEN = 10_000
CROWD = 700  # connections of one address
MOST_GROWTH = 0.05
LEAST = 50  # requests that must reach each route


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError with what was found first."""
    logging.disable(logging.ERROR)  # broken requests log ten thousand errors
    asked, behind, done, statuses = Counter[str](), Counter[str](), Counter[str](), Counter[int]()
    for game in names():
        judge = _judge_game(game, seed, tell)
        asked, behind, done = asked + judge.asked, behind + judge.behind, done + judge.done
        statuses += judge.statuses
    rarest = min(asked, key=lambda route: behind[route])
    if behind[rarest] < LEAST:
        raise ProofError(f"only {behind[rarest]} of {asked[rarest]} requests reached {rarest}")
    broken = _send_broken(seed)
    tell(f"{broken.answered} of {BROKEN} broken requests were answered")
    return {
        "requests": asked.total(),
        "routes": len(asked),
        "reached a route": f"{behind.total() / asked.total():.0%}",
        "least at one route": behind[rarest],
        "done": f"{done.total() / asked.total():.0%}",
        "routes that did nothing": sorted(asked.keys() - done.keys()),
        "statuses": {str(status): count for status, count in sorted(statuses.items())},
        "broken requests over sockets": BROKEN,
        "of them answered": broken.answered,
        "slowest of these s": round(broken.slowest, 2),
        "slowest beside them s": round(broken.beside, 2),
        "s to be served beside 700 idle connections": round(_crowd(), 3),
    }


def _judge_game(game: str, seed: int, tell: Tell) -> Judge:
    random = Random(f"{seed} {game}")
    with tempfile.TemporaryDirectory() as folder, open_stand(Path(folder), game) as stand:
        judge = Judge(stand)
        judge.ask_all(odd_requests(stand, WARM, random))
        judge.ask_all(described_requests(stand, DESCRIBED, seed))
        before = memory()
        judge.ask_all(odd_requests(stand, EACH - WARM, random))
        _check_growth(f"{game}, seed {seed}", before)
    if judge.found:
        raise ProofError(f"{game}, seed {seed}: {len(judge.found)}: {judge.found[0]}")
    tell(f"{game}: {judge.asked.total()} requests, the slowest {judge.slowest:.2f} s")
    return judge


def _check_growth(after: str, before: int) -> None:
    growth = memory() / before - 1
    if growth > MOST_GROWTH:
        raise ProofError(f"{after}: the memory grew by {growth:.1%}")


def _send_broken(seed: int) -> line.Heard:
    """Send broken requests over sockets."""
    with tempfile.TemporaryDirectory() as folder, open_stand(Path(folder)) as stand:
        server = PageServer(stand.app, "127.0.0.1", 0)
        server.start()
        tasks = server._server.task_dispatcher
        try:
            line.spoil(server.port, BROKEN // 10, Random(-1), lambda: not tasks.active_count)
            before = memory()
            heard = line.spoil(server.port, BROKEN, Random(seed), lambda: not tasks.active_count)
            _check_growth(f"broken requests, seed {seed}", before)
        finally:
            server.stop()
    if heard.wrongs:
        raise ProofError(f"seed {seed}: {heard.wrongs[0]}")
    return heard


def _crowd() -> float:
    """Return the longest delay in s of a client while another address holds as many connections as possible."""
    with tempfile.TemporaryDirectory() as folder, open_stand(Path(folder)) as stand:
        server = PageServer(stand.app, "127.0.0.1", 0)
        server.start()
        crowd = line.Crowd(server.port, CROWD, b"GET / HTTP/1.1\r\nHost: loc")
        try:
            return max(line.is_served(server.port) for _ in range(20))
        finally:
            crowd.leave()
            server.stop()
