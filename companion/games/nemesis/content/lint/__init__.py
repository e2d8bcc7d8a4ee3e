"""Checks of ship content before a game begins."""
