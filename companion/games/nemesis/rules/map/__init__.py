"""Rooms and corridors: movement, exploration, special rooms."""
