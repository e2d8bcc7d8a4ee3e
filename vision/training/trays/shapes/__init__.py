"""Sizes of the tray, polyhedra and outlines."""
