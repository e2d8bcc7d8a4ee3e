"""Checks of content before a game."""
