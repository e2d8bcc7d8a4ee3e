"""Check a scenario before it is played: missing things, dead ends and what can never happen."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from companion.games.mansions.content.lint.endings import check_endings, check_numbers, check_puzzles
from companion.games.mansions.content.lint.finding import ORDER, Finding
from companion.games.mansions.content.lint.pieces import check_boxes, check_rooms, check_things
from companion.games.mansions.content.lint.reach import find_reachable
from companion.games.mansions.content.lint.references import check_references, check_texts
from companion.games.mansions.content.scenario import Scenario

MOST_FINDINGS = 5_000  # findings; real scenarios have 40


def lint_scenario(scenario: Scenario, owned: Collection[str] | None = None) -> tuple[Finding, ...]:
    """Return all findings, the worst first. `owned`: codes of the boxes on the table, None if unknown."""
    findings = sorted(
        islice(_find_all(scenario, owned), MOST_FINDINGS), key=lambda finding: ORDER.index(finding.severity)
    )
    return tuple(dict.fromkeys(findings))


def _find_all(scenario: Scenario, owned: Collection[str] | None) -> Iterator[Finding]:
    happens = find_reachable(scenario)
    yield from check_endings(scenario, happens)
    yield from check_references(scenario, happens)
    yield from check_numbers(scenario, happens)
    yield from check_puzzles(scenario)
    yield from check_rooms(scenario)
    yield from check_things(scenario)
    yield from check_texts(scenario, happens)
    yield from check_boxes(scenario, owned)
    yield from (Finding("read", "", sentence, "note") for sentence in scenario.findings)
