"""The doors to games and tables: the shelf, what is filled in before a game, the rules, tables as files."""

from __future__ import annotations

from companion.web.routes.games import forms, record, shelf

BLUEPRINTS = (shelf.shelf, forms.forms, forms.rules, record.record)
