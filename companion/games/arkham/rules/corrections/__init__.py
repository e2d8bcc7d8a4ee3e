"""What is stated by hand."""

from __future__ import annotations

__all__ = []
