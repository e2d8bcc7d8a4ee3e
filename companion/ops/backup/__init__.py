"""Backups of an installation while people play, and their restore."""
