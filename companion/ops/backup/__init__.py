"""Copies of a house while it plays, and the way back."""
