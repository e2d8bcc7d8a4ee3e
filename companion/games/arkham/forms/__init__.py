"""Forms that players fill in before a game."""
