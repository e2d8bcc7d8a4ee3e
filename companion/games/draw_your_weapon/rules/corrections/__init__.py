"""Facts that people state by hand."""

from __future__ import annotations

__all__ = []
