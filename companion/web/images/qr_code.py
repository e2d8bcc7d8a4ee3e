"""An address as a code to be scanned."""

from __future__ import annotations

import segno


def code_of(url: str) -> str:
    """A QR code as SVG, dark on light, which every camera can read whatever the page around it looks like."""
    found: str = segno.make(url, error="m").svg_inline(scale=4, border=2, dark="#14161a", light="#f7efe0")
    return found
