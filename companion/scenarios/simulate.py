"""`scenario play`: play many random runs and report."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from companion.errors import ContentError, counted
from companion.games.mansions.content import Component, Scenario
from companion.scenarios.locate import scenario_at
from companion.scenarios.playthrough import PlaythroughResult, run_once

GOOD, RAISED, UNREADABLE = 0, 1, 2
MOST_NAMES = 12  # names listed


@dataclass(frozen=True, slots=True)
class CrashedRun:
    """A crashed run. Repeat it with `--runs 1` and its seed."""

    seed: int
    taps: int
    error: str
    trace: str


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """Summary of runs. `endings`: ending event, or sentence of the rules -> count."""

    title: str
    runs: int
    ended: int
    endings: dict[str, int]
    stopped: dict[str, int]  # limit -> count: "rounds", "taps"
    exceptions: tuple[CrashedRun, ...]
    events: int
    seen: int
    never_seen: tuple[str, ...]
    unresolved: tuple[str, ...]  # marks left in shown texts
    rounds_mean: float
    rounds_most: int
    taps: int
    taps_per_s: int
    slowest_tap_ms: float
    readable: bool = True


def play(what: str, runs: int, seed: int, seats: int, *, as_json: bool, tell: Callable[[str], None]) -> int:
    """Return the exit code: 0, 1 if a run crashed, 2 if the scenario is not readable."""
    try:
        scenario = scenario_at(what)
    except ContentError as error:
        tell(json.dumps({"readable": False, "error": f"{error}"}, ensure_ascii=False) if as_json else f"{error}")
        return UNREADABLE
    summary = report(scenario, [run_once(scenario, seed + number, seats) for number in range(runs)])
    for line in [json.dumps(asdict(summary), ensure_ascii=False)] if as_json else lines(summary):
        tell(line)
    return RAISED if summary.exceptions else GOOD


def report(scenario: Scenario, played: Sequence[PlaythroughResult]) -> SimulationReport:
    """Summarise one or more runs."""
    events = [component.name for component in scenario.components.values() if is_played(component)]
    seen = {name for run in played for name in run.seen}
    taps, seconds = sum(run.taps for run in played), sum(run.seconds for run in played)
    ends = [run.ending or run.sentence for run in played if run.sentence]
    return SimulationReport(
        title=scenario.title,
        runs=len(played),
        ended=len(ends),
        endings=dict(Counter(ends).most_common()),
        stopped=dict(Counter(run.stopped for run in played if run.stopped)),
        exceptions=tuple(CrashedRun(run.seed, run.taps, run.error, run.trace) for run in played if run.error),
        events=len(events),
        seen=sum(name in seen for name in events),
        never_seen=tuple(name for name in events if name not in seen),
        unresolved=tuple(sorted({mark for run in played for mark in run.raw})),
        rounds_mean=round(sum(run.rounds for run in played) / len(played), 1),
        rounds_most=max(run.rounds for run in played),
        taps=taps,
        taps_per_s=round(taps / seconds) if seconds else 0,
        slowest_tap_ms=round(1000 * max(run.slowest for run in played), 1),
    )


def is_played(component: Component) -> bool:
    """Return whether the component runs at some time. A wall does not."""
    if component.kind in {"token", "ui"}:
        return any(button.next for button in component.buttons) or bool(
            component.operations or component.add or component.remove
        )
    return component.kind in {"event", "spawn", "puzzle"}


def lines(summary: SimulationReport) -> Iterator[str]:
    """Yield the report as text."""
    yield f"{summary.title}: {summary.ended} of {counted(summary.runs, 'run')} came to an end"
    yield from (f"  {count:4} x {name}" for name, count in summary.endings.items())
    yield from (f"  {count:4} x stopped after too many {why}" for why, count in summary.stopped.items())
    speed = f"{summary.taps_per_s} taps a second, the slowest took {summary.slowest_tap_ms} ms"
    yield f"  {summary.seen} of {summary.events} events were seen, {speed}"
    if summary.never_seen:
        yield f"  never seen: {_shorten(summary.never_seen)}"
    if summary.unresolved:
        yield f"  people would read: {_shorten(summary.unresolved)}"
    yield from (f"  EXCEPTION with seed {run.seed} after {run.taps} taps: {run.error}" for run in summary.exceptions)


def _shorten(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_NAMES]) + (" …" if len(names) > MOST_NAMES else "")
