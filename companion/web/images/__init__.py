"""Pictures drawn as SVG: the dice of an evening as a poster, and addresses as QR codes."""

from __future__ import annotations

from companion.web.images.fairness_poster import picture_of
from companion.web.images.svg import code_of

__all__ = ["code_of", "picture_of"]  # fmt: skip
