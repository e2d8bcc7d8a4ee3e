"""Checks of content before a game: what is missing or cannot be."""
