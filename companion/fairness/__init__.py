"""Statistics of what was thrown: whether the dice were fair, and who was lucky."""

from __future__ import annotations

from companion.fairness.csv_export import spreadsheet
from companion.fairness.ledger import Ledger
from companion.fairness.played_table import PlayedTable

__all__ = ["Ledger", "PlayedTable", "spreadsheet"]
