"""What people choose or type in before a game."""
