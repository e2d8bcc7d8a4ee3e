"""`scenario play`: many evenings by chance, and what came of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from companion.errors import ContentError
from companion.games.mansions.scenario import Component, Scenario
from companion.scenarios.bot import Played, run_once
from companion.scenarios.found import scenario_at

GOOD, RAISED, UNREADABLE = 0, 1, 2
SHOWN = 12  # names that are written out


def play(what: str, runs: int, seed: int, seats: int, *, as_json: bool, tell: Callable[[str], None]) -> int:
    """The exit code: 0, 1 where a run raised something, 2 where the scenario cannot be read."""
    try:
        scenario = scenario_at(what)
    except ContentError as error:
        tell(json.dumps({"readable": False, "error": f"{error}"}, ensure_ascii=False) if as_json else f"{error}")
        return UNREADABLE
    played = [run_once(scenario, seed + number, seats) for number in range(runs)]
    if as_json:
        tell(json.dumps(report(scenario, played), ensure_ascii=False))
    else:
        for line in lines(report(scenario, played)):
            tell(line)
    return RAISED if any(one.error for one in played) else GOOD


def report(scenario: Scenario, played: Sequence[Played]) -> dict[str, object]:
    """Plain JSON values. A run repeats with `--runs 1 --seed` and its own seed."""
    events = [one.name for one in scenario.components.values() if is_played(one)]
    seen = {name for one in played for name in one.seen}
    taps, seconds = sum(one.taps for one in played), sum(one.seconds for one in played)
    return {
        "readable": True,
        "title": scenario.title,
        "runs": len(played),
        "ended": sum(bool(one.sentence) for one in played),
        "endings": dict(Counter(one.ending or one.sentence for one in played if one.sentence).most_common()),
        "stopped": dict(Counter(one.stopped for one in played if one.stopped)),
        "exceptions": [{"seed": o.seed, "taps": o.taps, "error": o.error, "trace": o.trace} for o in played if o.error],
        "events": len(events),
        "seen": sum(name in seen for name in events),
        "never_seen": [name for name in events if name not in seen],
        "rounds": {
            "mean": round(sum(o.rounds for o in played) / len(played), 1),
            "most": max(o.rounds for o in played),
        },
        "taps": taps,
        "taps_per_s": round(taps / seconds) if seconds else 0,
        "slowest_tap_ms": round(1000 * max(one.slowest for one in played), 1),
    }


def is_played(one: Component) -> bool:
    """Does it run at some time? A wall only lies there."""
    if one.kind in {"token", "ui"}:
        return any(button.next for button in one.buttons) or bool(one.operations or one.add or one.remove)
    return one.kind in {"event", "spawn", "puzzle"}


def lines(told: dict[str, object]) -> Iterator[str]:
    """As a person reads it."""
    match told:
        case {"title": title, "runs": runs, "ended": ended, "endings": dict(endings), "stopped": dict(stopped)}:
            yield f"{title}: {ended} of {runs} runs came to an end"
            yield from (f"  {count:4} x {name}" for name, count in endings.items())
            yield from (f"  {count:4} x stopped after too many {why}" for why, count in stopped.items())
    match told:
        case {
            "events": events,
            "seen": seen,
            "never_seen": list(never),
            "taps_per_s": speed,
            "slowest_tap_ms": slowest,
        }:
            yield f"  {seen} of {events} events were seen, {speed} taps a second, the slowest took {slowest} ms"
            if never:
                more = " …" if len(never) > SHOWN else ""
                yield f"  never seen: {', '.join(never[:SHOWN])}{more}"
    match told:
        case {"exceptions": list(exceptions)}:
            yield from (
                f"  EXCEPTION with seed {one['seed']} after {one['taps']} taps: {one['error']}" for one in exceptions
            )
