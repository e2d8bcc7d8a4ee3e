"""Statistics of what was thrown: whether the dice were fair, and who was lucky."""

from __future__ import annotations

from companion.fairness.csv_export import spreadsheet
from companion.fairness.evening import PlayedTable
from companion.fairness.ledger import Ledger

__all__ = ["Ledger", "PlayedTable", "spreadsheet"]
