"""Check the file of a database, and save what can still be read of it."""

from __future__ import annotations

from companion.sessions.store.repair.integrity import looked_at
from companion.sessions.store.repair.salvage import SalvagedTable

__all__ = [
    "SalvagedTable",
    "looked_at",
]
