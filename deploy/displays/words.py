"""Texts of these programs; other texts come from the table in the language of its displays."""

from __future__ import annotations

from typing import Any

SAID = {
    "en": {"closed": "The table is closed.", "passed": "Passed", "failed": "Failed", "done": "Done"},
    "de": {"closed": "Der Tisch ist zu.", "passed": "Geschafft", "failed": "Nicht geschafft", "done": "Erledigt"},
}


def say(state: dict[str, Any], word: str) -> str:
    """Return a word in the language of the state, or in English."""
    return SAID.get(state.get("language", "en"), SAID["en"])[word]


def verdict(state: dict[str, Any]) -> str:
    """Return one word for the result of the newest test, "" without one."""
    result = state.get("verdict") or {}
    if not result.get("outcome") or result.get("old"):
        return ""
    return str(result.get("stamp") or say(state, result["outcome"]))
