"""Looks a ship over before anybody boards it: what is missing, what is named twice, where nobody could ever go."""

from companion.games.nemesis.content.lint.faults import checked, faults

__all__ = ["checked", "faults"]
