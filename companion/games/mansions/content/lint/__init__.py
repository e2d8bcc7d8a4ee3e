"""Check a scenario before it is played: missing things, dead ends and what can never happen."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from companion.games.mansions.content.lint.endings import endings, numbers, puzzles
from companion.games.mansions.content.lint.finding import ORDER, Finding
from companion.games.mansions.content.lint.pieces import boxes, rooms, things
from companion.games.mansions.content.lint.reach import reach
from companion.games.mansions.content.lint.references import references, texts
from companion.games.mansions.content.scenario import Scenario

MOST = 5_000  # findings; real scenarios have 40


def lint_scenario(scenario: Scenario, owned: Collection[str] | None = None) -> tuple[Finding, ...]:
    """Return all findings, the worst first. `owned`: codes of the boxes on the table, None if unknown."""
    findings = sorted(islice(_findings(scenario, owned), MOST), key=lambda finding: ORDER.index(finding.severity))
    return tuple(dict.fromkeys(findings))


def _findings(scenario: Scenario, owned: Collection[str] | None) -> Iterator[Finding]:
    happens = reach(scenario)
    yield from endings(scenario, happens)
    yield from references(scenario, happens)
    yield from numbers(scenario, happens)
    yield from puzzles(scenario)
    yield from rooms(scenario)
    yield from things(scenario)
    yield from texts(scenario, happens)
    yield from boxes(scenario, owned)
    yield from (Finding("read", "", sentence, "note") for sentence in scenario.findings)
