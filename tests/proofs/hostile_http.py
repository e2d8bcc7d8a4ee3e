"""Hostile requests to every door by every role, and broken ones to the server's lines: no 500, no hang, no growth, nothing changed."""

from __future__ import annotations

import logging
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from companion.games import names
from companion.web.server import PageServer
from tests.hostile import http, line
from tests.hostile.judge import Judge
from tests.hostile.line import Crowd, is_served
from tests.hostile.memory import memory
from tests.hostile.stand import open_stand
from tests.proofs.proof import Numbers, ProofError, Tell

WARM, EACH, DESCRIBED = 6, 60, 30  # requests to each door of each game's house
BROKEN = 10_000
CROWD = 700  # lines of one address
GROWTH = 0.05
LEAST = 50  # requests that must come through to each door


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError with what was found first."""
    logging.disable(logging.ERROR)  # broken requests log ten thousand errors
    doors, behind, done = Counter[str](), Counter[str](), Counter[str]()
    statuses, slowest, grown = Counter[int](), 0.0, {}
    for game in names():
        judge, grown[game] = of_house(game, seed, tell)
        doors, behind, done = doors + judge.asked, behind + judge.behind, done + judge.done
        statuses += judge.statuses
        slowest = max(slowest, judge.slowest)
    heard, of_broken = of_lines(seed)
    tell(f"{heard.answered} of {BROKEN} broken requests were answered")
    return {
        "requests": sum(doors.values()),
        "doors": len(doors),
        "least at one door": min(doors.values()),
        "share that came through to a door": f"{behind.total() / doors.total():.0%}",
        "least of these at one door": least(doors, behind),
        "share that was done": f"{done.total() / doors.total():.0%}",
        "doors behind which nothing was done": sorted(doors.keys() - done.keys()),
        "statuses": {str(status): count for status, count in sorted(statuses.items())},
        "slowest s": round(slowest, 2),
        "memory grown by": grown,
        "broken requests over sockets": BROKEN,
        "of them answered": heard.answered,
        "slowest of these s": round(heard.slowest, 2),
        "slowest beside them s": round(heard.beside, 2),
        "memory grown by these": of_broken,
        "s to be served beside 700 idle lines": round(crowded(), 3),
    }


def least(doors: Counter[str], behind: Counter[str]) -> int:
    """Return the requests that reached the least-reached route. Raises ProofError if one was hardly reached."""
    name = min(doors, key=lambda door: behind[door])
    if behind[name] < LEAST:
        raise ProofError(f"{behind[name]} of {doors[name]} requests came through to {name}: the proof is none")
    return behind[name]


def of_house(game: str, seed: int, tell: Tell) -> tuple[Judge, str]:
    """Return the judge of one server, and the growth of its memory after the first requests."""
    random = Random(f"{seed} {game}")
    with tempfile.TemporaryDirectory() as folder, open_stand(Path(folder), game) as stand:
        judge = Judge(stand)
        http.spoil_doors(judge, WARM, random)
        http.described(judge, DESCRIBED, seed)
        before = memory()
        http.spoil_doors(judge, EACH - WARM, random)
        growth = memory() / before - 1
        asked = sum(judge.asked.values())
    tell(f"{game}: {asked} requests, the slowest {judge.slowest:.2f} s, {growth:+.1%} of {before / 1e6:.0f} MB")
    if judge.found:
        raise ProofError(f"{game}, seed {seed}: {len(judge.found)} of {asked}: {judge.found[0]}")
    if growth > GROWTH:
        raise ProofError(f"{game}, seed {seed}: the memory grew by {growth:.1%}")
    return judge, f"{growth:.1%}"


def of_lines(seed: int) -> tuple[line.Heard, str]:
    """Broken requests over sockets, and by what the memory grew after the first of them."""
    with tempfile.TemporaryDirectory() as folder, open_stand(Path(folder)) as stand:
        server = PageServer(stand.app, "127.0.0.1", 0)
        server.start()
        tasks = server._server.task_dispatcher
        try:
            warm = line.spoil(server.port, BROKEN // 10, Random(-1), lambda: not tasks.active_count)
            before = memory()
            heard = line.spoil(server.port, BROKEN, Random(seed), lambda: not tasks.active_count)
            growth = memory() / before - 1
        finally:
            server.stop()
    if wrongs := [*warm.wrongs, *heard.wrongs]:
        raise ProofError(f"seed {seed}: {wrongs[0]}")
    if growth > GROWTH:
        raise ProofError(f"seed {seed}: the memory grew by {growth:.1%} over broken requests")
    return heard, f"{growth:.1%}"


def crowded() -> float:
    """Return the longest delay in s of a client while another address holds as many connections as possible."""
    with tempfile.TemporaryDirectory() as folder, open_stand(Path(folder)) as stand:
        server = PageServer(stand.app, "127.0.0.1", 0)
        server.start()
        crowd = Crowd(server.port, CROWD, b"GET / HTTP/1.1\r\nHost: loc")
        try:
            return max(is_served(server.port) for _ in range(20))
        finally:
            crowd.leave()
            server.stop()
