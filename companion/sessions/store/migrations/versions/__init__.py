"""Versions of the database's schema."""
