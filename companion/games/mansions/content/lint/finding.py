"""A finding about a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

# error: does not work; warning: probably a slip; note: no fault
Severity: TypeAlias = Literal["error", "warning", "note"]
ORDER: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Finding:
    """`code` names a paragraph of docs/checking-scenarios.md. `place` is a component, "" = the whole scenario."""

    code: str
    place: str
    sentence: str
    severity: Severity = "warning"
