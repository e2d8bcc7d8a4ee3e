"""The doors to games and tables: the shelf, what is filled in before a game, the rules, tables as files."""

from __future__ import annotations

from companion.web.routes.games import forms, record, rules, shelf

BLUEPRINTS = (shelf.shelf, forms.forms, rules.rules, record.record)
