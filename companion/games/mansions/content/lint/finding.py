"""One thing that was noticed about a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

# An error: something will not work. A warning: probably a slip. A note: good to know, and no fault.
Severity: TypeAlias = Literal["error", "warning", "note"]
ORDER: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Finding:
    """`code` is for machines and names a paragraph of docs/checking-scenarios.md; `place` is a component, "" = all."""

    code: str
    place: str
    sentence: str
    severity: Severity = "warning"
