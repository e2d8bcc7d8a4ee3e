"""Installations of Lamplight on clean systems, and their checks."""
