"""Form shown before a game."""
