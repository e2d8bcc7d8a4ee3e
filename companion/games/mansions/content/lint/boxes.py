"""Boxes that a scenario wants: those that it names, and those whose pieces it uses without a word."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.games.mansions.content.boxes import missing, needed, on_table, title
from companion.games.mansions.content.lint.finding import Finding
from companion.games.mansions.content.scenario import Scenario

SHOWN = 4  # pieces that are named


def boxes(scenario: Scenario, owned: Collection[str] | None) -> Iterator[Finding]:
    """`owned` None: what it needs, as a note; else what of it is not there, as warnings."""
    if owned is None:
        declared = on_table(scenario.packs)
        for code in needed(scenario):
            said = "" if code in declared else ", though it does not say so"
            yield Finding("needs-box", "", f"It uses pieces of {title(code)}{said}.", "note")
        return
    for lack in missing(scenario, owned):
        pieces = ", ".join(lack.pieces[:SHOWN]) + (" …" if len(lack.pieces) > SHOWN else "")
        what = f" (for {pieces})" if pieces else ""
        yield Finding("missing-box", "", f"{lack.title} is not on the table{what}: put something else there.")
