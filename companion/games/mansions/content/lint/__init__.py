"""Looks a scenario over before it is played: what is missing, what can never happen, and where the people would be stuck."""

from companion.games.mansions.content.lint.finding import Finding, Severity
from companion.games.mansions.content.lint.findings import lint_scenario

__all__ = ["Finding", "Severity", "lint_scenario"]
