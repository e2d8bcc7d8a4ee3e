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
SHOWN = 6  # notes of one kind that are written out


def check(what: str, *, as_json: bool, tell: Callable[[str], None], owned: tuple[str, ...] | None = None) -> int:
    """Return the exit code: 0 no findings, 1 errors or warnings, 2 not readable."""
    try:
        scenario = scenario_at(what)
    except ContentError as error:
        tell(json.dumps({"readable": False, "error": f"{error}"}, ensure_ascii=False) if as_json else f"{error}")
        return UNREADABLE
    found = lint_scenario(scenario, owned)
    code = FINDINGS if any(one.severity != "note" for one in found) else GOOD
    if as_json:
        tell(json.dumps(report(scenario, found), ensure_ascii=False))
    else:
        for line in lines(scenario, found):
            tell(line)
    return code


def report(scenario: Scenario, found: tuple[Finding, ...]) -> dict[str, object]:
    """Return the findings as JSON values."""
    return {
        "readable": True,
        "title": scenario.title,
        "format": scenario.format,
        "components": len(scenario.components),
        "findings": [asdict(one) for one in found if one.severity != "note"],
        "notes": [asdict(one) for one in found if one.severity == "note"],
        "counts": dict(Counter(one.severity for one in found)),
    }


def lines(scenario: Scenario, found: tuple[Finding, ...]) -> Iterator[str]:
    """Yield text lines. Many notes of one kind are summarised."""
    yield f"{scenario.title}: {counted(len(scenario.components), 'component')}"
    often = {
        code for code, count in Counter(one.code for one in found if one.severity == "note").items() if count > SHOWN
    }
    for one in found:
        if one.severity != "note" or one.code not in often:
            yield f"  {one.severity}: {one.sentence}"
    for code in sorted(often):
        places = [one.place for one in found if one.code == code and one.severity == "note"]
        yield f"  note: {len(places)} times {code}: {', '.join(places[:SHOWN])} …"
    if not found:
        yield "  Nothing to mend."
