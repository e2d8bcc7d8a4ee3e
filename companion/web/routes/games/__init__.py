"""Routes of games: shelf, setup forms, rulebooks, and tables as files."""

from __future__ import annotations

from companion.web.routes.games import forms, record, shelf

BLUEPRINTS = (shelf.shelf, forms.forms, forms.rules, record.record)
