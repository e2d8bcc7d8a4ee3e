"""Checks of a loaded file: numbers out of bounds, and names without a target."""

from __future__ import annotations

from companion.games.arkham.content.lint.bounds import check_bounds
from companion.games.arkham.content.lint.links import ambiguous_names, broken_links, links_into_scenarios

__all__ = [
    "ambiguous_names",
    "broken_links",
    "check_bounds",
    "links_into_scenarios",
]
