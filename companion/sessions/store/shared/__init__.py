"""What all processes that serve a physical table know together, beside its games."""

from __future__ import annotations

from companion.sessions.store.shared.state_repository import SharedStates

__all__ = ["SharedStates"]
