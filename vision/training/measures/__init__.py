"""Weigh what the readers say, and measure them on labelled pictures."""
