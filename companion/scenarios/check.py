"""`scenario check`: run the linter and report as text or JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict

from companion.errors import ContentError, counted
from companion.games.mansions.content import Finding, Scenario, lint_scenario
from companion.scenarios.locate import scenario_at

GOOD, FINDINGS, UNREADABLE = 0, 1, 2
MOST_NOTES = 6  # notes of one kind that are written out


def check(what: str, *, as_json: bool, tell: Callable[[str], None], owned: tuple[str, ...] | None = None) -> int:
    """Return the exit code: 0 no findings, 1 errors or warnings, 2 not readable."""
    try:
        scenario = scenario_at(what)
    except ContentError as error:
        tell(json.dumps({"readable": False, "error": f"{error}"}, ensure_ascii=False) if as_json else f"{error}")
        return UNREADABLE
    findings = lint_scenario(scenario, owned)
    code = FINDINGS if any(finding.severity != "note" for finding in findings) else GOOD
    if as_json:
        tell(json.dumps(report(scenario, findings), ensure_ascii=False))
    else:
        for line in lines(scenario, findings):
            tell(line)
    return code


def report(scenario: Scenario, findings: tuple[Finding, ...]) -> dict[str, object]:
    """Return the findings as JSON values."""
    return {
        "readable": True,
        "title": scenario.title,
        "format": scenario.format,
        "components": len(scenario.components),
        "findings": [asdict(finding) for finding in findings if finding.severity != "note"],
        "notes": [asdict(finding) for finding in findings if finding.severity == "note"],
        "counts": dict(Counter(finding.severity for finding in findings)),
    }


def lines(scenario: Scenario, findings: tuple[Finding, ...]) -> Iterator[str]:
    """Yield text lines. Many notes of one kind are summarised."""
    yield f"{scenario.title}: {counted(len(scenario.components), 'component')}"
    often = {
        code
        for code, count in Counter(finding.code for finding in findings if finding.severity == "note").items()
        if count > MOST_NOTES
    }
    for finding in findings:
        if finding.severity != "note" or finding.code not in often:
            yield f"  {finding.severity}: {finding.sentence}"
    for code in sorted(often):
        places = [finding.place for finding in findings if finding.code == code and finding.severity == "note"]
        yield f"  note: {len(places)} times {code}: {', '.join(places[:MOST_NOTES])} …"
    if not findings:
        yield "  Nothing to mend."
