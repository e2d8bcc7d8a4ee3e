"""Evenings as files."""
